"""Finds what a decision may use of the space: by the bandit's rule and that of the call."""

from collections.abc import Callable, Mapping
from typing import Any

from smoothbandits.checks import nearest
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.fields import Number, Schema
from smoothbandits.fields.values import as_real
from smoothbandits.rules import REFUSE, ByField
from smoothbandits.spaces import Space
from smoothbandits.spaces.allowed import Allowed, both

__all__ = ["Rules"]

SHORT = 64  # rules that are as long are looked up by their text
MOST_KEPT = 1024  # parts of the space that are kept, by their rules
Rule = Callable[[Any], Any]


class Rules:
    """Finds the part of the space that a decision may use.

    Attributes
    ----------
    always
        The bandit's own rule; None where it has none.
    """

    def __init__(self, space: Space, always: Rule | None, schema: Schema | None = None) -> None:
        if always is not None and not callable(always):
            raise InvalidParameter(
                f"within is {always!r}; give a function of the context, or ByField(field, rules)"
            )
        self._space, self.always, self._rule = space, always, always
        self._kept: dict[Any, Allowed] = {}
        if isinstance(always, ByField):  # what cannot be is refused at once
            self._rule = by_schema(always, schema)
            for value, rule in (*always.rules.items(), ("otherwise", always.otherwise)):
                if rule is None or (isinstance(rule, str) and rule == REFUSE):
                    continue
                try:
                    space.allowed(rule)
                except InvalidAction as error:
                    raise InvalidAction(f"the rule for {value!r}: {error}") from None

    def of(self, context: Any, within: Any) -> Allowed | None:
        """The part for one decision; None for the whole space."""
        rule = None if self._rule is None else self._rule(context)
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
        # as written: True and 1 are equal, and a mask is no list of items
        key = repr(within) if type(within) is tuple and len(within) <= SHORT else None
        found = None if key is None else self._kept.get(key)
        if found is None:
            found = self._space.allowed(within)
            if key is not None:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                self._kept[key] = found
        return found


def by_schema(table: ByField, schema: Schema | None) -> Rule:
    """A table that reads its field as the schema does; refuses a field that there is not."""
    if schema is None:
        return table
    if table.field not in schema.names:
        hint = nearest(table.field, schema.names) if isinstance(table.field, str) else ""
        raise InvalidParameter(
            f"the rule reads the field {table.field!r}, which contexts do not have{hint}; there "
            f"are {', '.join(map(repr, schema.names[:12]))}"
        )
    name = str(table.field)
    if not isinstance(schema[name], Number):
        return table
    return lambda context: table.rule_of(as_real(name, table.value_in(context)))


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
