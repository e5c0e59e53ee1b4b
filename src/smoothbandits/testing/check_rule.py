"""The contract of rules: decisions stay inside, and propensities are relative to what is left."""

from collections.abc import Callable
from typing import Any

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import MOST_ENTRIES, Floats, check_callable, check_count, check_seed
from smoothbandits.engines import entries_of
from smoothbandits.spaces.allowed import Allowed
from smoothbandits.testing.check_bandit import alike, block_of, contexts_for, made_by, teach
from smoothbandits.testing.contracts import calling, require
from smoothbandits.testing.geometry import place_among
from smoothbandits.testing.goodness import require_frequencies
from smoothbandits.testing.integration import integrate

__all__ = ["check_rule"]

EXACT = 1e-9
BLOCKS = 24
CELLS = 6  # of the range that is left, for the frequencies of decisions


def check_rule(
    make: Callable[[], Bandit],
    within: Any,
    *,
    decisions: int = 2_000,
    rounds: int = 40,
    seed: int = 0,
) -> None:
    """Check that a bandit keeps a rule, and states the law that it plays under it.

    Every action is inside; a decision logs the propensity that the bandit would have stated
    before; an explored one replays from its key; a block decides as a loop does; no action outside
    has any probability.  Where the space is finite or has one continuous side, propensities sum to
    1 and the frequencies of decisions follow them (chi-square).

    Parameters
    ----------
    make
        Returns the same new bandit every time.
    within
        A rule, as for `Bandit.act`.
    decisions, rounds, seed
        As for `check_bandit`.

    Raises
    ------
    ConformanceError
        Which contract is broken, with what value.

    Examples
    --------
    >>> from smoothbandits import Bandit, Catalog
    >>> check_rule(lambda: Bandit(Catalog(6), seed=7), within=[1, 2, 5])
    """
    check_callable("make", make)
    rounds = check_count("rounds", rounds, most=MOST_ENTRIES)
    decisions = check_count("decisions", decisions, most=MOST_ENTRIES)
    seed = check_seed(seed)
    bandit, twin, block = (made_by(make) for _ in range(3))
    rows = contexts_for(bandit, None, seed)
    for one in (bandit, twin, block):
        teach(one, rows, rounds, seed)
    with calling("allowed"):
        allowed = bandit.space.allowed(within)
    many = block.act_many(block_of(rows), within=[within] * len(rows))
    for i, row in enumerate(rows):
        base = None
        decision = bandit.act(row, within=within)
        if twin.explorer.oracle_per_base:
            base = decision.base
        stated = twin.propensity(row, decision.action, within=within, base=base)
        apart = float(np.abs(np.subtract(decision.propensity, stated)).max())
        require(
            apart <= EXACT,
            f"the decision for {decision.action} logs {decision.propensity}, and the bandit "
            f"stated {stated} before",
        )
        require(
            allowed.holds(np.array(decision.point)),
            f"the decision played {decision.action}, outside of {allowed.within}",
        )
        again = twin.act(row, within=within)
        for other, who in ((again, "two bandits taught the same"), (many[i], "act_many")):
            same = alike(other.action, decision.action) and other.point == decision.point
            require(same, f"{who}: {other.action} instead of {decision.action}")
        if decision.explored and bandit.explorer.has_atom:
            drawn = np.empty(bandit.space.dimension)
            entries_of("python").sample_one(allowed.state, decision.key, drawn)
            require(
                tuple(drawn.tolist()) == decision.point,
                f"the key {decision.key} draws {drawn}, and {decision.point} was explored",
            )
    if not bandit.explorer.oracle_per_base:
        check_part_law(twin, rows[0], within, allowed, decisions)


