"""Decisions that wait, as the columns of a file."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from smoothbandits.bandit.archive import Arrays
from smoothbandits.bandit.decision import (
    Decision,
    Decisions,
    Propensity,
    decision_id,
    fixed,
    listed,
    may_use,
    unlisted,
)
from smoothbandits.bandit.lineage import Runs
from smoothbandits.bandit.reading import NumberedContexts
from smoothbandits.errors import CorruptSave, SmoothBanditsError
from smoothbandits.fields.values import plain
from smoothbandits.oracles import Model, Oracle

__all__ = ["from_columns", "named_contexts", "to_columns", "with_names"]

PART = 1_000  # decisions at a time, so that other threads have their turn
MEASURES = ("density", "atom", "error", "predicted", "base_probability", "gamma", "weight")
COUNTS = ("explored", "base", "version", "key", "number")


def to_columns(waiting: Sequence[Decision], model: Model) -> tuple[list[Any], list[Any], Arrays]:
    """Ids, None where the bandit made one up; rules with their rows; and the columns by name."""
    ids: list[Any] = []
    rules: list[Any] = []
    parts: list[list[Any]] = []
    for start in range(0, max(1, len(waiting)), PART):
        some = waiting[start : start + PART]
        ids += [None if one.id == decision_id(one.bandit, one.number) else one.id for one in some]
        for row, one in enumerate(some, start):
            if one.within is not None:
                rules.append([row, listed(one.within)])
        parts.append(columns_of(some, model))
    joined = [np.concatenate(column) for column in zip(*parts, strict=True)]
    names = ("contexts", "points", "actions", "greedy", "measures", "counts")
    return (
        ids,
        rules,
        {f"waiting.{name}": column for name, column in zip(names, joined, strict=True)},
    )


def columns_of(some: Sequence[Decision], model: Model) -> list[Any]:
    """Columns of a part."""
    n, d, space = len(some), model.space.dimension, model.space
    measures = [
        (*one.propensity, one.predicted_loss, one.base_probability, one.gamma, one.weight)
        for one in some
    ]
    counts = [(one.explored, one.base, one.version, one.key, one.number) for one in some]
    contexts = [one.encoded for one in some] if model.context_size else []

    def rows(values: Any, width: int, kind: type = float) -> Any:
        return np.array(values, dtype=kind).reshape(n, width)

    return [
        rows(contexts, model.context_size),
        rows([one.point for one in some], d),
        rows([space.to_columns([one.action]) for one in some], d),
        rows([space.to_columns([one.greedy_action]) for one in some], d),
        rows(measures, len(MEASURES)),
        rows(counts, len(COUNTS), np.int64),
    ]


def named_contexts(some: Sequence[Decision]) -> list[dict[Any, Any]]:
    """Contexts by their names, as JSON can hold them."""
    contexts = [one.context for one in some]
    return [
        {name: plain(value) for name, value in context.items()}
        for context in contexts
        if isinstance(context, dict)
    ]


def with_names(made: Sequence[Decision], given: Any, contexts: NumberedContexts) -> list[Decision]:
    """The decisions with their contexts by names, which must be those of their rows."""
    if type(given) is not list or len(given) != len(made):
        raise CorruptSave("the file has other contexts than decisions; load another copy")
    found = [
        one._replace(context=context, row=one.encoded)
        for one, context in zip(made, given, strict=True)
    ]
    try:
        for one in found:
            contexts.check_logged(one.context, one.row)
    except SmoothBanditsError as error:
        raise CorruptSave(
            f"a decision that waits in the file is damaged ({error}); load another copy"
        ) from error
    return found


def from_columns(
    ids: Any,
    rules: Any,
    arrays: Arrays,
    model: Model,
    runs: Runs,
    decided: int,
    learned: int,
    bases: int,
) -> list[Decision]:
    """The decisions again, each one checked as strictly as one from a log."""
    try:
        columns = {name.removeprefix("waiting."): arrays[name] for name in shapes(0, model)}
        refuse_misfits(ids, columns, model)
        refuse_impossible(columns, model, learned, bases)
        made = with_rules(made_of(ids, columns, model, runs, decided), rules, model)
    except SmoothBanditsError as error:
        raise CorruptSave(
            f"a decision that waits in the file is damaged ({error}); load another copy"
        ) from error
    return made


def shapes(n: int, model: Model) -> dict[str, tuple[tuple[int, int], type]]:
    """Shape and kind of each column."""
    d = model.space.dimension
    return {
        "waiting.contexts": ((n, model.context_size), float),
        "waiting.points": ((n, d), float),
        "waiting.actions": ((n, d), float),
        "waiting.greedy": ((n, d), float),
        "waiting.measures": ((n, len(MEASURES)), float),
        "waiting.counts": ((n, len(COUNTS)), np.int64),
    }


def refuse_misfits(ids: Any, columns: Arrays, model: Model) -> None:
    """Raise unless there are as many of everything."""
    plain = isinstance(ids, list) and all(id is None or type(id) in (str, int) for id in ids)
    own = [id for id in ids if id is not None] if plain else []
    if not plain or len(set(own)) != len(own):
        raise CorruptSave("ids are missing or given twice")
    for name, (shape, kind) in shapes(len(ids), model).items():
        column = columns[name.removeprefix("waiting.")]
        if column.shape != shape or column.dtype != kind:
            raise CorruptSave(f"{name} is {column.dtype} of shape {column.shape}")


def refuse_impossible(columns: Arrays, model: Model, learned: int, bases: int) -> None:
    """Raise unless all could have been decided: compiled code trusts what it gets."""
    space, points = model.space, columns["points"]
    measures = dict(zip(MEASURES, columns["measures"].T, strict=True))
    counts = dict(zip(COUNTS, columns["counts"].T, strict=True))
    Decisions(
        contexts=columns["contexts"],
        actions=points,
        densities=np.ascontiguousarray(measures["density"]),
        atoms=measures["atom"],
        atom_errors=measures["error"],
        explored=counts["explored"] > 0,
        greedy_actions=points,
        predicted_losses=measures["predicted"],
        bases=counts["base"],
        base_probabilities=measures["base_probability"],
        gammas=measures["gamma"],
        weights=measures["weight"],
        keys=counts["key"],
        points=points,
        version=0,
        first=0,
        bandit="",
    ).check(space, model.context_size, bases, model.entries)
    for context in columns["contexts"]:
        if isinstance(model.oracle, Oracle):
            model.oracle.check_context(context)
    users = space.to_columns(space.to_user_many(points)) if len(points) else points
    if not (
        np.isfinite(measures["density"]).all()
        and np.isfinite(columns["greedy"]).all()
        and np.isin(counts["explored"], (0, 1)).all()
        and (counts["key"] >= 0).all()
        and ((counts["version"] >= 0) & (counts["version"] <= learned)).all()
        and np.allclose(columns["actions"], users, rtol=1e-9, atol=1e-9)
    ):
        raise CorruptSave("it could not have been decided")


def made_of(ids: Any, columns: Arrays, model: Model, runs: Runs, decided: int) -> list[Decision]:
    """The decisions, where their numbers are those of decisions."""
    numbers = columns["counts"][:, COUNTS.index("number")]
    known = (numbers >= 0) & (numbers < decided)
    if not known.all() or len(np.unique(numbers)) != len(numbers):
        raise CorruptSave("a number is missing or given twice")
    made = []
    lists = [columns[name].tolist() for name in ("points", "actions", "greedy")]
    rest = (columns["measures"].tolist(), columns["counts"].tolist())
    rows = zip(ids, columns["contexts"], *lists, *rest, strict=True)
    for id, context, point, action, greedy, measures, counts in rows:
        density, atom, error, predicted, base_probability, gamma, weight = measures
        explored, base, version, key, number = counts
        name = runs.at(number)
        made.append(
            Decision(
                id=decision_id(name, number) if id is None else id,
                context=fixed(context) if model.context_size else None,
                action=model.space.from_row(action),
                propensity=Propensity(density, atom, error),
                explored=bool(explored),
                greedy_action=model.space.from_row(greedy),
                predicted_loss=predicted,
                base=base,
                base_probability=base_probability,
                gamma=gamma,
                weight=weight,
                version=version,
                key=key,
                number=number,
                bandit=name,
                point=tuple(point),
            )
        )
    return made


def with_rules(made: list[Decision], rules: Any, model: Model) -> list[Decision]:
    """The decisions with the rules under which some of them were made."""
    try:
        known = {row: unlisted(rule) for row, rule in rules}
        good = all(type(row) is int and 0 <= row < len(made) for row in known)
        good = good and len(known) == len(rules)
    except (TypeError, ValueError):
        good = False
    if not good:
        raise CorruptSave("rules are damaged or given twice")
    for row, rule in known.items():
        if not may_use(model.space, rule, np.array(made[row].point)):
            raise CorruptSave("an action is outside of its rule")
        made[row] = made[row]._replace(within=rule)
    return made
