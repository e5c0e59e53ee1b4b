"""Three pictures for who has not read the paper: the comparison, the draw, the master."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme
from smoothbandits.checks import Floats
from smoothbandits.explorers import Corral
from smoothbandits.theory import smooth_igw_law, smooth_value

__all__ = ["IDEAS", "SIZE", "Idea"]

PLACES = np.linspace(0.0, 1.0, 2001)
WIDTH = 0.2  # h of the pictures
GAMMAS = (20.0, 200.0)
SIZE = {"width": 7.0, "height": 3.6}
ROUNDS, CHANGE, BASES = 6_000, 2_500, (0.5, 0.4, 0.3)


class Idea(NamedTuple):
    """A heading, a few sentences, a picture."""

    title: str
    words: str
    draw: Callable[[Figure, Theme], None]


def losses() -> Floats:
    """A wide valley, and a needle that is deeper."""
    valley = 0.75 - 0.45 * np.exp(-(((PLACES - 0.65) / 0.16) ** 2))
    needle = 0.55 * np.exp(-(((PLACES - 0.2) / 0.012) ** 2))
    return np.asarray(valley - needle)


def draw_lower_tail(figure: Figure, theme: Theme) -> None:
    """The share h of actions that lose least, and what they lose on average."""
    axes, curve = figure.subplots(), losses()
    level = np.quantile(curve, WIDTH)
    axes.plot(PLACES, curve, color=theme.ink, linewidth=1.8, label="expected loss f(a)")
    axes.fill_between(
        PLACES, 0.0, curve, where=curve <= level, color=theme.cycle[0], alpha=0.35,
        label=f"the best {WIDTH:.0%} of all actions",
    )  # fmt: skip
    value = float(smooth_value(curve, WIDTH))
    axes.axhline(value, color=theme.cycle[0], label=f"Smooth_h = {value:.2f}, their mean")
    axes.axhline(
        curve.min(), color=theme.quiet, linestyle=":", label=f"best action, {curve.min():.2f}"
    )
    axes.set(xlabel="action a", ylabel="loss", xlim=(0.0, 1.0), ylim=(0.0, 1.15))
    axes.legend(loc="upper center", fontsize=8.5, ncols=2)


def draw_gap_weighting(figure: Figure, theme: Theme) -> None:
    """Predictions, and how often each action is drawn and played."""
    above, below = figure.subplots(2, 1, sharex=True)
    predicted = losses() + 0.05 * np.cos(9.0 * PLACES)
    best = int(predicted.argmin())
    above.plot(PLACES, predicted, color=theme.ink, linewidth=1.8)
    above.plot(PLACES[best], predicted[best], "o", color=theme.cycle[1], label="greedy action")
    above.set(ylabel="predicted loss")
    above.legend(fontsize=8.5)
    for gamma, colour in zip(GAMMAS, theme.cycle, strict=False):
        law = smooth_igw_law(predicted, WIDTH, gamma)
        density = 1.0 / (1.0 + WIDTH * gamma * (predicted - predicted[best]))
        atom = float(law[best] - density[best] / PLACES.size)
        label = f"γ = {gamma:g}: greedy in {atom:.0%} of rounds"
        below.plot(PLACES, density, color=colour, linewidth=1.8, label=label)
    below.set(xlabel="action a", ylabel="density of exploring", xlim=(0.0, 1.0), ylim=(0.0, 1.1))
    below.legend(fontsize=8.5)


def draw_corral(figure: Figure, theme: Theme) -> None:
    """How likely each base is, in a run in which the worst one becomes the best."""
    axes, master = figure.subplots(), Corral(len(BASES), rounds=ROUNDS, eta=0.02)
    generator, shown = np.random.default_rng(5), np.empty((ROUNDS, len(BASES)))
    for t in range(ROUNDS):
        shown[t] = master.probabilities
        base = int(generator.choice(len(BASES), p=shown[t] / shown[t].sum()))
        mean = BASES[base] if t < CHANGE else BASES[::-1][base]
        master.update(base, float(shown[t, base]), float(generator.random() < mean))
    for base, colour in zip(range(len(BASES)), theme.cycle, strict=False):
        label = f"loses {BASES[base]:g}, later {BASES[::-1][base]:g}"
        axes.plot(shown[:, base], color=colour, linewidth=1.4, label=label)
    axes.axvline(CHANGE, color=theme.quiet, linestyle=":")
    axes.set(xlabel="round", ylabel="probability of being asked", ylim=(0.0, 1.05))
    axes.legend(fontsize=8.5)


IDEAS = (
    Idea(
        "What a learner is compared with",
        "Among infinitely many actions the best one may be a needle that nobody can find. So a "
        "learner is not compared with it but with a share of all actions: with the average loss "
        "of the best fifth, say, the lower tail of the losses. The share is h. Small h is a "
        "harder comparison; h = 1 is random play. Smooth regret is what is lost beyond that "
        "average. In the picture the needle is deeper, and it is so narrow that it hardly counts.",
        draw_lower_tail,
    ),
    Idea(
        "How an action is drawn",
        "Draw any action. Look at how much worse it is predicted to be than the best one, its "
        "gap, and play it with probability 1/(1 + h gamma gap); otherwise play the best one. "
        "Whatever is predicted to be nearly as good is tried often, and what looks bad seldom. "
        "gamma says how much the predictions are trusted; it grows as they get better. That is "
        "all a decision takes, however many actions there are: two predictions and a minimum.",
        draw_gap_weighting,
    ),
    Idea(
        "One learner from several",
        "Which h is right is seldom known. CORRAL keeps a learner for each, 1/2, 1/4 and so on, "
        "asks one of them each round, and moves its trust to those that lose little. What a "
        "learner loses when it is rarely asked counts the more, so that none is written off by "
        "chance: where the best one changes, at the dotted line, the trust follows. The price is "
        "that a learner that is rarely asked must not spoil by it, which is called stable.",
        draw_corral,
    ),
)
