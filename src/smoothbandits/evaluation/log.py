"""A log as rounds that evaluation can use; what cannot be right is refused with its rows."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.decision import holds_digest, unlisted
from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidLog
from smoothbandits.evaluation.coordinates import places_of
from smoothbandits.evaluation.rows import Rows, chosen
from smoothbandits.evaluation.sources import Source
from smoothbandits.spaces import Space
from smoothbandits.spaces.allowed import Allowed

__all__ = ["Log"]

#: columns that are known by their names; the others are fields of contexts
KNOWN = {
    "id", "number", "bandit", "decided_at", "context", "row", "action", "greedy_action", "point",
    "density", "atom", "atom_error", "explored", "predicted_loss", "base", "base_probability",
    "gamma", "weight", "version", "key", "within", "person", "status", "loss", "outcome",
    "learned_at", "round", "expected_loss", "best_loss", "reward",
}  # fmt: skip
NEEDED = ("density", "atom", "explored")
SHOWN = 5  # rows that an error names
ATOM_SLACK = 1e-6  # that an atom may miss [0, 1] by, as integrals do


class Log:
    """A log with the space of its actions.

    Attributes
    ----------
    source, space
        Blocks of columns, and what the actions are.
    losses
        Losses of [0, 1] that came beside the log; None where it has a column of them.
    seen, waiting, certain
        After reading: rows of the log; of them without a loss yet; decided with certainty.
    """

    def __init__(self, source: Source, space: Space, losses: Floats | None) -> None:
        self.source, self.space, self.losses = source, space, losses
        self.seen = self.waiting = self.certain = 0
        names = source.columns
        self._action = action_columns(names, "action")
        self._greedy = action_columns(names, "greedy_action")
        missing = [name for name in NEEDED if name not in names]
        if not self._action and "point" not in names:
            missing.append("action (or point)")
        if losses is None and "loss" not in names:
            missing.append("loss (or give losses= or rewards=)")
        if missing:
            raise InvalidLog(
                f"the log ({source.name}) lacks {', '.join(missing)}; evaluation needs action or "
                "point, density, atom, explored and loss"
            )
        if losses is not None and source.rows is not None and len(losses) != source.rows:
            raise InvalidLog(f"{len(losses)} losses for a log of {source.rows} rows")
        numbered = [name for name in names if name.startswith("context_")]
        self._entries = sorted(numbered, key=lambda name: (len(name), name))
        self._fields = sorted(
            name for name in names
            if name not in KNOWN
            and name not in numbered
            and name not in {*self._action, *self._greedy}
        )  # fmt: skip

    @property
    def has_rules(self) -> bool:
        """Whether rounds could use parts of the space only."""
        return "within" in self.source.columns

    @property
    def names_greedy(self) -> bool:
        """Whether the log names the greedy actions."""
        return bool(self._greedy)

    def blocks(self, *, contexts: bool, greedy: bool) -> Iterator[Rows]:
        """The rounds that evaluation can use, block by block, with what is asked for."""
        wanted = [*NEEDED, "loss", "status", "within", "gamma", "base_probability"]
        wanted += ["point"] if "point" in self.source.columns else self._action
        if contexts:
            wanted += ["row", "context", *self._entries, *self._fields]
        if greedy:
            wanted += self._greedy
        self.seen = self.waiting = self.certain = 0
        for columns in self.source.blocks(wanted):
            n = len(columns["density"])
            if n == 0:
                continue
            first = self.seen
            if self.losses is not None:
                columns["loss"] = self.losses[first : first + n]
            rows, known = self._rows(first, n, columns)
            self.seen += n
            sure = known & (rows.density == 0.0) & (rows.atom == 1.0) & ~rows.explored
            self.waiting += n - int(known.sum())
            self.certain += int(sure.sum())
            keep = known & ~sure
            yield rows if keep.all() else chosen(rows, np.flatnonzero(keep))
        if self.losses is not None and len(self.losses) != self.seen:
            raise InvalidLog(f"{len(self.losses)} losses for a log of {self.seen} rows")
        if not self.seen:
            raise InvalidLog(f"the log ({self.source.name}) has no rows")

    def _rows(self, first: int, n: int, columns: dict[str, Any]) -> tuple[Rows, Any]:
        losses = numbers("loss", columns["loss"], first)
        known = ~np.isnan(losses)
        if "status" in columns:
            known &= np.array([status != "waiting" for status in columns["status"]])
        elif not known.all():
            self._refuse(first, ~known, losses, "loss", "give a number of [0, 1] in every row")
        refuse = self._refuse
        bad = known & ~((losses >= 0.0) & (losses <= 1.0))
        refuse(first, bad, losses, "loss", "losses are of [0, 1]; give losses= with scale=")
        explored = flags("explored", columns["explored"], first)
        density = numbers("density", columns["density"], first)
        atom = numbers("atom", columns["atom"], first)
        remedy = "a density is relative to mu and not negative"
        refuse(first, ~(np.isfinite(density) & (density >= 0.0)), density, "density", remedy)
        remedy = "what was explored has a density above 0"
        refuse(first, explored & (density <= 0.0), density, "density", remedy)
        bad = ~np.isnan(atom) & ~((atom >= -ATOM_SLACK) & (atom <= 1.0 + ATOM_SLACK))
        refuse(first, bad, atom, "atom", "an atom is a probability, or nan where it is unknown")
        remedy = "what was not explored is the greedy action, whose atom is above 0, or nan"
        refuse(first, ~explored & (atom <= 0.0), atom, "atom", remedy)
        points = self._points(columns, first)
        entries = self._matrix(columns)
        lows, highs, share = self._parts(columns.get("within"), first, n)
        rows = Rows(
            numbers=np.arange(first, first + n),
            points=points,
            density=density,
            atom=atom,
            explored=explored,
            losses=losses,
            floors=floors(columns, n),
            greedy=self._greedy_points(columns),
            entries=entries,
            given=self._given(columns, entries),
            lows=lows,
            highs=highs,
            share=share,
        )
        return rows, known

    def _refuse(
        self, first: int, bad: NDArray[np.bool_], values: Any, name: str, remedy: str
    ) -> None:
        if bad.any():
            places = np.flatnonzero(bad)
            shown = ", ".join(f"{first + int(i)} ({values[i]:g})" for i in places[:SHOWN])
            more = f" and {len(places) - SHOWN:,} more" if len(places) > SHOWN else ""
            raise InvalidLog(f"{name} cannot be right in rows {shown}{more}; {remedy}")

    def _points(self, columns: Mapping[str, Any], first: int) -> Floats:
        if "point" in columns:
            points = np.asarray(columns["point"], dtype=np.float64).reshape(
                len(columns["density"]), -1
            )
            if points.shape[1] != self.space.dimension or not self.space.holds(points).all():
                raise InvalidLog(
                    f"points of rows from {first} on are no coordinates of {self.space!r}; give "
                    "the space that the log was decided on"
                )
            return points
        return places_of(self.space, gathered(columns, self._action))

    def _greedy_points(self, columns: Mapping[str, Any]) -> Floats | None:
        if not self._greedy or self._greedy[0] not in columns:
            return None
        return places_of(self.space, gathered(columns, self._greedy))

    def _matrix(self, columns: Mapping[str, Any]) -> Floats | None:
        if "row" in columns:
            try:
                rows = (
                    [[np.nan if e is None else e for e in row] for row in columns["row"]]
                    if (isinstance(columns["row"], list))
                    else columns["row"]
                )
                return np.asarray(rows, dtype=np.float64).reshape(len(columns["row"]), -1)
            except (TypeError, ValueError):
                raise InvalidLog("row is not a list of numbers, equally many in each") from None
        if self._entries and self._entries[0] in columns:
            return np.column_stack([numbers(one, columns[one], 0) for one in self._entries])
        return None

    def _given(self, columns: Mapping[str, Any], entries: Floats | None) -> Callable[[int], Any]:
        if "context" in columns:
            contexts = columns["context"]
            return lambda i: as_given(contexts[i])
        if entries is not None:
            return lambda i: entries[i]
        fields = [name for name in self._fields if name in columns]
        if fields:
            return lambda i: {name: columns[name][i] for name in fields}
        return lambda i: None

    def _parts(self, within: Any, first: int, n: int) -> tuple[Floats, Floats, Floats]:
        d = self.space.dimension
        if within is None or all(one is None for one in within):
            return np.zeros((1, d)), np.ones((1, d)), np.ones(1)
        lows, highs, share = np.zeros((n, d)), np.ones((n, d)), np.ones(n)
        known: dict[str, tuple[Any, Any, float]] = {}
        for i, rule in enumerate(within):
            if rule is None:
                continue
            key = rule if isinstance(rule, str) else repr(rule)
            if key not in known:
                if isinstance(rule, str):
                    try:
                        rule = json.loads(rule)
                    except ValueError:
                        raise InvalidLog(
                            f"within of row {first + i} is {rule!r}; give rules as JSON"
                        ) from None
                rule = unlisted(rule)
                if holds_digest(rule):
                    raise InvalidLog(
                        f"within of row {first + i} keeps a digest of many items only, so their "
                        "share of mu is unknown; leave such rows out"
                    )
                known[key] = extent(self.space, self.space.allowed(rule))
            bottom, top, mass = known[key]
            lows[i, : len(bottom)], highs[i, : len(top)], share[i] = bottom, top, mass
        return lows, highs, share


def extent(space: Space, part: Allowed) -> tuple[list[float], list[float], float]:
    """Range of each side, and mu's mass of the values and items that are left."""
    mass = 1.0
    for side, one in zip(space.parts.sides, part.ranges, strict=True):
        if side.ladder is not None:
            mass *= float(side.ladder.below[one.rungs[1]] - side.ladder.below[one.rungs[0]])
    if part.items is not None:
        mass *= float(space.parts.masses[part.items].sum())
    return [one.low for one in part.ranges], [one.high for one in part.ranges], mass


