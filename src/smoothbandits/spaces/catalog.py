"""Items by their number, up to tens of millions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_floats, as_number, as_numbers, check_count
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import CatalogState
from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.parts import Parts

__all__ = ["Catalog"]

LARGEST_CATALOG = 2**31 - 1  # item numbers are kept in 32 bits


@dataclass(frozen=True, eq=False)
class Catalog(Space):
    """Items 0 to n - 1, up to tens of millions.

    Parameters
    ----------
    n
        Number of items.
    weights
        Prior weight of each item (mu, up to a factor); uniform if left out.  An item of weight
        0 is never played.

    Examples
    --------
    >>> songs = Catalog(10_025)
    >>> songs.contains(10_024), songs.contains(10_025)
    (True, False)
    """

    n: int
    weights: ArrayLike | None = None

    def __post_init__(self) -> None:
        n = check_count("n", self.n)
        if n > LARGEST_CATALOG:
            raise InvalidParameter(f"n is {n!r}; a catalogue has at most {LARGEST_CATALOG} items")
        object.__setattr__(self, "n", n)
        if self.weights is not None:
            weights = as_floats("weights", self.weights, ndim=1)
            if weights.size != n:
                raise InvalidParameter(f"weights has {weights.size} entries for {n} items")
            with np.errstate(over="ignore"):
                least, total = float(weights.min()), float(weights.sum())
            if least < 0.0 or not 0.0 < total < math.inf:
                raise InvalidParameter(
                    f"weights has least entry {least!r} and sum {total!r}; "
                    "give non-negative weights with a positive, finite sum"
                )
            # normalising twice must change nothing: a saved catalogue loads bit for bit
            settled = abs(total - 1.0) < 1e-13
            object.__setattr__(self, "weights", weights if settled else weights / total)

    @property
    def parts(self) -> Parts:
        """The item is the whole action."""
        return Parts(category=self)

    @property
    def reachable(self) -> NDArray[np.bool_]:
        """Which items mu gives any mass; the others are never played."""
        if self.weights is None:
            return np.ones(self.n, dtype=np.bool_)
        return np.asarray(self.weights) > 0.0

    @cached_property
    def masses(self) -> Floats:
        """mu of every item; they sum to 1."""
        if self.weights is None:
            return np.full(self.n, 1.0 / self.n)
        return np.asarray(self.weights)

    @cached_property
    def state(self) -> CatalogState:
        """Number of items, weights and the alias table that draws from them."""
        nothing = np.empty(0)
        if self.weights is None:
            return CatalogState(self.n, nothing, nothing, np.empty(0, dtype=np.int32))
        weights = np.asarray(self.weights)
        return CatalogState(self.n, weights, *alias_table(weights))

    def check(self, action: Action) -> int:
        """A whole number from 0 to n - 1."""
        number = as_number(action)
        if not (0 <= number < self.n and number.is_integer()):
            raise InvalidAction(
                f"action is {action!r}; give the number of an item, 0 to {self.n - 1}"
            )
        return int(number)

    def to_unit(self, action: Action) -> Floats:
        """The number of the item is its coordinate."""
        return np.array([float(action)])

    def to_user(self, unit: Floats) -> int:
        """The coordinate is the number of the item."""
        return int(unit[0])

    def density(self, actions: ArrayLike) -> Floats:
        """mu of the items, 0 for what is none."""
        items = as_numbers("actions", actions, InvalidAction)
        inside = (items >= 0) & (items < self.n) & (items == np.floor(items))
        return np.where(inside, self.masses[np.where(inside, items, 0).astype(np.int64)], 0.0)

    def candidates(self) -> tuple[Floats, Floats]:
        """Every item that mu gives any mass."""
        return np.flatnonzero(self.reachable).astype(np.float64)[:, None], np.empty(0)

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """The only column, as whole numbers."""
        return units[:, 0].astype(np.int64)

    def from_row(self, row: Sequence[float]) -> int:
        """The only number of the row, as a whole number."""
        return int(row[0])


def alias_table(weights: Floats) -> tuple[Floats, NDArray[np.int32]]:
    """The alias method: a draw costs one column and one coin, whatever the size."""
    threshold = weights * weights.size
    alias = np.arange(weights.size, dtype=np.int32)
    kernels = entries_of("compiled" if weights.size > 10_000 else "python")
    kernels.fill_alias_table(threshold, alias)
    return threshold, alias
