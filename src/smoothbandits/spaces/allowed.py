"""What one decision may use of a space: a range of each side, some items."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, as_number
from smoothbandits.errors import InvalidAction
from smoothbandits.kernels.states import ItemsState, PartState
from smoothbandits.spaces.ladder import Ladder

if TYPE_CHECKING:
    from smoothbandits.spaces.base import Space
    from smoothbandits.spaces.catalog import Catalog
    from smoothbandits.spaces.interval import Interval

__all__ = [
    "Allowed",
    "ItemsDigest",
    "Range",
    "allowed_items",
    "allowed_range",
    "both",
    "items_state",
    "narrowed",
    "part_state",
    "record_of",
]

MOST_LISTED = 100  # items that a record lists one by one
ROUNDING = 1e-13  # of coordinates
HALVINGS = 60  # after which a bound has been moved far enough


class ItemsDigest(NamedTuple):
    """Many items in a record: how many, and which as the digest of their numbers."""

    items: int
    digest: str


class Allowed(NamedTuple):
    """A part of a space.

    Attributes
    ----------
    within
        The rule as a record keeps it, in the user's units.
    state
        What the kernels see instead of the space.
    ranges
        Of each side.
    items
        The numbers of the items or categories; None where the space has none.
    """

    within: Any
    state: Any
    ranges: "tuple[Range, ...]"
    items: NDArray[np.int64] | None

    @property
    def key(self) -> Any:
        """The rule as the key of a dictionary."""
        return tuple(self.within.items()) if isinstance(self.within, dict) else self.within

    def holds(self, point: Floats) -> bool:
        """Whether unit coordinates of an action of the space lie in the part."""
        for coordinate, side in zip(point, self.ranges, strict=False):
            # the way to the user's units and back may round
            if not side.low - ROUNDING <= coordinate <= side.high + ROUNDING:
                return False
        return self.items is None or bool(np.isin(point[-1], self.items))


class Range(NamedTuple):
    """A part of one side: its bounds in the user's units and as coordinates, and its values."""

    users: tuple[float, float]
    low: float
    high: float
    rungs: tuple[int, int]
    ladder: Ladder | None


def allowed_range(side: "Interval", within: Any, where: str = "within") -> Range:
    """The numbers of a side from ``low`` to ``high``, either of which may be None."""
    low, high = side.support
    if within is not None:
        low, high = pair_of(within, side, where)
    ladder = side.ladder
    if ladder is not None:
        first = int(np.searchsorted(ladder.values, low - 1e-12 * abs(low)))
        last = int(np.searchsorted(ladder.values, high + 1e-12 * abs(high), side="right"))
        if first >= last:
            near = ladder.user(ladder.nearest(0.5 * low + 0.5 * high))
            raise InvalidAction(
                f"{where} is {within!r}, which holds none of the {ladder.values.size} values; "
                f"{near} is the nearest"
            )
        users = (float(ladder.values[first]), float(ladder.values[last - 1]))
        ends = float(ladder.places[first]), float(ladder.places[last - 1])
        return Range(users, *ends, (first, last), ladder)
    bottom, top = (float(side.to_unit(number)[0]) for number in (low, high))
    if low == high:  # a value of its own, so that no rounding moves it
        only = Ladder(np.array([low]), np.array([bottom]), np.array([0.0, 1.0]), False)
        return Range((low, high), bottom, bottom, (0, 1), only)
    top = max(bottom, top)  # logarithms of neighbours may round past each other
    return Range((low, high), *inward(side, low, high, bottom, top), (0, 0), None)


def both(space: "Space", one: Allowed, other: Allowed) -> Allowed:
    """What two rules leave together."""
    where = "within, together with the bandit's own rule,"
    ranges = []
    for side, a, b in zip(space.parts.sides, one.ranges, other.ranges, strict=True):
        low, high = max(a.users[0], b.users[0]), min(a.users[1], b.users[1])
        ranges.append(allowed_range(side, (low, high), where))
    items = one.items
    if items is not None and other.items is not None:
        items = np.intersect1d(items, other.items)
        if not items.size:
            raise InvalidAction(f"{where} leaves no item; allow one at least")
    return space._part(tuple(ranges), items)


def pair_of(within: Any, side: "Interval", where: str) -> tuple[float, float]:
    """Two bounds, cut to the side."""
    low, high = side.support
    try:
        first, last = within
    except (TypeError, ValueError):
        first = last = "?"
    bottom = -math.inf if first is None else as_number(first)
    top = math.inf if last is None else as_number(last)
    if math.isnan(bottom) or math.isnan(top):
        raise InvalidAction(
            f"{where} is {within!r}; give (low, high), None where there is no bound"
        )
    if bottom > top:
        raise InvalidAction(f"{where} is {within!r}, which is empty; low must not be above high")
    if bottom > high or top < low:
        raise InvalidAction(f"{where} is {within!r}, outside [{low}, {high}]; nothing is left")
    return max(low, bottom), min(high, top)


