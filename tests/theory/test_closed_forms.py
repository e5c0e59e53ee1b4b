import itertools

import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.theory import (
    absolute_igw_mass,
    absolute_smooth_value,
    holder_smooth_value,
    linear_smooth_value,
    smooth_igw_law,
    smooth_value,
    smooth_value_interval,
    squared_smooth_value,
    two_level_smooth_value,
)
from tests.reference import smooth_value as twin

TARGETS = [-0.3, 0.0, 0.02, 0.31, 0.5, 0.77, 0.995, 1.0, 1.4]
LEVELS = [1.0, 0.7, 0.2, 0.01]


@pytest.mark.parametrize(
    ("formula", "loss"),
    [
        (absolute_smooth_value, lambda gap: np.abs(gap)),
        (squared_smooth_value, lambda gap: gap**2),
        (
            lambda y, h: holder_smooth_value(y, h, exponent=0.4, scale=2.0),
            lambda gap: 2.0 * np.abs(gap) ** 0.4,
        ),
        (
            lambda y, h: holder_smooth_value(y, h, exponent=1.7, scale=0.5),
            lambda gap: 0.5 * np.abs(gap) ** 1.7,
        ),
    ],
    ids=["absolute", "squared", "holder-0.4", "holder-1.7"],
)
def test_distance_losses_against_quadrature_and_a_grid(formula, loss):
    for target, h in itertools.product(TARGETS, LEVELS):

        def loss_of(action, target=target):
            return loss(action - target)

        value = formula(target, h)
        assert value == pytest.approx(smooth_value_interval(loss_of, h), abs=1e-8), (target, h)
        assert value == pytest.approx(twin.on_grid(loss_of, h), abs=2e-4), (target, h)


@pytest.mark.parametrize("h", LEVELS)
def test_interior_and_boundary_formulas(h):
    for target in [0.0, 0.1, 0.3, 0.5, 0.9]:
        near = min(target, 1 - target)
        fits = near >= h / 2
        absolute = h / 4 if fits else (near**2 + (h - near) ** 2) / (2 * h)
        assert absolute_smooth_value(target, h) == pytest.approx(absolute, abs=1e-15)
        squared = holder_smooth_value(target, h, exponent=2.0)
        assert squared_smooth_value(target, h) == pytest.approx(squared, abs=1e-15)
        if fits:
            assert squared == pytest.approx(h**2 / 12, abs=1e-15)
            holder = holder_smooth_value(target, h, exponent=0.6, scale=3.0)
            assert holder == pytest.approx(3.0 * (h / 2) ** 0.6 / 1.6, abs=1e-15)


def test_linear():
    for slope, h in itertools.product([1.0, 0.0, -0.8], LEVELS):
        value = linear_smooth_value(h, slope=slope, intercept=0.9)
        quadrature = smooth_value_interval(lambda a, slope=slope: 0.9 + slope * a, h)
        assert value == pytest.approx(quadrature, abs=1e-8), (slope, h)
        assert linear_smooth_value(h) == h / 2


def test_two_levels():
    for n_best, h in itertools.product([1, 3, 7, 100], [1.0, 0.5, 0.07, 0.03, 0.01]):
        losses = np.where(np.arange(100) < n_best, 0.0, 0.3)
        value = two_level_smooth_value(100, n_best, h, gap=0.3)
        assert value == pytest.approx(smooth_value(losses, h), abs=1e-12), (n_best, h)


def test_igw_mass_of_distance_predictions():
    h, slope = 0.1, 0.7
    for greedy, gamma in itertools.product([0.0, 0.2, 0.5, 1.0], [1e-6, 1.0, 40.0, 1e5]):

        def density(a, greedy=greedy, rate=h * gamma * slope):
            return 1.0 / (1.0 + rate * np.abs(a - greedy))

        mass = absolute_igw_mass(greedy, h, gamma, slope=slope)
        # at h = 1 the value of an interval is the mean over it
        mean = smooth_value_interval(density, 1.0)
        assert mass == pytest.approx(mean, abs=1e-8), (greedy, gamma)
        assert 1.0 / (1.0 + h * gamma) <= mass <= 1.0


def test_igw_mass_is_the_limit_of_fine_catalogues():
    actions = (np.arange(20_001) + 0.5) / 20_001
    greedy = actions[6000]
    law = smooth_igw_law(np.abs(actions - greedy), 0.1, 50.0)
    kept = np.delete(law, 6000).sum()
    assert absolute_igw_mass(greedy, 0.1, 50.0) == pytest.approx(kept, abs=1e-4)


def test_targets_may_be_arrays():
    targets = np.array([[0.0, 0.4], [0.9, 1.0]])
    for formula in (absolute_smooth_value, squared_smooth_value):
        values = formula(targets, 0.3)
        assert values.shape == (2, 2)
        assert values[1, 0] == formula(0.9, 0.3)


@pytest.mark.parametrize(
    "call",
    [
        lambda: absolute_smooth_value(np.nan, 0.1),
        lambda: absolute_smooth_value(0.5, 0.0),
        lambda: squared_smooth_value(0.5, 1.1),
        lambda: holder_smooth_value(0.5, 0.1, exponent=0.0),
        lambda: holder_smooth_value(0.5, 0.1, exponent=1.0, scale=-1.0),
        lambda: linear_smooth_value(0.1, slope=np.inf),
        lambda: two_level_smooth_value(10, 0, 0.1),
        lambda: two_level_smooth_value(10, 11, 0.1),
        lambda: absolute_igw_mass(1.2, 0.1, 10.0),
        lambda: absolute_igw_mass(0.2, 0.1, 0.0),
    ],
)
def test_refuses_arguments_out_of_range(call):
    with pytest.raises(InvalidParameter):
        call()
