"""Who plays: with and without watching, forgetting, a window, and begun anew at the change."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import Baseline, GreedyTrees, vw
from smoothbandits.checks import Floats
from smoothbandits.simulation.play import simulate
from smoothbandits_lab.change.problem import Problem, window_means
from smoothbandits_lab.table_problem import SPACE

__all__ = ["POLICIES", "RESTARTED", "Policy"]

WINDOW = 2_000  # rounds that the rival's window holds
HALF_LIFE = 2_000  # rounds after which an example counts half
RESTARTED = "-restarted"

#: mean losses by name, a curve, and when changes were found
Played = dict[str, Any]


@dataclass(frozen=True)
class Policy:
    """How a policy plays, and what it is in a few words.

    Attributes
    ----------
    play
        Takes the problem, and the round in which it begins.
    family
        The policy that it is a form of; what it is compared with is of the same.
    meaning
        In a few words.
    restarted
        Whether it begins anew at the change, when it is told of it.
    """

    play: Callable[[Problem, int], Played]
    family: str
    meaning: str
    restarted: bool = False


def summed_up(problem: Problem, losses: Floats, changes: list[int]) -> Played:
    """What is kept of a run, or of the part of one after a restart."""
    return {
        "all": float(losses.mean()),
        "last": float(losses[-problem.last :].mean()),
        "curve": window_means(losses) if len(losses) == problem.rounds else [],
        "changes": changes,
    }


def bandit(policy: Literal["best", "fast"], **given: Any) -> Callable[[Problem, int], Played]:
    """One of the policies of `Bandit`."""

    def play(problem: Problem, first: int) -> Played:
        player = Bandit(
            SPACE,
            policy=policy,
            context_size=problem.context_size,
            seed=problem.seed,
            **given,
        )
        losses = simulate(player, problem.environment(first), progress=False).losses
        return summed_up(problem, losses, [change.learned for change in player.changes])

    return play


def rival(window: int | None = None) -> Callable[[Problem, int], Played]:
    """The twenty-line rival, with a window or with all examples."""

    def play(problem: Problem, first: int) -> Played:
        player: Baseline = GreedyTrees(
            SPACE, problem.context_size, window=window, seed=problem.seed
        )
        return summed_up(
            problem, simulate(player, problem.environment(first), progress=False).losses, []
        )

    return play


def discrete(problem: Problem, first: int) -> Played:
    """Vowpal Wabbit's cells; as a run reports one mean, another stops before the last rounds."""
    environment = problem.environment(first)
    X, y = environment.X, environment.y
    ends = (len(y) - problem.last, len(y))
    means = []
    for end in ends:
        with vw.Table(X[:end], y[:end], low=0.0, high=1.0) as table:
            means.append(table.discrete(seed=problem.seed, options=("--coin",)).loss)
    sums = np.multiply(means, ends)
    last = float(sums[1] - sums[0]) / problem.last
    return {"all": means[1], "last": last, "curve": [], "changes": []}


def family(name: str, meaning: str, **forms: tuple[Any, str]) -> dict[str, Policy]:
    """A policy as it is, its other forms, and as it is but begun anew at the change."""
    plain = forms.pop("plain")
    found = {name: Policy(plain[0], name, f"{meaning}{plain[1]}")}
    for form, (play, words) in forms.items():
        found[f"{name}-{form}"] = Policy(play, name, f"{name} {words}")
    found[name + RESTARTED] = Policy(
        plain[0], name, f"{name}, begun anew at the change, of which it is told", restarted=True
    )
    return found


WATCHING = "that watches for changes (drift='watch')"
FORGETTING = f"to which an example counts half as much every {HALF_LIFE:,} rounds (forget=)"

POLICIES: dict[str, Policy] = {
    **family(
        "best",
        "the policy of boosted trees",
        plain=(bandit("best", drift=None), ", which does not look for changes"),
        watch=(bandit("best", drift="watch"), WATCHING),
        forget=(bandit("best", forget=HALF_LIFE), FORGETTING),
    ),
    **family(
        "fast",
        "the policy of a few numbers per column",
        plain=(bandit("fast", drift=None), ", which does not look for changes"),
        watch=(bandit("fast", drift="watch"), WATCHING),
        forget=(bandit("fast", forget=HALF_LIFE), FORGETTING),
    ),
    **family(
        "rival",
        "twenty lines: LightGBM on context and action, 5 % random",
        plain=(rival(), ""),
        window=(rival(WINDOW), f"fitted to its last {WINDOW:,} rounds only, four times in each"),
    ),
    **family(
        "vw-discrete",
        "Vowpal Wabbit's epsilon-greedy over 16 equal cells (cb_discrete, --coin)",
        plain=(discrete, ""),
    ),
}
