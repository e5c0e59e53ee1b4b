"""Items by their number, up to tens of millions."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import (
    Floats,
    as_floats,
    as_number,
    as_numbers,
    check_count,
    nearest,
)
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import CatalogState
from smoothbandits.spaces.allowed import Allowed, Range, allowed_items, items_state, record_of
from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.parts import Parts

__all__ = ["Catalog"]

LARGEST_CATALOG = 2**31 - 1  # item numbers are kept in 32 bits


@dataclass(frozen=True, eq=False)
class Catalog(Space):
    """Items by their number from 0 to n - 1, up to tens of millions, or by their labels.

    Parameters
    ----------
    n
        Number of items, or a list of labels: strings, or whole numbers of your own.  Actions are
        then labels.
    weights
        Prior weight of each item (mu, up to a factor); uniform if left out.  An item of weight
        0 is never played.

    Examples
    --------
    >>> songs = Catalog(10_025)
    >>> songs.contains(10_024), songs.contains(10_025)
    (True, False)
    >>> Catalog(["red", "green", "blue"]).contains("pink")
    False
    """

    n: int
    weights: ArrayLike | None = None
    labels: Sequence[str] | Sequence[int] | None = None

    def __post_init__(self) -> None:
        if self.labels is None and not isinstance(self.n, int | np.integer | float | str):
            object.__setattr__(self, "labels", self.n)
            object.__setattr__(self, "n", len(checked_labels(self.n)))
        if self.labels is not None:
            object.__setattr__(self, "labels", checked_labels(self.labels))
            if check_count("n", self.n) != len(self.labels):
                raise InvalidParameter(
                    f"labels has {len(self.labels)} entries and n is {self.n!r}; leave n out: "
                    "Catalog([...])"
                )
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

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """Number of each label."""
        return {label: number for number, label in enumerate(self.labels or ())}

    @cached_property
    def names(self) -> NDArray[Any]:
        """The labels as an array."""
        return np.array(self.labels if self.labels is not None else [])

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

    def check(self, action: Action) -> Action:
        """A label, or a whole number from 0 to n - 1."""
        if self.labels is not None:
            return self.labels[self._number(action)]
        number = as_number(action)
        if not (0 <= number < self.n and number.is_integer()):
            raise InvalidAction(
                f"action is {action!r}; give the number of an item, 0 to {self.n - 1}"
            )
        return int(number)

    def to_unit(self, action: Action) -> Floats:
        """The number of the item is its coordinate."""
        return np.array([float(self._number(action) if self.labels is not None else action)])

    def _number(self, label: Any) -> int:
        """The number of a label."""
        try:
            number = self.numbers.get(label)
        except TypeError:  # not even hashable
            number = None
        if number is None or isinstance(label, bool | np.bool_):
            texts = [one for one in self.numbers if isinstance(one, str)]
            hint = nearest(label, texts) if isinstance(label, str) else ""
            raise InvalidAction(
                f"action is {label!r}; give one of the {self.n} labels{hint or ''}"
                if hint or self.n > 20
                else f"action is {label!r}; give one of {', '.join(map(repr, self.numbers))}"
            )
        return number

    def to_user(self, unit: Floats) -> Action:
        """The item with the number of the coordinate."""
        return self.from_row(unit.tolist())

    def density(self, actions: ArrayLike) -> Floats:
        """mu of the items, 0 for what is none."""
        if self.labels is not None:
            known = [self.numbers.get(label, -1) for label in np.asarray(actions).ravel().tolist()]
            actions = np.reshape(known, np.shape(actions))
        items = as_numbers("actions", actions, InvalidAction)
        inside = (items >= 0) & (items < self.n) & (items == np.floor(items))
        return np.where(inside, self.masses[np.where(inside, items, 0).astype(np.int64)], 0.0)

    def candidates(self) -> tuple[Floats, Floats]:
        """Every item that mu gives any mass."""
        return np.flatnonzero(self.reachable).astype(np.float64)[:, None], np.empty(0)

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """The only column, as whole numbers or labels."""
        items = units[:, 0].astype(np.int64)
        return items if self.labels is None else self.names[items]

    def from_row(self, row: Sequence[float]) -> Action:
        """The only number of the row, as a whole number or label."""
        return int(row[0]) if self.labels is None else self.labels[int(row[0])]

    def to_columns(self, actions: ArrayLike) -> Floats:
        """Numbers of the items."""
        if self.labels is None:
            return super().to_columns(actions)
        given = np.asarray(actions).ravel().tolist()
        return np.array([float(self._number(label)) for label in given]).reshape(-1, 1)

    def allowed(self, within: Any) -> Allowed:
        """Some items: a list of them, or a mask with a flag for each."""
        return self._part((), allowed_items(self, within))

    def _part(self, ranges: tuple[Range, ...], items: NDArray[np.int64] | None) -> Allowed:
        """Some items."""
        assert items is not None
        return Allowed(record_of(self, items), items_state(self, items), (), items)


def checked_labels(labels: Any) -> tuple[Any, ...]:
    """Labels of one kind, each given once."""
    try:
        given = () if isinstance(labels, str | bytes | Mapping) else tuple(labels)
    except TypeError:
        given = ()
    plain = tuple(one.item() if isinstance(one, np.generic) else one for one in given)
    if not plain or {type(one) for one in plain} not in ({str}, {int}):
        shown = repr(labels) if len(plain) <= 20 else f"{len(plain)} values"
        raise InvalidParameter(
            f"labels is {shown}; give strings, or whole numbers, one for each item"
        )
    twins = [label for label, many in Counter(plain).items() if many > 1]
    if twins:
        raise InvalidParameter(f"labels has {twins[0]!r} twice; give each item its own")
    return plain


def alias_table(weights: Floats) -> tuple[Floats, NDArray[np.int32]]:
    """The alias method: a draw costs one column and one coin, whatever the size."""
    threshold = weights * weights.size
    alias = np.arange(weights.size, dtype=np.int32)
    kernels = entries_of("compiled" if weights.size > 10_000 else "python")
    kernels.fill_alias_table(threshold, alias)
    return threshold, alias
