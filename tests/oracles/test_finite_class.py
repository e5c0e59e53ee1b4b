import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.oracles import FiniteClassOracle
from smoothbandits.spaces import Catalog, Interval
from tests.interpreted import model
from tests.oracles.adversary import ADVERSARIES, excess, play, weight_profiles
from tests.theory.instances import repeatable


def worst_excess(values, actions, weights, adversary, seed):
    """Regret against the best function of the class."""
    oracle = model(FiniteClassOracle(values), Catalog(values.shape[1]))
    rng = np.random.default_rng(seed)
    predictions, labels = play(oracle, actions, weights, adversary, rng)
    assert ((0.0 <= predictions) & (predictions <= 1.0)).all()
    return max(excess(predictions, labels, f[actions], weights) for f in values)


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
@pytest.mark.parametrize("n", [2, 3, 16])
def test_regret_is_at_most_half_the_logarithm(n, adversary):
    for seed in range(6):
        rng = np.random.default_rng(seed)
        values = rng.random((n, 3)) if seed % 2 else rng.integers(0, 2, (n, 3)).astype(float)
        actions = rng.integers(0, 3, 150)
        found = worst_excess(values, actions, np.ones(150), adversary, seed)
        assert found <= math.log(n) / 2.0 + 1e-9


def test_the_bound_is_nearly_reached():
    # one right expert among eight wrong ones costs almost all of ln(8)/2
    values = np.zeros((8, 1))
    values[0] = 1.0
    found = worst_excess(
        values, np.zeros(50, dtype=int), np.ones(50), lambda prediction, rng: 1.0, 0
    )
    assert 0.9 * math.log(8) / 2.0 < found <= math.log(8) / 2.0


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
def test_weighted_regret_is_at_most_the_largest_weight_times_that(adversary):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        n = (2, 5, 12, 40)[seed]
        values = rng.random((n, 2)) if seed % 2 else rng.integers(0, 2, (n, 2)).astype(float)
        actions = rng.integers(0, 2, 120)
        for weights in weight_profiles(rng, 120):
            found = worst_excess(values, actions, weights, adversary, seed)
            assert found <= weights.max() * math.log(n) / 2.0 + 1e-9


@repeatable
@given(st.floats(0.0, 1.0), st.lists(st.tuples(st.floats(0, 1), st.floats(0.01, 9)), max_size=6))
def test_a_single_expert_returns_itself(value, examples):
    oracle = model(FiniteClassOracle([[value]]), Catalog(1))
    for loss, weight in examples:
        oracle.learn(None, 0, loss, weight)
    assert oracle.predict(None, [0], 2.0)[0] == pytest.approx(value, abs=1e-12)


def test_splitting_a_weight_adds_the_same_losses():
    values = np.random.default_rng(0).random((4, 3))
    whole = model(FiniteClassOracle(values), Catalog(3))
    halves = model(FiniteClassOracle(values), Catalog(3))
    for oracle in (whole, halves):
        oracle.learn(None, 0, 0.3, weight=10.0)  # so that the largest weight is the same
    whole.learn(None, 2, 0.9, weight=4.0)
    for _ in range(2):
        halves.learn(None, 2, 0.9, weight=2.0)
    np.testing.assert_allclose(whole.state.losses, halves.state.losses, rtol=1e-12)
    np.testing.assert_allclose(
        whole.predict(None, range(3)), halves.predict(None, range(3)), rtol=1e-12
    )


# ----------------------------------------------------------------------------- epsilon nets


def lipschitz_function(rng, slope):
    """A random zigzag with values in [0, 1] and slopes of at most ``slope``."""
    knots = np.linspace(0.0, 1.0, 9)
    heights = [rng.choice([0.0, 1.0, rng.random()])]
    for _ in range(8):
        heights.append(np.clip(heights[-1] + slope / 8.0 * rng.choice([-1.0, 1.0, 0.3]), 0.0, 1.0))
    return lambda a: np.interp(a, knots, heights)


@repeatable
@given(
    st.integers(0, 2**32 - 1),
    st.integers(1, 4),
    st.floats(0.2, 2.0),
    st.one_of(st.floats(0.2, 1.0), st.sampled_from([0.25, 0.35, 0.5])),
)
def test_the_net_covers_lipschitz_functions(seed, cells, slope, epsilon):
    net = FiniteClassOracle.epsilon_net(cells=cells, lipschitz=slope, epsilon=epsilon)
    f = lipschitz_function(np.random.default_rng(seed), slope)
    actions = np.linspace(0.0, 1.0, 400, endpoint=False)
    distance = np.abs(net.values[:, 0, (actions * cells).astype(int)] - f(actions)).max(axis=1)
    assert distance.min() <= net.approximation + 1e-9


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
def test_regret_over_a_net_against_functions_outside_it(adversary):
    oracle = FiniteClassOracle.epsilon_net(cells=3, lipschitz=1.0, epsilon=0.25)
    space, rounds = Interval(0.0, 1.0), 120
    rng = np.random.default_rng(2)
    net = model(oracle, space)
    actions = rng.random(rounds)
    predictions, labels = play(net, actions, np.ones(rounds), adversary, rng)
    bound = net.regret_bound(rounds)
    assert bound == pytest.approx(
        math.log(len(oracle.values)) / 2.0 + 2.0 * oracle.approximation * rounds
    )
    for _ in range(50):
        f = lipschitz_function(rng, 1.0)
        assert excess(predictions, labels, f(actions), np.ones(rounds)) <= bound
