"""The figures of a bandit: one context, and what each entry of a context does."""

from functools import partial
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from smoothbandits.bandit.looking.asking import row_of
from smoothbandits.bandit.looking.choice import choice_of
from smoothbandits.bandit.looking.sight import Sight
from smoothbandits.bandit.looking.units import Units
from smoothbandits.drawing.panels import Choice
from smoothbandits.extras import require_extra

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from smoothbandits.bandit.facade import Bandit

__all__ = ["choice_figure", "plot", "plot_effects"]


def plot(
    bandit: "Bandit", context: Any, *, within: Any, reward: bool | None, dark: bool
) -> "Figure":
    """What `Bandit.plot` returns."""
    require_extra("plots", "matplotlib")
    units = Units.of(bandit, reward)
    allowed = bandit._rules.of(bandit._contexts.named(context), within)
    with bandit._lock:
        bandit._learner.settle()
        bandit._learner.refit_if_due("deciding")  # as `act` would
        choice = choice_of(
            Sight(bandit, row_of(bandit, context), bandit.rounds, allowed=allowed), units
        )
    return choice_figure(choice, dark=dark)


def plot_effects(
    bandit: "Bandit", contexts: ArrayLike | None, *, reward: bool | None, dark: bool
) -> "Figure":
    """What `Bandit.plot_effects` returns."""
    require_extra("plots", "matplotlib")
    from smoothbandits.bandit.looking.effects import effects_of
    from smoothbandits.drawing.effects import draw_effects, size_of
    from smoothbandits.drawing.figure import figure_of

    effects = effects_of(bandit, contexts, reward=reward)
    return figure_of(partial(draw_effects, effects=effects), **size_of(effects), dark=dark)


def choice_figure(choice: Choice, *, dark: bool) -> "Figure":
    """Panels as a figure."""
    require_extra("plots", "matplotlib")
    from smoothbandits.drawing.choice import draw_choice, size_of
    from smoothbandits.drawing.figure import figure_of

    return figure_of(partial(draw_choice, choice=choice), **size_of(choice), dark=dark)
