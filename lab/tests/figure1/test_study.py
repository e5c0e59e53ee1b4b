from pathlib import Path

import numpy as np
import pytest

from smoothbandits.datasets import load_arms
from smoothbandits.environments import BernoulliEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.simulation.play import simulate
from smoothbandits_lab.figure1 import study as figure1
from smoothbandits_lab.figure1.runs import PAPER_SEEDS, POLICIES, checkpoints
from smoothbandits_lab.figure1.study import STUDY, Figure1Settings
from smoothbandits_lab.study import run_study
from tests.datasets.shared import shared_file

TWIN = "caption-synthetic"
SMALL = Figure1Settings(seeds=2, quick=True)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """A short run on a machine without the contest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figure1, "QUICK_ROUNDS", 400)
        patch.delenv("SMOOTHBANDITS_DATA", raising=False)
        patch.setattr("smoothbandits.datasets.folders.downloads", lambda: Path("nowhere"))
        return run_study(STUDY, SMALL, tmp_path_factory.mktemp("cells")).finding


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


def test_checkpoints():
    assert checkpoints(100_000)[:2] == [1000, 2000] and checkpoints(100_000)[-1] == 100_000
    assert checkpoints(7) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("bad", "says"), [({"seeds": 0}, "seeds is 0"), ({"data_dir": "nowhere"}, "is no folder")]
)
def test_bad_settings(bad, says):
    with pytest.raises(InvalidParameter, match=says):
        Figure1Settings(**bad)


@pytest.mark.slow
def test_the_untuned_default_on_the_contest():
    """All 32 runs of the figure, on the real contest."""
    folder = shared_file("caption652/652_contest.npy").parent
    means = load_arms("caption-652", data_dir=folder).means
    regrets = []
    for seed in PAPER_SEEDS:
        environment = BernoulliEnvironment(means, seed=seed)
        trace = simulate(POLICIES["fast"].make(means, 100_000, seed), environment, rounds=100_000)
        regrets.append(trace.regrets[-1])
    assert np.mean(regrets) < 1_500.0