def action_columns(names: Any, name: str) -> list[str]:
    """The columns that hold an action, or its parts."""
    if name in names:
        return [name]
    found = [one for one in names if one.startswith(f"{name}_")]
    pairs = [f"{name}_number", f"{name}_category"]
    if set(found) == set(pairs):
        return pairs
    return sorted(found, key=lambda one: (len(one), one))


def gathered(columns: Mapping[str, Any], names: Sequence[str]) -> Any:
    """Actions from one column, or from one for each of their parts."""
    if len(names) == 1:
        return columns[names[0]]
    parts = [np.asarray(columns[name]) for name in names]
    if names[0].endswith("_number"):
        rows = np.empty(len(parts[0]), [("number", parts[0].dtype), ("category", parts[1].dtype)])
        rows["number"], rows["category"] = parts
        return rows
    if all(name.rpartition("_")[2].isdigit() for name in names):
        return np.column_stack(parts)
    knobs = [name.split("action_", 1)[1] for name in names]
    return [dict(zip(knobs, row, strict=True)) for row in zip(*parts, strict=True)]


def numbers(name: str, column: Any, first: int) -> Floats:
    """A column of numbers, nan where one is missing."""
    try:
        return np.asarray(column, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidLog(
            f"{name} is not a number in rows from {first} on (the first is {column[0]!r})"
        ) from None


def flags(name: str, column: Any, first: int) -> NDArray[np.bool_]:
    """A column of true and false, or of 1 and 0."""
    array = np.asarray(column)
    if array.dtype != np.bool_:
        values = numbers(name, column, first)
        if not ((values == 0.0) | (values == 1.0)).all():
            row = first + int(np.argmin((values == 0.0) | (values == 1.0)))
            raise InvalidLog(f"{name} is neither true nor false in row {row}")
        array = values == 1.0
    return array


def floors(columns: Mapping[str, Any], n: int) -> Floats:
    """A floor under all densities of a round, q/(1 + gamma) of the base that was invoked.

    Where the log says gamma: the density of SmoothIGW is at least 1/(1 + gamma), and that of a
    mixture at least the share of each of its bases.
    """
    if "gamma" not in columns:
        return np.full(n, np.nan)
    gammas = numbers("gamma", columns["gamma"], 0)
    shares = columns.get("base_probability")
    return (1.0 if shares is None else numbers("base_probability", shares, 0)) / (1.0 + gammas)


def as_given(context: Any) -> Any:
    """A context as a policy is asked with it: text of JSON is read."""
    return json.loads(context) if isinstance(context, str) else context
