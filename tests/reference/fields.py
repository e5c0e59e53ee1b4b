"""Encoding by the book: entries by their names, one value after the other."""

import datetime
import math
import re
import unicodedata
import zlib
from typing import Any

DAY = datetime.timedelta(days=1)
EPOCH = datetime.datetime(1970, 1, 1)
LENGTHS = {"year": 365.2425, "week": 7.0, "day": 1.0}  # days
MONDAY = datetime.datetime(1970, 1, 5)


class Twin:
    """Fields given as kinds; categories with so many places, texts with so many buckets."""

    def __init__(self, kinds: dict[str, str], places: int, buckets: int) -> None:
        self.kinds, self.places, self.buckets = kinds, places, buckets
        self.levels: dict[str, list[str]] = {name: [] for name in kinds}

    def encode(self, context: dict[str, Any]) -> dict[str, float]:
        """The entries that say something; values are floats, names, datetimes, texts or None."""
        found: dict[str, float] = {}
        for name, value in context.items():
            if value is not None:
                found.update(getattr(self, self.kinds[name])(name, value))
        return found

    def number(self, name: str, value: float) -> dict[str, float]:
        return {name: value}

    def category(self, name: str, value: str) -> dict[str, float]:
        levels = self.levels[name]
        if value not in levels and len(levels) < self.places:
            levels.append(value)
        if value in levels:
            return {f"{name}#{levels.index(value)}": 1.0}
        return {f"{name}#{self.places}": 1.0}

    def date(self, name: str, value: datetime.datetime) -> dict[str, float]:
        local = value.replace(tzinfo=None)
        found = {name: (local - EPOCH) / DAY}
        for cycle, length in LENGTHS.items():
            turns = ((local - MONDAY) / DAY) / length
            angle = 2.0 * math.pi * (turns - math.floor(turns))
            found[f"{name} sin {cycle}"] = (1.0 + math.sin(angle)) / 2.0
            found[f"{name} cos {cycle}"] = (1.0 + math.cos(angle)) / 2.0
        return found

    def text(self, name: str, value: str) -> dict[str, float]:
        small = unicodedata.normalize("NFKC", value).casefold()
        words = re.split(r"\W+", small)
        return {
            f"{name}#{zlib.crc32(word.encode('utf-8', 'surrogatepass')) % self.buckets}": 1.0
            for word in words
            if word
        }

    def row(self, context: dict[str, Any]) -> list[float]:
        """The row in the order of the fields, nan where nothing is said."""
        found, row = self.encode(context), []
        for name, kind in self.kinds.items():
            if kind == "number":
                names = [name]
            elif kind == "category":
                names = [f"{name}#{i}" for i in range(self.places + 1)]
            elif kind == "text":
                names = [f"{name}#{i}" for i in range(self.buckets)]
            else:
                names = [name] + [f"{name} {p} {c}" for c in LENGTHS for p in ("sin", "cos")]
            row += [found.get(each, math.nan) for each in names]
        return row
