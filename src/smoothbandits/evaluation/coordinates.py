"""Actions of a log as coordinates, with mu's point masses."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidAction
from smoothbandits.measures import Custom
from smoothbandits.spaces import Space

__all__ = ["exact_coordinates", "places_of", "point_masses", "sampled_density"]

CLOSE = 1e-9


def exact_coordinates(space: Space) -> NDArray[np.bool_]:
    """Which coordinates have point masses: values and categories have, numbers have not.

    Examples
    --------
    >>> from smoothbandits import Catalog, Interval, Product
    >>> exact_coordinates(Product(Interval(0.0, 1.0), Catalog(3)))
    array([False,  True])
    """
    sides = [side.ladder is not None for side in space.parts.sides]
    return np.array(sides + [True] * (space.parts.category is not None))


def places_of(space: Space, actions: ArrayLike) -> Floats:
    """Unit coordinates of many actions in the user's units: `Space.to_unit` of each.

    Examples
    --------
    >>> from smoothbandits import Interval
    >>> places_of(Interval(0.0, 40.0), [10.0, 30.0]).tolist()
    [[0.25], [0.75]]
    """
    columns = space.to_columns(actions)
    points = np.empty_like(columns)
    for i, side in enumerate(space.parts.sides):
        numbers, (low, high) = columns[:, i], side.support
        slack = CLOSE * max(abs(low), abs(high))
        refuse_outside(space, actions, (numbers >= low - slack) & (numbers <= high + slack))
        if side.ladder is None:
            points[:, i] = np.clip(side.measure.cdf(numbers, low, high), 0.0, 1.0)
            continue
        values = side.ladder.values
        above = np.minimum(np.searchsorted(values, numbers), values.size - 1)
        below = np.maximum(above - 1, 0)
        nearer = np.abs(values[below] - numbers) <= np.abs(values[above] - numbers)
        near = np.where(nearer, below, above)
        refuse_outside(space, actions, np.abs(values[near] - numbers) <= slack)
        points[:, i] = side.ladder.places[near]
    if space.parts.category is not None:
        points[:, -1] = columns[:, -1]
    refuse_outside(space, actions, space.holds(points))
    return points


def refuse_outside(space: Space, actions: Any, good: NDArray[np.bool_]) -> None:
    """Raise at the first action that is not of the space."""
    if not good.all():
        row = int(np.argmin(good))
        raise InvalidAction(f"action {row} is {actions[row]!r}, outside of {space!r}")


def point_masses(space: Space, points: Floats) -> Floats:
    """mu's mass of each coordinate of each point, 1 for numbers, which have none."""
    masses = np.ones_like(points)
    for i, side in enumerate(space.parts.sides):
        if side.ladder is not None:
            places = side.ladder.places
            near = np.minimum(np.searchsorted(places, points[:, i]), places.size - 1)
            masses[:, i] = side.ladder.masses[near]
    catalog = space.parts.category
    if catalog is not None and catalog.weights is None:
        masses[:, -1] = 1.0 / catalog.n
    elif catalog is not None:
        masses[:, -1] = catalog.masses[points[:, -1].astype(np.int64)]
    return masses


def sampled_density(space: Space, points: Floats) -> Floats | float:
    """Density of mu per unit of the coordinates: 1, but of a sampler of the user's own."""
    number = space.parts.only_number
    if number is None or not isinstance(number.measure, Custom):
        return 1.0
    low, high = number.support
    return number.measure.density(low + points[:, 0] * (high - low), low, high) * (high - low)
