"""How a bandit reads contexts: rows of numbers, or fields by their names."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from smoothbandits.checks import Floats, nearest
from smoothbandits.contexts import as_context, as_contexts, check_context_size
from smoothbandits.errors import CorruptSave, InvalidContext, InvalidParameter
from smoothbandits.fields import Encoding, Number, Schema
from smoothbandits.fields.given import as_mapping
from smoothbandits.oracles import Model
from smoothbandits.payoffs import KnownPayoff

__all__ = ["NamedContexts", "NumberedContexts", "reader_of"]


class NumberedContexts:
    """Contexts that are rows of so many numbers.

    Attributes
    ----------
    size
        How many entries a row has.
    levels
        How many places of categories there are; a bandit counts them with its decisions.
    schema
        The names of fields; None here.
    present
        About which share of a row's entries says something at a time.
    """

    schema: Schema | None = None
    present = 1.0
    levels = 0

    def __init__(self, size: int) -> None:
        self.size = check_context_size(size)

    def __repr__(self) -> str:
        return f"{self.size} context features"

    def serve(self, model: Model) -> None:
        """Read contexts for this model from now on."""

    def read(self, context: Any) -> tuple[Any, Floats]:
        """What a decision keeps beside the row, and the row."""
        try:
            return None, as_context(context, self.size)
        except InvalidContext:
            refuse_names(context, self.size)
            raise

    def read_many(self, contexts: Any) -> tuple[Any, Floats]:
        """The same for many."""
        try:
            return None, as_contexts(contexts, self.size)
        except InvalidContext:
            refuse_names(contexts, self.size)
            raise

    def look(self, context: Any) -> Floats:
        """The row of a context that nothing is decided in."""
        try:
            return as_context(context, self.size)
        except InvalidContext:
            refuse_names(context, self.size)
            raise

    def look_many(self, contexts: Any) -> tuple[Any, Floats]:
        """`read_many` of contexts that nothing is decided in: new levels get no place."""
        levels = self.levels
        given, rows = self.read_many(contexts)
        if self.levels > levels:
            self.forget(levels)
            rows = np.array([self.look(context) for context in given])
        return given, rows

    def forget(self, levels: int) -> None:
        """Take back all but so many places."""

    def named(self, context: Any) -> Any:
        """The context as rules of the user's see it: a row, or None where there is none."""
        return as_context(context, self.size) if self.size else None

    def seen(self, row: Floats) -> Any:
        """A row of numbers as rules of the user's see it: a copy, or None where there is none."""
        return row.copy() if self.size else None

    def check_logged(self, given: Any, row: Floats | None) -> None:
        """Raise unless a decision from elsewhere has the context that its row says."""
        if row is not None:
            raise InvalidContext(
                f"the decision's context is {given!r}, with names; this bandit expects "
                f"{self.size} numbers: learn decisions as they were made"
            )

    def check_block(self, given: Any, rows: Floats) -> None:
        """Raise unless decisions of a block have contexts of this kind."""
        if given is not None:
            self.check_logged(given[0] if len(given) else {}, rows)

    def meet(self, contexts: Sequence[Any]) -> int:
        """Give new levels of decisions that a replica made their places; how many there are."""
        return self.levels

    def resolve(self, payoff: KnownPayoff) -> KnownPayoff:
        """The payoff with the place of the entry that it reads."""
        if isinstance(payoff.entry, str):
            raise InvalidParameter(
                f"payoff reads {payoff.entry!r}, and contexts are {self.size} numbers without "
                "names; give the place of the entry, or context={...} instead of context_size"
            )
        return payoff

    def to_list(self) -> list[Any]:
        """The places of categories, for a file."""
        return []

    def restore(self, granted: Any, grows: bool) -> None:
        """Take over the places in a file."""
        if granted != []:
            raise CorruptSave("the file has places of categories without fields; load another")


