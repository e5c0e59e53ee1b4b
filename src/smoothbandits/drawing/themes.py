"""One clean style, light and dark, with colours that the colour-blind can tell apart."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter
from numpy.typing import ArrayLike

__all__ = ["DARK", "LIGHT", "Theme", "draw_band", "percent", "thousands"]


@dataclass(frozen=True)
class Theme:
    """Colours of a figure; ``cycle`` is Okabe and Ito's palette, adapted to the ground."""

    ground: str
    ink: str
    quiet: str
    grid: str
    cycle: tuple[str, ...]

    def settings(self) -> dict[Any, Any]:
        """Matplotlib's parameters."""
        return {
            "figure.facecolor": self.ground,
            "axes.facecolor": self.ground,
            "text.color": self.ink,
            "axes.labelcolor": self.ink,
            "axes.titlecolor": self.ink,
            "axes.edgecolor": self.quiet,
            "xtick.color": self.quiet,
            "ytick.color": self.quiet,
            "xtick.labelcolor": self.ink,
            "ytick.labelcolor": self.ink,
            "grid.color": self.grid,
            "axes.prop_cycle": cycler(color=self.cycle),
            "font.size": 9.5,
            "axes.titlesize": 10.5,
            "axes.titleweight": "bold",
            "axes.titlelocation": "left",
            "axes.titlepad": 8.0,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.linewidth": 0.7,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "lines.linewidth": 1.9,
            "legend.frameon": False,
            "legend.labelcolor": self.ink,
            "figure.constrained_layout.h_pad": 0.08,
            "figure.constrained_layout.w_pad": 0.08,
        }


LIGHT = Theme(
    ground="#ffffff",
    ink="#1d2430",
    quiet="#8a94a3",
    grid="#e6e9ee",
    cycle=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a7a00", "#56b4e9"),
)
DARK = Theme(
    ground="#161b22",
    ink="#e4e8ee",
    quiet="#7d8796",
    grid="#2a313c",
    cycle=("#56b4e9", "#f08a3c", "#2fc296", "#dc94bc", "#f0e442", "#4a90d9"),
)


def draw_band(axes: Axes, x: ArrayLike, runs: ArrayLike, **line: Any) -> None:
    """Draw the mean over runs (rows) and a band of two standard errors to either side."""
    values = np.asarray(runs, dtype=np.float64)
    mean = values.mean(axis=0)
    (drawn,) = axes.plot(x, mean, **line)
    if len(values) > 1:
        error = 2.0 * values.std(axis=0, ddof=1) / np.sqrt(len(values))
        axes.fill_between(
            x, mean - error, mean + error, color=drawn.get_color(), alpha=0.22, linewidth=0
        )


def percent() -> FuncFormatter:
    """Shares as percentages, without needless decimals."""
    return FuncFormatter(lambda value, _: f"{100.0 * value:g} %")


def thousands() -> FuncFormatter:
    """Counts with separators."""
    return FuncFormatter(lambda value, _: f"{value:,.0f}")
