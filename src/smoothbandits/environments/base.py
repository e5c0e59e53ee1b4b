"""What an environment is: contexts, losses, and what is known about the best."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import MOST_ROUNDS, check_count
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction, UnsupportedEngine
from smoothbandits.kernels.states import OwnEnvironmentState
from smoothbandits.spaces import Action, Interval, Space
from smoothbandits.spaces.base import check_space, unsuited

__all__ = ["Environment", "check_round", "check_rounds", "require_items", "require_support"]

Floats = NDArray[np.float64]


class Environment(ABC):
    """A problem that answers with losses in [0, 1]; rounds are counted from 0."""

    #: number of entries of a context
    context_size: int = 0
    #: whether it runs inside the compiled loop
    compilable: bool = False
    #: whether it answers with outcomes too, for bandits with a payoff
    has_outcomes: bool = False
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
        points = np.ascontiguousarray(check_space(space).to_columns(actions))
        require_items(space, points)
        out = np.empty(len(points))
        kernels = entries_of("compiled" if self.compilable else "python")
        context = self.contexts(number, 1)[0]
        kernels.loss_curve(self.state(space), number, context, points, out)
        return out if space.dimension > 1 else out.reshape(np.shape(actions))

    def smooth_losses(self, first: int, n: int, space: Space, h: float) -> Floats | None:
        """Smooth_h of each round where a formula is known, else None."""
        return None

    def state(self, space: Space) -> Any:
        """Kernel state; by default the object itself answers."""
        return OwnEnvironmentState(self, space)

    def realised(self, number: int, action: Action) -> float:
        """Loss of an action in one round (environments outside the compiled loop)."""
        raise UnsupportedEngine(
            f"{type(self).__name__} answers inside the loop; use simulate, or expected_losses"
        )

    def outcome(self, number: int, action: Action) -> float:
        """Outcome of an action in one round, in [0, 1], where ``has_outcomes`` is true.

        It belongs to the loss that `realised` answers: (high - payoff) / (high - low), with the
        range of payoffs of `Bandit.scale`.
        """
        raise UnsupportedEngine(
            f"{type(self).__name__} has no outcomes outside the loop; use simulate"
        )

    def expected(self, number: int, action: Action) -> float:
        """The mean of what `realised` answers, where it is known."""
        return self.realised(number, action)


def check_rounds(first: int, n: int) -> tuple[int, int]:
    """Refuse numbers that count no rounds; all rounds together are kept in memory."""
    n = check_count("n", n, least=0, most=MOST_ROUNDS)
    return check_round(first, "first"), n


def check_round(number: int, name: str = "number") -> int:
    """Refuse a number that counts no round; there is room for some after the last."""
    return check_count(name, number, least=0, most=2**62)


def require_items(space: Space, columns: Floats) -> None:
    """Raise unless every row has an item that exists: kernels trust its number."""
    catalog = space.parts.category
    if catalog is not None:
        known = catalog.holds(columns[:, -1:])
        if not known.all():
            bad = columns[np.argmin(known), -1].item()
            raise InvalidAction(f"actions holds item {bad!r}; give 0 to {catalog.n - 1}")


def require_support(space: Space, own: Interval, who: str) -> None:
    """Refuse every space but an interval with the ends of the problem's own."""
    number, (low, high) = check_space(space).parts.only_number, own.support
    if number is None or number.support != own.support:
        raise unsuited(space, who, f"an Interval from {low:g} to {high:g}")
