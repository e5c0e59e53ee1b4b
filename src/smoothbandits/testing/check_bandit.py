"""The contracts between a bandit's decisions and its propensities."""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import (
    MOST_ENTRIES,
    Floats,
    as_floats,
    check_callable,
    check_count,
    check_seed,
)
from smoothbandits.fields.given import as_rows
from smoothbandits.spaces import Space
from smoothbandits.testing.contracts import calling, require
from smoothbandits.testing.goodness import require_frequencies
from smoothbandits.testing.law import cells_of, law
from smoothbandits.testing.made_up import made_up

__all__ = ["check_bandit"]

EXACT = 1e-9
BLOCKS = 12
LARGEST_DRIFT = 1e-3
FIELDS = (
    "action",
    "propensity",
    "explored",
    "greedy_action",
    "predicted_loss",
    "base",
    "base_probability",
    "gamma",
    "weight",
    "version",
    "key",
    "number",
    "point",
    "row",
)


def check_bandit(
    make: Callable[[], Bandit],
    *,
    contexts: Any = None,
    decisions: int = 4_000,
    rounds: int = 40,
    seed: int = 0,
) -> None:
    """Check a bandit's decisions against its own propensities.

    Two bandits taught the same decide the same; every decision logs the propensity that
    the bandit would have stated before; an explored one replays from its key; a block
    decides as a loop does; ``explore=False`` plays the best action.  The propensities sum
    to 1, and the frequencies of decisions follow them (chi-square): per action on a
    catalogue, per cell and atom on an interval (on a product per cell of each category), atom
    alone in more dimensions (the law of `StableCorral` on catalogues only: elsewhere each base
    has an atom of its own).

    Parameters
    ----------
    make
        Returns the same new bandit every time; small catalogues make it fast.
    contexts
        Rows to decide in, standard normal if left out; where contexts have names, a list of
        dicts, made up of the schema if left out.
    decisions, rounds
        Decisions without learning whose frequencies are counted; rounds taught before.
    seed
        Seed of contexts and losses.

    Raises
    ------
    ConformanceError
        Which contract is broken, with what value.

    Examples
    --------
    >>> from smoothbandits import Bandit, Catalog
    >>> check_bandit(lambda: Bandit(Catalog(4), seed=7))
    """
    check_callable("make", make)
    rounds = check_count("rounds", rounds, most=MOST_ENTRIES)
    decisions = check_count("decisions", decisions, most=MOST_ENTRIES)
    seed = check_seed(seed)
    first, twin, block = (made_by(make) for _ in range(3))
    rows = contexts_for(first, contexts, seed)
    histories = [teach(bandit, rows, rounds, seed) for bandit in (first, twin, block)]
    for one, other in zip(*histories[:2], strict=True):
        require_same(one, other, "two bandits taught the same")
    check_decisions(first, twin, block, rows)
    check_greedy(first, rows)
    if first.space.finite is not None or not first.explorer.oracle_per_base:
        check_law(first, twin, rows[0], decisions)


def made_by(make: Callable[[], Bandit]) -> Bandit:
    """A new bandit, waiting for its fits: where those in the background end is chance."""
    with calling("make"):
        bandit = make()
    require(isinstance(bandit, Bandit), f"make returned {bandit!r}, which is no Bandit")
    refits = bandit._states.refits
    if refits is not None:
        refits.background = False
    return bandit


def contexts_for(bandit: Bandit, contexts: Any, seed: int) -> list[Any]:
    """Contexts as `act` takes them; None eight times where there are none."""
    if bandit.schema is not None:
        if contexts is not None:
            return list(as_rows(contexts))
        return made_up(bandit.schema, seed, missing=bandit.oracle.entries.missing)
    rows = np.random.default_rng([seed, 1]).standard_normal((8, bandit.context_size))
    if contexts is not None:
        rows = as_floats("contexts", contexts, ndim=2)
    return [row if row.size else None for row in rows]


def block_of(contexts: list[Any]) -> Any:
    """Contexts as `act_many` takes them."""
    if contexts[0] is None:
        return len(contexts)
    return contexts if isinstance(contexts[0], Mapping) else np.array(contexts)


def teach(bandit: Bandit, rows: list[Any], rounds: int, seed: int) -> list[Decision]:
    """Teach some rounds of random losses."""
    losses = np.random.default_rng([seed, 3]).random(rounds)
    made = []
    for i, loss in enumerate(losses.tolist()):
        with calling("act and learn"):
            made.append(bandit.act(rows[i % len(rows)]))
            bandit.learn(made[-1], loss=bandit.scale.to_user(loss))
    return made