class NamedContexts(NumberedContexts):
    """Contexts whose fields have names, encoded by a schema."""

    def __init__(self, schema: Schema) -> None:
        super().__init__(schema.width)
        self.schema: Schema = schema
        self.present = schema.present
        self._encoding = Encoding(schema)
        self._strict = False

    def __repr__(self) -> str:
        return f"contexts of {', '.join(self.schema.names)}"

    @property
    def levels(self) -> int:  # type: ignore[override]
        """How many places new levels have got."""
        return len(self._encoding.granted)

    def serve(self, model: Model) -> None:
        """Encode as the model's oracle can read it, and let it take contexts by their names."""
        self._strict = not model.entries.missing
        self._encoding = Encoding(self.schema, 0.0 if self._strict else math.nan)
        model.read = self._look_or_take

    def read(self, context: Any) -> tuple[Any, Floats]:
        """The context by its names, and its row."""
        given, row = self._encoding.encode(context)
        if self._strict:
            self._encoding.check_complete(row)
        return given, row

    def read_many(self, contexts: Any) -> tuple[Any, Floats]:
        """The same for a frame or a list of dicts."""
        given, rows = self._encoding.encode_many(contexts)
        if self._strict:
            for row in rows:
                self._encoding.check_complete(row)
        return given, rows

    def look(self, context: Any) -> Floats:
        """The row of a context by its names; new levels get no place."""
        row = self._encoding.encode(context, look=True)[1]
        if self._strict:
            self._encoding.check_complete(row)
        return row

    def named(self, context: Any) -> Any:
        """The context by its names, whatever it came in."""
        return as_mapping(context)

    def seen(self, row: Floats) -> Any:
        """A row of numbers by the names of fields, each of which is one of them."""
        return dict(zip(self.schema.names, row.tolist(), strict=True))

    def forget(self, levels: int) -> None:
        """Take back all but so many places."""
        self._encoding.cut(levels)

    def _look_or_take(self, context: Any) -> Floats:
        """For the model, which knows rows: those of decisions too."""
        if isinstance(context, np.ndarray):
            return as_context(context, self.size)
        return self.look(context)

    def check_logged(self, given: Any, row: Floats | None) -> None:
        """Raise unless the row is one that the context was encoded as, now or before."""
        if row is None or not isinstance(given, Mapping):
            raise InvalidContext(
                f"the decision's context is {given!r} with row {row!r}; the bandit's contexts "
                "have names: learn decisions as they were made"
            )
        if not self._encoding.agrees(dict(given), row):
            raise InvalidContext(
                f"the row {row.tolist()} is not that of the context {given!r} here; learn "
                "decisions as they were made"
            )

    def check_block(self, given: Any, rows: Floats) -> None:
        """Raise unless every row is one that its context was encoded as."""
        if given is None or len(given) != len(rows):
            raise InvalidContext(
                "the decisions lack their contexts by names; learn decisions as they were made"
            )
        for context, row in zip(given, rows, strict=True):
            self.check_logged(context, row)

    def meet(self, contexts: Sequence[Any]) -> int:
        """Give new levels of decisions that a replica made their places; how many there are."""
        for context in contexts:
            self._encoding.encode(context)
        return self.levels

    def resolve(self, payoff: KnownPayoff) -> KnownPayoff:
        """The payoff with the place of the field that it reads."""
        name: Any = payoff.entry
        if name is None:
            return payoff
        names = self.schema.names
        if name not in names:
            hint = nearest(name, names) if isinstance(name, str) else ""
            raise InvalidParameter(
                f"payoff reads {name!r}, and the context has no such field{hint}; give a name of "
                f"{', '.join(map(repr, names[:12]))}"
            )
        field = self.schema[name]
        if not isinstance(field, Number) or field.low is not None:
            raise InvalidParameter(
                f"payoff reads {name!r}, which is {field!r}; it must be a number in its own units"
            )
        return replace(payoff, entry=self._encoding.place_of(name))  # type: ignore[type-var]

    def to_list(self) -> list[Any]:
        """The places that new levels have got, in the order of their coming."""
        return [list(pair) for pair in self._encoding.granted]

    def restore(self, granted: Any, grows: bool) -> None:
        """Take over the places in a file; a replica gives none of its own.

        Its decisions are learned by the bandit that it came from, whose places its rows must fit.
        """
        self._encoding.restore(granted)
        self._encoding.grows = grows


def reader_of(context: Any, context_size: Any) -> NumberedContexts:
    """How contexts are read: by names where ``context`` says which, else as numbers."""
    if context is None:
        return NumberedContexts(context_size)
    if type(context_size) is not int or context_size != 0:
        raise InvalidParameter(
            f"context_size is {context_size!r} beside context=; give one of them: context= where "
            "contexts have names, context_size= where they are rows of numbers"
        )
    return NamedContexts(Schema.read(context))


def refuse_names(context: Any, size: int) -> None:
    """Raise for names where numbers are expected, with the way out."""
    many = type(context) is list and bool(context)
    if as_mapping(context[0] if many else context) is not None:
        raise InvalidContext(
            f"context is {context!r}; this bandit expects {size} numbers (set by context_size): "
            "make it with context={...} to give fields by their names"
        )
