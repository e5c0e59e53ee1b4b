import io

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from smoothbandits.apps.reports.figures import DARK, LIGHT, draw_band, percent, render, thousands


def nothing(figure, theme):
    figure.subplots()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_figure_has_the_size_and_the_ground_asked_for(theme):
    pixels = imread(io.BytesIO(render(nothing, width=3, height=2, theme=theme, dpi=50)))
    assert pixels.shape[:2] == (100, 150)
    ground = [int(theme.ground[i : i + 2], 16) / 255.0 for i in (1, 3, 5)]
    assert pixels[0, 0, :3] == pytest.approx(ground, abs=0.005)


def test_settings_are_put_back():
    before = dict(matplotlib.rcParams)
    render(nothing, theme=DARK)
    assert dict(matplotlib.rcParams) == before


def test_a_band_is_two_standard_errors_around_the_mean():
    axes = Figure().subplots()
    runs = np.array([[1.0, 2.0], [3.0, 2.0]])
    draw_band(axes, [0, 1], runs, label="runs")
    assert axes.lines[0].get_ydata() == pytest.approx([2.0, 2.0])
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert heights.min() == pytest.approx(0.0) and heights.max() == pytest.approx(4.0)


def test_one_run_has_no_band():
    axes = Figure().subplots()
    draw_band(axes, [0, 1], [[1.0, 2.0]])
    assert len(axes.collections) == 0


def test_the_colours_of_a_theme_differ():
    for theme in (LIGHT, DARK):
        assert len(set(theme.cycle)) == len(theme.cycle)


def test_labels():
    assert percent()(0.125, 0) == "12.5 %"
    assert thousands()(40000.0, 0) == "40,000"