def check_decisions(first: Bandit, twin: Bandit, block: Bandit, rows: list[Any]) -> None:
    """Decisions repeat, have the propensity stated before, replay, and are the same in a block."""
    many = block.act_many(block_of(rows))
    for i, row in enumerate(rows):
        decision = first.act(row)
        # given the base that was invoked, where each has an oracle of its own
        base = decision.base if twin.explorer.oracle_per_base else None
        stated = twin.propensity(row, decision.action, base=base)
        apart = np.abs(np.subtract(decision.propensity, stated)).max()
        require(
            apart <= EXACT,
            f"the decision for {decision.action} logs {decision.propensity}, and the bandit "
            f"stated {stated} before",
        )
        require_same(decision, twin.act(row), "two bandits taught the same")
        require_same(decision, many[i], "act and act_many")
        if decision.explored and first.explorer.has_atom:
            drawn = drawn_point(first.space, decision.key)
            require(
                drawn == decision.point,
                f"the key {decision.key} draws {drawn}, and the decision explored "
                f"{decision.point}",
            )


def drawn_point(space: Space, key: int) -> tuple[float, ...]:
    """The draw from mu that belongs to a decision's key, in unit coordinates."""
    point = np.empty(space.dimension)
    importlib.import_module("smoothbandits.interpreted.steps").sample(space.state, key, point)
    return tuple(point.tolist())


def require_same(one: Decision, other: Decision, who: str) -> None:
    """Two decisions are equal in all but the names of their bandits."""
    for name in FIELDS:
        left, right = getattr(one, name), getattr(other, name)
        same = alike(left, right)
        require(same, f"{who} differ in {name} of decision {one.number}: {left}, {right}")


def alike(one: Any, other: Any) -> bool:
    """Whether two actions, or other parts of decisions, are equal."""
    if one is None or other is None:
        return one is other
    if isinstance(one, str | dict | tuple) or isinstance(other, str | dict | tuple):
        return type(one) is type(other) and repr(one) == repr(other)  # nan is nan
    return np.array_equal(one, other, equal_nan=True)


def check_greedy(bandit: Bandit, rows: list[Any]) -> None:
    """``explore=False`` plays the best action for certain."""
    for row in rows:
        decision = bandit.act(row, explore=False)
        played, certain = decision.action, (decision.propensity[:2] == (0.0, 1.0))
        require(
            not decision.explored and certain,
            f"explore=False explored, or logs {decision.propensity} instead of the atom 1",
        )
        # each base may have an oracle of its own
        best: Any = decision.greedy_action
        if not bandit.explorer.oracle_per_base:
            best, _ = bandit.oracle.best(row)
        require(
            alike(played, best),
            f"explore=False played {played}, and the oracle's best action is {best}",
        )


def check_law(bandit: Bandit, twin: Bandit, row: Any, decisions: int) -> None:
    """Propensities sum to 1, and decisions follow them."""
    stated = law(bandit, row)
    slack = EXACT if bandit.space.finite is not None else 1e-6 + stated.error
    total = float(stated.cells.sum())
    require(abs(total - 1.0) <= slack, f"the propensities sum to {total}, not 1")
    counts, expected, drift = tally(bandit, row, np.array([0, decisions]) + bandit.rounds)
    if drift > LARGEST_DRIFT:
        # a schedule changes the law from decision to decision: count again in short blocks
        ends = np.geomspace(twin.rounds + 1, twin.rounds + decisions, BLOCKS + 1).astype(int)
        counts, expected, _ = tally(twin, row, np.unique(ends) - 1)
    require_frequencies(counts, expected, "decisions do not follow the propensities")


def tally(bandit: Bandit, row: Any, ends: NDArray[np.int64]) -> tuple[Floats, Floats, float]:
    """Counts of cells over blocks of decisions, what was due, how much the law changed.

    Due is the mean of the laws before and after a block.
    """
    before = first = law(bandit, row, local=1e-5).cells
    counts, expected = np.zeros_like(before), np.zeros_like(before)
    for n in np.diff(ends).tolist():
        made = bandit.act_many(block_of([row] * n))
        after = law(bandit, row, local=1e-5).cells
        expected += n * (before + after) / 2.0
        np.add.at(counts, cells_of(bandit.space, made), 1.0)
        before = after
    return counts, expected, float(np.abs(before - first).sum())
