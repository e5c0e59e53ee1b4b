import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import dblquad

from smoothbandits.features import Items, Polynomial
from smoothbandits.interpreted.spaces import quadrature
from smoothbandits.interpreted.spaces.quadrature import (
    fill_lattice,
    gauss_panels,
    shifted_lattice,
)
from smoothbandits.measures import Custom
from smoothbandits.oracles import GLMOracle, GradientOracle, HarmonicOracle
from smoothbandits.spaces import Box, Catalog, Interval, Product
from tests.interpreted import model
from tests.reference import dispersion as twin
from tests.theory.instances import repeatable


def kernel_oracle(seed, space, size, order=4):
    oracle = model(HarmonicOracle(order=order), space)
    rng = np.random.default_rng(seed)
    oracle.state.parameters[:] = size * rng.normal(size=oracle.state.parameters.size)
    return oracle


@pytest.mark.parametrize("panels", [1, 2, 7])
def test_the_rule_is_exact_for_degree_15(panels):
    points, weights = gauss_panels(np.arange(panels) / panels, 1.0 / panels)
    for degree in range(16):
        integral = weights @ points[:, 0] ** degree
        assert integral == pytest.approx(1.0 / (degree + 1), abs=1e-14)


@repeatable
@given(st.integers(0, 2**32 - 1), st.floats(0.1, 4.0), st.floats(-1.0, 3.0))
def test_mass_on_an_interval(seed, size, exponent):
    oracle, rate = kernel_oracle(seed, Interval(0, 1), size), 10.0**exponent
    best, value = oracle.best()
    grid = np.linspace(0.0, 1.0, 33)
    expected = twin.igw_mass(
        lambda a: oracle.predict(None, [a])[0], value, rate, [best, *grid[1:-1:4]]
    )
    found, error = oracle.mass(None, rate)
    assert found == pytest.approx(expected, abs=1e-8)
    assert error <= 1e-8


class Wedge:
    """A user's own oracle, c |a - ahat|."""

    def __init__(self, slope, ahat):
        self.slope, self.ahat = slope, ahat

    def predict(self, context, actions, weight=1.0):
        return self.slope * np.abs(np.asarray(actions) - self.ahat)

    def best(self, context, weight=1.0):
        return self.ahat, 0.0

    def learn(self, context, action, loss, weight=1.0):
        pass


@pytest.mark.parametrize(
    ("slope", "ahat", "rate"), [(0.8, 0.3, 5.0), (1.0, 0.0, 300.0), (0.4, 0.71, 60.0)]
)
def test_mass_of_a_wedge(slope, ahat, rate):
    # [ln(1 + k ahat) + ln(1 + k (1 - ahat))]/k with k = h gamma c, and 1/(1 + h gamma) <= M <= 1
    k = rate * slope
    expected = (np.log1p(k * ahat) + np.log1p(k * (1.0 - ahat))) / k
    found, error = model(Wedge(slope, ahat), Interval(0, 1)).mass(None, rate)
    assert abs(found - expected) <= max(error, 1e-9)
    assert error < 1e-4
    assert 1.0 / (1.0 + rate) <= found <= 1.0


def clipped_line(intercept, slope):
    """An oracle that predicts a line, clipped to [0, 1]."""
    oracle = model(GradientOracle(Polynomial(1)), Interval(0, 1))
    oracle.state.parameters[:] = np.array([intercept, slope]) / oracle.state.basis.scales
    return oracle


def test_mass_of_a_clipped_line_on_an_interval():
    # 1.4 a - 0.2 clipped to [0, 1]: two kinks inside panels
    oracle, (low, high) = clipped_line(-0.2, 1.4), (0.2 / 1.4, 1.2 / 1.4)

    def predicted(a):
        return oracle.predict(None, [a])[0]

    assert predicted(low) == pytest.approx(0.0) and predicted(high) == pytest.approx(1.0)
    expected = twin.igw_mass(predicted, 0.0, 30.0, [low, high])
    found, error = oracle.mass(None, 30.0)
    assert expected < 0.5
    assert abs(found - expected) <= max(error, 1e-8)


