"""How many rows of a stored table are wanted."""

from dataclasses import replace

from smoothbandits.checks import check_count
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.errors import InvalidParameter

__all__ = ["first_rows"]


def first_rows(table: Dataset, rows: int | None) -> Dataset:
    """The beginning of a table, or all of it."""
    if rows is None:
        return table
    check_count("rows", rows)
    if rows > len(table):
        raise InvalidParameter(f"rows is {rows}; {table.name} has {len(table)}, give at most that")
    return replace(table, X=table.X[:rows], y=table.y[:rows])
