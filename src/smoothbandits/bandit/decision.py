"""The record of a decision: what `act` returns, `learn` takes and a log keeps."""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.framing import as_table, columns_of_actions, columns_of_contexts
from smoothbandits.checks import (
    LARGEST,
    Floats,
    as_array,
    as_floats,
    check_count,
    check_finite,
    check_fraction,
    check_positive,
    check_seed,
)
from smoothbandits.contexts import Entries, as_context, check_entries, readable
from smoothbandits.drawing.html import facts, rows_of
from smoothbandits.errors import InvalidAction, InvalidContext, InvalidParameter
from smoothbandits.fields.values import plain as plain_value
from smoothbandits.spaces import Action, Space
from smoothbandits.spaces.allowed import ItemsDigest

__all__ = ["Decision", "Decisions", "Propensity", "as_many"]

FLOAT, INTEGER = np.dtype(np.float64), np.dtype(np.int64)
PLAIN = Entries()
SHOWN_ROWS = 5  # of a block, in a notebook
COORDINATE = 1e-12  # that coordinates of one action may differ by


class Propensity(NamedTuple):
    """How likely the played action was.

    Attributes
    ----------
    density
        Density relative to mu.
    atom
        Point mass exactly on this action (the greedy one has one).
    error
        Estimated error of ``atom``: 0 where it is an exact sum, nan where there is no atom.

    On a finite space P(a) = mu(a) density + atom.
    """

    density: float
    atom: float
    error: float = 0.0


