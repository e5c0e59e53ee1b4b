"""The distribution of a bandit's next action, from its propensities."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit import Bandit
from smoothbandits.checks import Floats
from smoothbandits.decision import Decisions
from smoothbandits.spaces import Space
from smoothbandits.testing.geometry import is_line, space_cells
from smoothbandits.testing.integration import integrate

__all__ = ["Law", "cells_of", "law"]

CELLS = 16


class Law(NamedTuple):
    """Probabilities of the cells that make up a space, and a bound on their error.

    The actions of a catalogue; the cells of an interval and then its greedy action; all but
    the greedy action, and the greedy action, in more dimensions.
    """

    cells: Floats
    error: float


def law(bandit: Bandit, context: Any, *, local: float = 1e-9) -> Law:
    """What the bandit states about its next action in this context."""
    space = bandit.space
    if space.size is not None:
        every = [bandit.propensity(context, action) for action in range(space.size)]
        densities, atoms = np.array([p.density for p in every]), np.array([p.atom for p in every])
        return Law(space.density(np.arange(space.size)) * densities + atoms, 0.0)
    greedy, _ = bandit.oracle.best(context)
    _, atom, error = bandit.propensity(context, greedy)
    if not is_line(space):
        return Law(np.array([1.0 - atom, atom]), error)

    def density(points: Floats) -> Floats:
        actions = points[:, 0]
        values = [bandit.propensity(context, action).density for action in actions.tolist()]
        return np.array(values) * space.density(actions)

    # the density may have a kink at the greedy action: an edge there saves work
    edges = space_cells(space, CELLS)[0][0]
    cuts = np.sort(np.append(edges, greedy))[:, None]
    parts, left_open = integrate(density, cuts[:-1], cuts[1:], local=local)
    cells = np.bincount(place(edges, cuts[:-1, 0]), weights=parts, minlength=CELLS)
    return Law(np.append(cells, atom), error + left_open)


def cells_of(space: Space, decisions: Decisions) -> NDArray[np.intp]:
    """Which cell of the law each decision fell into."""
    if space.size is not None:
        return np.asarray(decisions.actions, dtype=np.intp)
    greedy = np.equal(decisions.actions, decisions.greedy_actions)
    if not is_line(space):
        return np.asarray(greedy.all(axis=1), dtype=np.intp)
    cells = place(space_cells(space, CELLS)[0][0], decisions.actions)
    return np.where(greedy, CELLS, cells)


def place(edges: Floats, actions: Floats) -> NDArray[np.intp]:
    """Cell of a grid that holds each action."""
    return np.clip(np.searchsorted(edges, actions, side="right") - 1, 0, edges.size - 2)
