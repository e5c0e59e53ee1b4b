"""The panels of one context: curves of predicted losses and of the law, in the user's units."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.looking.sight import Sight
from smoothbandits.bandit.looking.units import Units
from smoothbandits.checks import Floats
from smoothbandits.drawing.panels import Choice, Line, Mark, Panel
from smoothbandits.kernels.states import LOG_UNIFORM
from smoothbandits.spaces import Interval, Space

__all__ = ["category_name", "choice_of", "knob_name"]

GRID = 201  # places of equal mass along an axis
MOST_LINES, MOST_BARS, MOST_KNOBS = 6, 12, 6


def choice_of(sight: Sight, units: Units, played: Floats | None = None) -> Choice:
    """What is predicted over the actions, and the law of the next one.

    Parameters
    ----------
    sight
        The context.
    units
        Of what is predicted.
    played
        An action in unit coordinates to mark besides the greedy one.
    """
    parts = sight.space.parts
    if played is not None and np.array_equal(played, sight.greedy):
        played = None
    if parts.only_category is not None:
        panels, shown, actions = items(sight, units, played)
    elif parts.category is not None:
        panels, shown, actions = lines(sight, units, played)
    else:
        panels, shown, actions = knobs(sight, units, played)
    atom = sight.propensity(sight.greedy).atom
    return Choice(
        panels=tuple(panels),
        noun=units.noun,
        greedy_action=sight.greedy_action,
        predicted=float(units.shown(sight.least)),
        atom=atom,
        shown=shown,
        actions=actions,
    )


def knob_name(space: Space, knob: int) -> str:
    """What one continuous coordinate is called."""
    names = getattr(space, "names", ())
    if names:
        return str(names[knob])
    return f"knob {knob}" if space.parts.knobs else "action"


def category_name(space: Space, category: int) -> str:
    """What one category is called: its label where it has one."""
    assert space.parts.category is not None
    label = space.parts.category.to_user(np.array([float(category)]))
    return label if isinstance(label, str) else f"category {label}"


def knobs(sight: Sight, units: Units, played: Floats | None) -> tuple[Sequence[Panel], int, int]:
    """A panel for each number, through the greedy action; those that matter most."""
    number = len(sight.space.parts.sides)
    panels = [knob_panel(sight, units, knob, played) for knob in range(number)]
    if number > MOST_KNOBS:
        panels.sort(key=lambda panel: -float(np.ptp(panel.lines[0].predicted)))
    shown = panels[:MOST_KNOBS]
    return shown, len(shown), number


def knob_panel(sight: Sight, units: Units, knob: int, played: Floats | None) -> Panel:
    """Predictions along one knob, all others being at the greedy action."""
    side = sight.space.parts.sides[knob]
    places = grid_with(side, sight.greedy[knob], None if played is None else played[knob])
    points = np.repeat(sight.greedy[None], len(places), axis=0)
    points[:, knob] = places
    line = line_of(sight, units, "", points, knob, with_outcomes=True)

    def mark(point: Floats) -> Mark:
        place = float(side.to_user_many(point[None, knob : knob + 1])[0])
        return Mark(place, float(units.shown(sight.loss(point))))

    return Panel(
        label=knob_name(sight.space, knob),
        lines=(line,),
        best=mark(sight.greedy),
        logarithmic=side.measure.kind == LOG_UNIFORM,
        played=None if played is None else mark(played),
    )


def lines(sight: Sight, units: Units, played: Floats | None) -> tuple[Sequence[Panel], int, int]:
    """One panel with a curve per category, of the best of them."""
    (side,), catalog = sight.space.parts.sides, sight.space.parts.category
    assert catalog is not None
    reachable, ends = np.flatnonzero(catalog.reachable), sight.space.dimension - 1
    places = grid_with(side, sight.greedy[0], None if played is None else played[0])

    def points(category: int) -> Floats:
        return np.column_stack([places, np.full(len(places), float(category))])

    least = [float(sight.losses(points(k)).min()) for k in reachable.tolist()]
    named = [int(point[ends]) for point in (sight.greedy, played) if point is not None]
    ordered = [*named, *reachable[np.argsort(least, kind="stable")].tolist()]
    kept = [*dict.fromkeys(ordered)][:MOST_LINES]

    def mark(point: Floats) -> Mark:
        place = float(side.to_user_many(point[None, :1])[0])
        return Mark(place, float(units.shown(sight.loss(point))), kept.index(int(point[ends])))

    panel = Panel(
        label="number",
        lines=tuple(
            line_of(sight, units, category_name(sight.space, k), points(k), 0) for k in kept
        ),
        best=mark(sight.greedy),
        logarithmic=side.measure.kind == LOG_UNIFORM,
        played=None if played is None else mark(played),
    )
    return [panel], len(kept), len(reachable)


def items(sight: Sight, units: Units, played: Floats | None) -> tuple[Sequence[Panel], int, int]:
    """One panel with a bar per item, of the best of them."""
    catalog = sight.space.parts.category
    assert catalog is not None
    masses, reachable = catalog.masses, np.flatnonzero(catalog.reachable)
    if sight.allowed is not None and sight.allowed.items is not None:
        reachable = sight.allowed.items
        masses = masses / masses[reachable].sum()
    predicted = sight.losses(reachable[:, None].astype(np.float64))
    first = best_of(predicted, MOST_BARS)
    named = [int(point[0]) for point in (sight.greedy, played) if point is not None]
    kept = np.array([*dict.fromkeys([*named, *reachable[first].tolist()])][:MOST_BARS])
    points = kept[:, None].astype(np.float64)
    chances = masses[kept] * sight.densities(points)
    atom = sight.propensity(sight.greedy).atom
    chances[kept == int(sight.greedy[0])] += atom if atom == atom else 0.0
    shown = units.shown(sight.losses(points))
    line = Line("", kept.astype(np.float64), np.asarray(shown), chances)

    def mark(point: Floats) -> Mark:
        return Mark(float(point[0]), float(units.shown(sight.loss(point))))

    labels = tuple(str(sight.space.to_user(point)) for point in points)
    panel = Panel(
        "item", (line,), mark(sight.greedy), labels,
        played=None if played is None else mark(played),
    )  # fmt: skip
    return [panel], len(kept), len(reachable)


def best_of(values: Floats, most: int) -> NDArray[np.intp]:
    """Places of the least values in order, the first among equals."""
    if len(values) > most:
        least = np.partition(values, most - 1)[most - 1]
        some = np.flatnonzero(values <= least)
    else:
        some = np.arange(len(values))
    return np.asarray(some[np.argsort(values[some], kind="stable")][:most])


def grid_with(side: Interval, *places: Any) -> Floats:
    """Places of equal mass along an axis, and those that have to be on it; or all its values."""
    if side.ladder is not None:
        return side.ladder.places
    given = [float(place) for place in places if place is not None]
    return np.unique(np.concatenate([np.linspace(0.0, 1.0, GRID), given]))


def line_of(
    sight: Sight,
    units: Units,
    name: str,
    points: Floats,
    knob: int,
    *,
    with_outcomes: bool = False,
) -> Line:
    """Predictions and law at points that differ in one coordinate."""
    side = sight.space.parts.sides[knob]
    outcomes = sight.outcomes() if with_outcomes else None
    if outcomes is not None:
        cells = np.maximum(np.ceil(points[:, knob] * len(outcomes)).astype(int) - 1, 0)
        outcomes = outcomes[cells]
    return Line(
        name=name,
        actions=np.asarray(side.to_user_many(np.ascontiguousarray(points[:, knob : knob + 1]))),
        predicted=np.asarray(units.shown(sight.losses(points))),
        density=sight.densities(points),
        outcome=outcomes,
    )
