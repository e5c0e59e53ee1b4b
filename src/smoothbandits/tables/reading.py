"""Reading tables from files."""

import csv
import gzip
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from smoothbandits.checks import check_path, nearest
from smoothbandits.errors import InvalidTable, MissingTable
from smoothbandits.extras import require_extra

if TYPE_CHECKING:
    import polars

__all__ = ["read_table"]

TEXT, COLUMNAR = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz"), (".parquet", ".pq")
MISSING = ["", "NA", "N/A", "n/a", "nan", "NaN", "null", "NULL", "None", "?"]
SEPARATORS = ",;\t|"
COMMA_NUMBER = r"^[+-]?\d+(,\d+)?$"


def read_table(path: str | Path) -> "polars.DataFrame":
    r"""A CSV or Parquet file as a frame.

    The separator of a text file is found from its first line, types from all its lines; empty
    cells and the usual words for nothing (NA, NaN, null, ?) are missing values.  Where commas do
    not separate cells, 12,5 is a number.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "orders.csv"
    >>> _ = path.write_text("price;weight\n10.5;2\n11;NA\n")
    >>> read_table(path).to_dicts()
    [{'price': 10.5, 'weight': 2}, {'price': 11.0, 'weight': None}]
    """
    require_extra("tables", "polars")
    import polars

    path = check_path("path", path)
    kind = path.name.lower()
    if not path.exists():
        around = path.parent.iterdir() if path.parent.is_dir() else []
        hint = nearest(path.name, (file.name for file in around))
        raise MissingTable(f"there is no file {str(path)!r}{hint}")
    if not path.is_file():
        raise InvalidTable(f"{str(path)!r} is no file; give a CSV or Parquet file")
    if not kind.endswith(TEXT + COLUMNAR):
        raise InvalidTable(
            f"{path.name!r} is neither CSV nor Parquet; give a file that ends in "
            f"{', '.join(TEXT + COLUMNAR[:1])}"
        )
    if not path.stat().st_size:
        raise InvalidTable(f"{str(path)!r} is empty; give a table with a header and rows")
    try:
        frame = polars.read_parquet(path) if kind.endswith(COLUMNAR) else read_text(path)
    except (polars.exceptions.PolarsError, OSError, UnicodeError) as error:
        reason = str(error).strip().split("\n")[0][:160]
        raise InvalidTable(
            f"{str(path)!r} cannot be read ({reason}); check that it is a table with a header"
        ) from None
    if not len(frame):
        raise InvalidTable(f"{str(path)!r} has no rows; give a table with a header and rows")
    return frame


def read_text(path: Path) -> "polars.DataFrame":
    """A CSV file, compressed or not."""
    import polars

    opened = gzip.open if path.name.lower().endswith(".gz") else open
    with opened(path, "rb") as file:
        header = file.readline().decode("utf-8", errors="replace")
    if "\r" in header.rstrip("\r\n"):
        raise InvalidTable(
            f"{str(path)!r} ends its lines with carriage returns alone; save it with usual line "
            "ends"
        )
    separator = max(SEPARATORS, key=header.count)
    refuse_twins(path, next(csv.reader([header], delimiter=separator)))
    frame = polars.read_csv(
        path,
        separator=separator,
        null_values=MISSING,
        infer_schema_length=None,
        try_parse_dates=True,
        encoding="utf8-lossy",
    )
    return frame if separator == "," else read_decimal_commas(frame)


def refuse_twins(path: Path, names: list[str]) -> None:
    """Refuse two columns with the same name."""
    twins = [name for name, n in Counter(names).items() if n > 1 and name]
    if twins:
        raise InvalidTable(f"{str(path)!r} has two columns {twins[0]!r}; rename one of them")


def read_decimal_commas(frame: "polars.DataFrame") -> "polars.DataFrame":
    """Turn text columns into numbers where all their values are numbers such as 12,5."""
    import polars

    commas = [
        name
        for name in frame.select(polars.col(polars.String)).columns
        if frame[name].drop_nulls().str.contains(COMMA_NUMBER).all()
    ]
    return frame.with_columns(
        polars.col(name).str.replace(",", ".", literal=True).cast(polars.Float64)
        for name in commas
        if frame[name].null_count() < len(frame)
    )
