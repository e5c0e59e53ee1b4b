import numpy as np
import pytest

from smoothbandits import Bandit, Interval, RegressionEnvironment
from smoothbandits.apps.policies import POLICIES, check_policy, make_policy
from smoothbandits.bandit.defaults import best_explorer, fast_explorer
from smoothbandits.baselines import Baseline, Constant
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles import AdditiveOracle, BoostedOracle, WatchedOracle

SPACE = Interval(0.0, 10.0)


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_is_made_for_its_space_and_seed(name: str) -> None:
    policy = make_policy(name, SPACE, context_size=3, seed=5, rounds=100)
    assert isinstance(policy, Bandit | Baseline)
    assert policy.space == SPACE and policy.context_size == 3
    assert policy.seed == (0 if isinstance(policy, Constant) else 5)
    assert POLICIES[name].meaning


def test_best_plays_boosted_trees() -> None:
    policy = make_policy("best", SPACE, context_size=3, seed=5, rounds=100)
    assert isinstance(policy, Bandit) and isinstance(policy.oracle.oracle, BoostedOracle)
    assert policy.explorer == best_explorer(SPACE)


def test_fast_and_what_is_compared_with_it_keep_no_examples() -> None:
    for name in ("fast", "epsilon-greedy", "greedy", "random"):
        policy = make_policy(name, SPACE, context_size=3, seed=5, rounds=100)
        used = WatchedOracle(AdditiveOracle()) if name == "fast" else AdditiveOracle()
        assert isinstance(policy, Bandit) and policy.oracle.oracle == used
    assert make_policy("fast", SPACE, context_size=3, seed=5, rounds=9).explorer == fast_explorer(
        SPACE
    )


def test_the_constant_is_the_best_in_hindsight() -> None:
    environment = RegressionEnvironment(np.zeros((4, 1)), [1.0, 2.0, 3.0, 9.0], loss="squared")
    asked = {"context_size": 1, "seed": 0, "environment": environment}
    assert make_policy("constant", SPACE, rounds=4, **asked).action == 3.75
    assert make_policy("constant", SPACE, rounds=3, **asked).action == 2.0
    assert make_policy("constant", SPACE, context_size=1, seed=0, rounds=4).action == 5.0


def test_an_unknown_name() -> None:
    with pytest.raises(
        InvalidParameter, match="called 'gredy'; did you mean 'greedy'.*best, fast, rival, dis"
    ):
        check_policy("gredy")
    with pytest.raises(InvalidParameter, match="no policy is called ''"):
        make_policy("", SPACE, context_size=1, seed=0, rounds=4)
