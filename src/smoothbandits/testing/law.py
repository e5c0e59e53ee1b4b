"""The distribution of a bandit's next action, from its propensities."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.decision import Decisions
from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats
from smoothbandits.spaces import Space
from smoothbandits.testing.geometry import Grid, between, categories, place_among
from smoothbandits.testing.integration import integrate

__all__ = ["Law", "cells_of", "law"]

CELLS = 16
CELLS_PER_CATEGORY = 4


class Law(NamedTuple):
    """Probabilities of the cells that make up a space, and a bound on their error.

    All actions of a catalogue or of values; the cells of an interval, or of each category's
    numbers, and then the greedy action; in more dimensions all but the greedy action, and that.
    """

    cells: Floats
    error: float


def law(bandit: Bandit, context: Any, *, local: float = 1e-10) -> Law:
    """What the bandit states about its next action in this context."""
    space = bandit.space
    rows = space.every()
    if rows is not None:
        actions = space.from_columns(rows)
        stated = [bandit.propensity(context, action) for action in actions]
        densities = np.array([one.density for one in stated])
        atoms = np.array([one.atom for one in stated])
        return Law(space.density(actions) * densities + atoms, 0.0)
    greedy, _ = bandit.oracle.best(context)
    _, atom, error = bandit.propensity(context, greedy)
    if len(space.parts.sides) > 1:
        return Law(np.array([1.0 - atom, atom]), error)

    def density(rows: Floats) -> Floats:
        actions = [space.from_row(row) for row in rows.tolist()]
        values = [bandit.propensity(context, action).density for action in actions]
        return np.array(values) * space.density(space.from_columns(rows))

    # the density may have a kink at the greedy action: an edge there saves work
    grid = law_grid(space)
    lows, highs = between(space, np.concatenate([grid.lows, space.to_columns([greedy])]))
    masses, left_open = integrate(density, lows, highs, sides=1, local=local)
    cells = np.bincount(grid.place(lows), weights=masses, minlength=len(grid.lows))
    return Law(np.append(cells, atom), error + left_open)


def cells_of(space: Space, decisions: Decisions) -> NDArray[np.intp]:
    """Which cell of the law each decision fell into."""
    rows, all_rows = space.to_columns(decisions.actions), space.every()
    if all_rows is not None:
        return place_among(rows, all_rows)
    greedy = np.all(rows == space.to_columns(decisions.greedy_actions), axis=1)
    if len(space.parts.sides) > 1:
        return np.asarray(greedy, dtype=np.intp)
    grid = law_grid(space)
    return np.where(greedy, len(grid.lows), grid.place(rows))


def law_grid(space: Space) -> Grid:
    """The cells whose probabilities are counted where one side is continuous."""
    return Grid(space, CELLS if len(categories(space)) == 1 else CELLS_PER_CATEGORY)
