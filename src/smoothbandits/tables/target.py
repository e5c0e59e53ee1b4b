"""The column whose value the action should meet."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from smoothbandits.checks import LARGEST, Floats, check_flag, nearest
from smoothbandits.errors import InvalidTable, UnknownColumn
from smoothbandits.tables.frames import as_frame
from smoothbandits.tables.series import real_values

if TYPE_CHECKING:
    import polars

__all__ = ["LEAST_ROWS", "Target", "take_target"]

LEAST_ROWS = 20


class Target(NamedTuple):
    """What `take_target` returns.

    Attributes
    ----------
    frame
        The rows that have a target, without its column.
    values
        Its values there.
    dropped
        How many rows had none.
    """

    frame: "polars.DataFrame"
    values: Floats
    dropped: int


def take_target(frame: "polars.DataFrame", name: str, *, drop_missing: bool = False) -> Target:
    """Split the target from the table; refuse one that nothing can be learned from.

    Parameters
    ----------
    frame
        The table.
    name
        Name of the target column.
    drop_missing
        Leave out rows without a target instead of refusing them.

    Examples
    --------
    >>> import polars
    >>> table = polars.DataFrame({"size": range(20), "price": [float(i) for i in range(20)]})
    >>> take_target(table, "price").values[:3]
    array([0., 1., 2.])
    """
    frame = as_frame(frame)
    drop_missing = check_flag("drop_missing", drop_missing)
    if not isinstance(name, str):
        raise UnknownColumn(f"the target is {name!r}; give the name of a column")
    if name not in frame.columns:
        hint = nearest(name, frame.columns) or f"; there are {', '.join(frame.columns[:12])}"
        raise UnknownColumn(f"the table has no column {name!r}{hint}")
    series = frame[name]
    if series.null_count() == len(series):
        raise InvalidTable(f"the target {name!r} has no values; give a column that has some")
    if not series.dtype.is_numeric():
        shown = series.drop_nulls()[0]
        raise InvalidTable(
            f"the target {name!r} is not a number (its first value is {shown!r}); give a "
            "numeric column"
        )
    values = real_values(name, series)
    known = ~np.isnan(values)
    dropped = int((~known).sum())
    if dropped and not drop_missing:
        raise InvalidTable(
            f"the target {name!r} is missing or infinite in {dropped:,} of {len(values):,} rows; "
            "drop these rows with --drop-missing"
        )
    if not known.any():
        raise InvalidTable(f"the target {name!r} has no values; give a column that has some")
    values, rest = values[known], frame.drop(name).filter(known)
    if len(values) < LEAST_ROWS:
        raise InvalidTable(
            f"the table has {len(values)} row{'s' * (len(values) != 1)} with a target; give at "
            f"least {LEAST_ROWS}"
        )
    if not np.abs(values).max() <= LARGEST:
        raise InvalidTable(
            f"the target {name!r} reaches {np.abs(values).max():g} in size; give it in units that "
            f"stay below {LARGEST:g}"
        )
    if values.min() == values.max():
        raise InvalidTable(
            f"the target {name!r} is {values[0]:g} in every row; give a column that varies"
        )
    return Target(rest, values, dropped)
