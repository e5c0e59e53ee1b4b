import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.oracles import FiniteClassOracle
from smoothbandits.spaces import Catalog, Interval
from tests.interpreted import model
from tests.reference import aggregation as twin
from tests.theory.instances import repeatable


@st.composite
def histories(draw):
    """A class on contexts and actions, and weighted examples."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, contexts, actions = draw(st.tuples(st.integers(1, 6), st.integers(1, 3), st.integers(1, 4)))
    values = rng.choice([rng.random(), 0.0, 1.0, 0.5], (n, contexts, actions))
    length = draw(st.integers(0, 12))
    weights = rng.choice([1.0, 0.01, 3.0], length) if draw(st.booleans()) else np.ones(length)
    examples = [
        (int(rng.integers(contexts)), int(rng.integers(actions)), float(rng.random()), float(w))
        for w in weights
    ]
    return values, examples


def taught(values, examples, space):
    """The oracle after the examples, with the losses of every function."""
    oracle = model(FiniteClassOracle(values), space, context_size=1 if values.shape[1] > 1 else 0)
    losses = np.zeros(len(values))
    for context, action, loss, weight in examples:
        user = action if space.size else (action + 0.5) / values.shape[2]
        oracle.learn([context] if values.shape[1] > 1 else None, user, loss, weight)
        losses += weight * (values[:, context, action] - loss) ** 2
    return oracle, losses


@repeatable
@given(histories(), st.sampled_from([0.01, 0.5, 1.0, 20.0]), st.booleans())
def test_predicts_by_the_substitution_rule(history, weight, on_interval):
    values, examples = history
    n_contexts, n_actions = values.shape[1:]
    space = Interval(0.0, 1.0) if on_interval else Catalog(n_actions)
    oracle, losses = taught(values, examples, space)
    heaviest = max([weight, *(w for *_, w in examples)])
    cells = (np.arange(n_actions) + 0.5) / n_actions if on_interval else np.arange(n_actions)
    for context in range(n_contexts):
        expected = [
            np.clip(twin.predict(values[:, context, a], losses, weight, heaviest), 0.0, 1.0)
            for a in range(n_actions)
        ]
        row = [context] if n_contexts > 1 else None
        np.testing.assert_allclose(oracle.predict(row, cells, weight), expected, atol=1e-12)
        action, value = oracle.best(row, weight)
        assert value == pytest.approx(min(expected), abs=1e-12)
        assert oracle.predict(row, [action], weight)[0] == value


@repeatable
@given(histories(), st.floats(0.0, 1e4), st.booleans())
def test_mass_is_the_plain_sum(history, rate, weighted):
    values, examples = history
    n_actions = values.shape[2]
    weights = np.arange(1.0, n_actions + 1.0) if weighted else None
    oracle, _ = taught(
        values[:, :1], [(0, *rest) for _, *rest in examples], Catalog(n_actions, weights)
    )
    predictions = oracle.predict(None, range(n_actions))
    mu = np.ones(n_actions) if weights is None else weights
    expected = mu @ (1.0 / (1.0 + rate * (predictions - predictions.min()))) / mu.sum()
    assert oracle.mass(None, rate) == (pytest.approx(expected, abs=1e-13), 0.0)


def test_actions_of_an_interval_share_their_cells_value():
    oracle = model(FiniteClassOracle([[0.1, 0.6, 0.3]]), Interval(10.0, 40.0))
    np.testing.assert_allclose(
        oracle.predict(None, [10.0, 19.9, 20.1, 29.9, 30.1, 40.0]), [0.1, 0.1, 0.6, 0.6, 0.3, 0.3]
    )
    assert oracle.best() == (pytest.approx(15.0), pytest.approx(0.1))
    assert oracle.mass(None, 10.0)[0] == pytest.approx((1.0 + 1 / 6.0 + 1 / 3.0) / 3.0)
