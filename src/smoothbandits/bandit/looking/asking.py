"""Questions to the oracle of a bandit, on its engine: the one place that knows how to ask."""

from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["best_of", "features_of", "losses_of", "row_of"]


def row_of(bandit: "Bandit", context: Any) -> Floats:
    """A context as entries."""
    return bandit._contexts.look(context)


def features_of(bandit: "Bandit", row: Floats) -> Floats:
    """The features of a row of entries that was checked."""
    return np.ascontiguousarray(bandit.oracle.transform(row[None])[0])


def best_of(
    bandit: "Bandit", state: Any, features: Floats, weight: float = 1.0, where: Any = None
) -> tuple[Floats, float]:
    """The argmin of a state in unit coordinates, in a part of the space, and its value."""
    point, place = np.empty(bandit.space.dimension), bandit.space.state if where is None else where
    value, _ = bandit._states.kernels.predict_best(place, state, 0, features, weight, point)
    return point, float(value)


def losses_of(
    bandit: "Bandit", state: Any, features: Floats, points: Floats, weight: float = 1.0
) -> Floats:
    """Predicted losses of actions in unit coordinates."""
    out, points = np.empty(len(points)), np.ascontiguousarray(points)
    bandit._states.kernels.predict_losses(state, 0, features, weight, points, out)
    return out
