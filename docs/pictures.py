"""The pictures of the explanations, made by the library: ``python docs/pictures.py``.

The first three are those of the theory lab's page.  The suite makes all anew and compares.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import smoothbandits as sb
from smoothbandits.apps.reports.figures import Theme, render
from smoothbandits.simulation import smooth_regret
from smoothbandits_lab.claims.ideas import draw_corral, draw_gap_weighting, draw_lower_tail

IMAGES = Path(__file__).parent / "images"
DRAWS, ROUNDS = 40_000, 20_000


def draw_propensities(figure: Figure, theme: Theme) -> None:
    """How often actions were played, and what their decisions say."""
    explorer = sb.SmoothIGW(h=1.0, gamma=30.0)
    bandit = sb.Bandit(sb.Interval(5, 50), policy="fast", explorer=explorer, seed=1)
    for _ in range(300):
        decision = bandit.act()
        bandit.learn(decision, loss=min(1.0, abs(decision.action - 30) / 25))
    played = bandit.act_many(DRAWS)
    axes = figure.subplots()
    explored = played.actions[played.explored]
    shares = np.full(len(explored), 1.0 / DRAWS)
    counts, edges = np.histogram(explored, bins=45, range=(5, 50), weights=shares)
    width = (edges[1] - edges[0]) / 45  # of a bin, as a share of mu
    axes.stairs(
        counts / width, edges, fill=True, color=theme.cycle[5], alpha=0.5,
        label=f"how often, in {DRAWS:,} decisions",
    )  # fmt: skip
    prices = np.linspace(5, 50, 400)
    stated = [bandit.propensity(None, price).density for price in prices]
    axes.plot(prices, stated, color=theme.cycle[0], label="density that the decision states")
    greedy = float(played.greedy_actions[0])
    share, atom = 1.0 - float(played.explored.mean()), float(played.atoms.max())
    axes.axvline(
        greedy, color=theme.cycle[1], linestyle="--",
        label=f"greedy action: {share:.1%} of decisions, stated {atom:.1%}",
    )  # fmt: skip
    axes.set(xlabel="action", ylabel="density relative to mu", xlim=(5, 50), ylim=(0, None))
    axes.legend(fontsize=8.5, loc="upper left")


def draw_guarantee(figure: Figure, theme: Theme) -> None:
    """The smooth regret of runs below what Theorem 1 promises before anything is played."""
    items = sb.Catalog(20)
    nets = [[0.2 if i // 4 == k else 0.7 for i in range(20)] for k in range(5)]
    arms = sb.BernoulliEnvironment([0.8 if i // 4 == 3 else 0.3 for i in range(20)])
    axes, t = figure.subplots(), np.arange(1, ROUNDS + 1)
    for seed in range(10):
        oracle = sb.FiniteClassOracle(nets)
        explorer = sb.SmoothIGW(h=0.2, gamma=sb.Theorem(ROUNDS))
        bandit = sb.Bandit(items, oracle=oracle, explorer=explorer, seed=seed)
        trace = sb.simulate(bandit, arms, rounds=ROUNDS)
        label = "ten runs" if seed == 0 else None
        curve = smooth_regret(trace, arms, items, h=0.2)
        axes.plot(t, curve, color=theme.cycle[0], linewidth=1.0, label=label)
    bound = sb.plan(items, ROUNDS, sb.FiniteClassOracle(nets), h=0.2).bound
    axes.axhline(bound, color=theme.cycle[1], label=f"Theorem 1: at most {bound:.0f} expected")
    axes.set(xlabel="round", ylabel="smooth regret, h = 0.2", xlim=(0, ROUNDS))
    axes.legend(fontsize=8.5)


PICTURES: dict[str, Callable[[Figure, Theme], None]] = {
    "smooth-regret": draw_lower_tail,
    "gap-weighting": draw_gap_weighting,
    "corral": draw_corral,
    "propensities": draw_propensities,
    "guarantee": draw_guarantee,
}


def picture(name: str) -> bytes:
    """A picture as PNG."""
    return render(PICTURES[name], width=7.0, height=3.6)


if __name__ == "__main__":
    for name in PICTURES:
        (IMAGES / f"{name}.png").write_bytes(picture(name))
        print(name)
