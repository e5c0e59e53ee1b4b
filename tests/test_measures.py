import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from smoothbandits import Interval
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.measures import Custom, Empirical, LogUniform, Uniform

LOW, HIGH = 2.0, 50.0
TRIANGLE = Custom(
    lambda generator: generator.triangular(LOW, HIGH, HIGH),
    lambda a: 2.0 * (a - LOW) / (HIGH - LOW) ** 2,
)
MEASURES = [Uniform(), LogUniform(), Empirical([2.0, 3.0, 3.0, 10.0, 50.0])]


@pytest.mark.parametrize("measure", [*MEASURES, TRIANGLE], ids=lambda m: type(m).__name__)
def test_density_integrates_to_one_and_is_zero_outside(measure: object) -> None:
    edges = np.linspace(LOW, HIGH, 480_001)
    middles = 0.5 * (edges[1:] + edges[:-1])
    density = measure.density(middles, LOW, HIGH)
    assert density.shape == middles.shape and (density >= 0.0).all()
    assert density.sum() * (edges[1] - edges[0]) == pytest.approx(1.0, abs=1e-6)
    assert measure.density([LOW - 1.0, HIGH + 1.0, -3.0], LOW, HIGH).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("measure", MEASURES, ids=lambda m: type(m).__name__)
def test_cdf_is_the_integral_of_the_density_and_the_inverse_of_the_quantile(
    measure: object,
) -> None:
    grid = np.linspace(LOW, HIGH, 48_001)
    middles = 0.5 * (grid[1:] + grid[:-1])
    steps = measure.density(middles, LOW, HIGH) * np.diff(grid)
    assert np.allclose(np.cumsum(steps), measure.cdf(grid[1:], LOW, HIGH), atol=1e-6)
    space = Interval(LOW, HIGH, measure)
    for u in (0.0, 0.1, 0.35, 0.5, 0.999, 1.0):
        action = space.to_user(np.array([u]))
        assert LOW <= action <= HIGH
        assert space.to_unit(action)[0] == pytest.approx(u, abs=1e-12)


@given(st.lists(st.floats(-1e6, 1e6).map(lambda x: round(x, 3)), min_size=2, max_size=30))
def test_empirical_drops_no_mass(samples: list[float]) -> None:
    """Every value has its share within the two half gaps around it, half on either side."""
    values, counts = np.unique(samples, return_counts=True)
    if values.size < 2:
        with pytest.raises(InvalidParameter, match="1 distinct"):
            Empirical(samples)
        return
    measure = Empirical(samples)
    assert measure.support(-1e6, 1e6) == (values[0], values[-1])
    middles = (values[1:] + values[:-1]) / 2.0
    edges = np.concatenate([values[:1], middles, values[-1:]])
    shares = np.diff(measure.cdf(edges, -1e6, 1e6))
    assert shares == pytest.approx(counts / len(samples))
    below = np.concatenate([[0.0], np.cumsum(counts)[:-1]]) / len(samples)
    halfway = (below + 0.5 * counts / len(samples))[1:-1]
    assert measure.cdf(values[1:-1], -1e6, 1e6) == pytest.approx(halfway)


def test_empirical_follows_the_samples_at_its_ends() -> None:
    measure = Empirical([1.0] * 80 + [2.0] * 20)
    assert measure.density([1.2, 1.8], 1.0, 2.0) == pytest.approx([1.6, 0.4])
    drawn = Interval(0.0, 5.0, measure).sample(0, 200)
    # six standard deviations of a binomial: a false alarm in 1 of 5e8 keys
    assert abs((drawn < 1.5).sum() - 160) < 6 * math.sqrt(200 * 0.8 * 0.2)


def test_empirical_of_adjacent_floats() -> None:
    first = 1.0
    samples = [first, math.nextafter(first, 2.0), 2.0]
    measure = Empirical(samples)
    assert (np.diff(measure.knots()[0]) > 0.0).all()
    assert measure.cdf(samples, 0.0, 3.0) == pytest.approx([0.0, 0.5, 1.0])


def test_custom_draws_depend_on_the_key_alone() -> None:
    assert TRIANGLE.draw(7) == TRIANGLE.draw(7) != TRIANGLE.draw(8)
    space = Interval(LOW, HIGH, TRIANGLE)
    assert not space.compilable
    assert (space.sample(3, 5) == space.sample(3, 5)).all()


@pytest.mark.parametrize("slack", [-0.009, 0.009])
def test_a_density_of_almost_mass_one_is_normalised(slack: float) -> None:
    measure = Custom(lambda g: g.random(), lambda a: (1.0 + slack) * np.ones_like(a))
    space = Interval(0.0, 1.0, measure)
    assert space.density([0.25]) == pytest.approx([1.0], abs=1e-12)
    assert space.state.density(np.array([0.5])) == pytest.approx([1.0], abs=1e-12)


def test_normalising_does_not_spoil_a_density_with_jumps() -> None:
    window = Custom(lambda g: g.uniform(0.3, 0.4), lambda a: 10.0 * ((a > 0.3) & (a < 0.4)))
    assert Interval(0.0, 1.0, window).density([0.35]) == pytest.approx([10.0], rel=1e-6)
    half = Custom(lambda g: g.beta(0.5, 0.5), lambda a: 1.0 / (np.pi * np.sqrt(a * (1.0 - a))))
    assert Interval(0.0, 1.0, half).density([0.5]) == pytest.approx([2.0 / np.pi], rel=1e-4)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Interval(0.0, 1.0, LogUniform()), "low is 0.0"),
        (lambda: Interval(-1.0, 1.0, LogUniform()), "low is -1.0"),
        (lambda: Interval(1e-300, 1e300, LogUniform()), "ratio"),
        (lambda: Empirical([1.0]), "1 distinct"),
        (lambda: Empirical([]), "0 distinct"),
        (lambda: Empirical([1.0, math.nan]), "nan"),
        (lambda: Empirical([1.0, math.inf]), "inf"),
        (lambda: Empirical(["a", "b"]), "'a'"),
        (lambda: Interval(0.0, 1.0, Empirical([0.5, 1.5])), r"\[0.5, 1.5\], outside \[0.0, 1.0\]"),
        (lambda: Interval(0.0, 1.0, Custom(lambda g: g.random(), lambda a: 2.0 + 0 * a)), "to 2 "),
        (lambda: Interval(0.0, 1.0, Custom(lambda g: 0.5, lambda a: np.nan * a)), "to nan"),
        (lambda: Interval(0.0, 1.0, Custom(lambda g: 0.5, lambda a: 4 * a - 1)), "non-negative"),
        (lambda: Custom(0.5, lambda a: a), "sampler is 0.5"),
        (lambda: Custom(lambda g: 0.5, "flat"), "density_function is 'flat'"),
        (lambda: Interval(0.0, 1.0, "uniform"), "measure is 'uniform'"),
        (lambda: Interval(0.0, 1.0, Uniform), "measure is <class"),
    ],
)
def test_bad_measures_are_refused_with_their_value(make: object, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        make()


@pytest.mark.parametrize("draw", [1.5, -0.1, math.nan])
def test_a_sampler_that_leaves_the_interval_is_refused(draw: float) -> None:
    space = Interval(0.0, 1.0, Custom(lambda generator: draw, lambda a: np.ones_like(a)))
    with pytest.raises(InvalidAction, match=str(draw)):
        space.sample(0, 1)
