import math

import numpy as np
import pytest

from smoothbandits import Interval
from smoothbandits.baselines.cats import CATS, forced_nodes
from smoothbandits.interpreted.baselines.cats import route, smoothed
from smoothbandits.interpreted.generics import choose, respond
from smoothbandits.interpreted.philox import decision_key, uniforms
from smoothbandits.kernels.states import SLOT_LEARN, STAKE, SUM_GRADIENTS
from tests.reference import cats as twin

NOTHING = np.empty(0)


def tree(low, high, context_size, leaves, bandwidth, epsilon=0.05):
    """Kernel state and twin."""
    state = CATS(
        Interval(low, high), context_size, leaves=leaves, bandwidth=bandwidth, epsilon=epsilon
    ).state
    radius = bandwidth * (high - low) / leaves
    return state, twin.CATS(low, high, context_size, leaves, radius, epsilon)


def test_the_walk_up_by_hand():
    """Four leaves 3..6 below the nodes 1 and 2; the action hits leaf 5 with cost 1."""
    state, _ = tree(0.0, 4.0, 0, 4, 0.0)
    action = np.array([2.5])
    # leaf 5 costs 1, its sibling nothing: node 2 learns "right" with slope -2.  Its stake is
    # still 0, so it goes left, keeps the cost 1, and the root learns "left".
    respond(state, NOTHING, action, 0.5, 0.5, 0)
    assert state.coins[:, SUM_GRADIENTS, 0].tolist() == [-2.0, 0.0, 2.0]
    assert state.norm.tolist() == [2.0, 2.0] and not state.coins[:, STAKE].any()
    # now node 2 bets 1 on "right": it avoids the cost, and the root has nothing to learn
    respond(state, NOTHING, action, 0.5, 0.5, 0)
    assert state.norm.tolist() == [3.0, 3.0]
    assert state.coins[2, STAKE, 0] == pytest.approx(1.0, abs=1e-6)
    assert route(state, NOTHING) == 0


def test_a_loss_of_zero_teaches_nothing():
    state, _ = tree(0.0, 4.0, 0, 4, 1.0)
    respond(state, NOTHING, np.array([2.5]), 0.5, 0.0, 0)
    assert not state.coins.any() and not state.norm.any()


@pytest.mark.parametrize(
    ("leaves", "reach", "right", "left"),
    [(8, 1, 3, 6), (16, 2, 3, 6), (16, 1, 7, 14), (64, 8, 3, 6), (8, 2, 1, 2)],
)
def test_forced_nodes_keep_the_smoothing_inside(leaves, reach, right, left):
    forced = forced_nodes(leaves, reach)
    assert np.flatnonzero(forced).tolist() == [right, left]
    assert (forced[right], forced[left]) == (1, -1)
    state, _ = tree(0.0, 1.0, 1, leaves, float(reach))
    rng = np.random.default_rng(0)
    for _ in range(50):  # whatever the classifiers say
        state.coins[:, STAKE] = rng.normal(size=(leaves - 1, 2))
        lower, upper = smoothed(state, np.array([1.0]))
        assert upper - lower == pytest.approx(2.0 * reach / leaves)


def test_no_node_is_forced_when_smoothing_stays_within_a_leaf():
    assert not forced_nodes(16, 0).any() and not forced_nodes(2, 1).any()


@pytest.mark.parametrize(
    ("leaves", "bandwidth"), [(2, 0.0), (16, 1.0), (16, 3.0), (8, 0.7), (64, 4.0), (32, 13.5)]
)
def test_agrees_with_the_twin(leaves, bandwidth):
    rng = np.random.default_rng(leaves)
    low, high = -3.0, 5.0
    state, slow = tree(low, high, 3, leaves, bandwidth, epsilon=0.2)
    action = np.empty(1)
    for number in range(200):
        context = rng.normal(size=3) * (rng.random(3) < 0.9)
        key = decision_key(9, number)
        density = choose(state, context, key, action)
        assert smoothed(state, context) == pytest.approx(slow.smoothed(context), abs=1e-12)
        assert low <= action[0] <= high
        assert density == pytest.approx(slow.density(context, action[0]), rel=1e-12)
        loss = min(1.0, abs(action[0] - 1.0 - 2.0 * math.tanh(context[0])) / 8.0)
        if number % 5 == 0:
            loss *= 1e-5  # so that importances are rounded at random
        respond(state, context, action, density, loss, key)
        slow.learn(
            context, action[0], density, loss, lambda n, k=key: uniforms(k, SLOT_LEARN + n)[0]
        )
    stakes = np.zeros_like(state.coins[:, STAKE])
    for node in slow.nodes:
        stakes[node.number] = [coin.weight for coin in node.classifier.coins]
    np.testing.assert_allclose(state.coins[:, STAKE], stakes, rtol=1e-9, atol=1e-12)
    assert stakes.any()


def test_choices_follow_the_density():
    """Four standard errors: a false alarm in 16,000 runs; the seed is fixed."""
    state, _ = tree(0.0, 1.0, 0, 16, 2.0, epsilon=0.3)
    lower, upper = smoothed(state, NOTHING)
    action, inside, n = np.empty(1), 0, 4000
    for number in range(n):
        density = choose(state, NOTHING, decision_key(1, number), action)
        within = lower <= action[0] <= upper
        assert density == pytest.approx(0.3 + (0.7 / 0.25 if within else 0.0))
        inside += within
    p = 0.7 + 0.3 * 0.25
    assert abs(inside / n - p) < 4.0 * math.sqrt(p * (1.0 - p) / n)
