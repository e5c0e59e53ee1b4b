"""Run a bandit or a baseline in an environment."""

import time
from typing import Any, Literal

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.rules import Rules
from smoothbandits.baselines.base import Baseline
from smoothbandits.checks import MOST_ROUNDS, Floats, check_count, check_flag
from smoothbandits.contexts import Entries, readable
from smoothbandits.environments import Environment
from smoothbandits.errors import InvalidContext, InvalidLoss, InvalidParameter
from smoothbandits.kernels.states import BAD_LOSS, EXPLORE, OK, OUTCOMES, PROPENSITY
from smoothbandits.simulation.policies import policy_of
from smoothbandits.simulation.trace import Propensities, Trace
from smoothbandits.simulation.watching import Progress, told

__all__ = ["simulate"]

BLOCK_FEATURES = 1 << 18  # features computed at a time: fits the cache
BLOCK_ROUNDS = 1 << 16
FIRST_ROUNDS, GROWTH = 16, 4  # with progress: rounds of the first block, most growth of the next
REPORT_SECONDS = 1.0  # that a block should take, as progress is reported after each
NOT_YET = -1  # base of a round that was not learned


def simulate(
    bandit: Bandit | Baseline,
    environment: Environment,
    *,
    rounds: int | None = None,
    batch: int = 1,
    engine: Literal["auto", "compiled", "python"] = "auto",
    propensities: bool = False,
    progress: Progress | bool | None = None,
) -> Trace:
    """Play rounds of an environment; the bandit learns and goes on from where it was.

    Parameters
    ----------
    bandit, environment
        What plays, a `Bandit` or one of `smoothbandits.baselines`, and the problem.  In the trace
        of a baseline every base is 0 and no round counts as explored.  The environment's rounds
        are numbered by the bandit's decisions, so that an interrupted simulation of a saved
        bandit continues the same problem.  Where the bandit's contexts have names, all of them of
        plain numbers, these are the entries of the environment's contexts in their order.
    rounds
        How many; all that the environment has if left out.
    batch
        This many contexts are decided with one model before any of them is learned, as in the
        paper's experiments (8).  Oracles with a gradient method, `Adam` or `Coin`, then take
        one step with the batch's average gradient; all others learn the examples one after
        the other, in order.
    engine
        "compiled", "python", or "auto": compiled where oracle and measure allow it.  Both
        give the same bits.
    propensities
        Whether the trace carries density and atom of every action that a bandit played, for the
        evaluation of other policies.  Atoms are integrals: see ``atoms`` of `Bandit`.
    progress
        True shows a bar, False none; None shows one where a terminal (with the extra ``cli``) or
        a notebook watches.  Nothing is shown in the first two seconds.  A function is called about
        every second with the rounds done and the mean loss so far.  The results are the same bits.

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
    if not isinstance(bandit, Bandit | Baseline):
        raise InvalidParameter(f"bandit is {bandit!r}; give a Bandit or a Baseline")
    if not isinstance(environment, Environment):
        raise InvalidParameter(f"environment is {environment!r}; give an Environment")
    schema = bandit.schema if isinstance(bandit, Bandit) else None
    if schema is not None and not schema.is_plain:
        raise InvalidParameter(
            f"the bandit's contexts have names ({', '.join(schema.names)}), some of other things "
            "than plain numbers, and those of environments are numbers; make it with "
            "context_size= to simulate it, or play the rounds yourself with act and learn"
        )
    if environment.context_size != bandit.context_size:
        raise InvalidParameter(
            f"the environment has {environment.context_size} context features and the bandit "
            f"expects {bandit.context_size}; set context_size={environment.context_size}"
        )
    if isinstance(bandit, Bandit) and bandit.payoff is not None and not environment.has_outcomes:
        raise InvalidParameter(
            f"the bandit has the payoff {bandit.payoff!r} and {type(environment).__name__} "
            "answers with losses only; give an environment that has outcomes"
        )
    if rounds is None:
        if environment.length is None:
            raise InvalidParameter("rounds is None; this environment has no end, say how many")
        rounds = environment.length
    rounds = check_count("rounds", rounds, most=MOST_ROUNDS)
    batch = min(check_count("batch", batch), rounds)  # the last one may be short
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise InvalidParameter(f"progress is {progress!r}; give True, False or a function")
    if ruling(bandit) is not None and batch > 1:
        raise InvalidParameter(
            f"batch is {batch!r} and the bandit has a rule for each context; simulate with batch=1"
        )
    flags = _flags(bandit, check_flag("propensities", propensities))
    with bandit._lock, told(progress, rounds, lambda: time.perf_counter()) as tell:
        return _simulate(bandit, environment, rounds, batch, flags, engine, tell)


def _flags(bandit: Bandit | Baseline, propensities: bool) -> int:
    """Flags of the rounds: explore, record how likely actions were, ask for outcomes."""
    if propensities and not isinstance(bandit, Bandit):
        raise InvalidParameter(
            f"bandit is {bandit!r}; only a Bandit's trace has propensities, leave them out"
        )
    flags = EXPLORE
    if isinstance(bandit, Bandit):
        flags |= bandit._flags if propensities else 0
        flags |= OUTCOMES if bandit.payoff is not None else 0
    return flags


def _simulate(
    bandit: Bandit | Baseline,
    environment: Environment,
    rounds: int,
    batch: int,
    flags: int,
    engine: str,
    progress: Progress | None,
) -> Trace:
    space, start = bandit.space, bandit.rounds
    policy = policy_of(bandit, environment, engine)
    state = environment.state(space)
    losses, expected = np.zeros(rounds), np.zeros(rounds)
    actions = np.empty((rounds, space.dimension))
    bases, explored = np.full(rounds, NOT_YET), np.zeros(rounds, dtype=np.bool_)
    laws = np.empty((rounds if flags & PROPENSITY else 0, 3))
    width = max(1, policy.transform(np.zeros((1, bandit.context_size))).shape[1])
    most = max(1, min(BLOCK_ROUNDS, BLOCK_FEATURES // width) // batch)
    batches = most if progress is None else min(most, max(1, FIRST_ROUNDS // batch))

    rules, reader = ruling(bandit), bandit._contexts if isinstance(bandit, Bandit) else None

    def play(features: Floats, done: int) -> tuple[int, int]:
        """Status and number of rounds learned, of those that begin at ``done``."""
        if rules is None or reader is None:
            return play_on(policy.handle(None), features, done)
        for row in range(len(features)):  # each has a rule of its own
            allowed = rules.of(reader.seen(contexts[row]), None)
            one = features[row : row + 1]
            status, _ = play_on(policy.handle(allowed), one, done + row)
            if status != OK:
                return status, row
        return OK, len(features)

    def play_on(handle: Any, features: Floats, done: int) -> tuple[int, int]:
        """Rounds on the whole space, or on a part."""
        part = slice(done, done + len(features))
        return policy.loop(
            handle,
            state,
            features,
            start + done,
            start + done,
            policy.draws,
            batch,
            flags,
            losses[part],
            expected[part],
            actions[part],
            bases[part],
            explored[part],
            laws[part],
        )

    seconds, total, done = 0.0, 0.0, 0
    while done < rounds:
        turned = time.perf_counter()
        n = min(batches * batch, rounds - done, policy.until_refit() or rounds)
        contexts = _contexts(environment, start + done, n)
        features = policy.transform(contexts)
        if done == 0 and policy.engine == "compiled":
            play(features[:0], 0)  # compiles before the clock starts
        part = slice(done, done + n)
        began = time.perf_counter()
        try:
            status, finished = play(features, done)
        except BaseException:  # an oracle or environment of the user failed, or control-C
            finished = int((bases[part] != NOT_YET).sum())
            policy.settle(losses[part][:finished], explored[part][:finished])
            raise
        policy.settle(losses[part][:finished], explored[part][:finished])
        seconds += time.perf_counter() - began
        if status == BAD_LOSS:
            found = np.flatnonzero(~((losses[part] >= 0.0) & (losses[part] <= 1.0)))
            if not found.size:
                raise InvalidLoss(
                    f"the environment answered an outcome outside [0, 1] after round "
                    f"{done + finished}; outcomes must be in [0, 1]"
                )
            bad = found[0]
            raise InvalidLoss(
                f"the environment answered {losses[part][bad]} in round {done + bad}; "
                "losses must be in [0, 1]"
            )
        if status != OK:
            bad = _first_bad(contexts, finished, policy.entries)
            raise policy.refusal(status, contexts[bad], done + bad)
        done += n
        if progress is not None:
            total += float(losses[part].sum())
            progress(done, total / done)
            pace = batches * REPORT_SECONDS / max(time.perf_counter() - turned, 1e-9)
            batches = int(max(1, min(most, GROWTH * batches, pace)))
    return Trace(
        losses=losses,
        expected_losses=expected,
        best_losses=(
            np.full(rounds, np.nan)  # formulas are of the best among all actions
            if rules is not None or space.stepped
            else environment.best_losses(start, rounds, space)
        ),
        actions=space.from_columns(actions),
        bases=bases,
        explored=explored,
        benchmark=environment.benchmark,
        engine=policy.engine,
        seconds=seconds,
        first=start,
        batch=batch,
        propensities=Propensities(*laws.T) if flags & PROPENSITY else None,
        ruled=rules is not None,
    )


def ruling(bandit: Bandit | Baseline) -> Rules | None:
    """The rules of a bandit that has one for all decisions."""
    rules = bandit._rules if isinstance(bandit, Bandit) else None
    return None if rules is None or rules.always is None else rules


def _contexts(environment: Environment, first: int, n: int) -> Floats:
    """Contexts of a block, one per round; finiteness is the kernel's task."""
    contexts = np.array(environment.contexts(first, n), dtype=np.float64, order="C")
    if contexts.shape != (n, environment.context_size):
        raise InvalidContext(
            f"the environment gave contexts of shape {contexts.shape} for {n} rounds of "
            f"{environment.context_size} numbers"
        )
    return contexts


def _first_bad(contexts: Floats, first: int, entries: Entries) -> int:
    """Row of the first context from ``first`` on that cannot be read, else ``first``."""
    bad = np.flatnonzero(~readable(contexts[first:], entries).all(axis=1))
    return first + int(bad[0]) if bad.size else first