def test_mass_under_a_measure_of_ones_own():
    triangle = Custom(lambda rng: rng.triangular(0, 1, 1), lambda a: 2.0 * a)
    oracle = model(GLMOracle(Polynomial(1)), Interval(0, 1, triangle))
    # features are 1 and a, scaled to length 1
    oracle.state.parameters[:] = np.array([-1.0, 3.0]) / oracle.state.basis.scales
    best = twin.expit(-1.0)

    def weighted_igw(a):
        return 2.0 * a / (1.0 + 25.0 * (twin.expit(-1.0 + 3.0 * a) - best))

    assert oracle.mass(None, 25.0)[0] == pytest.approx(
        twin.quad(weighted_igw, 0.0, 1.0)[0], abs=1e-9
    )


def test_mass_under_a_measure_of_ones_own_in_other_units():
    """Its density is per unit of the user's, on 8 of them."""
    triangle = Custom(lambda rng: rng.triangular(2, 10, 10), lambda a: (a - 2.0) / 32.0)
    found, _ = model(Wedge(0.1, 2.0), Interval(2.0, 10.0, triangle)).mass(None, 30.0)
    # E[1/(1 + 3 x)] for x = a - 2 of density x/32 on [0, 8]
    assert found == pytest.approx((8.0 - np.log1p(24.0) / 3.0) / 96.0, abs=1e-9)


def last_change(function, place):
    """By how much halving the panel of 1/512 that holds a corner or a jump moves its estimate."""
    nodes, weights = np.polynomial.legendre.leggauss(8)

    def estimate(left, width):
        return width / 2.0 * weights @ function(left + width * (nodes + 1.0) / 2.0)

    width = 1.0 / 512.0
    left = np.floor(place / width) * width
    halves = estimate(left, width / 2.0) + estimate(left + width / 2.0, width / 2.0)
    return abs(halves - estimate(left, width))


@pytest.mark.parametrize(("low", "high"), [(0.3, 0.61), (0.05, 0.333)])
def test_the_stated_error_on_an_interval_is_four_last_changes(low, high):
    """A line clipped to [0, 1]: panels with a corner are halved to the end."""
    slope = 1.0 / (high - low)

    def kept(a):
        return 1.0 / (1.0 + 30.0 * np.clip(slope * (a - low), 0.0, 1.0))

    _, error = clipped_line(-low * slope, slope).mass(None, 30.0)
    expected = 4.0 * (last_change(kept, low) + last_change(kept, high))
    assert expected > 1e-6
    assert error == pytest.approx(expected, abs=2e-8)  # of all other panels


class Stairs(Wedge):
    """A user's own oracle: 0 up to ahat, then one step up."""

    def predict(self, context, actions, weight=1.0):
        return self.slope * (np.asarray(actions) > self.ahat)


@pytest.mark.parametrize("place", [0.1, 0.37, np.pi / 4, 0.95])
def test_the_stated_error_of_ones_own_oracle_is_four_last_changes(place):
    low = 1.0 / (1.0 + 50.0 * 0.6)
    change = last_change(lambda a: np.where(a > place, low, 1.0), place)
    found, error = model(Stairs(0.6, place), Interval(0, 1)).mass(None, 50.0)
    assert error == pytest.approx(4.0 * change, rel=1e-6)
    assert found == pytest.approx(place + (1.0 - place) * low, abs=1.0 / 512.0)


@pytest.mark.parametrize("knobs", [2, 3])
def test_the_stated_error_on_a_box_is_four_standard_errors(knobs):
    oracle = kernel_oracle(1, Box([0] * knobs, [1] * knobs), 0.7, order=2)
    _, value = oracle.best()
    shifts = [shifted_lattice(knobs, turn) for turn in range(8)]
    gaps = [np.maximum(oracle.predict(None, points) - value, 0.0) for points in shifts]
    means = np.array([(1.0 / (1.0 + 10.0 * gap)).mean() for gap in gaps])
    found, error = oracle.mass(None, 10.0)
    assert found == pytest.approx(means.mean(), rel=1e-12)
    assert error == pytest.approx(4.0 * means.std(ddof=1) / np.sqrt(8.0), rel=1e-6)


