"""From a file's or a dataset's name to a frame."""

from pathlib import Path
from typing import TYPE_CHECKING

from smoothbandits.errors import InvalidParameter, MissingTable
from smoothbandits.experiments.own_table.settings import TableSettings
from smoothbandits.tables import read_table
from smoothbandits.tables.reading import nearest

if TYPE_CHECKING:
    import polars

__all__ = ["open_table"]


def open_table(settings: TableSettings) -> tuple["polars.DataFrame", str, str, list[str]]:
    """The frame, its name, its target and remarks: from a file, or from a dataset's name."""
    path = Path(settings.data)
    if path.exists() or path.suffix or len(path.parts) > 1:
        frame = read_table(path)
        if settings.target is None:
            columns = ", ".join(frame.columns[:12])
            raise InvalidParameter(f"no target is given; give --target, one of {columns}")
        return frame, path.name, settings.target, []
    return open_dataset(settings)


def open_dataset(settings: TableSettings) -> tuple["polars.DataFrame", str, str, list[str]]:
    """A dataset as a frame."""
    import polars

    from smoothbandits import datasets

    if settings.data not in datasets.names():
        raise MissingTable(
            f"there is no file and no dataset {settings.data!r}"
            f"{nearest(settings.data, datasets.names())}; give a CSV or Parquet file, or one of "
            f"{', '.join(datasets.names())}"
        )
    # rows are taken after shuffling
    data = datasets.load(settings.data, rows=settings.rows if settings.shuffle is None else None)
    columns = {name: data.X[:, i] for i, name in enumerate(data.columns)}
    frame = polars.DataFrame({**columns, data.target: data.y})
    about = [f"{data.name}: {data.note}." if data.note else "", f"Source: {data.source}."]
    return frame, data.name, settings.target or data.target, [line for line in about if line]
