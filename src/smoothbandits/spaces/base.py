"""What every action space can do: a set of actions together with its reference measure mu.

Users see their own units; inside, an action is a row of coordinates: points of the unit cube for
what is continuous (an interval is a cube of one dimension), the number of an item for what is not.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import MOST_ENTRIES, Floats, as_array, check_count, check_seed
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.spaces.allowed import Allowed, Range
from smoothbandits.spaces.parts import Parts

if TYPE_CHECKING:
    from smoothbandits.spaces.interval import Interval

__all__ = ["Action", "Space", "check_space", "require_number", "unsuited"]

#: float on an Interval, float vector on a Box, int on a Catalog, (float, int) on a Product
Action = Any


class Space(ABC):
    """What every space can do; `Interval`, `Box`, `Catalog` and `Product` are the spaces."""

    @property
    @abstractmethod
    def parts(self) -> Parts:
        """What an action is made of."""

    @property
    @abstractmethod
    def state(self) -> Any:
        """What the kernels see."""

    @cached_property
    def dimension(self) -> int:
        """Number of coordinates of an action."""
        return len(self.parts.sides) + (self.parts.category is not None)

    @property
    def size(self) -> int | None:
        """Number of actions, or None where there is a continuum."""
        catalog = self.parts.only_category
        return None if catalog is None else catalog.n

    @property
    def compilable(self) -> bool:
        """Whether the space runs on the compiled engine."""
        return all(side.measure.compilable for side in self.parts.sides)

    @abstractmethod
    def check(self, action: Action) -> Action:
        """Return the action in its proper type, or raise InvalidAction."""

    @abstractmethod
    def to_unit(self, action: Action) -> Floats:
        """Unit coordinates of an action in the user's units."""

    @abstractmethod
    def to_user(self, unit: Floats) -> Action:
        """The action at these unit coordinates."""

    @abstractmethod
    def density(self, actions: ArrayLike) -> Floats:
        """Density of mu per unit volume of the user's units; on a catalogue, mu's masses."""

    @abstractmethod
    def candidates(self) -> tuple[Floats, Floats]:
        """Unit points for a search of the argmin, and their spacing (empty if exhaustive)."""

    @abstractmethod
    def from_columns(self, units: Floats) -> NDArray[Any]:
        """Rows in user units as the array that holds this space's actions."""

    @abstractmethod
    def from_row(self, row: Sequence[float]) -> Action:
        """One action from its coordinates in the user's units."""

    def to_columns(self, actions: ArrayLike) -> Floats:
        """The inverse of `from_columns`."""
        array = as_array(actions)
        if array is None or array.size % self.dimension:
            raise InvalidAction(f"actions is {actions!r}; give {self.dimension} numbers each")
        return array.reshape(-1, self.dimension)

    @property
    def finite(self) -> int | None:
        """Number of actions where each can be looked at; None where there is a continuum."""
        return self.size

    @property
    def stepped(self) -> bool:
        """Whether a side has values: formulas for continua do not hold there."""
        return any(side.ladder is not None for side in self.parts.sides)

    def every(self) -> Floats | None:
        """Columns of all actions, where each can be looked at."""
        if self.finite is None:
            return None
        count = self.parts.categories
        rest = np.arange(float(count))[:, None] if count else np.empty((1, 0))
        values = [side.ladder.values for side in self.parts.sides if side.ladder is not None]
        if not values:
            return rest
        points = np.stack(np.meshgrid(*values, indexing="ij"), axis=-1).reshape(-1, len(values))
        return np.column_stack([np.tile(points, (len(rest), 1)), rest.repeat(len(points), axis=0)])

    def allowed(self, within: Any) -> Allowed:
        """The part of the space that a rule leaves, mu conditioned on it; None leaves all."""
        raise InvalidParameter(f"within is {within!r}; {self!r} is a space that takes no rules")

    def _part(self, ranges: tuple[Range, ...], items: NDArray[np.int64] | None) -> Allowed:
        """The part with these ranges of its sides and these items."""
        raise InvalidParameter(f"{self!r} is a space that takes no rules")

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        """Which rows are unit coordinates of an action (on a catalogue: its number)."""
        if self.size is None:
            inside = (points >= 0.0) & (points <= 1.0)
        else:
            inside = (points >= 0.0) & (points < self.size) & (points == np.floor(points))
        return np.asarray(inside.all(axis=1))

    def has_point(self, unit: Floats) -> bool:
        """Whether these are unit coordinates of an action."""
        return unit.shape == (self.dimension,) and bool(self.holds(unit[None])[0])

    def contains(self, action: Action) -> bool:
        """Whether the action belongs to the space."""
        try:
            self.check(action)
        except InvalidAction:
            return False
        return True

    def sample(self, key: int, n: int) -> NDArray[Any]:
        """Draw ``n`` actions from mu; the same key gives the same actions."""
        n, key = check_count("n", n, most=MOST_ENTRIES), check_seed(key, "key")
        units = np.empty((n, self.dimension))
        kernels = entries_of("compiled" if self.compilable and n > 256 else "python")
        kernels.sample_many(self.state, key, units)
        return self.to_user_many(units)

    def action_in(self, part: Allowed | None, unit: Floats) -> Action:
        """The action at unit coordinates of a part; on the whole space that is `to_user`."""
        if part is None:
            return self.to_user(unit)
        out = np.empty((1, self.dimension))
        entries_of("python").to_user_many(part.state, np.reshape(unit, (1, -1)), out)
        return self.from_row(out[0].tolist())

    def to_user_many(self, units: Floats) -> NDArray[Any]:
        """The actions at many unit points."""
        out = np.empty_like(units)
        kernels = entries_of("compiled" if self.compilable and len(units) > 256 else "python")
        kernels.to_user_many(self.state, units, out)
        return self.from_columns(out)


def check_space(space: Space) -> Space:
    """Refuse an object that is no space."""
    if not isinstance(space, Space):
        raise InvalidParameter(
            f"space is {space!r}; give an Interval, a Box, a Catalog or a Product"
        )
    return space


def require_number(space: Space, who: str, remedy: str = "") -> "Interval":
    """The interval of a space whose actions are numbers; refuses every other space."""
    number = check_space(space).parts.only_number
    if number is None:
        raise unsuited(space, who, "an Interval", remedy)
    return number


def unsuited(space: Space, who: str, needed: str, remedy: str = "") -> InvalidParameter:
    """The error that someone needs another kind of space."""
    return InvalidParameter(f"{who} needs {needed}, not {space!r}" + (remedy and f"; {remedy}"))
