import numpy as np
import pytest

from smoothbandits.baselines import vw
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.horizons.policies import POLICIES, losses_of
from smoothbandits_lab.horizons.problem import Problem
from smoothbandits_lab.horizons.runs import play


def problem(loss="absolute", rounds=5_000, most=600):
    given = {"loss": loss, "rounds": rounds, "most": most, "data_dir": None}
    return Problem.of(Cell(play, "horizons", "synthetic-friedman", "any", 4, given))


@pytest.mark.parametrize("loss", ["absolute", "3:1", "price"])
@pytest.mark.parametrize("name", POLICIES)
def test_a_long_run_holds_the_short_one(name, loss):
    if name.startswith("vw-") and not vw.available():
        pytest.skip("vowpalwabbit is not installed")
    policy = POLICIES[name]
    if loss not in policy.losses:
        pytest.skip("it has no such loss")
    setting = policy.settings[0]
    long, short = policy.play(problem(loss), setting), policy.play(problem(loss, 500), setting)
    assert len(long) == 2 and short == long[:1]
    assert all(0.0 < mean < 1.0 for mean in long)


@pytest.mark.parametrize("loss", ["absolute", "3:1", "price"])
def test_no_action_beats_the_constant(loss):
    given = problem(loss)
    means = POLICIES["constant"].play(given, {})
    for mean, end in zip(means, given.ends.values(), strict=True):
        y = given.rows()[1][:end]
        others = [losses_of(given, y, action).mean() for action in np.linspace(0.0, 1.0, 201)]
        assert min(others) - (1e-2 if loss == "price" else 1e-3) < mean <= min(others) + 1e-12


def test_the_peers_try_several_settings():
    assert [len(policy.settings) for policy in POLICIES.values()] == [1, 1, 4, 4, 1, 1, 1, 1, 1]
