"""Another bandit as a policy: as it would act now, exploration included."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidLog, InvalidParameter
from smoothbandits.evaluation.bandwidths import EXACT, halves_of
from smoothbandits.evaluation.coordinates import exact_coordinates
from smoothbandits.evaluation.targets import mean_over_mu, uniform
from smoothbandits.evaluation.weights import Block, Weighed, near
from smoothbandits.spaces import Space

__all__ = ["OtherBandit"]

DRAWS = 2


class Laws(NamedTuple):
    """The law of the bandit in some rounds: its best actions, and how likely each is exactly."""

    best: Floats
    atoms: Floats


class OtherBandit:
    """The law of a bandit: a density, and an atom at its best action, which is smoothed."""

    contexts, greedy = True, False

    def __init__(self, space: Space, bandit: Bandit, bandwidth: float | None) -> None:
        if repr(bandit.space) != repr(space):
            raise InvalidParameter(
                f"the policy is a bandit on {bandit.space!r} and the log is of {space!r}; give "
                "one on the same space"
            )
        self._space, self._bandit = space, bandit
        self._exact = exact_coordinates(space)
        self.halves = EXACT if self._exact.all() else halves_of(bandwidth)

    def _context(self, block: Block, i: int) -> Any:
        return block.rows.given(i) if self._bandit.context_size else None

    def _laws(self, block: Block, places: NDArray[np.int64]) -> Laws:
        if len(block.rows.lows) > 1:
            raise InvalidLog("a bandit cannot be asked about rounds that were made under rules")
        best, atoms = np.empty((len(places), self._space.dimension)), np.empty(len(places))
        for k, i in enumerate(places.tolist()):
            context = self._context(block, i)
            features = self._bandit._contexts.look(context) if context is not None else None
            action, _ = self._bandit.oracle.best(features)
            best[k] = self._space.to_unit(action)
            atoms[k] = self._bandit.propensity(context, action).atom
        return Laws(best, np.clip(atoms, 0.0, 1.0))

    def _densities(self, block: Block, places: NDArray[np.int64], points: Floats) -> Floats:
        actions = self._space.to_user_many(np.ascontiguousarray(points))
        return np.array(
            [
                self._bandit.propensity(self._context(block, int(i)), action_of(action)).density
                for i, action in zip(places, actions, strict=True)
            ]
        )

    def weigh(self, block: Block, halves: Floats) -> list[Weighed]:
        """Density over density, and what the atom adds near the best action."""
        laws = self._laws(block, block.live)
        densities = self._densities(block, block.live, block.points)
        kernels = []
        for places, at_best in near(block, laws.best, halves):
            weights, found = densities * block.inverse, np.searchsorted(block.live, places)
            weights[found] += laws.atoms[found] * at_best
            kernels.append(Weighed(block.live, weights))
        return kernels

    def expected(self, block: Block, half: float, model: Callable[[Floats], Floats]) -> Floats:
        """Over mu, and at a random point of the kernel around the best action."""
        rows = block.rows
        everything = np.arange(len(rows))
        laws = self._laws(block, everything)
        points = laws.best.copy()
        for j in np.flatnonzero(~self._exact):
            low, high = np.maximum(points[:, j] - half, 0.0), np.minimum(points[:, j] + half, 1.0)
            points[:, j] = low + uniform(rows, int(j)) * (high - low)
        total = laws.atoms * model(points)
        for share, drawn in mean_over_mu(block, DRAWS):
            total += share * self._densities(block, everything, drawn) * model(drawn)
        return total


def action_of(action: Any) -> Any:
    """A row of an array of actions as one action."""
    if isinstance(action, np.void) and action.dtype.names != ("number", "category"):
        return dict(zip(action.dtype.names or (), action.item(), strict=True))
    return action.item() if isinstance(action, np.generic) else action
