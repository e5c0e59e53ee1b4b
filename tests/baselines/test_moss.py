import math

import numpy as np
import pytest

from smoothbandits import BernoulliEnvironment, Catalog, Interval, simulate
from smoothbandits.baselines import MOSS, MOSSPlusPlus, Parallel, Quantile
from smoothbandits.errors import InvalidParameter


class Interpreted(MOSS):
    engine = "python"


def play(policy, rewards):
    """Arms chosen while the rewards of each arm come in this order."""
    left, chosen = {arm: list(values) for arm, values in rewards.items()}, []
    for _ in range(sum(map(len, rewards.values()))):
        choice = policy.act()
        chosen.append(choice.action)
        policy.learn(choice, reward=left[choice.action].pop(0))
    return chosen


def test_two_arms_by_hand():
    """T = 8, K = 2: the width is sqrt(ln(4/n)/n), 1.177 after one pull, 0.589 after two.

    Rewards 1 and 0 give indices 2.177 and 1.177; a second pull with reward 0 lowers the first to
    0.5 + 0.589 = 1.089, so that the other arm follows; it falls to 0 + 0.589.
    """
    for seed in range(6):
        policy = Interpreted(Catalog(2), horizon=8, seed=seed)
        chosen = play(policy, {0: [1.0, 0.0], 1: [0.0, 0.0]})
        assert set(chosen[:2]) == {0, 1}
        assert chosen[2:] == [0, 1]
        index = policy.state.arms.index
        assert index == pytest.approx(
            [0.5 + math.sqrt(math.log(2) / 2), math.sqrt(math.log(2) / 2)]
        )


def test_the_width_is_never_negative():
    policy = Interpreted(Catalog(2), horizon=2, seed=1)
    play(policy, {0: [0.25], 1: [0.75]})
    assert policy.state.arms.index.tolist() == [0.25, 0.75]
    assert policy.act().action == 1  # past the horizon it goes on


def test_every_arm_once_before_any_twice_in_random_order():
    orders = set()
    for seed in range(20):
        policy = Interpreted(Catalog(5), horizon=100, seed=seed)
        first = []
        for left in (5, 4, 3, 2, 1):
            choice = policy.act()
            assert choice.density == 1.0 / left
            policy.learn(choice, loss=0.5)
            first.append(choice.action)
        assert sorted(first) == [0, 1, 2, 3, 4]
        orders.add(tuple(first))
    assert len(orders) > 15


def test_the_oracle_draws_the_published_number_of_arms():
    assert MOSS(Catalog(10_025), horizon=100_000, best_arms=54).arms_in_play == 1069
    assert MOSS(Catalog(30), horizon=100_000, best_arms=1).arms_in_play == 30
    policy = Interpreted(Catalog(40), horizon=100, best_arms=10, seed=3)
    simulate(policy, BernoulliEnvironment(np.full(40, 0.5)), rounds=60)
    assert (policy.state.arms.pulls > 0).sum() == policy.arms_in_play == 10


def test_losses_may_come_late_and_out_of_order():
    policy = Interpreted(Catalog(3), horizon=50, seed=2)
    choices = [policy.act() for _ in range(4)]  # the same fresh arm: nothing was learned
    assert len({choice.action for choice in choices}) == 1
    for choice in reversed(choices):
        policy.learn(choice, loss=1.0)
    assert policy.state.arms.pulls[choices[0].action] == 4.0
    assert policy.act().action != choices[0].action


def test_only_catalogues_have_arms():
    for kind in (MOSS, MOSSPlusPlus, Parallel, Quantile):
        with pytest.raises(InvalidParameter, match="needs a Catalog"):
            kind(Interval(0.0, 1.0), horizon=10)
        with pytest.raises(InvalidParameter, match="horizon is 0"):
            kind(Catalog(3), horizon=0)
    with pytest.raises(InvalidParameter, match="best_arms is 0"):
        MOSS(Catalog(3), horizon=5, best_arms=0)
