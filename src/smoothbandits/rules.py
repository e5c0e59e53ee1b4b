"""Business rules that are data: what decisions may use, by a field of the context."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.errors import InvalidAction, InvalidContext, InvalidParameter
from smoothbandits.fields.values import as_key

__all__ = ["REFUSE", "ByField"]

REFUSE = "refuse"
ABSENT = object()


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
        What is allowed for all other values, and where the value is missing; None allows all,
        and "refuse" makes such a context an error.

    Examples
    --------
    >>> from smoothbandits import Bandit, Interval
    >>> caps = ByField(0, {1: (5.0, 20.0), 2: (5.0, 35.0)}, otherwise=None)
    >>> bandit = Bandit(Interval(5.0, 50.0), context_size=1, within=caps, engine="python")
    >>> bandit.act([1.0]).within
    (5.0, 20.0)
    """

    field: str | int
    rules: Mapping[Any, Any]
    otherwise: Any = REFUSE

    def __post_init__(self) -> None:
        if not isinstance(self.field, str | int) or isinstance(self.field, bool):
            raise InvalidParameter(
                f"field is {self.field!r}; give the name of a field, or the place of an entry"
            )
        if not isinstance(self.rules, Mapping) or not self.rules:
            raise InvalidParameter(
                f"rules is {self.rules!r}; give a mapping from values to what is allowed"
            )
        # values as categories know them; a copy, so that the caller's table is the caller's
        table = {as_key("rules", value): copy.deepcopy(rule) for value, rule in self.rules.items()}
        if len(table) < len(self.rules):
            raise InvalidParameter(
                f"rules has {list(self.rules)!r}, of which two are one value; keep one of them"
            )
        object.__setattr__(self, "rules", table)
        object.__setattr__(self, "otherwise", copy.deepcopy(self.otherwise))

    def __call__(self, context: Any) -> Any:
        """The rule for a context."""
        return self.rule_of(self.value_in(context))

    def rule_of(self, value: Any) -> Any:
        """The rule for a value of the field."""
        rule = self.rules.get(as_key(str(self.field), value), self.otherwise)
        if isinstance(rule, str) and rule == REFUSE:
            raise InvalidAction(
                f"no rule for {self.field!r} {value!r}; add one, or say what is allowed otherwise"
            )
        return rule

    def value_in(self, context: Any) -> Any:
        """The field of a context."""
        if isinstance(self.field, str):
            if isinstance(context, Mapping):
                return context.get(self.field)
            found = getattr(context, self.field, ABSENT)
            if found is ABSENT:
                raise InvalidContext(
                    f"context is {context!r}, which has no field {self.field!r} for the rule; "
                    "give contexts by names"
                )
            return found
        if isinstance(context, Mapping):
            raise InvalidContext(
                f"the rule reads entry {self.field} and contexts have names; give the name of a "
                "field"
            )
        row = np.atleast_1d(np.asarray(context, dtype=np.float64))
        if not -row.size <= self.field < row.size:
            raise InvalidContext(f"context has {row.size} entries and the rule reads entry "
                                 f"{self.field}; give a place that there is")  # fmt: skip
        return float(row[self.field])
