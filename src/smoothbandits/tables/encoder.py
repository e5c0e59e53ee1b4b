"""From rows of a table to contexts; fitted once, saved as JSON, used in production."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits.checks import Floats, check_count, check_path
from smoothbandits.errors import CorruptSave, InvalidParameter, InvalidTable, UnknownColumn
from smoothbandits.tables.columns import Category, Column, Date, Number
from smoothbandits.tables.fitting import fit_column
from smoothbandits.tables.frames import as_frame, as_row, is_rows
from smoothbandits.tables.reading import nearest

__all__ = ["Encoder"]

FORMAT, VERSION = "smoothbandits encoder", 1
KINDS: dict[str, type[Column]] = {"number": Number, "category": Category, "date": Date}


@dataclass(frozen=True)
class Encoder:
    """Turns rows of a table into contexts with entries in [0, 1].

    Made by `Encoder.fit`.  Numbers are clipped to their 1 % and 99 % quantiles and scaled;
    strings and booleans become one entry per level; dates become their place in time and in
    the year, week and day; a missing value is filled in and flagged.  Values that were never
    seen are all zeros or "other".

    Attributes
    ----------
    columns
        The columns that are used, in the order of the context's entries.
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

    columns: tuple[Column, ...]
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
                columns.append(column)
        return cls(tuple(columns), notes)

    @property
    def names(self) -> list[str]:
        """Names of the entries of a context."""
        return [entry for column in self.columns for entry in column.entries]

    @property
    def width(self) -> int:
        """Number of entries: the bandit's ``context_size``."""
        return len(self.names)

    @property
    def dropped(self) -> dict[str, str]:
        """Columns that are not used, with the reason."""
        used = {column.name for column in self.columns}
        return {name: note for name, note in self.notes.items() if name not in used}

    def transform(self, rows: Any) -> Floats:
        """Contexts of a frame, f8[n, width], or of one row given by column names, f8[width].

        A frame of polars or pandas or a list of dicts; a row is a dict or a series of pandas.
        Columns that the encoder does not use may be there or not.  A missing value is None; a
        missing column is an error.
        """
        row = as_row(rows)
        if row is not None:
            return self._row(row)
        if is_rows(rows):  # row by row: dicts may lack columns that the encoder does not use
            encoded = [self._row(each) for each in rows]
            return np.array(encoded).reshape(len(encoded), self.width)
        rows = as_frame(rows)
        out = np.empty((len(rows), self.width))
        first = 0
        for column in self.columns:
            if column.name not in rows.columns:
                raise unknown_column(column.name, rows.columns)
            last = first + len(column.entries)
            if len(rows):
                column.fill(rows[column.name], out[:, first:last])
            first = last
        return out

    def _row(self, row: Mapping[str, Any]) -> Floats:
        entries: list[float] = []
        for column in self.columns:
            try:
                value = row[column.name]
            except KeyError:
                raise unknown_column(column.name, list(row)) from None
            entries.extend(column.encode(value))
        return np.array(entries, dtype=np.float64)

    def to_json(self) -> str:
        """The encoder as text that `from_json` reads."""
        kinds = {kind: name for name, kind in KINDS.items()}
        columns = [{"kind": kinds[type(column)], **asdict(column)} for column in self.columns]
        content = {"format": FORMAT, "version": VERSION, "columns": columns, "notes": self.notes}
        return json.dumps(content, indent=1, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Encoder":
        """Read what `to_json` wrote.

        Examples
        --------
        >>> encoder = Encoder((Number("age", 20.0, 40.0, 30.0, False),))
        >>> Encoder.from_json(encoder.to_json()) == encoder
        True
        """
        try:
            content = json.loads(text)
            if content["format"] != FORMAT or content["version"] > VERSION:
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


def read_column(given: dict[str, Any]) -> Column:
    """One column from its JSON form."""
    kind: Any = KINDS[given.pop("kind")]
    # JSON has lists where columns have tuples
    found: Column = kind(**{k: tuple(v) if type(v) is list else v for k, v in given.items()})
    return found


def unknown_column(name: str, there: list[str]) -> UnknownColumn:
    """The error of a row or frame that lacks a column."""
    return UnknownColumn(
        f"there is no column {name!r}{nearest(name, there)}; give None where a value is missing"
    )
