import math

import numpy as np
import pytest

from smoothbandits.testing.integration import integrate


def unit_boxes(dimension: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((1, dimension)), np.ones((1, dimension))


def test_smooth_functions_are_exact() -> None:
    edges = np.linspace(0.0, math.pi, 5)[:, None]
    values, left = integrate(lambda p: np.sin(p[:, 0]), edges[:-1], edges[1:])
    np.testing.assert_allclose(values, -np.diff(np.cos(edges[:, 0])), atol=1e-12)
    assert left == 0.0


@pytest.mark.parametrize("jump", [1e-4, 0.3, 1.0 / 3.0, 0.99999])
def test_a_jump_anywhere_is_found(jump: float) -> None:
    values, _ = integrate(lambda p: (p[:, 0] < jump) / jump, *unit_boxes(1))
    assert values[0] == pytest.approx(1.0, abs=1e-6)


def test_a_pole_at_the_edge_is_closed_in_on() -> None:
    with np.errstate(divide="ignore"):
        values, _ = integrate(lambda p: 0.5 / np.sqrt(p[:, 0]), *unit_boxes(1))
    assert values[0] == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_products_with_jumps_in_several_dimensions(dimension: int) -> None:
    def function(points: np.ndarray) -> np.ndarray:
        factors = np.where(points[:, :2] < 0.3, 2.0, 4.0 / 7.0)
        return factors.prod(axis=1) * np.exp(points[:, 2:]).prod(axis=1)

    values, _ = integrate(function, *unit_boxes(dimension), local=1e-7)
    assert values[0] == pytest.approx((math.e - 1.0) ** (dimension - 2), abs=1e-4)


def test_what_the_budget_leaves_open_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smoothbandits.testing.integration.BUDGET", 100)
    values, left = integrate(lambda p: (p[:, 0] < 0.3) * 1.0, *unit_boxes(1))
    assert 0.0 < abs(values[0] - 0.3) <= left


def test_no_point_leaves_its_box() -> None:
    lows, highs = np.array([[0.01], [0.01], [0.1]]), np.array([[0.01], [0.1], [100.0]])

    def inside(points: np.ndarray) -> np.ndarray:
        assert points.min() >= 0.01 and points.max() <= 100.0
        return np.ones(len(points))

    values, _ = integrate(inside, lows, highs)
    np.testing.assert_allclose(values, [0.0, 0.09, 99.9])


def test_coordinates_that_only_tell_boxes_apart() -> None:
    lows, highs = np.array([[0.0, 3.0], [1.0, 5.0]]), np.array([[1.0, 3.0], [3.0, 5.0]])
    values, _ = integrate(lambda p: p[:, 0] * p[:, 1], lows, highs, sides=1)
    np.testing.assert_allclose(values, [1.5, 20.0])
    values, left = integrate(lambda p: p[:, 0] * p[:, 1], lows, highs, sides=0)
    assert values.tolist() == [0.0, 5.0] and left == 0.0
