"""A number and a category at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_numbers
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import PairState, ProductState
from smoothbandits.measures import Custom
from smoothbandits.spaces.allowed import (
    Allowed,
    Range,
    allowed_items,
    allowed_range,
    items_state,
    narrowed,
    record_of,
)
from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.catalog import Catalog
from smoothbandits.spaces.interval import Interval
from smoothbandits.spaces.parts import Parts

__all__ = ["Product"]

MOST_CATEGORIES = 10_000  # every decision looks at all of them
ROW = np.dtype([("number", np.float64), ("category", np.int64)])


@dataclass(frozen=True, eq=False)
class Product(Space):
    """A number and one of few categories: a bid and a slot, a dose and a drug.

    An action is the pair ``(number, category)``; many of them are an array with these two fields.
    mu is the product of the two measures.

    Parameters
    ----------
    number
        The numbers, the same for each category.
    category
        The categories, at most 10,000: each decision looks at all of them.

    Examples
    --------
    >>> offers = Product(Interval(5.0, 50.0), Catalog(3))
    >>> offers.contains((23.4, 2)), offers.contains((23.4, 3))
    (True, False)
    >>> offers.sample(key=1, n=4)["category"]
    array([0, 0, 1, 0])
    """

    number: Interval
    category: Catalog

    @cached_property
    def _row(self) -> np.dtype[Any]:
        """What an array of actions holds."""
        number = np.int64 if self.number.whole else np.float64
        category = np.int64 if self.category.labels is None else self.category.names.dtype
        return np.dtype([("number", number), ("category", category)])

    @property
    def finite(self) -> int | None:
        """How many pairs there are, where the number has values."""
        return None if self.number.finite is None else self.number.finite * self.category.n

    def __post_init__(self) -> None:
        if not isinstance(self.number, Interval) or isinstance(self.number.measure, Custom):
            raise InvalidParameter(
                f"number is {self.number!r}; give an Interval with a Uniform, LogUniform or "
                "Empirical measure"
            )
        if not isinstance(self.category, Catalog):
            raise InvalidParameter(f"category is {self.category!r}; give a Catalog")
        if self.category.n > MOST_CATEGORIES:
            raise InvalidParameter(
                f"category has {self.category.n} items; a Product has at most {MOST_CATEGORIES}"
            )

    @property
    def parts(self) -> Parts:
        """A number and a category."""
        return Parts(number=self.number, category=self.category)

    @cached_property
    def state(self) -> ProductState | PairState:
        """The cube of the number and the catalogue of the category, or values and items."""
        if self.number.ladder is not None:
            state: PairState = self.allowed(None).state
            return state
        return ProductState(self.number.cube, self.category.state)

    def check(self, action: Action) -> tuple[float, Any]:
        """A number and a category."""
        pair = action.item() if isinstance(action, np.void) else action
        named = action.dtype.names if isinstance(action, np.void) else ROW.names
        if named != ROW.names or not isinstance(pair, tuple | list | np.ndarray):
            raise InvalidAction(f"action is {action!r}; give (number, category)")
        try:
            number, category = pair
            return self.number.check(number), self.category.check(category)
        except (InvalidAction, TypeError, ValueError) as error:
            low, high = self.number.support
            raise InvalidAction(
                f"action is {action!r}; give (number, category), a number of [{low}, {high}] and "
                + (
                    f"the number of a category, 0 to {self.category.n - 1}"
                    if self.category.labels is None
                    else f"one of the {self.category.n} labels of categories"
                )
                + ("" if self.number.ladder is None else f" ({error})")
            ) from error

    def to_unit(self, action: Action) -> Floats:
        """Mass below the number, and the category's number."""
        number, category = self.check(action)
        return np.append(self.number.to_unit(number), self.category.to_unit(category))

    def to_user(self, unit: Floats) -> tuple[float, Any]:
        """Quantile, and the category."""
        return self.number.to_user(unit[:1]), self.category.to_user(unit[1:])

    def density(self, actions: ArrayLike) -> Floats:
        """Density of the number, times mu of the category."""
        columns = self.to_columns(actions)
        items = columns[:, 1]
        inside = (items >= 0) & (items < self.category.n) & (items == np.floor(items))
        masses = self.category.masses[np.where(inside, items, 0).astype(np.int64)]
        return self.number.density(columns[:, 0]) * np.where(inside, masses, 0.0)

    def candidates(self) -> tuple[Floats, Floats]:
        """The interval's points for every category that mu gives any mass."""
        places, spacing = self.number.candidates()
        items, _ = self.category.candidates()
        grid = np.column_stack([np.tile(places[:, 0], len(items)), items.repeat(len(places))])
        return np.ascontiguousarray(grid), np.append(spacing, 0.0)

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        """Whether both the number and the category belong to their part."""
        return self.number.holds(points[:, :1]) & self.category.holds(points[:, 1:])

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """One pair per row, with the fields ``number`` and ``category``."""
        rows = np.empty(len(units), dtype=self._row)
        rows["number"] = units[:, 0]
        rows["category"] = self.category.from_columns(units[:, 1:])
        return rows

    def from_row(self, row: Sequence[float]) -> tuple[float, Any]:
        """The row as a pair of a number and a category."""
        return self.number.from_row(row[:1]), self.category.from_row(row[1:])

    def allowed(self, within: Any) -> Allowed:
        """A pair: what is allowed of the numbers and of the categories, None for all of either."""
        try:
            of_number, of_category = (None, None) if within is None else within
        except (TypeError, ValueError):
            raise InvalidAction(
                f"within is {within!r}; give a pair, (low, high) and a list of categories, None "
                "for all of either"
            ) from None
        one = allowed_range(self.number, of_number, "within of the number")
        items = allowed_items(self.category, of_category, "within of the category")
        return self._part((one,), items)

    def _part(self, ranges: tuple[Range, ...], items: NDArray[np.int64] | None) -> Allowed:
        """A range of the numbers with some categories."""
        assert items is not None
        numbers = narrowed(self.number.whole_part, (self.number,), ranges)
        state = PairState(numbers, items_state(self.category, items))
        within = (ranges[0].users, record_of(self.category, items))
        return Allowed(within, state, ranges, items)

    def to_columns(self, actions: ArrayLike) -> Floats:
        """Numbers and categories side by side, from pairs or from an array with both fields."""
        if self.category.labels is not None:
            return self._from_labels(actions)
        try:
            array = np.asarray(actions)
        except ValueError:
            raise InvalidAction(f"actions is {actions!r}; give (number, category) each") from None
        if array.dtype.names == ROW.names:
            array = np.stack([array["number"], array["category"]], axis=-1)
        if array.dtype.names:
            raise InvalidAction(f"actions has shape {array.shape}; give (number, category) each")
        array = as_numbers("actions", array, InvalidAction)
        if array.ndim == 0 or array.shape[-1] != 2:
            raise InvalidAction(f"actions has shape {array.shape}; give (number, category) each")
        return array.reshape(-1, 2)

    def _from_labels(self, actions: Any) -> Floats:
        """The columns of pairs whose categories have labels."""
        rows = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        try:
            numbers, labels = zip(*rows, strict=True) if rows else ((), ())
        except (TypeError, ValueError):
            raise InvalidAction(f"actions is {actions!r}; give (number, category) each") from None
        column = as_numbers("actions", list(numbers), InvalidAction)
        return np.column_stack([column, self.category.to_columns(list(labels))[:, 0]])