class Decision(NamedTuple):
    """All that learning and evaluation need, as of the moment of deciding.

    Attributes
    ----------
    id
        What `learn` can be called with instead of the decision.
    context, action
        What was known, as it was given, and what was played, in the user's units.  A row of
        numbers cannot be changed; fields by their names are a dict.
    propensity
        Density and atom of the action.
    explored
        Whether the draw from mu was accepted; with `CappedIGW`, which plays whatever it draws,
        whether it drew at all.  Such a round can be used again, by its density.
    greedy_action, predicted_loss
        The oracle's best action; its prediction for the played one.
    base, base_probability
        The base that the master invoked, and with which probability.
    gamma, weight
        Exploration (h*gamma under `AdaptiveIGW`) and regression weight that were in force;
        Algorithm 3 needs them when the loss comes late.
    version
        How many losses the model had learned from.
    key
        Replays every random draw of the decision.
    number, bandit
        Count of the decision within its bandit, and which bandit that is.
    point
        The action in unit coordinates.
    within
        What the decision was allowed to use of the space; None where all of it.  Propensities are
        relative to mu conditioned on it.
    row
        Where the context has names, the numbers that the oracle was shown; this is what `learn`
        teaches.
    """

    id: Any
    context: NDArray[np.float64] | dict[Any, Any] | None
    action: Action
    propensity: Propensity
    explored: bool
    greedy_action: Action
    predicted_loss: float
    base: int
    base_probability: float
    gamma: float
    weight: float
    version: int
    key: int
    number: int
    bandit: str
    point: tuple[float, ...]
    within: Any = None
    row: NDArray[np.float64] | None = None

    @property
    def encoded(self) -> NDArray[np.float64] | None:
        """The numbers that the oracle was shown; None without a context."""
        return self.context if self.row is None else self.row  # type: ignore[return-value]

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values, ready for JSON: dates as text, None for what is missing."""
        fields = self._asdict()
        fields["propensity"] = {
            name: None if value != value else value  # JSON knows no nan
            for name, value in self.propensity._asdict().items()
        }
        for name in ("context", "action", "greedy_action"):
            if isinstance(fields[name], np.ndarray):
                fields[name] = fields[name].tolist()
            elif isinstance(fields[name], tuple):
                fields[name] = list(fields[name])
            elif isinstance(fields[name], dict) and name != "context":
                fields[name] = dict(fields[name])
        if isinstance(self.context, dict):
            fields["context"] = {name: plain_value(v) for name, v in self.context.items()}
        elif self.context is not None:
            fields["context"] = without_nan(fields["context"])
        fields["row"] = None if self.row is None else without_nan(self.row.tolist())
        fields["point"] = list(self.point)
        fields["within"] = listed(self.within)
        return fields

    def _repr_html_(self) -> str:
        rows: dict[str, Any] = {"action": self.action}
        if self.context is not None:
            rows["context"] = shown(self.context)
        rows["explored"] = "yes" if self.explored else "no, the greedy action"
        if self.explored:
            rows["greedy action"] = self.greedy_action
        rows["predicted loss"] = f"{self.predicted_loss:.4g} of [0, 1]"
        rows["density, atom"] = f"{self.propensity.density:.4g}, {self.propensity.atom:.4g}"
        rows["made"] = f"number {self.number:,}, after {self.version:,} losses"
        return facts(f"Decision {self.id}", rows)

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> "Decision":
        """The inverse of `to_dict`."""
        try:
            return cls._from_dict(dict(fields))
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise InvalidParameter(
                f"fields is {fields!r}, which is no decision ({error}); give what to_dict returned"
            ) from error

    @classmethod
    def _from_dict(cls, fields: dict[str, Any]) -> "Decision":
        fields["propensity"] = Propensity(
            **{
                name: float("nan") if value is None else value
                for name, value in fields["propensity"].items()
            }
        )
        for name in ("context", "row"):
            if isinstance(fields.get(name), dict):
                fields[name] = dict(fields[name])
            elif fields.get(name) is not None:
                row = np.asarray(fields[name], dtype=np.float64)
                fields[name] = fixed(row).reshape(row.shape)
        for name in ("action", "greedy_action"):
            if isinstance(fields[name], list):
                kinds = [type(part) for part in fields[name]]
                # a number and a category: knobs are floats all
                is_pair = len(kinds) == 2 and kinds != [float, float]
                fields[name] = tuple(fields[name]) if is_pair else np.array(fields[name], float)
        fields["point"] = tuple(fields["point"])
        fields["within"] = unlisted(fields.get("within"))
        return cls(**fields)

    def checked(
        self, space: Space, context_size: int, bases: int, entries: Entries = PLAIN
    ) -> "Decision":
        """A decision that comes from outside, in its proper types, or the error in it.

        Compiled code trusts what it gets, so a record that was damaged or edited on its way
        must not reach it.
        """
        row = as_context(self.encoded, context_size)
        check_entries(row, entries)
        action, point = space.check(self.action), as_floats("point", self.point, ndim=1)
        if not space.has_point(point):
            raise InvalidAction(f"point is {point.tolist()}, outside the space {space!r}")
        decided = space.to_user(point)
        columns = space.to_columns([action]), space.to_columns([decided])
        if not are_those(space, *columns, point[None]):
            raise InvalidAction(
                f"action is {action!r}, but the decision was for {decided!r}; "
                "learn decisions as they were made"
            )
        if self.within is not None and not may_use(space, self.within, point):
            raise InvalidAction(
                f"action is {action!r}, outside of within, {self.within!r}; "
                "learn decisions as they were made"
            )
        law = as_array(self.propensity)
        if law is None or law.shape != (3,):
            raise InvalidParameter(
                f"propensity is {self.propensity!r}; learn decisions as they were made"
            )
        base = check_count("base", self.base, least=0)
        if base >= bases:
            raise InvalidParameter(f"base is {base!r}; this bandit has {bases}")
        return self._replace(
            id=self.id if isinstance(self.id, str) else check_count("id", self.id, least=-(2**63)),
            context=self.context if self.row is not None else row if context_size else None,
            row=None if self.row is None else row,
            action=action,
            propensity=Propensity(check_finite("density", law[0]), float(law[1]), float(law[2])),
            base=base,
            base_probability=check_positive(
                "base_probability", check_fraction("base_probability", self.base_probability)
            ),
            weight=check_positive("weight", self.weight),
            key=check_seed(self.key, "key"),
            number=check_count("number", self.number, least=0),
            point=tuple(point.tolist()),
        )


#: made without calling the class, which takes twice as long: a decision takes microseconds in all
make_propensity: Callable[[Sequence[Any]], Propensity] = partial(tuple.__new__, Propensity)
make_decision: Callable[[Sequence[Any]], Decision] = partial(tuple.__new__, Decision)


@dataclass(frozen=True, eq=False)
class Decisions:
    """Many decisions as columns; ``decisions[i]`` is one `Decision`.

    ``contexts`` are rows of numbers; where contexts have names, ``given`` holds them as they were.
    """

    contexts: NDArray[np.float64]
    actions: NDArray[Any]
    densities: NDArray[np.float64]
    atoms: NDArray[np.float64]
    atom_errors: NDArray[np.float64]
    explored: NDArray[np.bool_]
    greedy_actions: NDArray[Any]
    predicted_losses: NDArray[np.float64]
    bases: NDArray[np.int64]
    base_probabilities: NDArray[np.float64]
    gammas: NDArray[np.float64]
    weights: NDArray[np.float64]
    keys: NDArray[np.int64]
    points: NDArray[np.float64]
    version: int
    first: int
    bandit: str
    within: Sequence[Any] | None = None
    given: Sequence[dict[Any, Any]] | None = None

    def to_frame(self) -> Any:
        """A table with a row per decision: its context, what was played and how likely it was.

        A frame of pandas where the contexts came as one, else of polars.  Fields have the names
        that the contexts gave them, entries of rows are ``context_0``, ``context_1``, ...

        Examples
        --------
        >>> from smoothbandits import Bandit, Interval
        >>> bandit = Bandit(Interval(5.0, 50.0), context={"country": "category"}, engine="python")
        >>> decisions = bandit.act_many([{"country": "PT"}, {"country": "ES"}])
        >>> decisions.to_frame()["country"].to_list()
        ['PT', 'ES']
        """
        others = {
            "id": [decision_id(self.bandit, self.first + i) for i in range(len(self))],
            **columns_of_actions("action", self.actions),
            "density": self.densities,
            "atom": self.atoms,
            "atom_error": self.atom_errors,
            "explored": self.explored,
            **columns_of_actions("greedy_action", self.greedy_actions),
            "predicted_loss": self.predicted_losses,
            "base": self.bases,
            "base_probability": self.base_probabilities,
        }
        if self.within is not None:
            others["within"] = [None if rule is None else str(rule) for rule in self.within]
        contexts = columns_of_contexts(self.given, self.contexts)
        return as_table(contexts, others, getattr(self.given, "library", "polars"))

    def check_columns(self) -> None:
        """Raise unless every column has a row per decision, in its type."""
        for name, proper in COLUMNS.items():
            found = getattr(self, name)
            good = isinstance(found, np.ndarray) and found.ndim > 0
            good = good and (proper is None or found.dtype == proper)
            if not good or len(found) != len(self.keys):
                kind = getattr(found, "dtype", type(found).__name__)
                raise InvalidParameter(
                    f"{name} is {kind} of shape {getattr(found, 'shape', ())}, not an array with "
                    "a row per decision; "
                    "learn decisions as they were made"
                )
            if found.ndim != 1 if name in ONE_EACH else name in TABLES and found.ndim != 2:
                raise InvalidParameter(
                    f"{name} has shape {found.shape}; learn decisions as they were made"
                )
        check_count("first", self.first, least=0)
        for name in ("given", "within"):
            found = getattr(self, name)
            if found is not None and (not isinstance(found, Sequence) or len(found) != len(self)):
                raise InvalidParameter(
                    f"{name} is {found!r}, not one per decision; learn decisions as they were made"
                )

    def played(self, space: Space) -> Floats:
        """Actions of an interval, which must be those of the points."""
        actions, decided = as_array(self.actions), space.to_user_many(self.points)
        if (
            actions is None
            or actions.shape != decided.shape
            or not are_those(space, actions[:, None], decided[:, None], self.points)
        ):
            raise InvalidAction(
                "actions are not those of the points; learn decisions as they were made"
            )
        return actions

    def check(self, space: Space, context_size: int, bases: int, entries: Entries = PLAIN) -> None:
        """Raise unless every row could have been decided: compiled code trusts what it gets."""
        n, points = len(self), self.points
        shapes = {
            "contexts": (n, context_size),
            "points": (n, space.dimension),
            "bases": (n,),
            "base_probabilities": (n,),
            "weights": (n,),
            "densities": (n,),
            "keys": (n,),
        }
        for name, shape in shapes.items():
            found = getattr(self, name)
            if found.shape != shape:
                raise InvalidParameter(
                    f"{name} has shape {found.shape}, not {shape}; "
                    "learn decisions as they were made"
                )
        good = {
            "contexts": readable(self.contexts, entries).all(axis=1),
            "points": space.holds(points),
            "bases": (self.bases >= 0) & (self.bases < bases),
            "base_probabilities": in_range(self.base_probabilities, 1.0),
            "weights": in_range(self.weights, LARGEST),
            "densities": np.isfinite(self.densities),
            "keys": self.keys >= 0,
        }
        for name, rows in good.items():
            if not rows.all():
                bad = int(np.argmin(rows))
                raise InvalidParameter(
                    f"{name} of decision {bad} is {getattr(self, name)[bad].tolist()!r}; "
                    "learn decisions as they were made"
                )

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Decision]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, i: int) -> Decision:
        i = operator.index(i)
        if not -len(self) <= i < len(self):
            raise IndexError(f"decision {i} of {len(self)}")
        i %= len(self)
        number = self.first + i
        row = fixed(self.contexts[i]) if self.contexts.shape[1] else None
        given = None if self.given is None else named(self.given[i])
        return Decision(
            id=decision_id(self.bandit, number),
            context=row if given is None else given,
            row=None if given is None else row,
            action=plain(self.actions[i]),
            propensity=Propensity(
                float(self.densities[i]), float(self.atoms[i]), float(self.atom_errors[i])
            ),
            explored=bool(self.explored[i]),
            greedy_action=plain(self.greedy_actions[i]),
            predicted_loss=float(self.predicted_losses[i]),
            base=int(self.bases[i]),
            base_probability=float(self.base_probabilities[i]),
            gamma=float(self.gammas[i]),
            weight=float(self.weights[i]),
            version=self.version,
            key=int(self.keys[i]),
            number=number,
            bandit=self.bandit,
            point=tuple(self.points[i].tolist()),
            within=None if self.within is None else self.within[i],
        )

    def _repr_html_(self) -> str:
        first = [self[i] for i in range(min(len(self), SHOWN_ROWS))]
        headers = ("number", "context", "action", "density", "atom", "explored")
        rows = [
            (
                decision.number,
                "" if decision.context is None else shown(decision.context),
                decision.action,
                f"{decision.propensity.density:.4g}",
                f"{decision.propensity.atom:.4g}",
                "yes" if decision.explored else "no",
            )
            for decision in first
        ]
        some = "" if len(first) == len(self) else f", the first {len(first)}"
        return rows_of(f"{len(self):,} decisions{some}", headers, rows)


def are_those(space: Space, actions: Floats, decided: Floats, points: Floats) -> bool:
    """Whether actions are what their points lead to, as columns in the user's units.

    Where a step of a coordinate is wider than a rule, it is what leads to the point.
    """
    near = np.isclose(actions, decided, rtol=1e-9, atol=1e-9).all(axis=1)
    for row in np.flatnonzero(~near):
        action = space.from_row(actions[row].tolist())
        if not space.contains(action):
            return False
        if not np.allclose(space.to_unit(action), points[row], rtol=0.0, atol=COORDINATE):
            return False
    return True


def may_use(space: Space, within: Any, point: Floats) -> bool:
    """Whether a decision may have used a point; where items are known by a digest only, it may."""
    if holds_digest(within):
        return True
    return space.allowed(within).holds(point)


def holds_digest(within: Any) -> bool:
    """Whether a rule is recorded without the items themselves."""
    if isinstance(within, ItemsDigest):
        return True
    return isinstance(within, tuple) and any(isinstance(part, ItemsDigest) for part in within)


def listed(within: Any) -> Any:
    """A rule in lists and mappings, ready for JSON."""
    if isinstance(within, ItemsDigest):
        return within._asdict()
    if isinstance(within, dict):
        return {name: listed(part) for name, part in within.items()}
    return [listed(part) for part in within] if isinstance(within, tuple) else within


def unlisted(within: Any) -> Any:
    """The inverse of `listed`."""
    if isinstance(within, dict):
        if within.keys() == set(ItemsDigest._fields):
            return ItemsDigest(**within)
        return {name: unlisted(part) for name, part in within.items()}
    return tuple(map(unlisted, within)) if isinstance(within, list) else within


def as_many(decisions: Any) -> Decisions | list[Any]:
    """A block of `act_many`, or decisions and ids one by one; refuses what is neither."""
    if isinstance(decisions, Decision):
        raise InvalidParameter(f"decisions is one decision ({decisions.id!r}); use learn")
    if isinstance(decisions, Decisions):
        decisions.check_columns()
        return decisions
    try:
        return list(decisions)
    except TypeError:
        raise InvalidParameter(
            f"decisions is {decisions!r}; give many, or use learn for one"
        ) from None


def shown(context: Any) -> str:
    """A context in a line: field by field where fields have names."""
    if isinstance(context, Mapping):
        return ", ".join(f"{name} = {value}" for name, value in context.items())
    return ", ".join(f"{entry:.5g}" for entry in np.ravel(context).tolist())


def without_nan(entries: list[float]) -> list[float | None]:
    """A list for JSON, which knows no nan."""
    return [None if entry != entry else entry for entry in entries]


def named(context: Any) -> dict[Any, Any]:
    """A context with names, of its own; a block may have been edited."""
    if not isinstance(context, Mapping):
        raise InvalidContext(f"given holds {context!r}; learn decisions as they were made")
    return dict(context)


def fixed(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """A copy that nobody can change, resize or make writable again."""
    return np.frombuffer(row.tobytes())


#: what the columns hold; keys come first, since they say how many rows the others need
COLUMNS: dict[str, np.dtype[Any] | None] = {
    "keys": INTEGER,
    "bases": INTEGER,
    "explored": np.dtype(np.bool_),
    "actions": None,
    "greedy_actions": None,
    **dict.fromkeys(
        ("contexts", "points", "densities", "atoms", "atom_errors", "predicted_losses",
         "base_probabilities", "gammas", "weights"),
        FLOAT,
    ),
}  # fmt: skip
TABLES = {"contexts", "points"}
ONE_EACH = COLUMNS.keys() - {"actions", "greedy_actions"} - TABLES


def in_range(values: NDArray[np.float64], highest: float) -> NDArray[np.bool_]:
    """Which are numbers above 0 that one can calculate with, up to the highest."""
    return (values >= 1.0 / LARGEST) & (values <= highest)


def decision_id(bandit: str, number: int | str) -> str:
    """The id of a decision that was given none."""
    return f"{bandit}-{number}"


def plain(action: Any) -> Action:
    """A Python number where the action is one, a mapping where it has knobs with names."""
    if isinstance(action, np.void) and action.dtype.names != ("number", "category"):
        return dict(zip(action.dtype.names or (), action.item(), strict=True))
    return action.item() if isinstance(action, np.generic) else action
