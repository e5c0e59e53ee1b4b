"""A number and a category at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_numbers
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import ProductState
from smoothbandits.measures import Custom
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
    def state(self) -> ProductState:
        """The cube of the number and the catalogue of the category."""
        return ProductState(self.number.cube, self.category.state)

    def check(self, action: Action) -> tuple[float, int]:
        """A number and the number of a category."""
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
                f"the number of a category, 0 to {self.category.n - 1}"
            ) from error

    def to_unit(self, action: Action) -> Floats:
        """Mass below the number, and the category's number."""
        number, category = self.check(action)
        return np.append(self.number.to_unit(number), float(category))

    def to_user(self, unit: Floats) -> tuple[float, int]:
        """Quantile, and the category's number."""
        return self.number.to_user(unit[:1]), int(unit[1])

    def density(self, actions: ArrayLike) -> Floats:
        """Density of the number, times mu of the category."""
        columns = self.to_columns(actions)
        return self.number.density(columns[:, 0]) * self.category.density(columns[:, 1])

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
        rows = np.empty(len(units), dtype=ROW)
        rows["number"], rows["category"] = units[:, 0], units[:, 1]
        return rows

    def from_row(self, row: Sequence[float]) -> tuple[float, int]:
        """The row as a pair of a number and a category."""
        return float(row[0]), int(row[1])

    def to_columns(self, actions: ArrayLike) -> Floats:
        """Numbers and categories side by side, from pairs or from an array with both fields."""
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