def inward(
    side: "Interval", low: float, high: float, bottom: float, top: float
) -> tuple[float, float]:
    """Coordinates that no rounding takes beyond the bounds: a cap is a cap."""
    for k in range(HALVINGS):
        if side.to_user(np.array([bottom])) >= low:
            break
        bottom = min(top, bottom + 2.0**k * 2.0**-53)
    for k in range(HALVINGS):
        if side.to_user(np.array([top])) <= high:
            break
        top = max(bottom, top - 2.0**k * 2.0**-53)
    return bottom, top


def allowed_items(catalog: "Catalog", within: Any, where: str = "within") -> NDArray[np.int64]:
    """Numbers of some items, rising: from a mask, or from items one by one."""
    if within is None:
        items = np.flatnonzero(catalog.reachable)
    elif isinstance(within, np.ndarray) and within.dtype == np.bool_:
        if within.shape != (catalog.n,):
            raise InvalidAction(
                f"{where} is a mask of shape {within.shape}; give one flag for each of the "
                f"{catalog.n} items"
            )
        items = np.flatnonzero(within & catalog.reachable)
    else:
        items = listed_items(catalog, within, where)
    if not items.size:
        raise InvalidAction(f"{where} leaves no item that mu gives any mass; allow one at least")
    return items.astype(np.int64)


def listed_items(catalog: "Catalog", within: Any, where: str) -> NDArray[np.int64]:
    """Numbers of items that were given one by one."""
    if isinstance(within, str | bytes | Mapping):
        raise InvalidAction(f"{where} is {within!r}; give a list of items or a mask")
    try:
        given = list(within)
    except TypeError:
        raise InvalidAction(f"{where} is {within!r}; give a list of items or a mask") from None
    if given and all(isinstance(flag, bool | np.bool_) for flag in given):
        return allowed_items(catalog, np.array(given, dtype=np.bool_), where)
    if isinstance(within, np.ndarray) and within.dtype.kind in "iu" and catalog.labels is None:
        items = np.unique(within.astype(np.int64))
        if items.size and not 0 <= items[0] <= items[-1] < catalog.n:
            raise InvalidAction(f"{where} reaches from {items[0]} to {items[-1]}; there are "
                                f"items 0 to {catalog.n - 1}")  # fmt: skip
    else:
        try:
            items = np.unique([int(catalog.to_unit(catalog.check(item))[0]) for item in given])
        except InvalidAction as error:
            raise InvalidAction(str(error).replace("action is", f"{where} holds", 1)) from None
    items = items.astype(np.int64)
    return items[catalog.reachable[items]] if items.size else items


def record_of(catalog: "Catalog", items: NDArray[np.int64]) -> Any:
    """What a record keeps of items."""
    if items.size > MOST_LISTED:
        digest = hashlib.blake2b(items.tobytes(), digest_size=16).hexdigest()
        return ItemsDigest(int(items.size), digest)
    return tuple(catalog.from_row((float(item),)) for item in items)


def items_state(catalog: "Catalog", items: NDArray[np.int64]) -> ItemsState:
    """Kernel state of some items."""
    if catalog.weights is None:
        shares = np.full(items.size, 1.0 / items.size)
    else:
        chosen = np.asarray(catalog.weights)[items]
        shares = chosen / chosen.sum()
    below = np.concatenate([[0.0], np.cumsum(shares)])
    below[-1] = 1.0
    return ItemsState(items, shares, below)


def narrowed(whole: PartState, sides: Sequence["Interval"], ranges: Sequence[Range]) -> PartState:
    """The state of all of some sides, narrowed to ranges; what does not change is shared."""
    if any(one.ladder is not side.ladder for side, one in zip(sides, ranges, strict=True)):
        return part_state(sides, ranges, (whole.candidates, whole.spacing))
    return whole._replace(
        bounds=np.array([(one.low, one.high) for one in ranges]),
        ends=np.array([one.users for one in ranges]),
        rungs=np.array([one.rungs for one in ranges], dtype=np.int64),
    )


def part_state(
    sides: Sequence["Interval"], ranges: Sequence[Range], grid: tuple[Floats, Floats]
) -> PartState:
    """Kernel state of a part of some sides; knots and values are padded to one width."""
    cubes = [side.cube for side in sides]
    ladders = [one.ladder for one in ranges]
    nothing = np.zeros(1)
    return PartState(
        sides=np.concatenate([cube.sides for cube in cubes]),
        knots=np.ascontiguousarray(np.stack(padded([cube.knots[0] for cube in cubes]))),
        bounds=np.array([(one.low, one.high) for one in ranges]),
        ends=np.array([one.users for one in ranges]),
        rungs=np.array([one.rungs for one in ranges], dtype=np.int64),
        places=np.stack(padded([nothing if one is None else one.places for one in ladders])),
        values=np.stack(padded([nothing if one is None else one.values for one in ladders])),
        below=np.stack(padded([nothing if one is None else one.below for one in ladders])),
        candidates=grid[0],
        spacing=grid[1],
    )


def padded(rows: list[Floats]) -> list[Floats]:
    """Arrays of one width: the last column is repeated."""
    width = max(row.shape[-1] for row in rows)
    if all(row.shape[-1] == width for row in rows):
        return rows
    return [
        np.pad(row, [(0, 0)] * (row.ndim - 1) + [(0, width - row.shape[-1])], "edge")
        for row in rows
    ]
