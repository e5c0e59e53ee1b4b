"""A figure on the page: in two themes, and wide enough for a phone."""

from collections.abc import Callable
from functools import partial
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.reports import picture
from smoothbandits.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["both", "on_axes"]

Drawing = Callable[[Figure, Theme], None]
PHONE = 5.4  # inches: text stays readable where the page is as narrow as a phone


def both(draw: Drawing, *, alt: str, caption: str, height: float = 3.7) -> str:
    """A figure in the light and the dark theme."""
    draw_in = partial(render, draw, width=PHONE, height=height, dpi=150)
    return picture(draw_in(theme=LIGHT), draw_in(theme=DARK), alt=alt, caption=caption)


def on_axes(draw: Callable[[Axes, Any, Theme], None], result: Any) -> Drawing:
    """A drawing on one pair of axes as one on a figure."""
    return lambda figure, theme: draw(figure.subplots(), result, theme)
