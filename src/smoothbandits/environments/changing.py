"""A table whose relation of context to target changes from round to round."""

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import MOST_ROUNDS, Floats, check_count
from smoothbandits.environments.regression import RegressionEnvironment, _support
from smoothbandits.errors import InvalidParameter
from smoothbandits.spaces import Space

__all__ = ["ChangingEnvironment", "folded"]


class ChangingEnvironment(RegressionEnvironment):
    """The rows of a table in playing order, moved by the number of their round.

    What has moved is a table again: it runs inside the compiled loop where the table did.  Losses
    are divided by the same width as before, since moved targets stay within the table's range.

    Parameters
    ----------
    environment
        The table as it is without change.
    rounds
        Length of the problem, by default one pass; the table's rows begin again after the last.
        After these rounds everything begins again, the change too.
    """

    def __init__(self, environment: RegressionEnvironment, *, rounds: int | None = None) -> None:
        if not isinstance(environment, RegressionEnvironment):
            raise InvalidParameter(
                f"environment is {environment!r}; give a RegressionEnvironment, which has a table"
            )
        n = len(environment.y) if rounds is None else rounds
        n = check_count("rounds", n, most=MOST_ROUNDS)
        self.low, self.high = float(environment.y.min()), float(environment.y.max())
        numbers = np.arange(n)
        super().__init__(
            self._moved_contexts(environment.contexts(0, n), numbers),
            self._moved_targets(environment.targets(0, n), numbers),
            loss=environment.loss,
            tau=environment.tau,
            under=environment.under,
            over=environment.over,
        )

    @abstractmethod
    def _moved_targets(self, y: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Targets of these rounds."""

    def _moved_contexts(self, X: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Contexts of these rounds, which mostly stay as they are."""
        return X

    def _shifted(self, y: Floats, by: Floats) -> Floats:
        """Targets moved by shares of their range, and reflected at its ends."""
        width = self.high - self.low
        return y if width == 0.0 else self.low + width * folded((y - self.low) / width + by)

    def _range(self, space: Space) -> tuple[float, float]:
        """The range of the whole table, also where only a part of it is played."""
        low, high = _support(space)
        return min(low, self.low), max(high, self.high)


def folded(places: Floats) -> Floats:
    """Numbers reflected at 0 and 1 until they lie between.

    Examples
    --------
    >>> folded(np.array([0.25, 1.25, 2.25, -0.25]))
    array([0.25, 0.75, 0.25, 0.25])
    """
    inside: Floats = 1.0 - np.abs(1.0 - np.mod(places, 2.0))
    return inside
