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
def test_empirical_spreads_each_sample_over_the_stretch_before_it(samples: list[float]) -> None:
    values, counts = np.unique(samples, return_counts=True)
    if values.size < 2:
        with pytest.raises(InvalidParameter, match="1 distinct"):
            Empirical(samples)
        return
    measure = Empirical(samples)
    assert measure.support(-1e6, 1e6) == (values[0], values[-1])
    rest = counts[1:].sum()
    for value, below in zip(values[1:], np.cumsum(counts[1:]), strict=True):
        assert measure.cdf(value, -1e6, 1e6) == pytest.approx(below / rest)


def test_custom_draws_depend_on_the_key_alone() -> None:
    assert TRIANGLE.draw(7) == TRIANGLE.draw(7) != TRIANGLE.draw(8)
    space = Interval(LOW, HIGH, TRIANGLE)
    assert not space.compilable
    assert (space.sample(3, 5) == space.sample(3, 5)).all()


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
