"""A bandit or a baseline as the simulation sees it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines.base import Baseline
from smoothbandits.checks import Floats, check_choice
from smoothbandits.contexts import Entries, unreadable
from smoothbandits.engines import entries_of, stepped_run
from smoothbandits.environments import Environment
from smoothbandits.errors import InvalidParameter, UnsupportedEngine
from smoothbandits.features import identity
from smoothbandits.simulation.between_fits import epoch_loop, has_epochs
from smoothbandits.spaces.allowed import Allowed

__all__ = ["Policy", "policy_of"]


class Policy(NamedTuple):
    """A bandit or a baseline that plays, with the loop that plays for it.

    Attributes
    ----------
    engine
        Name of the engine that runs.
    loop, handle
        The function that plays a block of rounds, and what gives its first argument: the states,
        with a part of the space where a rule leaves one.
    transform
        Features of a block of contexts.
    until_refit
        How many rounds are left before a model has to be fitted, None where none ever is; the
        last of them fits it when it is counted.
    settle
        Counts rounds that were played and learned: takes their losses and whether they explored.
    entries
        What entries of a context may be.
    refusal
        Makes the error behind a status code, for a context and its row.
    draws
        The seed that keys of decisions come from.
    """

    engine: str
    loop: Callable[..., tuple[int, int]]
    handle: Callable[[Allowed | None], Any]
    transform: Callable[[Floats], Floats]
    settle: Callable[[Floats, NDArray[np.bool_]], None]
    until_refit: Callable[[], int | None]
    entries: Entries
    refusal: Callable[[int, Floats, int], Exception]
    draws: int


def policy_of(who: Bandit | Baseline, environment: Environment, engine: str) -> Policy:
    """Put a bandit or a baseline on the engine that is asked for."""
    check_choice("engine", engine, ("auto", "compiled", "python"))
    if isinstance(who, Bandit):
        return bandit_policy(who, environment, engine)
    return baseline_policy(who, environment, engine)


def bandit_policy(bandit: Bandit, environment: Environment, engine: str) -> Policy:
    """Compiled where oracle, features and measure allow it."""
    states, learner = bandit._states, bandit._learner
    if learner.witness.keeps:
        raise InvalidParameter(
            "this bandit keeps a journal, which does not hear of simulated rounds; simulate a "
            "bandit without, or journal.replayed()"
        )
    learner.settle()
    learner.refit_if_due("waiting")  # one that an interruption or a live run left
    compilable = bandit.engine == "compiled"
    if engine == "compiled" and not compilable:
        raise UnsupportedEngine(
            "this bandit runs interpreted: it was made with engine='python', or has an oracle, "
            "features or a measure that only exist as Python objects; use engine='python' or "
            "'auto'"
        )
    handle: Callable[[Allowed | None], Any]
    if engine == "python" or not compilable:
        label, loop, handle = "python", entries_of("python").run, states.interpreted_handle
    elif environment.compilable:
        label, loop, handle = "compiled", entries_of("compiled").run, states.handle_on
        if has_epochs(states.oracle, states.explorer):
            loop = epoch_loop(loop, lambda: states.oracle)
    else:
        label, loop, handle = "stepped", stepped_run(), states.handle_on

    return Policy(
        label,
        loop,
        handle,
        bandit.oracle.transform,
        learner.note_played,
        states.until_refit,
        bandit.oracle.entries,
        states.refusal,
        bandit._draws,
    )


def baseline_policy(baseline: Baseline, environment: Environment, engine: str) -> Policy:
    """The policy of a baseline: compiled where the environment is."""
    baseline._refit_if_due()  # one that an interruption left
    compilable = environment.compilable and baseline.engine == "compiled"
    if engine == "compiled" and not compilable:
        raise UnsupportedEngine(
            "this environment only exists as a Python object; use engine='python' or 'auto'"
        )
    label = "python" if engine == "python" or not compilable else "compiled"
    loop = entries_of("compiled" if label == "compiled" else "python").play

    def settle(losses: Floats, explored: NDArray[np.bool_]) -> None:
        baseline.rounds += len(losses)
        baseline._refit_if_due()

    def refusal(status: int, context: Floats, row: int) -> Exception:
        return unreadable(context, Entries.of(baseline), where=f"context in row {row}")

    return Policy(
        label,
        loop,
        lambda allowed: baseline.state,
        identity,
        settle,
        baseline.until_refit,
        Entries.of(baseline),
        refusal,
        baseline.seed,
    )
