"""Run a bandit in an environment."""

import time
from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit import Bandit, running_sum
from smoothbandits.checks import Floats, check_count
from smoothbandits.engines import load, stepped_run
from smoothbandits.environments import Environment
from smoothbandits.errors import (
    InvalidContext,
    InvalidLoss,
    InvalidParameter,
    UnsupportedEngine,
)
from smoothbandits.kernels.states import BAD_LOSS, OK
from smoothbandits.trace import Trace

__all__ = ["simulate"]

BLOCK_FEATURES = 1 << 18  # features computed at a time: fits the cache
BLOCK_ROUNDS = 1 << 16
FIRST_ROUNDS, GROWTH = 16, 4  # of blocks between two reports of progress, which begin small
REPORT_SECONDS = 1.0  # and then take about this long
NOT_YET = -1  # base of a round that was not learned

Progress = Callable[[int, float], None]


def simulate(
    bandit: Bandit,
    environment: Environment,
    *,
    rounds: int | None = None,
    batch: int = 1,
    engine: Literal["auto", "compiled", "python"] = "auto",
    progress: Progress | None = None,
) -> Trace:
    """Play rounds of an environment; the bandit learns and goes on from where it was.

    Parameters
    ----------
    bandit, environment
        Who plays what; the environment's rounds are numbered by the bandit's decisions, so
        that an interrupted simulation of a saved bandit continues the same problem.
    rounds
        How many; all that the environment has if left out.
    batch
        This many contexts are decided with one model before any of them is learned, as in the
        paper's experiments (8).  `DispersionOracle` and `KernelOracle`, which are trained by
        gradients, then take one step with the batch's average gradient; all other oracles
        learn the examples one after the other, in order.
    engine
        "compiled", "python", or "auto": compiled where oracle and measure allow it.  Both
        give the same bits.
    progress
        Called about every second with the rounds done and the mean loss so far.

    Notes
    -----
    If the environment or an oracle of your own fails, or on control-C, the error goes on to the
    caller and the bandit keeps what its oracle has learned.  Rounds of the batch at hand that
    were not learned count as never decided: the next simulation plays them anew.

    Examples
    --------
    >>> from smoothbandits import Catalog
    >>> from smoothbandits.environments import BernoulliEnvironment
    >>> bandit = Bandit(Catalog(3), seed=1)
    >>> trace = simulate(bandit, BernoulliEnvironment([0.1, 0.2, 0.9]), rounds=2000)
    >>> bool(trace.mean_loss < 0.3)
    True
    """
    if not isinstance(bandit, Bandit):
        raise InvalidParameter(f"bandit is {bandit!r}; give a Bandit")
    if not isinstance(environment, Environment):
        raise InvalidParameter(f"environment is {environment!r}; give an Environment")
    if environment.context_size != bandit.context_size:
        raise InvalidParameter(
            f"the environment has {environment.context_size} context features and the bandit "
            f"expects {bandit.context_size}; set context_size={environment.context_size}"
        )
    if rounds is None:
        if environment.length is None:
            raise InvalidParameter("rounds is None; this environment has no end, say how many")
        rounds = environment.length
    rounds, batch = check_count("rounds", rounds), check_count("batch", batch)
    with bandit._lock:
        return _simulate(bandit, environment, rounds, batch, engine, progress)


