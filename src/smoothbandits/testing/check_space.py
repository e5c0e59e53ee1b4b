"""The contracts of a space."""

import math
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import load
from smoothbandits.errors import InvalidAction
from smoothbandits.spaces import Space
from smoothbandits.testing.contracts import calling, require
from smoothbandits.testing.geometry import corners, is_line
from smoothbandits.testing.space_law import check_space_law

__all__ = ["check_space"]


def check_space(space: Space, *, samples: int = 10_000, key: int = 0) -> None:
    """Check that a space contains what it samples, and samples what its density says.

    Membership, refusals, coordinates, candidates, repeatable draws, a density that is
    non-negative and integrates to 1 in the user's units, and draws that follow it:
    Kolmogorov-Smirnov in one dimension, chi-square on catalogues and in up to four
    dimensions (in more, the density is not integrated).

    Parameters
    ----------
    space
        A `Space`; a continuous one must be a box in the user's units, whose sides follow the
        unit coordinates one by one.
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
    with calling("sample"):
        actions = space.sample(key, samples)
    require(len(actions) == samples, f"sample returned {len(actions)} actions, not {samples}")
    check_membership(space, actions)
    check_refusals(space)
    check_coordinates(space, actions[:100])
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
        require(np.array_equal(checked, action), f"check({action}) returned {checked}")


def outsiders(space: Space) -> list[Any]:
    """What no space of this kind holds."""
    if space.size is not None:
        return [-1, space.size, 0.5, math.nan, math.inf, None, "x"]
    low, high = corners(space)
    width = high - low
    found: list[Any] = [None, "x", np.zeros(space.dimension + 1)]
    for side in range(space.dimension):
        for bad in (low[side] - width[side], high[side] + width[side], math.nan, math.inf):
            action = (low + high) / 2.0
            action[side] = bad
            found.append(float(action[0]) if is_line(space) else action)
    return found


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


def check_coordinates(space: Space, actions: Any) -> None:
    """To unit coordinates and back."""
    units = []
    for action in actions:
        with calling("to_unit"):
            unit = space.to_unit(action)
        require(
            np.shape(unit) == (space.dimension,),
            f"to_unit({action}) has shape {np.shape(unit)}, not ({space.dimension},)",
        )
        if space.size is None:
            within = np.all((unit >= 0.0) & (unit <= 1.0))
            require(within, f"to_unit({action}) is {unit}, outside the unit cube")
        with calling("to_user"):
            back = space.to_user(unit)
        slack: Floats | float = 0.0
        if space.size is None:
            low, high = corners(space)
            slack = 1e-9 * (high - low) + 8.0 * np.spacing(np.maximum(np.abs(low), np.abs(high)))
        close = np.all(np.abs(np.subtract(back, action)) <= slack)
        require(close, f"to_user(to_unit({action})) is {back}")
        units.append(unit)
    with calling("to_user_many"):
        many = space.to_user_many(np.array(units))
    same = all(np.array_equal(a, space.to_user(u)) for a, u in zip(many, units, strict=True))
    require(same, "to_user_many differs from to_user one by one")


def check_candidates(space: Space) -> None:
    """The grid of the argmin search lies in the space."""
    with calling("candidates"):
        points, spacing = space.candidates()
    require(
        np.ndim(points) == 2 and points.shape[1] == space.dimension and len(points) > 0,
        f"candidates has shape {np.shape(points)}, not (some, {space.dimension})",
    )
    if space.size is not None and np.size(spacing) == 0:
        reachable = np.count_nonzero(space.density(np.arange(space.size)) > 0.0)
        require(len(points) == reachable, f"{len(points)} candidates for {reachable} actions")
    if space.size is None:
        inside = ((points >= 0.0) & (points <= 1.0)).all(axis=1)
        require(inside.all(), f"the candidate {points[~inside][:1]} lies outside the unit cube")
    chosen = points[:: max(1, len(points) // 500)]
    for action in space.to_user_many(np.ascontiguousarray(chosen)):
        require(space.contains(action), f"the candidate {action} lies outside the space")


def check_draws(space: Space, key: int) -> None:
    """The same key gives the same draws, and they are those that a bandit makes."""
    draws = space.sample(key, 50)
    again = space.sample(key, 50)
    require(np.array_equal(draws, again), f"two samples with the key {key} differ")
    units = np.empty((50, space.dimension))
    load("python").sample_many(space.state, key, units)
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
