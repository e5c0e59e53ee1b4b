import numpy as np
import pytest

from smoothbandits import Interval, simulate
from smoothbandits.baselines import GreedyTrees, vw
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.change.policies import POLICIES, RESTARTED
from smoothbandits_lab.change.problem import Problem
from smoothbandits_lab.change.runs import play


def problem(world="flip", rounds=300):
    given = {"world": world, "rounds": rounds, "at": 200, "last": 50, "data_dir": None}
    return Problem.of(Cell(play, "change", "synthetic-friedman", "any", 4, given))


@pytest.mark.parametrize("name", POLICIES)
def test_all_can_play(name):
    if name.startswith("vw-") and not vw.available():
        pytest.skip("vowpalwabbit is not installed")
    policy, given = POLICIES[name], problem()
    played = policy.play(given, given.at if policy.restarted else 0)
    assert 0.0 < played["all"] < 1.0 and 0.0 < played["last"] < 1.0
    assert played["changes"] == [] or "watch" in name
    assert len(played["curve"]) in (0, 24)
    assert not (policy.restarted and played["curve"])


def test_what_is_kept_of_a_run():
    given = problem()
    trace = simulate(GreedyTrees(Interval(0.0, 1.0), 10, seed=4), given.environment())
    played = POLICIES["rival"].play(given, 0)
    assert played["all"] == trace.losses.mean()
    assert played["last"] == trace.losses[-50:].mean()
    np.testing.assert_allclose(np.mean(played["curve"]), trace.losses.mean(), rtol=0.02)
    late = simulate(GreedyTrees(Interval(0.0, 1.0), 10, seed=4), given.environment(200))
    assert POLICIES["rival-restarted"].play(given, 200)["last"] == late.losses[-50:].mean()


@pytest.mark.skipif(not vw.available(), reason="vowpalwabbit is not installed")
def test_the_last_rounds_of_vowpal_wabbit_by_two_runs():
    given = problem("none")
    environment = given.environment()
    with vw.Table(environment.X, environment.y, low=0.0, high=1.0) as table:
        whole = table.discrete(seed=4, options=("--coin",)).loss
    with vw.Table(environment.X[:250], environment.y[:250], low=0.0, high=1.0) as table:
        before = table.discrete(seed=4, options=("--coin",)).loss
    played = POLICIES["vw-discrete"].play(given, 0)
    assert played["all"] == whole
    assert played["last"] == pytest.approx((300 * whole - 250 * before) / 50)


def test_every_family_has_its_two_references():
    for name, policy in POLICIES.items():
        assert POLICIES[policy.family].family == policy.family
        assert POLICIES[policy.family + RESTARTED].restarted
        assert policy.restarted == name.endswith(RESTARTED)
