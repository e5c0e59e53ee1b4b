"""What a bandit has learned: predicted losses over actions, and how it would choose."""

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure, SubFigure

from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats
from smoothbandits.drawing.choice import best_guess, draw_law, draw_predicted, spike
from smoothbandits.drawing.themes import Theme
from smoothbandits.spaces.base import require_number

__all__ = ["Shown", "Surface", "draw_choice", "draw_surface", "learned_surface"]

GRID, ROWS = 81, 160
QUANTILES = (0.1, 0.5, 0.9)


@dataclass(frozen=True, eq=False)
class Shown:
    """One context: predicted losses and densities over `Surface.actions`.

    Attributes
    ----------
    target
        What came true.
    predicted
        Losses.
    density, atom
        How it would choose now: density relative to the space's measure, and the probability of
        its best guess.
    best
        Its best guess.
    """

    target: float
    predicted: Floats
    density: Floats
    atom: float
    best: float


@dataclass(frozen=True, eq=False)
class Surface:
    """Predicted losses of many contexts, ordered by the best guess, and a few in detail."""

    actions: Floats
    predicted: Floats
    best: Floats
    targets: Floats
    shown: tuple[Shown, ...]


def learned_surface(bandit: Bandit, contexts: Floats, targets: Floats) -> Surface:
    """Ask a bandit what it predicts and how it would choose.

    Parameters
    ----------
    bandit
        On an interval.
    contexts, targets
        Rows to choose from: some are taken for the surface, those with a low, a middle and a
        high target in detail.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> bandit = Bandit(Interval(0, 1), context_size=1)
    >>> surface = learned_surface(bandit, np.linspace(0, 1, 9)[:, None], np.linspace(0, 1, 9))
    >>> surface.predicted.shape, len(surface.shown)
    ((9, 81), 3)
    """
    actions = np.linspace(*require_number(bandit.space, "a surface").support, GRID)
    some = np.unique(np.linspace(0, len(contexts) - 1, min(ROWS, len(contexts))).astype(int))
    best = np.array([bandit.oracle.best(contexts[i])[0] for i in some])
    some = some[np.argsort(best, kind="stable")]
    nearest = [int(np.abs(targets - q).argmin()) for q in np.quantile(targets, QUANTILES)]
    return Surface(
        actions=actions,
        predicted=np.array([bandit.oracle.predict(contexts[i], actions) for i in some]),
        best=np.sort(best),
        targets=targets[some],
        shown=tuple(show(bandit, contexts[i], float(targets[i]), actions) for i in nearest),
    )


def show(bandit: Bandit, context: Floats, target: float, actions: Floats) -> Shown:
    """One context in detail."""
    best = float(bandit.oracle.best(context)[0])
    return Shown(
        target=target,
        predicted=bandit.oracle.predict(context, actions),
        density=np.array([bandit.propensity(context, a).density for a in actions]),
        atom=bandit.propensity(context, best).atom,
        best=best,
    )


def draw_surface(figure: Figure | SubFigure, theme: Theme, *, surface: Surface) -> None:
    """Draw predicted losses as colours: rows from left to right, actions upwards."""
    axes = figure.subplots()
    image = axes.imshow(
        surface.predicted.T,
        origin="lower",
        aspect="auto",
        cmap="cividis",
        extent=(0.0, len(surface.best), surface.actions[0], surface.actions[-1]),
    )
    middle = np.arange(len(surface.best)) + 0.5
    axes.plot(middle, surface.best, color="white", linewidth=2.2, label="best guess")
    axes.scatter(
        middle, surface.targets, s=11, color="#d55e00", edgecolors="white", linewidths=0.4,
        label="target",
    )  # fmt: skip
    axes.set(
        ylim=(surface.actions[0], surface.actions[-1]),
        xlabel="late rows, ordered by the best guess",
        ylabel="action",
    )
    axes.grid(visible=False)
    axes.legend(
        loc="upper left", labelcolor="black", facecolor="#dddddd", frameon=True, framealpha=0.85
    )
    figure.colorbar(image, ax=axes, label="predicted loss", shrink=0.92, pad=0.02)


def draw_choice(figure: Figure | SubFigure, theme: Theme, *, surface: Surface, which: int) -> None:
    """Draw one context: predicted losses above, the law of the action below."""
    losses, law = figure.subplots(2, 1, sharex=True, height_ratios=[1.35, 1.0])
    shown = surface.shown[which]
    blue, orange = theme.cycle[0], theme.cycle[1]
    draw_predicted(losses, surface.actions, shown.predicted, color=blue)
    best_guess(losses, shown.best, float(shown.predicted.min()), theme)
    losses.set(ylabel="predicted loss")
    draw_law(law, surface.actions, shown.density, color=blue)
    law.set(xlabel="action", ylabel="density", ylim=(0.0, 1.15 * max(1e-9, shown.density.max())))
    spike(law, shown.best, shown.atom, theme)
    for axes in (losses, law):
        axes.axvline(shown.target, color=orange, linewidth=1.4, linestyle=(0, (4, 3)),
                     label="target")  # fmt: skip
    losses.legend(loc="best")
