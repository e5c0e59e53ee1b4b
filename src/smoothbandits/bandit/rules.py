"""Rules: what a decision may use of the space, by a table, a function or from call to call."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.errors import InvalidAction, InvalidContext, InvalidParameter
from smoothbandits.spaces import Space
from smoothbandits.spaces.allowed import Allowed, both

__all__ = ["ByField", "Rules"]

MOST_KEPT = 1024  # parts of the space that are kept, by their rules
NEVER = object()


@dataclass(frozen=True, eq=False)
class ByField:
    """A rule for each value of one field of the context: a table of legal caps by country.

    Parameters
    ----------
    field
        Name of the field, or the place of an entry where contexts are rows of numbers.
    rules
        What is allowed for each value, as for ``within`` of `Bandit.act`.
    otherwise
        What is allowed for all other values, and where the value is missing; None allows all.
        Left out, such a context is an error.

    Examples
    --------
    >>> from smoothbandits import Bandit, Interval
    >>> caps = ByField(0, {1: (5.0, 20.0), 2: (5.0, 35.0)}, otherwise=None)
    >>> bandit = Bandit(Interval(5.0, 50.0), context_size=1, within=caps)
    >>> bandit.act([1.0]).within
    (5.0, 20.0)
    """

    field: str | int
    rules: Mapping[Any, Any]
    otherwise: Any = NEVER

    def __post_init__(self) -> None:
        if not isinstance(self.field, str | int) or isinstance(self.field, bool):
            raise InvalidParameter(
                f"field is {self.field!r}; give the name of a field, or the place of an entry"
            )
        if not isinstance(self.rules, Mapping) or not self.rules:
            raise InvalidParameter(
                f"rules is {self.rules!r}; give a mapping from values to what is allowed"
            )

    def __call__(self, context: Any) -> Any:
        """The rule for a context."""
        value = self._value(context)
        try:
            rule = self.rules.get(value, self.otherwise)
        except TypeError:  # not even hashable
            rule = self.otherwise
        if rule is NEVER:
            raise InvalidAction(
                f"no rule for {self.field!r} {value!r}; add one, or say what is allowed otherwise"
            )
        return rule

    def _value(self, context: Any) -> Any:
        """The field of a context."""
        if isinstance(self.field, str):
            if isinstance(context, Mapping):
                return context.get(self.field)
            found = getattr(context, self.field, NEVER)
            if found is NEVER:
                raise InvalidContext(
                    f"context is {context!r}, which has no field {self.field!r} for the rule; "
                    "give contexts by names"
                )
            return found
        row = np.atleast_1d(np.asarray(context, dtype=np.float64))
        if not -row.size <= self.field < row.size:
            raise InvalidContext(f"context has {row.size} entries and the rule reads entry "
                                 f"{self.field}; give a place that there is")  # fmt: skip
        return float(row[self.field])


Rule = Callable[[Any], Any]


class Rules:
    """Finds the part of the space that a decision may use.

    Attributes
    ----------
    always
        The bandit's own rule; None where it has none.
    """

    def __init__(self, space: Space, always: Rule | None) -> None:
        if always is not None and not callable(always):
            raise InvalidParameter(
                f"within is {always!r}; give a function of the context, or ByField(field, rules)"
            )
        self._space, self.always = space, always
        self._kept: dict[Any, Allowed] = {}
        if isinstance(always, ByField):  # what cannot be is refused at once
            for rule in always.rules.values():
                space.allowed(rule)
            if always.otherwise is not NEVER and always.otherwise is not None:
                space.allowed(always.otherwise)

    def of(self, context: Any, within: Any) -> Allowed | None:
        """The part for one decision; None for the whole space."""
        rule = None if self.always is None else self.always(context)
        if rule is None:
            return None if within is None else self._part(within)
        part = self._part(rule)
        return part if within is None else both(self._space, part, self._part(within))

    def of_many(self, contexts: Any, within: Any) -> list[Allowed | None] | None:
        """The part for each of many decisions; None where all use the whole space."""
        if within is None and self.always is None:
            return None
        column = [None] * len(contexts) if within is None else rules_each(within, len(contexts))
        return [self.of(context, one) for context, one in zip(contexts, column, strict=True)]

    def _part(self, within: Any) -> Allowed:
        """Rules repeat: the parts of the last ones are kept."""
        key = within if isinstance(within, tuple) else None
        try:
            found = None if key is None else self._kept.get(key)
        except TypeError:  # a tuple of lists, say
            key = found = None
        if found is None:
            found = self._space.allowed(within)
            if key is not None:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                self._kept[key] = found
        return found


def rules_each(within: Any, n: int) -> list[Any]:
    """A rule for each of n decisions."""
    try:
        column = None if isinstance(within, str | bytes | Mapping) else list(within)
    except TypeError:
        column = None
    if column is None or len(column) != n:
        many = "no list" if column is None else f"{len(column)} rules"
        raise InvalidAction(
            f"within is {many} for {n} contexts; give one rule for each, [rule] * {n} for one "
            "rule of all"
        )
    return column
