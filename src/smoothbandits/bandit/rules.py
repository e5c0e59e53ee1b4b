"""Finds what a decision may use of the space: by the bandit's rule and that of the call."""

from collections.abc import Callable, Mapping
from typing import Any

from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.rules import REFUSE, ByField
from smoothbandits.spaces import Space
from smoothbandits.spaces.allowed import Allowed, both

__all__ = ["Rules"]

MOST_KEPT = 1024  # parts of the space that are kept, by their rules
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
            if always.otherwise is not None and always.otherwise != REFUSE:
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
