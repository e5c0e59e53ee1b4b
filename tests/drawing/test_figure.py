"""A figure belongs to whoever asked for it, and to no global state."""

import subprocess
import sys

import matplotlib
import pytest
from matplotlib.figure import Figure

from smoothbandits.drawing.figure import figure_of
from smoothbandits.drawing.themes import DARK, LIGHT
from smoothbandits.errors import InvalidParameter


def line(figure, theme):
    figure.subplots().plot([0, 1], [0, 1])


@pytest.mark.parametrize(("dark", "theme"), [(False, LIGHT), (True, DARK)])
def test_it_is_drawn_in_a_theme(dark, theme) -> None:
    before = dict(matplotlib.rcParams)
    figure = figure_of(line, width=3, height=2, dark=dark)
    assert dict(matplotlib.rcParams) == before
    (axes,) = figure.axes
    assert isinstance(figure, Figure) and figure.get_size_inches().tolist() == [3.0, 2.0]
    assert matplotlib.colors.to_hex(figure.get_facecolor()) == theme.ground
    assert axes.lines[0].get_color() == theme.cycle[0]
    labels = [tick.label1.get_color() for tick in axes.xaxis.get_major_ticks()]
    assert set(labels) == {theme.ink}  # although ticks are made when they are drawn


def test_a_notebook_shows_it_as_a_picture() -> None:
    png = figure_of(line, width=1, height=1)._repr_png_()
    assert png.startswith(b"\x89PNG")


def test_pyplot_is_not_imported() -> None:
    """So a notebook that shows what pyplot holds at the end of a cell shows it once."""
    code = """
import sys
import smoothbandits as sb
bandit = sb.Bandit(sb.Catalog(3), engine="python")
bandit.plot()
sb.simulate(bandit, sb.BernoulliEnvironment([0.1, 0.9, 0.5]), rounds=5).plot()
print("matplotlib" in sys.modules, "matplotlib.pyplot" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


def test_dark_is_yes_or_no() -> None:
    with pytest.raises(InvalidParameter, match="dark is 'light'"):
        figure_of(line, width=1, height=1, dark="light")
