"""From rows of a table to contexts; fitted once, saved as JSON, used in production."""

import json
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats, check_count, check_path, nearest
from smoothbandits.errors import CorruptSave, InvalidParameter, InvalidTable, UnknownColumn
from smoothbandits.fields import Category, Date, Encoding, Field, Number, Schema
from smoothbandits.fields.given import as_mapping, is_rows
from smoothbandits.tables.fitting import fit_column
from smoothbandits.tables.frames import as_frame
from smoothbandits.tables.series import category_codes, microseconds, real_values

if TYPE_CHECKING:
    import polars

__all__ = ["Encoder"]

FORMAT, VERSION = "smoothbandits encoder", 2
KINDS: dict[str, type[Field]] = {"number": Number, "category": Category, "date": Date}


@dataclass(frozen=True)
class Encoder:
    """Turns rows of a table into contexts with entries in [0, 1].

    Made by `Encoder.fit`, of the fields that a bandit's own contexts are made of
    (`smoothbandits.fields`), with ranges and levels that are known beforehand: for policies that
    calculate with entries and take no missing ones.  A bandit alone needs none, but
    ``context=``.

    Numbers are clipped to their 1 % and 99 % quantiles and scaled;
    strings and booleans become one entry per level; dates become their place in time and in
    the year, week and day; a missing value is filled in and flagged.  Values that were never
    seen are all zeros or "other".

    Attributes
    ----------
    columns
        The columns that are used, each with its field, in the order of the context's entries.
    notes
        What every column of the table was taken for, or why it was dropped.

    Examples
    --------
    >>> import polars
    >>> table = polars.DataFrame({"age": [20, 40, None], "plan": ["basic", "gold", "basic"]})
    >>> encoder = Encoder.fit(table)
    >>> encoder.transform({"age": 30, "plan": "gold"})
    array([0.5, 0. , 1. ])
    >>> encoder.names
    ['age', 'age is missing', 'plan = gold']
    """

    columns: tuple[tuple[str, Field], ...]
    notes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def fit(
        cls,
        frame: Any,
        *,
        ignore: Iterable[str] = (),
        max_categories: int = 30,
    ) -> "Encoder":
        """Find the types and ranges of the columns.

        Parameters
        ----------
        frame
            The table: a frame of polars or pandas, or a list of dicts.
        ignore
            Names of columns that are not known before acting, such as the target.
        max_categories
            The most levels of a category that have an entry of their own.
        """
        check_count("max_categories", max_categories)
        frame = as_frame(frame)
        try:
            ignored = None if isinstance(ignore, str) else list(ignore)
        except TypeError:
            ignored = None
        if ignored is None or not all(isinstance(name, str) for name in ignored):
            raise InvalidParameter(f"ignore is {ignore!r}; give a list of names")
        if not len(frame):
            raise InvalidTable("the table has no rows; an encoder needs some to be fitted")
        skipped, columns, notes = set(ignored), [], {}
        for series in frame.iter_columns():
            if series.name in skipped:
                continue
            column, note = fit_column(series, max_categories)
            notes[series.name] = note if column is not None else f"dropped: {note}"
            if column is not None:
                columns.append((series.name, column))
        return cls(tuple(columns), notes)

    @property
    def names(self) -> list[str]:
        """Names of the entries of a context."""
        return [entry for name, kind in self.columns for entry in kind.entries(name)]

    @property
    def width(self) -> int:
        """How many entries a context has, the bandit's ``context_size``."""
        return len(self.names)

    @property
    def dropped(self) -> dict[str, str]:
        """Columns that are not used, with the reason."""
        used = {name for name, _ in self.columns}
        return {name: note for name, note in self.notes.items() if name not in used}

    def transform(self, rows: Any) -> Floats:
        """Contexts of a frame, f8[n, width], or of one row given by column names, f8[width].

        A frame of polars or pandas or a list of dicts; a row is a dict or a series of pandas.
        Columns that the encoder does not use may be there or not.  A missing value is None; a
        missing column is an error.
        """
        row = as_mapping(rows)
        if row is not None:
            return self._row(row)
        if is_rows(rows):  # row by row: dicts may lack columns that the encoder does not use
            encoded = [self._row(each) for each in rows]
            return np.array(encoded).reshape(len(encoded), self.width)
        rows = as_frame(rows)
        out = np.empty((len(rows), self.width))
        first = 0
        for name, kind in self.columns:
            if name not in rows.columns:
                raise unknown_column(name, rows.columns)
            last = first + len(kind.entries(name))
            if len(rows):
                out[:, first:last] = encoded_column(name, kind, rows[name])
            first = last
        return out

    @cached_property
    def _encoding(self) -> Encoding | None:
        return Encoding(Schema(self.columns), absent=0.0) if self.columns else None

    def _row(self, row: Mapping[str, Any]) -> Floats:
        for name, _ in self.columns:
            if name not in row:
                raise unknown_column(name, list(row))
        if self._encoding is None:
            return np.empty(0)
        return self._encoding.encode({name: row[name] for name, _ in self.columns})[1]

    def to_json(self) -> str:
        """The encoder as text that `from_json` reads."""
        kinds = {kind: name for name, kind in KINDS.items()}
        columns: list[dict[str, Any]] = [
            {"kind": kinds[type(found)], "name": name, **vars(found)}
            for name, found in self.columns
        ]
        content = {"format": FORMAT, "version": VERSION, "columns": columns, "notes": self.notes}
        return json.dumps(content, indent=1, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Encoder":
        """Read what `to_json` wrote.

        Examples
        --------
        >>> encoder = Encoder((("age", Number(20.0, 40.0, 30.0)),))
        >>> Encoder.from_json(encoder.to_json()) == encoder
        True
        """
        try:
            content = json.loads(text)
            if content["format"] != FORMAT or content["version"] != VERSION:
                raise ValueError(f"format {content['format']!r}, version {content['version']!r}")
            columns = tuple(read_column(dict(given)) for given in content["columns"])
            return cls(columns, dict(content["notes"]))
        except (ValueError, KeyError, TypeError) as error:
            raise CorruptSave(f"this is no encoder that can be read: {error!r}") from None

    def save(self, path: str | Path) -> None:
        """Write the encoder to a JSON file."""
        check_path("path", path).write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Encoder":
        """Read an encoder from a file that `save` wrote."""
        content = check_path("path", path).read_bytes()
        return cls.from_json(content.decode("utf-8", errors="replace"))


def read_column(given: dict[str, Any]) -> tuple[str, Field]:
    """One column from its JSON form."""
    kind: Any = KINDS[given.pop("kind")]
    return str(given.pop("name")), kind(**given)


def encoded_column(name: str, kind: Field, series: "polars.Series") -> Floats:
    """A column of a frame, in the bits that its values would give one by one."""
    values: list[Any]
    if isinstance(kind, Category):
        values, places = category_codes(series)
    elif isinstance(kind, Date):
        return dated_column(kind, microseconds(name, series))
    else:
        numbers = real_values(name, series)
        if isinstance(kind, Number) and kind.low is not None and kind.high is not None:
            return scaled_column(kind, numbers)
        values, places = distinct(numbers)
    width = len(kind.entries(name))
    encoding = Encoding(Schema(((name, kind),)), absent=0.0)
    table = [encoding.encode({name: value})[1] for value in values]
    encoded: Floats = np.array(table).reshape(len(values), width)[places]
    return encoded


def distinct(values: Floats) -> tuple[list[float], Any]:
    """The values that there are, and for every row the place of its value among them."""
    found, places = np.unique(values, return_inverse=True)
    return found.tolist(), places


def dated_column(kind: Date, times: Floats) -> Floats:
    """Moments of one column, each one once."""
    values, places = distinct(times)
    blank, write = array("d", kind.blank(0.0)), kind.writer_of_times()
    width, rows = len(blank), blank * len(values)
    for i, time in enumerate(values):
        write(rows, i * width, time)
    encoded: Floats = np.frombuffer(rows).reshape(len(values), width)[places]
    return encoded


def scaled_column(kind: Number, numbers: Floats) -> Floats:
    """Numbers of one column at once."""
    low, high, middle = kind.low or 0.0, kind.high or 0.0, kind.middle or 0.0
    gaps = np.isnan(numbers)
    numbers[gaps] = middle
    scaled = (np.clip(numbers, low, high) - low) / (high - low)
    return np.column_stack([scaled, gaps] if kind.missing else [scaled])


def unknown_column(name: str, there: list[str]) -> UnknownColumn:
    """The error of a row or frame that lacks a column."""
    return UnknownColumn(
        f"there is no column {name!r}{nearest(name, there)}; give None where a value is missing"
    )