def check_part_law(
    bandit: Bandit, row: Any, within: Any, allowed: Allowed, decisions: int
) -> None:
    """Propensities sum to 1 over what is left, and decisions follow them."""
    space, all_rows = bandit.space, bandit.space.every()
    if all_rows is None and len(space.parts.sides) > 1:
        return
    context = row

    def law() -> Floats:
        if all_rows is not None:
            return finite_law(bandit, context, within, allowed, all_rows)
        return range_law(bandit, context, within, allowed)

    before = law()
    total = float(before.sum())
    slack = EXACT if all_rows is not None else 1e-5
    require(abs(total - 1.0) <= slack, f"the propensities sum to {total} under the rule, not 1")
    counts, expected = np.zeros_like(before), np.zeros_like(before)
    # a schedule changes the law from decision to decision: count in blocks
    ends = np.geomspace(bandit.rounds + 1, bandit.rounds + decisions, BLOCKS + 1).astype(int)
    for n in np.diff(np.unique(ends)).tolist():
        contexts = block_of([row] * n)
        made = bandit.act_many(contexts, within=[within] * n)
        after = law()
        expected += 0.5 * n * (before + after)
        before = after
        if all_rows is not None:
            cells = place_among(space.to_columns(made.actions), all_rows)
        else:
            cells = cells_of_range(bandit, allowed, made)
        counts += np.bincount(cells, minlength=counts.size)
    require_frequencies(counts, expected, "decisions under the rule do not follow it")


def finite_law(
    bandit: Bandit, context: Any, within: Any, allowed: Allowed, all_rows: Floats
) -> Floats:
    """Probability of every action of a finite space."""
    space = bandit.space
    actions = [space.from_row(row) for row in all_rows.tolist()]
    left = np.array([allowed.holds(space.to_unit(action)) for action in actions])
    masses = np.where(left, space.density(space.from_columns(all_rows)), 0.0)
    found = [bandit.propensity(context, action, within=within) for action in actions]
    for action, inside, stated in zip(actions, left, found, strict=True):
        nothing = stated[:2] == (0.0, 0.0)
        require(bool(inside) or nothing, f"{action} is not allowed and has {stated}")
    densities = np.array([stated.density for stated in found])
    law: Floats = masses / masses.sum() * densities + [stated.atom for stated in found]
    return law


def users_at(bandit: Bandit, allowed: Allowed, shares: Floats) -> Floats:
    """Numbers of the range below which these shares of it lie."""
    one, side = allowed.ranges[0], bandit.space.parts.sides[0]
    units = one.low + shares * (one.high - one.low)
    return np.array([side.to_user(np.array([unit])) for unit in units])


def range_law(bandit: Bandit, context: Any, within: Any, allowed: Allowed) -> Floats:
    """Probabilities of cells of the range for each category, and of the greedy action."""
    space, edges = bandit.space, users_at(bandit, allowed, np.linspace(0.0, 1.0, CELLS + 1))
    greedy, _ = bandit.oracle.best(context, within=within)
    atom = bandit.propensity(context, greedy, within=within).atom
    one, items = allowed.ranges[0], allowed.items
    columns = np.empty((1, 0)) if items is None else items[:, None].astype(np.float64)
    mu = (one.high - one.low) * (1.0 if items is None else space.parts.masses[items].sum())
    if not mu > 0.0:
        return np.array([*np.zeros(CELLS * len(columns)), 1.0])

    def density(rows: Floats) -> Floats:
        actions = [space.from_row(row) for row in rows.tolist()]
        found = [bandit.propensity(context, a, within=within).density for a in actions]
        return np.array(found) * space.density(space.from_columns(rows)) / mu

    cells = []
    kink = space.to_columns([greedy])[0, 0]
    for rest in columns:
        cuts = np.unique(np.append(edges, kink))
        rows = np.column_stack([cuts, np.tile(rest, (cuts.size, 1))])
        masses, _ = integrate(density, rows[:-1], rows[1:], sides=1, local=1e-7)
        place = np.clip(np.searchsorted(edges, cuts[:-1], side="right") - 1, 0, CELLS - 1)
        cells.append(np.bincount(place, weights=masses, minlength=CELLS))
    return np.append(np.concatenate(cells), atom)


def cells_of_range(bandit: Bandit, allowed: Allowed, made: Any) -> Any:
    """Which cell each decision fell into; the last one is the greedy action."""
    edges = users_at(bandit, allowed, np.linspace(0.0, 1.0, CELLS + 1))
    space, one = bandit.space, allowed.ranges[0]
    rows, best = space.to_columns(made.actions), space.to_columns(made.greedy_actions)
    categories = 1 if allowed.items is None else allowed.items.size
    last = CELLS * categories
    if not one.high > one.low:
        return np.full(len(rows), last)
    place = np.clip(np.searchsorted(edges, rows[:, 0], side="right") - 1, 0, CELLS - 1)
    if allowed.items is not None:
        place = place + CELLS * np.searchsorted(allowed.items, rows[:, 1])
    return np.where((rows == best).all(axis=1), last, place)
