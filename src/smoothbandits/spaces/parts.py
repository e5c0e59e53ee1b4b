"""What actions are made of.  The library asks a space for its parts and never for its class."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from smoothbandits.checks import Floats

if TYPE_CHECKING:
    from smoothbandits.spaces.catalog import Catalog
    from smoothbandits.spaces.interval import Interval

__all__ = ["Parts"]


class Parts(NamedTuple):
    """What an action is made of: a number or a vector of knobs, a category, or both.

    Attributes
    ----------
    number
        The interval of a number.
    knobs
        The interval of each entry of a vector, also of a vector with one entry.
    category
        The catalogue of an item or a category.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog, Interval, Product
    >>> offers = Product(Interval(5.0, 50.0), Catalog(3))
    >>> offers.parts.number.support, offers.parts.categories, offers.parts.only_number
    ((5.0, 50.0), 3, None)
    """

    number: "Interval | None" = None
    knobs: "tuple[Interval, ...]" = ()
    category: "Catalog | None" = None

    @property
    def only_number(self) -> "Interval | None":
        """The interval of the number, where an action is that number and nothing else."""
        return None if self.knobs or self.category is not None else self.number

    @property
    def only_category(self) -> "Catalog | None":
        """The catalogue of the item, where an action is that item and nothing else."""
        return None if self.sides else self.category

    @property
    def sides(self) -> "tuple[Interval, ...]":
        """The intervals of all continuous coordinates; these coordinates come first."""
        return self.knobs if self.number is None else (self.number, *self.knobs)

    @property
    def categories(self) -> int:
        """How many items or categories there are; 0 where an action has none."""
        return 0 if self.category is None else self.category.n

    @property
    def masses(self) -> Floats:
        """mu of each category; a single 1 where an action has none."""
        return np.ones(1) if self.category is None else self.category.masses
