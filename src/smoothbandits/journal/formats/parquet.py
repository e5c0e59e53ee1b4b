"""Parquet: the columns of the log as they are, what it is of in the file's metadata."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from smoothbandits.errors import InvalidTable
from smoothbandits.journal.formats.forms import Exported, Imported
from smoothbandits.journal.formats.sound import checked_log
from smoothbandits.journal.log import About

if TYPE_CHECKING:
    import polars

__all__ = ["read", "write"]

KEY = "smoothbandits"  # of the metadata


def write(frames: "Iterator[polars.DataFrame]", path: Path, about: About) -> Exported:
    """Part by part, so that the log may be larger than memory; then in one step."""
    import polars

    rows = 0
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
        parts = []
        for number, frame in enumerate(frames):
            parts.append(Path(folder) / f"{number}.parquet")
            frame.write_parquet(parts[-1])
            rows += len(frame)
        if not parts:
            raise InvalidTable("the journal has no decisions to export")
        whole = Path(folder) / "whole.parquet"
        lazy = polars.scan_parquet(parts)
        lazy.sink_parquet(whole, metadata={KEY: json.dumps(about.facts)})
        whole.replace(path)
    return Exported(path, "parquet", rows, {})


def read(path: Path) -> Imported:
    """Read the file; rows that no decision can have are reported."""
    import polars

    try:
        frame = polars.read_parquet(path)
        facts = json.loads(polars.read_parquet_metadata(path).get(KEY, "{}"))
    except (polars.exceptions.PolarsError, OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0][:160]
        raise InvalidTable(f"{path.name!r} cannot be read as Parquet: {reason}") from error
    return checked_log(frame, facts, path.name)
