"""Questions to the oracle of a bandit, on its engine: the one place that knows how to ask."""

from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.contexts import as_context

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["best_of", "features_of", "losses_of", "row_of"]


def row_of(bandit: "Bandit", context: Any) -> Floats:
    """A context as entries."""
    return as_context(context, bandit.context_size)


def features_of(bandit: "Bandit", row: Floats) -> Floats:
    """The features of a row of entries that was checked."""
    return np.ascontiguousarray(bandit.oracle.transform(row[None])[0])


def best_of(
    bandit: "Bandit", state: Any, features: Floats, weight: float = 1.0
) -> tuple[Floats, float]:
    """The argmin of a state, in unit coordinates, and its predicted loss."""
    point = np.empty(bandit.space.dimension)
    value, _ = bandit._states.kernels.predict_best(state, 0, features, weight, point)
    return point, float(value)


def losses_of(
    bandit: "Bandit", state: Any, features: Floats, points: Floats, weight: float = 1.0
) -> Floats:
    """Predicted losses of actions in unit coordinates."""
    out, points = np.empty(len(points)), np.ascontiguousarray(points)
    bandit._states.kernels.predict_losses(state, 0, features, weight, points, out)
    return out
