import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from smoothbandits.interpreted.generics import sample, to_user
from smoothbandits.interpreted.spaces import fill_alias_table, interpolate
from smoothbandits.measures import Empirical, LogUniform, Uniform
from smoothbandits.spaces import Box, Catalog, Interval
from tests.reference import spaces as twin
from tests.regret.instances import repeatable

ALARM = 1e-5  # of each statistical test; seeds are fixed
units = st.floats(0.0, 1.0)
weights = st.lists(
    st.one_of(st.just(0.0), st.floats(1e-9, 1e3), st.sampled_from([1.0, 1e-12])),
    min_size=1,
    max_size=30,
).filter(lambda w: sum(w) > 0.0)


@st.composite
def intervals(draw):
    """Bounds of any size with each measure."""
    low = draw(st.floats(-1e6, 1e6))
    width = draw(st.floats(1e-3, 1e6))
    kind = draw(st.sampled_from(["uniform", "log", "empirical"]))
    if kind == "uniform":
        return Interval(low, low + width, Uniform())
    if kind == "log":
        return Interval(abs(low) + 1e-3, abs(low) + 1e-3 + width, LogUniform())
    samples = draw(st.lists(units, min_size=2, max_size=8).filter(lambda s: max(s) - min(s) > 0.1))
    values = np.unique(np.round(low + width * np.array(samples), 6))
    if values.size < 2:
        values = np.array([low, low + width])
    return Interval(low - 1.0, low + width + 1.0, Empirical(values))


@repeatable
@given(weights)
def test_the_alias_table_has_exactly_the_masses(w):
    mu = np.array(w) / np.sum(w)
    threshold, alias = mu * mu.size, np.arange(mu.size, dtype=np.int32)
    fill_alias_table(threshold, alias)
    assert ((0.0 <= threshold) & (threshold <= 1.0)).all()
    np.testing.assert_allclose(twin.alias_masses(threshold, alias), mu, atol=1e-15 * mu.size)


@repeatable
@given(weights)
def test_items_of_no_weight_are_never_drawn(w):
    catalog = Catalog(len(w), w)
    drawn = catalog.sample(key=5, n=50)
    assert (catalog.masses[drawn] > 0.0).all()


@repeatable
@given(intervals(), units)
def test_quantiles_invert_the_distribution_function(interval, u):
    low, high = interval.support
    expected = twin.quantile(lambda a: interval.measure.cdf(a, low, high), low, high, u)
    found = interval.to_user(np.array([u]))
    # where mu has little mass, many actions share one quantile up to rounding
    slope = float(interval.density(found))
    assert abs(found - expected) <= 1e-9 * (high - low) + 1e-13 * abs(high) + 1e-12 / slope


@repeatable
@given(intervals(), units, units)
def test_user_units_and_unit_coordinates(interval, u, v):
    low, high = interval.support
    action = interval.to_user(np.array([u]))
    assert interval.contains(action)
    rounding = 1e-12 + 1e-15 * max(abs(low), abs(high)) * float(interval.density(action)) * 10
    assert interval.to_unit(action)[0] == pytest.approx(u, abs=rounding)
    assert (interval.to_user(np.array([v])) - action) * (v - u) >= 0.0


@repeatable
@given(intervals())
def test_the_density_is_the_slope_of_the_distribution_function(interval):
    low, high = interval.support
    if isinstance(interval.measure, Empirical):
        edges = interval.measure.knots()[0]
    else:
        edges = np.linspace(low, high, 5)
    nodes, node_weights = np.polynomial.legendre.leggauss(40)
    for left, right in zip(edges, edges[1:], strict=False):
        points = left + (right - left) * (nodes + 1.0) / 2.0
        integral = (right - left) / 2.0 * node_weights @ interval.density(points)
        mass = interval.measure.cdf([left, right], low, high)
        # log-uniform over orders of magnitude is hard for one panel
        if right < 30.0 * abs(left) or not isinstance(interval.measure, LogUniform):
            assert integral == pytest.approx(mass[1] - mass[0], rel=1e-6, abs=1e-9)


@repeatable
@given(st.lists(intervals(), min_size=1, max_size=4), st.integers(0, 2**32 - 1))
def test_a_box_is_its_sides(sides, seed):
    box = Box([s.low for s in sides], [s.high for s in sides], [s.measure for s in sides])
    unit = np.random.default_rng(seed).random(len(sides))
    expected = [side.to_user(u) for side, u in zip(sides, unit[:, None], strict=True)]
    found = box.to_user(unit)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(
        box.to_unit(found), [s.to_unit(a)[0] for s, a in zip(sides, expected, strict=True)]
    )
    np.testing.assert_allclose(
        box.density(found), np.prod([s.density(a) for s, a in zip(sides, expected, strict=True)])
    )


@repeatable
@given(st.lists(st.floats(-5.0, 5.0), min_size=2, max_size=9, unique=True), st.floats(-6.0, 6.0))
def test_interpolate(xs, x):
    xs = np.sort(xs)
    ys = np.cumsum(np.arange(len(xs)))
    assert interpolate(xs, ys, x) == pytest.approx(np.interp(x, xs, ys), rel=1e-9, abs=1e-9)


def test_every_coordinate_of_a_cube_is_uniform_and_unrelated_to_the_others():
    box = Box(np.zeros(5), np.ones(5))
    points, out = np.empty((2000, 5)), np.empty(5)
    for key in range(2000):
        sample(box.state, key, points[key])
    for i in range(5):
        assert stats.kstest(points[:, i], "uniform").pvalue > ALARM
        for j in range(i):
            assert stats.pearsonr(points[:, i], points[:, j]).pvalue > ALARM
    to_user(box.state, points[0], out)
    np.testing.assert_array_equal(out, points[0])


@pytest.mark.parametrize("mu", [None, [5.0, 0.0, 1.0, 0.5, 3.5]])
def test_catalogues_are_drawn_by_their_masses(mu):
    catalog = Catalog(5, mu)
    out, counts = np.empty(1), np.zeros(5)
    for key in range(5000):
        sample(catalog.state, key, out)
        counts[int(out[0])] += 1
    possible = catalog.masses > 0.0
    assert counts[~possible].sum() == 0.0
    assert stats.chisquare(counts[possible], 5000 * catalog.masses[possible]).pvalue > ALARM
