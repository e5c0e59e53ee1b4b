"""The contracts of a space."""

import math
from typing import Any

import numpy as np

from smoothbandits.checks import MOST_ENTRIES, check_count, check_seed
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction
from smoothbandits.spaces import Space
from smoothbandits.testing.contracts import calling, require
from smoothbandits.testing.geometry import categories, corners, is_scalar
from smoothbandits.testing.space_law import check_space_law
from smoothbandits.testing.space_points import (
    check_candidates,
    check_columns,
    check_coordinates,
    check_points,
)

__all__ = ["check_space"]


def check_space(space: Space, *, samples: int = 10_000, key: int = 0) -> None:
    """Check that a space contains what it samples, and samples what its density says.

    Membership, refusals, coordinates, candidates, repeatable draws, a density that is
    non-negative and integrates to 1 in the user's units, and draws that follow it:
    Kolmogorov-Smirnov in one dimension (on a product within each category), chi-square on
    categories, on catalogues and in up to four dimensions (in more, the density is not
    integrated).

    Parameters
    ----------
    space
        A `Space`; a continuous one must be a box in the user's units, whose sides follow the
        unit coordinates one by one; a `Product` is one per category.
    samples, key
        How many draws, and where they start.

    Raises
    ------
    ConformanceError
        Which contract is broken, with what value.

    Examples
    --------
    >>> from smoothbandits import Interval
    >>> check_space(Interval(5.0, 50.0))
    """
    require(
        isinstance(space, Space), f"{space!r} is no Space; subclass smoothbandits.spaces.Space"
    )
    samples, key = check_count("samples", samples, most=MOST_ENTRIES), check_seed(key, "key")
    with calling("sample"):
        actions = space.sample(key, samples)
    require(len(actions) == samples, f"sample returned {len(actions)} actions, not {samples}")
    check_membership(space, actions)
    check_refusals(space)
    check_columns(space, actions[:100])
    check_coordinates(space, actions[:100])
    check_points(space)
    check_candidates(space)
    check_draws(space, key)
    check_density(space, actions)
    check_space_law(space, actions)


def check_membership(space: Space, actions: Any) -> None:
    """Samples belong to the space."""
    for action in actions[:1000]:
        with calling("contains"):
            inside = space.contains(action)
        require(inside, f"sample drew {action}, which contains refuses")
        with calling(f"check({action})"):
            checked = space.check(action)
            same = np.array_equal(space.to_columns([checked]), space.to_columns([action]))
        require(same, f"check({action}) returned {checked}")


def outsiders(space: Space) -> list[Any]:
    """What no space of this kind holds."""
    low, high = (rows[0].tolist() for rows in corners(space))
    found: list[Any] = [None, "x", np.zeros(space.dimension + 1), np.zeros(space.dimension - 1)]
    for side in range(space.dimension):
        if side < len(space.parts.sides):
            width = high[side] - low[side]
            beyond = [low[side] - width, high[side] + width]
        elif labels_of(space):
            beyond = ["no such label", 0.5]
        else:
            beyond = [-1, len(categories(space)), 0.5]
        known = () if side < len(space.parts.sides) else labels_of(space)
        for bad in (one for one in (*beyond, math.nan, math.inf, None, "x") if one not in known):
            found.append(bad if is_scalar(space) else replaced(space.from_row(low), side, bad))
    return found


def labels_of(space: Space) -> tuple[Any, ...]:
    """Labels of the categories, where they have some."""
    category = space.parts.category
    return () if category is None or category.labels is None else tuple(category.labels)


def replaced(action: Any, side: int, bad: Any) -> Any:
    """An action with another value in one place."""
    if isinstance(action, dict):
        return {**action, list(action)[side]: bad}
    parts = list(action)
    parts[side] = bad
    return tuple(parts)


def check_refusals(space: Space) -> None:
    """What lies outside is refused with InvalidAction."""
    for action in outsiders(space):
        with calling(f"contains({action!r})"):
            inside = space.contains(action)
        require(not inside, f"contains({action!r}) is true, and it lies outside the space")
        try:
            checked = space.check(action)
        except InvalidAction:
            continue
        except Exception as error:
            require(False, f"check({action!r}) raised {type(error).__name__}, not InvalidAction")
        require(False, f"check({action!r}) returned {checked!r}, and it lies outside the space")


def check_draws(space: Space, key: int) -> None:
    """The same key gives the same draws, and they are those that a bandit makes."""
    draws = space.sample(key, 50)
    again = space.sample(key, 50)
    require(np.array_equal(draws, again), f"two samples with the key {key} differ")
    units = np.empty((50, space.dimension))
    entries_of("python").sample_many(space.state, key, units)
    require(
        np.array_equal(draws, space.to_user_many(units)),
        "sample differs from what the kernels draw from the space's state",
    )


def check_density(space: Space, actions: Any) -> None:
    """One value per action, finite, and positive where actions were drawn."""
    with calling("density"):
        values = np.asarray(space.density(actions))
    require(
        values.shape == (len(actions),),
        f"density returned shape {values.shape} for {len(actions)} actions",
    )
    bad = ~(np.isfinite(values) & (values > 0.0))
    if bad.any():
        first = int(np.argmax(bad))
        require(False, f"density is {values[first]} at {actions[first]}, which was drawn")
