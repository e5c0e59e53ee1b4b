"""A bandit or a baseline as the simulation sees it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit import Bandit, running_sum
from smoothbandits.baselines.base import Baseline
from smoothbandits.checks import Floats, check_choice
from smoothbandits.engines import load, stepped_run
from smoothbandits.environments import Environment
from smoothbandits.epochs import epoch_loop, has_epochs
from smoothbandits.errors import UnsupportedEngine
from smoothbandits.features import identity
from smoothbandits.oracles.base import Entries, unreadable

__all__ = ["Player", "player_of"]


class Player(NamedTuple):
    """Who plays, and the loop that plays for them.

    Attributes
    ----------
    engine
        Name of the engine that runs.
    loop, handle
        Plays a block of rounds; what it is given first.
    transform
        Features of a block of contexts.
    until_refit
        Rounds before a model has to be fitted anew, None where none ever is; counting the last
        of them fits it.
    settle
        Counts the rounds that were played and learned: their losses and whether they explored.
    entries
        What entries of a context may be.
    refusal
        The error behind a status code, for a context and its row.
    draws
        Where the keys of decisions come from.
    """

    engine: str
    loop: Callable[..., tuple[int, int]]
    handle: Callable[[], Any]
    transform: Callable[[Floats], Floats]
    settle: Callable[[Floats, NDArray[np.bool_]], None]
    until_refit: Callable[[], int | None]
    entries: Entries
    refusal: Callable[[int, Floats, int], Exception]
    draws: int


def player_of(who: Bandit | Baseline, environment: Environment, engine: str) -> Player:
    """Seat a bandit or a baseline on the engine that is asked for."""
    check_choice("engine", engine, ("auto", "compiled", "python"))
    if isinstance(who, Bandit):
        return bandit_player(who, environment, engine)
    return baseline_player(who, environment, engine)


def bandit_player(bandit: Bandit, environment: Environment, engine: str) -> Player:
    """Compiled where oracle, features and measure allow it."""
    bandit._settle()
    bandit._refit_if_due("waiting")  # one that an interruption or a live run left
    compilable = bandit.oracle.engine == "compiled"
    if engine == "compiled" and not compilable:
        raise UnsupportedEngine(
            "this bandit has an oracle, features or a measure that only exist as Python objects; "
            "use engine='python' or 'auto'"
        )
    if engine == "python" or not compilable:
        label, loop, handle = "python", load("python").run, bandit._core.interpreted_handle
    elif environment.compilable:
        label, loop, handle = "compiled", load("compiled").run, lambda: bandit._core.handle
        if has_epochs(bandit._core.oracle, bandit._core.explorer):
            loop = epoch_loop(loop, lambda: bandit._core.oracle)
    else:
        label, loop, handle = "stepped", stepped_run(), lambda: bandit._core.handle

    def settle(losses: Floats, explored: NDArray[np.bool_]) -> None:
        n, counts = len(losses), bandit._counts
        bandit._ledger.own.close_range(counts.decided, n)
        counts = counts.learn(n, running_sum(counts.loss_sum, losses))
        bandit._counts = counts.decide(n, int(explored.sum()))
        bandit._refit_if_due("waiting")

    return Player(
        label,
        loop,
        handle,
        bandit.oracle.transform,
        settle,
        bandit._core.until_refit,
        bandit.oracle.entries,
        bandit._refusal,
        bandit._draws,
    )


def baseline_player(baseline: Baseline, environment: Environment, engine: str) -> Player:
    """Compiled where the environment is."""
    baseline._refit_if_due()  # one that an interruption left
    compilable = environment.compilable and baseline.engine == "compiled"
    if engine == "compiled" and not compilable:
        raise UnsupportedEngine(
            "this environment only exists as a Python object; use engine='python' or 'auto'"
        )
    label = "python" if engine == "python" or not compilable else "compiled"
    loop = load("compiled" if label == "compiled" else "python").play

    def settle(losses: Floats, explored: NDArray[np.bool_]) -> None:
        baseline.rounds += len(losses)
        baseline._refit_if_due()

    def refusal(status: int, context: Floats, row: int) -> Exception:
        return unreadable(context, Entries.of(baseline), where=f"context in row {row}")

    return Player(
        label,
        loop,
        lambda: baseline.state,
        identity,
        settle,
        baseline.until_refit,
        Entries.of(baseline),
        refusal,
        baseline.seed,
    )
