"""Figures of reports as PNG, in the style of `smoothbandits.drawing`.

Matplotlib draws into memory; no window, no global figure.
"""

import io
from collections.abc import Callable
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from smoothbandits.drawing.themes import DARK, LIGHT, Theme, draw_band, percent, thousands

__all__ = ["DARK", "LIGHT", "Theme", "draw_band", "percent", "render", "thousands"]


def render(
    draw: Callable[[Figure, Theme], None],
    *,
    width: float = 9.0,
    height: float = 4.0,
    theme: Theme = LIGHT,
    dpi: int = 120,
) -> bytes:
    """Let ``draw(figure, theme)`` fill a figure of the given inches; return it as PNG.

    Examples
    --------
    >>> def line(figure, theme):
    ...     figure.subplots().plot([0, 1], [0, 1])
    >>> render(line, width=2, height=2)[1:4]
    b'PNG'
    """
    with matplotlib.rc_context(theme.settings()):
        figure = Figure(figsize=(width, height), dpi=dpi, layout="constrained")
        canvas: Any = FigureCanvasAgg(figure)
        draw(figure, theme)
        canvas.draw()
        pixels = np.asarray(canvas.buffer_rgba())
    buffer = io.BytesIO()
    # 256 colours are enough for lines and text, and a third of the size
    image = Image.fromarray(pixels).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    image.save(buffer, format="png", optimize=True)
    return buffer.getvalue()
