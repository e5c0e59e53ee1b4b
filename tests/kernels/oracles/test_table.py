import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.oracles import TableOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model
from tests.reference.table import Means
from tests.theory.instances import repeatable

losses = st.sampled_from([0.0, 0.25, 0.5, 1.0])  # ties are frequent
examples = st.lists(
    st.tuples(st.integers(0, 6), losses, st.sampled_from([0.5, 1.0, 2.0])), max_size=40
)


def agree(table, means):
    """Predictions and argmin of the fast table and the dictionary."""
    actions = range(means.n_actions)
    expected = [means.predict(a) for a in actions]
    np.testing.assert_allclose(table.predict(None, actions), expected, atol=1e-15)
    action, value = table.best()
    assert value == pytest.approx(min(expected), abs=1e-15)
    # sums of quarters and halves are exact: ties must go to the lowest number
    assert action == means.best()


@repeatable
@given(examples, st.sampled_from([0.0, 0.5, 1.0]))
def test_means_and_argmin_after_every_example(sequence, unseen):
    table, means = model(TableOracle(unseen), Catalog(7)), Means(7, unseen)
    agree(table, means)
    for action, loss, weight in sequence:
        table.learn(None, action, loss, weight)
        means.learn(action, loss, weight)
        agree(table, means)


def test_every_short_sequence_on_three_actions():
    steps = list(itertools.product(range(3), [0.0, 1.0]))
    for sequence in itertools.product(steps, repeat=4):
        table, means = model(TableOracle(unseen=0.5), Catalog(3)), Means(3, 0.5)
        for action, loss in sequence:
            table.learn(None, action, loss)
            means.learn(action, loss)
        agree(table, means)


@repeatable
@given(examples, st.floats(0.0, 1e4), st.booleans())
def test_mass_is_the_plain_sum(sequence, rate, weighted):
    weights = np.arange(1.0, 8.0) if weighted else np.ones(7)
    table = model(TableOracle(), Catalog(7, weights if weighted else None))
    for action, loss, weight in sequence:
        table.learn(None, action, loss, weight)
    predictions = table.predict(None, range(7))
    gaps = predictions - predictions.min()
    expected = weights @ (1.0 / (1.0 + rate * gaps)) / weights.sum()
    found, error = table.mass(None, rate)
    assert found == pytest.approx(expected, abs=1e-14)
    assert error == 0.0


def test_the_heap_stays_a_heap():
    rng = np.random.default_rng(3)
    table = model(TableOracle(), Catalog(50))
    for _ in range(2000):
        table.learn(None, int(rng.integers(50)), float(rng.random()), float(rng.random()) + 0.01)
    state, seen = table.state, 50
    means = state.totals / state.counts
    for position in range(1, seen):
        assert means[state.heap[(position - 1) // 2]] <= means[state.heap[position]]
    assert (state.heap[state.place] == np.arange(50)).all()
