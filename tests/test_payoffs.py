"""Money by hand, without a bandit."""

import numpy as np
import pytest

from smoothbandits.payoffs import Auction, Payoff, Sale, Units
from smoothbandits.spaces import Interval

ACTIONS = np.array([1.0, 2.0, 3.0])
OUTCOMES = np.array([1.0, 0.5, 0.0])


@pytest.mark.parametrize(
    ("payoff", "expected"),
    [
        (Sale(cost=0.5), [0.5, 0.75, 0.0]),
        (Auction(value=4.0), [3.0, 1.0, 0.0]),
        (Units(10), [10.0, 10.0, 0.0]),
        (Units(10, cost=0.5), [5.0, 7.5, 0.0]),  # every unit has its cost
        (Units(10, price=3.0, cost=1.0), [20.0, 10.0, 0.0]),
        (Payoff(lambda a: -a, lambda a: 6.0 + 0.0 * a), [5.0, 1.0, -3.0]),
    ],
    ids=["sale", "auction", "units", "costly units", "units at one price", "own"],
)
def test_rewards(payoff, expected):
    assert payoff.rewards(ACTIONS, OUTCOMES, None).tolist() == expected


def test_values_of_contexts_are_cut_and_count_as_the_least_where_missing():
    auction = Auction(entry=1, least=2.0, most=5.0)
    contexts = np.column_stack([np.full(4, 99.0), [3.0, 7.0, -1.0, np.nan]])
    rewards = auction.rewards(np.ones(4), np.ones(4), contexts)
    assert rewards.tolist() == [2.0, 4.0, 1.0, 1.0]
    scale = auction.scale(Interval(0.0, 1.0))
    assert (scale.low, scale.high) == (0.0, 5.0)
    losses = auction.losses(scale, np.ones(4), np.ones(4), contexts)
    np.testing.assert_allclose(losses, 1.0 - rewards / 5.0, atol=1e-15)
