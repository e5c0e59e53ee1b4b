"""The contracts of a space's coordinates: columns in the user's units, and unit points."""

import math
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.spaces import Interval, Space
from smoothbandits.testing.contracts import calling, require
from smoothbandits.testing.geometry import categories, category_of, corners, everywhere

__all__ = ["check_candidates", "check_columns", "check_coordinates", "check_points"]


def check_columns(space: Space, actions: Any) -> None:
    """Actions become columns and come back, many at once and one by one."""
    with calling("to_columns and from_columns"):
        rows = space.to_columns(actions)
        back = space.from_columns(rows)
    require(
        rows.shape == (len(actions), space.dimension),
        f"to_columns has shape {rows.shape} for {len(actions)} actions",
    )
    require(
        np.array_equal(back, actions), "from_columns(to_columns(actions)) differs from actions"
    )
    for action, row in zip(actions, rows, strict=True):
        with calling("from_row"):
            found = space.from_row(row.tolist())
            same = np.array_equal(space.to_columns([found])[0], row)
        require(same, f"from_row({row.tolist()}) is {found}, not {action}")


def check_coordinates(space: Space, actions: Any) -> None:
    """Actions become unit coordinates and come back."""
    (low, *_), (high, *_) = corners(space)
    slack = 1e-9 * (high - low) + 8.0 * np.spacing(np.maximum(np.abs(low), np.abs(high)))
    units, users = [], []
    for action, row in zip(actions, space.to_columns(actions), strict=True):
        with calling("to_unit"):
            unit = space.to_unit(action)
        require(
            np.shape(unit) == (space.dimension,),
            f"to_unit({action}) has shape {np.shape(unit)}, not ({space.dimension},)",
        )
        require(
            within_the_cube(space, unit[None])[0],
            f"to_unit({action}) is {unit}, outside the unit cube",
        )
        with calling("to_user"):
            back = space.to_user(unit)
            users.append(space.to_columns([back])[0])
        close = np.all(np.abs(users[-1] - row) <= slack)
        require(close, f"to_user(to_unit({action})) is {back}")
        units.append(unit)
    with calling("to_user_many"):
        many = space.to_columns(space.to_user_many(np.array(units)))
    require(np.array_equal(many, users), "to_user_many differs from to_user one by one")


def within_the_cube(space: Space, units: Floats) -> Any:
    """Which rows have their continuous coordinates in [0, 1]."""
    continuous = units[:, : len(space.parts.sides)]
    return ((continuous >= 0.0) & (continuous <= 1.0)).all(axis=1)


def check_points(space: Space) -> None:
    """``holds`` knows the points of the space: compiled code trusts them."""
    sides = len(space.parts.sides)
    low, middle, high = (
        np.array([at(side, share) for side in space.parts.sides]) for share in (0.0, 0.5, 1.0)
    )
    middle = np.append(middle, categories(space)[0])
    points = [middle, np.append(low, categories(space)[0]), np.append(high, categories(space)[-1])]
    for point in points:
        require(space.has_point(point), f"holds refuses the point {point.tolist()}")
    for side in range(space.dimension):
        beyond = (-0.5, 1.5) if side < sides else (-1.0, float(len(categories(space))), 0.5)
        for bad in (*beyond, math.nan, math.inf):
            point = middle.copy()
            point[side] = bad
            with calling(f"has_point({point.tolist()})"):
                held = space.has_point(point)
            require(not held, f"holds takes the point {point.tolist()}, outside the space")


def at(side: Interval, share: float) -> float:
    """A coordinate of a side, that of one of its values where it has such."""
    if side.ladder is None:
        return share
    return float(side.ladder.places[int(share * (side.ladder.places.size - 1))])


def check_candidates(space: Space) -> None:
    """The grid of the argmin search lies in the space, and in all that mu gives mass."""
    with calling("candidates"):
        points, spacing = space.candidates()
    require(
        np.ndim(points) == 2 and points.shape[1] == space.dimension and len(points) > 0,
        f"candidates has shape {np.shape(points)}, not (some, {space.dimension})",
    )
    if space.size is not None and np.size(spacing) == 0:
        every = space.from_columns(categories(space))
        reachable = np.count_nonzero(space.density(every) > 0.0)
        require(len(points) == reachable, f"{len(points)} candidates for {reachable} actions")
    inside = within_the_cube(space, points)
    require(inside.all(), f"the candidate {points[~inside][:1]} lies outside the unit cube")
    chosen = points[:: max(1, len(points) // 500)]
    for action in space.to_user_many(np.ascontiguousarray(chosen)):
        require(space.contains(action), f"the candidate {action} lies outside the space")
    if space.parts.sides and space.parts.categories:
        # in the middle of mu there is some of it
        middles = everywhere(space, np.full((1, len(space.parts.sides)), 0.5))
        likely = np.flatnonzero(space.density(space.from_columns(middles)) > 0.0).tolist()
        found = np.unique(category_of(space, points)).tolist()
        require(
            found == likely,
            f"candidates has the categories {found}, and mu gives mass to {likely}",
        )
