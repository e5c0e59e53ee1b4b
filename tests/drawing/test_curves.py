import numpy as np
import pytest
from matplotlib.figure import Figure

from smoothbandits.drawing.curves import (
    colours_of,
    draw_actions,
    draw_interval_curve,
    draw_probabilities,
    rounds_axis,
)
from smoothbandits.drawing.themes import DARK, LIGHT


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_twelve_lines_can_be_told_apart(theme) -> None:
    styles = colours_of([f"policy {i}" for i in range(12)], theme)
    seen = {(style["color"], str(style["linestyle"])) for style in styles.values()}
    assert len(seen) == 12


def test_the_band_lies_around_the_line() -> None:
    axes = Figure().subplots()
    x, mean = np.arange(1.0, 6.0), np.full(5, 0.5)
    draw_interval_curve(axes, x, mean, mean - 0.1, mean + 0.2, color="#0072b2", label="fast")
    assert axes.lines[0].get_ydata().tolist() == mean.tolist()
    edges = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert edges.min() == pytest.approx(0.4) and edges.max() == pytest.approx(0.7)


def test_layers_add_up_to_one() -> None:
    figure = Figure()
    probabilities = np.array([[0.5, 0.3, 0.2], [0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])
    ends = np.array([10.0, 100.0, 1000.0])
    draw_probabilities(figure, ends, probabilities, np.array([4.0, 64.0, 1024.0]), LIGHT)
    axes = figure.axes[0]
    assert len(axes.collections) == 3
    tops = axes.collections[-1].get_paths()[0].vertices[:, 1]
    assert tops.max() == pytest.approx(1.0)
    assert axes.get_xlim() == (2.0, 1000.0)


def test_one_rate_alone_can_be_drawn() -> None:
    figure = Figure()
    draw_probabilities(figure, np.array([5.0, 10.0]), np.ones((2, 1)), np.array([4.0]), DARK)
    assert len(figure.axes[0].collections) == 1


def test_a_linear_axis_begins_at_nothing() -> None:
    axes = Figure().subplots()
    rounds_axis(axes, 5000, logarithmic=False)
    assert axes.get_xlim() == (0.0, 5000.0) and axes.get_xscale() == "linear"


@pytest.mark.parametrize("explored", [[True, False, True], [False] * 3, [True] * 3])
def test_actions_are_drawn_by_kind(explored: list) -> None:
    axes = Figure().subplots()
    targets, actions = np.array([1.0, 2.0, 3.0]), np.array([1.5, 2.0, 0.5])
    draw_actions(axes, targets, actions, explored, LIGHT)
    drawn = [len(points.get_offsets()) for points in axes.collections]
    assert sum(drawn) == 3 and len(drawn) == len(set(explored))
