import numpy as np
import pytest

from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.theory import holder_smooth_value, smooth_value, smooth_value_interval
from tests.reference import smooth_value as twin

LEVELS = [1.0, 0.5, 0.1, 1e-2, 1e-3, 1e-5]


def test_polygons_within_tolerance():
    rng = np.random.default_rng(2)
    for _ in range(100):
        n_pieces = rng.integers(1, 25)
        widths = 0.8 * rng.dirichlet(np.ones(n_pieces)) + 0.2 / n_pieces
        knots = np.concatenate([[0.0], np.cumsum(widths)])
        losses, h = rng.random(n_pieces + 1), 10.0 ** rng.uniform(-4, 0)
        value = smooth_value_interval(lambda a, k=knots, f=losses: np.interp(a, k, f), h)
        assert value == pytest.approx(twin.of_piecewise_linear(knots, losses, h), abs=1e-8)


def test_steps_within_tolerance_also_where_h_is_just_the_mass_of_the_lowest():
    rng = np.random.default_rng(3)
    for case in range(100):
        n_pieces = rng.integers(2, 25)
        widths = 0.8 * rng.dirichlet(np.ones(n_pieces)) + 0.2 / n_pieces
        edges, levels = np.cumsum(widths)[:-1], rng.random(n_pieces)
        order = np.argsort(levels)
        h = 10.0 ** rng.uniform(-3, 0)
        if case % 2:
            h = widths[order[: rng.integers(1, n_pieces)]].sum()

        def loss(actions, edges=edges, levels=levels):
            return levels[np.searchsorted(edges, actions, side="right")]

        value = smooth_value_interval(loss, h)
        assert value == pytest.approx(smooth_value(levels, h, widths), abs=1e-8)


def test_cusps_and_valleys_within_tolerance():
    rng = np.random.default_rng(4)
    for _ in range(100):
        target, h, exponent = rng.random(), 10.0 ** rng.uniform(-4, 0), rng.uniform(0.2, 3.0)
        value = smooth_value_interval(lambda a, y=target, p=exponent: np.abs(a - y) ** p, h)
        exact = holder_smooth_value(target, h, exponent=exponent)
        assert value == pytest.approx(exact, abs=1e-8)


@pytest.mark.parametrize("h", LEVELS)
def test_forty_equal_valleys(h):
    value = smooth_value_interval(lambda a: np.sin(80 * np.pi * a), h)
    # Each valley is filled over a share h of its period.
    assert value == pytest.approx(-np.sinc(h), abs=1e-8)


@pytest.mark.parametrize("h", LEVELS)
def test_a_density_that_is_not_normalised(h):
    # Under the density exp(-3a) the quantile function of the loss a has a formula.
    total = -np.expm1(-3.0) / 3.0
    end = -np.log1p(-3.0 * h * total) / 3.0
    exact = (1.0 - np.exp(-3.0 * end) * (1.0 + 3.0 * end)) / (9.0 * h * total)
    value = smooth_value_interval(lambda a: a, h, density=lambda a: 7.0 * np.exp(-3.0 * a))
    assert value == pytest.approx(exact, abs=1e-8)


@pytest.mark.parametrize("h", LEVELS)
def test_log_uniform_prices(h):
    # log(a) is uniform on [log 2, log 100].
    value = smooth_value_interval(np.log, h, low=2.0, high=100.0, density=lambda a: 1.0 / a)
    assert value == pytest.approx(np.log(2.0) + h / 2.0 * np.log(50.0), abs=1e-8)


def test_brute_force_on_a_loss_and_density_with_no_formula():
    def loss(a):
        return 0.4 + 0.3 * np.sin(9 * a) * np.exp(-a) + np.where(a > 0.7, 0.2, 0.0)

    def density(a):
        return 1.0 + np.minimum(a, 0.4)

    for h in [1.0, 0.37, 0.05]:
        grid = twin.on_grid(loss, h, density=density)
        assert smooth_value_interval(loss, h, density=density) == pytest.approx(grid, abs=2e-6)


def test_a_jump_of_the_density_far_from_the_best_actions_counts_through_the_total():
    jump, h = 0.7123, 0.2
    total = jump + 3.0 * (1.0 - jump)
    value = smooth_value_interval(lambda a: a, h, density=lambda a: np.where(a < jump, 1.0, 3.0))
    assert value == pytest.approx(h * total / 2.0, abs=1e-8)


def test_where_mu_has_no_mass_the_loss_does_not_count():
    value = smooth_value_interval(lambda a: a, 0.5, density=lambda a: np.where(a >= 0.5, 1.0, 0.0))
    assert value == pytest.approx(0.625, abs=1e-8)


def test_a_looser_tolerance_asks_for_fewer_points():
    asked = []

    def loss(actions):
        asked.append(actions.size)
        return np.abs(actions - 1 / 3) ** 0.5

    smooth_value_interval(loss, 0.2, tolerance=1e-3)
    loose = sum(asked)
    asked.clear()
    smooth_value_interval(loss, 0.2, tolerance=1e-9)
    assert loose < sum(asked)


@pytest.mark.parametrize(
    "options",
    [
        {"h": 0.0},
        {"low": 1.0, "high": 1.0},
        {"low": -np.inf},
        {"high": np.nan},
        {"tolerance": 0.0},
        {"density": lambda a: -a},
        {"density": lambda a: np.zeros_like(a)},
        {"density": lambda a: np.where(a == 0.0, np.inf, 1.0)},
        {"density": lambda a: a[:3]},
    ],
)
def test_refuses_arguments_that_make_no_sense(options):
    with pytest.raises(InvalidParameter):
        smooth_value_interval(lambda a: a, **{"h": 0.5, **options})


@pytest.mark.parametrize(
    "loss", [lambda a: np.where(a > 0.5, np.nan, a), lambda a: 0.5, lambda a: a[:-1]]
)
def test_refuses_losses_that_are_not_numbers(loss):
    with pytest.raises(InvalidLoss):
        smooth_value_interval(loss, 0.5)


def test_says_so_when_a_loss_is_too_rough():
    rng = np.random.default_rng(5)
    with pytest.raises(InvalidLoss, match="too rough"):
        smooth_value_interval(lambda a: rng.random(a.size), 0.3)
