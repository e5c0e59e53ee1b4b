import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from smoothbandits.engines import entries_of
from smoothbandits.interpreted.generics import sample, to_user
from smoothbandits.interpreted.spaces.catalog import fill_alias_table
from smoothbandits.interpreted.spaces.cube import interpolate
from smoothbandits.measures import Empirical, LogUniform, Uniform
from smoothbandits.spaces import Box, Catalog, Interval, Product
from tests.reference import spaces as twin
from tests.theory.instances import repeatable

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


@st.composite
def products(draw):
    """Numbers of any kind, categories of any weight."""
    w = draw(weights)
    return Product(draw(intervals()), Catalog(len(w), draw(st.sampled_from([w, None]))))


@repeatable
@given(products(), units, st.integers(0, 29))
def test_a_product_is_its_halves(product, u, i):
    number, category = product.number.to_user(np.array([u])), i % product.category.n
    point = np.array([u, float(category)])
    assert product.to_user(point) == (number, category)
    assert product.check((number, category)) == (number, category)
    np.testing.assert_array_equal(
        product.to_unit((number, category)), [product.number.to_unit(number)[0], category]
    )
    assert product.has_point(point) and product.has_point(product.to_unit((number, category)))
    assert product.density([(number, category)])[0] == (
        product.number.density(number) * product.category.masses[category]
    )


@repeatable
@given(products(), st.integers(0, 2**32 - 1))
def test_pairs_and_columns_are_inverse(product, seed):
    pairs = product.sample(seed, 20)
    rows = product.to_columns(pairs)
    assert rows.shape == (20, 2) and rows.dtype == np.float64
    assert product.from_columns(rows).tobytes() == pairs.tobytes()
    assert [product.from_row(row) for row in rows.tolist()] == pairs.tolist()
    assert (product.to_columns(pairs.tolist()) == rows).all()
    assert [product.check(pair) for pair in pairs] == pairs.tolist()
    back = product.to_user_many(np.array([product.to_unit(pair) for pair in pairs]))
    assert (back["category"] == pairs["category"]).all()


coordinates = st.one_of(st.floats(-2.0, 31.0), st.integers(-1, 31).map(float), st.just(np.nan))


@repeatable
@given(products(), st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=20))
def test_what_is_held_is_what_leads_to_an_action(product, rows):
    points = np.array(rows)
    held = product.holds(points)
    assert held.tolist() == [product.has_point(point) for point in points]
    for point, good in zip(points, held, strict=True):
        place, category = point
        whole = 0 <= category < product.category.n and category == int(category)
        assert good == bool(0.0 <= place <= 1.0 and whole)
        if good:
            assert product.contains(product.to_user(point))
    assert not product.has_point(points[0, :1]) and not product.has_point(np.zeros(3))


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


PRODUCTS = {
    "uniform": Product(Interval(5.0, 50.0), Catalog(3)),
    "weighted": Product(Interval(0.1, 9.0, LogUniform()), Catalog(5, [5.0, 0.0, 1.0, 0.5, 3.5])),
    "past": Product(Interval(0.0, 9.0, Empirical([1.0, 2.0, 2.0, 8.0])), Catalog(2, [1.0, 9.0])),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_number_and_category_are_drawn_apart(name):
    """Chi-square of eighths of the number by categories: both marginals and independence."""
    product = PRODUCTS[name]
    points = np.empty((8000, 2))
    entries_of("python").sample_many(product.state, 11, points)
    assert product.holds(points).all()
    counts = np.zeros((8, product.category.n))
    np.add.at(counts, (np.floor(8.0 * points[:, 0]).astype(int), points[:, 1].astype(int)), 1.0)
    expected = np.tile(product.category.masses, (8, 1)) * 1000.0
    possible = expected > 0.0
    assert counts[~possible].sum() == 0.0
    assert stats.chisquare(counts[possible], expected[possible]).pvalue > ALARM
    assert stats.chi2_contingency(counts[:, possible[0]]).pvalue > ALARM
    for category in np.flatnonzero(product.category.masses):
        within = points[points[:, 1] == category, 0]
        assert stats.kstest(within, "uniform").pvalue > ALARM


@pytest.mark.parametrize("name", PRODUCTS)
def test_both_engines_draw_the_same_pairs(name):
    product = PRODUCTS[name]
    compiled, plain = np.empty((400, 2)), np.empty((400, 2))
    entries_of("compiled").sample_many(product.state, 5, compiled)
    entries_of("python").sample_many(product.state, 5, plain)
    assert compiled.tobytes() == plain.tobytes()
    many = product.sample(5, 400)  # compiled
    users = np.empty_like(plain)
    entries_of("python").to_user_many(product.state, plain, users)
    np.testing.assert_allclose(product.to_columns(many), users, rtol=1e-15)
    assert (many[:100] == product.sample(5, 100)).all()
    for i, key in enumerate((0, 1, 2**40)):
        out = np.empty(2)
        sample(product.state, key, out)
        assert product.has_point(out), i
