"""A figure for whoever asked for it: in a script to save, in a notebook to look at."""

import io
from collections.abc import Callable
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from smoothbandits.checks import check_flag
from smoothbandits.drawing.themes import DARK, LIGHT, Theme

__all__ = ["NotebookFigure", "figure_of"]

DPI = 110


class NotebookFigure(Figure):
    """A figure that pyplot knows nothing of: a notebook shows it where it is returned, once."""

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", facecolor=self.get_facecolor())
        return buffer.getvalue()


def figure_of(
    draw: Callable[[Figure, Theme], None], *, width: float, height: float, dark: bool = False
) -> Figure:
    """Let ``draw(figure, theme)`` fill a figure of the given inches.

    Examples
    --------
    >>> def line(figure, theme):
    ...     figure.subplots().plot([0, 1], [0, 1])
    >>> figure_of(line, width=2, height=2).axes[0].lines[0].get_ydata()
    array([0, 1])
    """
    theme = DARK if check_flag("dark", dark) else LIGHT
    with matplotlib.rc_context(theme.settings()):
        figure = NotebookFigure(figsize=(width, height), dpi=DPI, layout="constrained")
        canvas: Any = FigureCanvasAgg(figure)
        draw(figure, theme)
        canvas.draw()  # ticks take their colours when they are drawn first
    return figure
