import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from smoothbandits.interpreted.oracles.splines import due, keep_context, locate, move_knots, sort
from smoothbandits.interpreted.philox import decision_key
from tests.theory.instances import repeatable

rows = st.lists(
    st.sampled_from([-3.0, -1.0, 0.0, 0.5, 2.0]) | st.floats(-3, 3), min_size=2, max_size=7
)


@repeatable
@given(rows, st.floats(-4.0, 4.0))
def test_cells_interpolate(row, x):
    """The identity on the knots is reproduced between them and constant beyond."""
    knots = np.sort(np.array(row))
    cell, share = locate(knots, x)
    assert 0 <= cell <= len(knots) - 2 and 0.0 <= share <= 1.0
    found = knots[cell] * (1.0 - share) + knots[cell + 1] * share
    assert found == pytest.approx(np.clip(x, knots[0], knots[-1]), abs=1e-9)


@repeatable
@given(st.lists(st.sampled_from([-1.0, 0.0, 0.5]) | st.floats(-9, 9), max_size=40))
def test_values_are_sorted(row):
    values = np.array(row)
    sort(values)
    assert np.array_equal(values, np.sort(row))


def test_repeated_knots_keep_two_values_apart():
    """A column of zeros and ones: each has a value of its own."""
    knots = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    assert locate(knots, 0.0) == (2, 0.0) and locate(knots, 1.0) == (4, 1.0)


def test_reservoir_keeps_every_context_equally_often():
    """300 samples of 4 among 12; false alarms once in 1000 code changes."""
    counts = np.zeros(12)
    for seed in range(300):
        sample, seen = np.zeros((4, 1)), np.zeros(1, dtype=np.int64)
        for i in range(12):
            keep_context(sample, seen, np.array([float(i)]), decision_key(seed, i))
        assert len(set(sample[:, 0])) == 4 and seen[0] == 12
        counts[sample[:, 0].astype(int)] += 1
    # a sample without replacement varies less than the multinomial, so the test is conservative
    assert chisquare(counts).pvalue > 1e-3


def test_knots_move_at_powers_of_two():
    assert [n for n in range(1, 70) if due(np.array([n]))] == [8, 16, 32, 64]


def test_functions_keep_their_values_when_the_knots_move():
    knots = np.array([[0.0, 1.0, 2.0, 3.0]])
    values = np.array([0.0, 5.0, 4.0, 7.0, 9.0])  # the last is the constant
    sample, seen = np.linspace(0.5, 2.5, 9)[:, None], np.array([9])
    move_knots(knots, sample, seen, values)
    assert knots.tolist() == [[0.5, 1.0, 1.75, 2.5]]
    assert values.tolist() == [2.5, 5.0, 4.25, 5.5, 9.0]
