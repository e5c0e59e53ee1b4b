"""Tables of other libraries as frames of polars."""

from typing import TYPE_CHECKING, Any

from smoothbandits.errors import InvalidTable
from smoothbandits.extras import require_extra
from smoothbandits.fields.given import is_rows
from smoothbandits.fields.values import known

if TYPE_CHECKING:
    import polars

__all__ = ["as_frame"]

NUMBERS, DATES = "biuf", "M"  # kinds of numpy that polars takes as they are


def as_frame(table: Any) -> "polars.DataFrame":
    """A frame of polars or pandas, or a list of dicts, as a frame of polars.

    Pandas need not be installed: any object will do that has named columns with ``to_numpy``.
    """
    require_extra("tables", "polars")
    import polars

    if isinstance(table, polars.DataFrame):
        return table
    if is_rows(table):
        rows = [{name: known(value) for name, value in row.items()} for row in table]
        return polars.DataFrame(rows, infer_schema_length=None, strict=False)
    names = getattr(table, "columns", None)
    if names is None or isinstance(table, type) or not hasattr(table, "__getitem__"):
        raise InvalidTable(
            f"the table is {type(table).__name__}; give a frame of polars or pandas, or a list of "
            "dicts"
        )
    return polars.DataFrame([as_column(str(name), table[name]) for name in names])


def as_column(name: str, column: Any) -> "polars.Series":
    """A column that gives its values as an array."""
    import polars

    values = column.to_numpy()
    if values.dtype.kind in NUMBERS:
        return polars.Series(name, values)
    if values.dtype.kind in DATES:
        return polars.Series(name, values.astype("M8[us]"))
    return polars.Series(name, [known(value) for value in values.tolist()], strict=False)