def test_mass_on_a_product_weighs_its_categories():
    shares = np.array([0.5, 0.0, 0.2, 0.3])
    oracle = kernel_oracle(1, Product(Interval(0, 1), Catalog(4, shares)), 0.7, order=2)
    _, value = oracle.best()
    nodes, weights = np.polynomial.legendre.leggauss(100)
    each = []
    for category in range(4):
        losses = oracle.predict(None, [((node + 1.0) / 2.0, category) for node in nodes])
        each.append(weights @ (1.0 / (1.0 + 40.0 * np.maximum(losses - value, 0.0))) / 2.0)
    assert abs(np.mean(each) - shares @ each) > 0.01
    assert oracle.mass(None, 40.0)[0] == pytest.approx(shares @ each, abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_mass_on_a_box_is_within_its_stated_error(seed):
    oracle = kernel_oracle(seed, Box([0, 0], [1, 1]), 0.7, order=2)
    _, value = oracle.best()
    rate = 10.0
    expected, _ = dblquad(
        lambda b, a: 1.0 / (1.0 + rate * max(0.0, oracle.predict(None, [[a, b]])[0] - value)),
        0.0, 1.0, 0.0, 1.0, epsabs=1e-5,
    )  # fmt: skip
    found, error = oracle.mass(None, rate)
    assert error < 0.01
    # the stated error is four standard errors, estimated from eight (fixed) shifts
    assert abs(found - expected) <= error + 1e-5


def test_the_lattice_fills_the_cube_evenly():
    points = np.empty((4096, 3))
    fill_lattice(points)
    assert ((0.0 <= points) & (points < 1.0)).all()
    counts, _ = np.histogramdd(points, bins=4, range=[(0, 1)] * 3)
    assert np.abs(counts - 64.0).max() <= 16.0  # a random cloud reaches 25 and more


@repeatable
@given(st.integers(0, 2**32 - 1), st.floats(0.0, 1e4), st.booleans())
def test_mass_on_a_catalogue_is_the_plain_sum(seed, rate, weighted):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    mu = rng.random(n) + 0.01 if weighted else np.ones(n)
    oracle = model(GLMOracle(Items(rng.normal(size=(n, 2)))), Catalog(n, mu if weighted else None))
    oracle.state.parameters[:] = rng.normal(size=2)
    predictions = oracle.predict(None, range(n))
    expected = mu @ (1.0 / (1.0 + rate * (predictions - predictions.min()))) / mu.sum()
    assert oracle.mass(None, rate) == (pytest.approx(expected, abs=1e-13), 0.0)


def test_catalogues_longer_than_a_block_lose_nothing():
    n = 2500
    items = np.linspace(0.0, 4.0, n)[:, None]
    oracle = model(GLMOracle(Items(items)), Catalog(n))
    oracle.state.parameters[:] = 1.0
    predictions = twin.expit(items[:, 0])
    expected = np.mean(1.0 / (1.0 + 50.0 * (predictions - 0.5)))
    assert oracle.mass(None, 50.0)[0] == pytest.approx(expected, abs=1e-12)


def test_catalogues_longer_than_a_block_keep_their_weights():
    n, rng = 2500, np.random.default_rng(0)
    mu = rng.random(n)
    oracle = model(GLMOracle(Items(np.linspace(0.0, 4.0, n)[:, None])), Catalog(n, mu))
    oracle.state.parameters[:] = 1.0
    kept = 1.0 / (1.0 + 50.0 * (oracle.predict(None, range(n)) - 0.5))
    assert oracle.mass(None, 50.0)[0] == pytest.approx(np.average(kept, weights=mu), abs=1e-12)


@pytest.mark.parametrize("steepness", [1.0, 10.0, 100.0])
def test_a_wild_curve_costs_little_more_than_a_tame_one(steepness, monkeypatch):
    """Counted in points, not in seconds: all panels used to be halved where one was steep."""
    oracle, asked = kernel_oracle(3, Interval(0, 1), steepness, order=12), []
    plain = quadrature.evaluate_many

    def counting(oracle, curve, actions, out):
        asked.append(len(actions))
        plain(oracle, curve, actions, out)

    monkeypatch.setattr(quadrature, "evaluate_many", counting)
    found, error = oracle.mass(None, 1000.0)
    assert sum(asked) <= 3000  # of 16,320 in equal panels
    best, value = oracle.best()
    expected = twin.igw_mass(
        lambda a: oracle.predict(None, [a])[0],
        value,
        1000.0,
        [best, *np.linspace(0, 1, 129)[1:-1]],
    )
    assert found == pytest.approx(expected, abs=max(error, 1e-8))