def _simulate(
    bandit: Bandit,
    environment: Environment,
    rounds: int,
    batch: int,
    engine: str,
    progress: Progress | None,
) -> Trace:
    space, model = bandit.space, bandit.oracle
    label, run = choose_engine(bandit, environment, engine)
    state = environment.state(space)
    handle = bandit._handle if label != "python" else bandit._interpreted_handle()
    start = bandit._decided
    losses, expected = np.zeros(rounds), np.zeros(rounds)
    actions = np.empty((rounds, space.dimension))
    bases, explored = np.full(rounds, NOT_YET), np.zeros(rounds, dtype=np.bool_)
    width = max(1, model.transform(np.zeros((1, bandit.context_size))).shape[1])
    most = max(1, min(BLOCK_ROUNDS, BLOCK_FEATURES // width) // batch)
    batches = most if progress is None else min(most, max(1, FIRST_ROUNDS // batch))

    def play(features: Floats, done: int) -> tuple[int, int]:
        """Status and number of rounds learned, of those that begin at ``done``."""
        part = slice(done, done + len(features))
        return run(
            handle,
            state,
            features,
            start + done,
            start + done,
            bandit.seed,
            batch,
            losses[part],
            expected[part],
            actions[part],
            bases[part],
            explored[part],
        )

    seconds, total, done = 0.0, 0.0, 0
    while done < rounds:
        turned = time.perf_counter()
        n = min(batches * batch, rounds - done)
        contexts = _contexts(bandit, environment, start + done, n)
        features = model.transform(contexts)
        if done == 0 and label == "compiled":
            play(features[:0], 0)  # compiles before the clock starts
        part = slice(done, done + n)
        began = time.perf_counter()
        try:
            status, finished = play(features, done)
        except BaseException:  # an oracle or environment of the user failed, or control-C
            finished = int((bases[part] != NOT_YET).sum())
            _settle(bandit, losses[part][:finished], explored[part][:finished])
            raise
        seconds += time.perf_counter() - began
        _settle(bandit, losses[part][:finished], explored[part][:finished])
        if status == BAD_LOSS:
            bad = np.flatnonzero(~((losses[part] >= 0.0) & (losses[part] <= 1.0)))[0]
            raise InvalidLoss(
                f"the environment answered {losses[part][bad]} in round {done + bad}; "
                "losses must be in [0, 1]"
            )
        if status != OK:
            bad = _first_bad(contexts, finished)
            raise bandit._refusal(status, contexts[bad], done + bad)
        done += n
        if progress is not None:
            total += float(losses[part].sum())
            progress(done, total / done)
            pace = batches * REPORT_SECONDS / max(time.perf_counter() - turned, 1e-9)
            batches = int(max(1, min(most, GROWTH * batches, pace)))
    return Trace(
        losses=losses,
        expected_losses=expected,
        best_losses=environment.best_losses(start, rounds, space),
        actions=space.from_columns(actions),
        bases=bases,
        explored=explored,
        benchmark=environment.benchmark,
        engine=label,
        seconds=seconds,
        first=start,
    )


def _contexts(bandit: Bandit, environment: Environment, first: int, n: int) -> Floats:
    """Contexts of a block, one per round."""
    contexts = bandit._rows(environment.contexts(first, n))
    if len(contexts) != n:
        raise InvalidContext(f"the environment gave {len(contexts)} contexts for {n} rounds")
    return contexts


def _first_bad(contexts: Floats, first: int) -> int:
    """Row of the first context from ``first`` on that is not finite, else ``first``."""
    bad = np.flatnonzero(~np.isfinite(contexts[first:]).all(axis=1))
    return first + int(bad[0]) if bad.size else first


def choose_engine(
    bandit: Bandit, environment: Environment, engine: str
) -> tuple[str, Callable[..., tuple[int, int]]]:
    """Name and loop of the engine that runs."""
    compilable = bandit.oracle.engine == "compiled"
    if engine not in ("auto", "compiled", "python"):
        raise InvalidParameter(f"engine is {engine!r}; give 'auto', 'compiled' or 'python'")
    if engine == "compiled" and not compilable:
        raise UnsupportedEngine(
            "this bandit has an oracle, features or a measure that only exist as Python objects; "
            "use engine='python' or 'auto'"
        )
    if engine == "python" or not compilable:
        return "python", load("python").run
    if environment.compilable:
        return "compiled", load("compiled").run
    return "stepped", stepped_run()


def _settle(bandit: Bandit, losses: Floats, explored: NDArray[np.bool_]) -> None:
    """Count the rounds that were played and learned."""
    n = len(losses)
    bandit._ledger.close_range(bandit._decided, n)
    bandit._decided += n
    bandit._learned += n
    bandit._loss_sum = running_sum(bandit._loss_sum, losses)
    bandit._explored += int(explored.sum())
