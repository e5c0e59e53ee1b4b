import math

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.oracles import slices as interpreted
from smoothbandits.kernels.oracles import slices as compiled
from tests.reference import trees as twin
from tests.theory.instances import repeatable


@st.composite
def step_functions(draw):
    """Edges, some of them equal, and values with ties."""
    cuts = draw(st.lists(st.sampled_from(np.linspace(0, 1, 14)) | st.floats(0, 1), max_size=12))
    values = draw(
        st.lists(
            st.sampled_from([0.1, 0.2, 0.9]) | st.floats(0, 1),
            min_size=len(cuts) + 1,
            max_size=len(cuts) + 1,
        )
    )
    return np.array([0.0, *sorted(cuts), 1.0]), np.array(values)


@repeatable
@given(step_functions(), st.floats(0, 1))
def test_the_cell_of_an_action(function, action):
    edges, _ = function
    assert interpreted.slice_cell(edges, action) == np.searchsorted(edges[1:-1], action)


@repeatable
@given(step_functions())
def test_the_minimum_is_predicted_where_it_is_said_to_be(function):
    edges, values = function
    out = np.empty(1)
    best = interpreted.slice_minimum(edges, values, out)
    assert best == values[np.diff(edges) > 0.0].min()
    assert values[interpreted.slice_cell(edges, out[0])] == best


def test_the_middle_of_a_run_of_equal_cells():
    out = np.empty(1)
    edges = np.array([0.0, 0.2, 0.5, 0.6, 1.0])
    assert interpreted.slice_minimum(edges, np.array([0.3, 0.1, 0.1, 0.4]), out) == 0.1
    assert out[0] == pytest.approx(0.4)


def test_a_cell_of_two_neighbouring_numbers():
    low = 0.5
    high, out = math.nextafter(low, 1.0), np.empty(1)
    edges, values = np.array([0.0, low, high, 1.0]), np.array([0.4, 0.1, 0.3])
    assert interpreted.slice_minimum(edges, values, out) == 0.1
    assert values[interpreted.slice_cell(edges, out[0])] == 0.1


@repeatable
@given(step_functions(), st.floats(0, 1e6))
def test_mass_is_an_exact_sum(function, rate):
    edges, values = function
    out = np.empty(2)
    best = interpreted.slice_minimum(edges, values, np.empty(1))
    interpreted.slice_mass(edges, values, best, np.array([0.0, rate]), out)
    assert out[0] == pytest.approx(1.0, abs=1e-15)
    assert out[1] == pytest.approx(twin.mass(edges, values, best, rate, points=3), abs=1e-14)


def test_mass_by_a_fine_sum_over_actions():
    rng = np.random.default_rng(0)
    edges = np.concatenate([[0.0], np.sort(rng.random(200)), [1.0]])
    values, out, n = rng.random(201), np.empty(1), 2_000_000
    interpreted.slice_mass(edges, values, values.min(), np.array([50.0]), out)
    actions = (np.arange(n) + 0.5) / n
    losses = values[np.searchsorted(edges[1:-1], actions)]
    fine = np.mean(1.0 / (1.0 + 50.0 * (losses - values.min())))
    assert out[0] == pytest.approx(fine, abs=201 / n)  # each edge misplaces half a step


@repeatable
@given(step_functions(), st.floats(1e-3, 1.5))
def test_smoothing_by_its_definition(function, reach):
    edges, values = function
    out = np.empty(values.size)
    interpreted.smooth_slice(edges, values, reach, out)
    np.testing.assert_allclose(out, twin.smoothed(edges, values, reach), atol=1e-12)
    assert values.min() - 1e-12 <= out.min() and out.max() <= values.max() + 1e-12


@repeatable
@given(step_functions())
def test_without_reach_nothing_is_smoothed(function):
    edges, values = function
    out = np.empty(values.size)
    interpreted.smooth_slice(edges, values, 0.0, out)
    np.testing.assert_array_equal(out, values)


def test_clipping():
    values = np.array([-0.1, 0.5, 1.2])
    interpreted.clip_slice(values)
    assert values.tolist() == [0.0, 0.5, 1.0]


def summary(kernels):
    """All of a slice in one array."""
    cell, minimum, mass = kernels.slice_cell, kernels.slice_minimum, kernels.slice_mass
    smooth, clip = kernels.smooth_slice, kernels.clip_slice

    def run(edges, values, reach, rates):
        smoothed, point, masses = np.empty(values.shape[0]), np.empty(1), np.empty(rates.shape[0])
        smooth(edges, values, reach, smoothed)
        clip(smoothed)
        best = minimum(edges, smoothed, point)
        mass(edges, smoothed, best, rates, masses)
        where = np.array([best, point[0], cell(edges, point[0])])
        return np.concatenate((smoothed, masses, where))

    return run


def test_interpreted_and_compiled_agree_in_every_bit():
    rng = np.random.default_rng(4)
    both = summary(interpreted), numba.njit(error_model="numpy")(summary(compiled))
    for n in (0, 1, 30, 200):
        edges = np.concatenate([[0.0], np.sort(rng.random(n)), [1.0]])
        values, rates = 1.4 * rng.random(n + 1) - 0.2, np.array([0.0, 3.0, 1e4])
        for reach in (0.0, 0.03):
            found = [run(edges, values, reach, rates) for run in both]
            np.testing.assert_array_equal(*found)
