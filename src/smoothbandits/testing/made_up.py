"""Contexts that are made up of a schema."""

import datetime
from typing import Any

import numpy as np

from smoothbandits.fields import Category, Date, Field, Number, Schema, Text

__all__ = ["made_up"]

CONTEXTS = 8
START = datetime.datetime(2024, 1, 1)
SECONDS = 10**8
WORDS = ("late", "again", "thanks", "blue", "größer", "速い")


def made_up(schema: Schema, seed: int, *, missing: bool) -> list[dict[str, Any]]:
    """Some contexts of a schema; with ``missing`` each lacks a field in turn.

    Examples
    --------
    >>> contexts = made_up(Schema({"age": "number", "plan": "category"}), 0, missing=True)
    >>> len(contexts), list(contexts[0])
    (8, ['plan'])
    """
    rng = np.random.default_rng([seed, 1])
    contexts = []
    for i in range(CONTEXTS):
        context = {name: value_of(field, rng) for name, field in schema.fields}
        if missing:
            del context[schema.names[i % len(schema.names)]]
        contexts.append(context)
    return contexts


def value_of(field: Field, rng: np.random.Generator) -> Any:
    """A value of a field."""
    if isinstance(field, Number):
        if field.low is None or field.high is None:
            return float(rng.standard_normal())
        return float(rng.uniform(field.low, field.high))
    if isinstance(field, Category):
        levels = field.levels or ("one", "two", "three")
        return levels[rng.integers(len(levels))]
    if isinstance(field, Date):
        return START + datetime.timedelta(seconds=int(rng.integers(SECONDS)))
    assert isinstance(field, Text)
    return " ".join(rng.choice(WORDS, 3))
