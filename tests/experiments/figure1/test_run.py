import numpy as np
import pytest

from smoothbandits.datasets import load_arms
from smoothbandits.environments import BernoulliEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.figure1 import POLICIES, run_figure1
from smoothbandits.experiments.figure1.policies import checkpoints
from smoothbandits.simulation import simulate
from tests.datasets.shared import shared_file

TWIN = "caption-synthetic"
SMALL = {"rounds": 400, "seeds": 2, "dataset": TWIN}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cells")


@pytest.fixture(scope="module")
def result(folder):
    return run_figure1(folder, **SMALL)


def test_every_policy_plays_every_seed(result):
    assert list(result.outcomes) == list(POLICIES)
    assert result.seeds == [45, 46] and (result.arms, result.best_arms) == (10_025, 54)
    for outcome in result.outcomes.values():
        assert outcome.curves.shape == (2, 100)
        assert (np.diff(outcome.curves, axis=1) >= 0.0).all()
        assert 0.0 < outcome.final.min() and outcome.final.max() < 400.0


def test_a_cell_is_a_simulation(result):
    means = load_arms(TWIN).means
    policy = POLICIES["empmoss++"].make(means, 400, 46)
    trace = simulate(policy, BernoulliEnvironment(means, seed=46), rounds=400)
    outcome = result.outcomes["empmoss++"]
    assert outcome.final[1] == trace.regrets[-1]
    assert outcome.realised[1] == pytest.approx(trace.losses.sum())
    assert outcome.curves[1, 9] == trace.regrets[39]


def test_a_killed_run_goes_on(result, tmp_path):
    """Stopped after five cells: the rest is played, nothing twice, with the same result."""
    done = []

    def stop(cell, found, kept):
        done.append(cell.file_name)
        if len(done) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_figure1(tmp_path, **SMALL, progress=stop)
    again = []
    second = run_figure1(tmp_path, **SMALL, progress=lambda c, r, kept: again.append(kept))
    assert again.count(True) == 5 and len(again) == 16
    for name, outcome in result.outcomes.items():
        assert (second.outcomes[name].curves == outcome.curves).all()


def test_finished_cells_are_not_played_again(result, folder, monkeypatch):
    def never(*arguments, **settings):
        raise AssertionError("played again")

    monkeypatch.setattr("smoothbandits.experiments.figure1.policies.simulate", never)
    kept = []
    run_figure1(folder, **SMALL, progress=lambda c, r, was: kept.append(was))
    assert kept == [True] * 16
    with pytest.raises(AssertionError, match="played again"):
        run_figure1(folder, **{**SMALL, "rounds": 401})


def test_checkpoints():
    assert checkpoints(100_000)[:2] == [1000, 2000] and checkpoints(100_000)[-1] == 100_000
    assert checkpoints(7) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({"rounds": 0}, "rounds is 0"),
        ({"seeds": 0}, "seeds is 0"),
        ({"jobs": 0}, "jobs is 0"),
        ({"policies": ["ucb"]}, "no policy is called 'ucb'"),
        ({"dataset": "bng-cpu"}, "bng-cpu is a table"),
    ],
)
def test_bad_settings(bad, says, tmp_path):
    with pytest.raises(InvalidParameter, match=says):
        run_figure1(tmp_path / "cells", **{**SMALL, **bad})
    assert not (tmp_path / "cells").exists()


@pytest.mark.slow
def test_the_untuned_default_on_the_contest(tmp_path):
    """All 32 runs of the figure, on the real contest."""
    folder = shared_file("caption652/652_contest.npy").parent
    found = run_figure1(tmp_path, policies=["fast"], dataset="caption-652", data_dir=folder)
    assert found.outcomes["fast"].final.mean() < 1_500.0
