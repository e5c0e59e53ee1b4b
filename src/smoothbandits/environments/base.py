"""What an environment is: contexts, losses, and what is known about the best."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.engines import load
from smoothbandits.errors import InvalidAction
from smoothbandits.kernels.states import ForeignEnvironmentState
from smoothbandits.spaces import Action, Product, Space

__all__ = ["Environment", "require_items"]

Floats = NDArray[np.float64]


class Environment(ABC):
    """A problem that answers with losses in [0, 1]; rounds are counted from 0."""

    #: number of entries of a context
    context_size: int = 0
    #: whether it runs inside the compiled loop
    compilable: bool = False
    #: what the regret of a trace is measured against
    benchmark: str = "unknown"
    #: number of rounds it can play, or None without end
    length: int | None = None

    @abstractmethod
    def contexts(self, first: int, n: int) -> Floats:
        """Contexts of rounds first, first + 1, ..., one per row."""

    @abstractmethod
    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """Least (expected) loss of each round; nan where it is not known."""

    @property
    def same_every_round(self) -> bool:
        """Whether expected losses are the same function of the action in every round."""
        return self.context_size == 0

    def expected_losses(self, number: int, actions: ArrayLike, space: Space) -> Floats:
        """Expected losses of many actions in one round."""
        points = np.ascontiguousarray(space.to_columns(actions))
        require_items(space, points)
        out = np.empty(len(points))
        kernels = load("compiled" if self.compilable else "python")
        context = self.contexts(number, 1)[0]
        kernels.loss_curve(self.state(space), number, context, points, out)
        return out if space.dimension > 1 else out.reshape(np.shape(actions))

    def smooth_losses(self, first: int, n: int, space: Space, h: float) -> Floats | None:
        """Smooth_h of each round where a formula is known, else None."""
        return None

    def state(self, space: Space) -> Any:
        """Kernel state; by default the object itself answers."""
        return ForeignEnvironmentState(self, space)

    def realised(self, number: int, action: Action) -> float:
        """Loss of an action in one round (environments outside the compiled loop)."""
        raise TypeError(f"{type(self).__name__} answers from its kernel state")

    def expected(self, number: int, action: Action) -> float:
        """Its mean where that is known."""
        return self.realised(number, action)


def require_items(space: Space, columns: Floats) -> None:
    """Raise unless every row has an item that exists: kernels trust its number."""
    catalog = space.category if isinstance(space, Product) else space
    if catalog.size is not None:
        known = catalog.holds(columns[:, -1:])
        if not known.all():
            bad = columns[np.argmin(known), -1].item()
            raise InvalidAction(f"actions holds item {bad!r}; give 0 to {catalog.size - 1}")
