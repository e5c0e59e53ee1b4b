"""Logs of any kind as blocks of columns: decisions, traces, frames, files."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.bandit.decision import Decision, Decisions
from smoothbandits.checks import check_path
from smoothbandits.errors import InvalidLog, InvalidTable, MissingTable
from smoothbandits.extras import require_extra
from smoothbandits.simulation.trace import Trace

__all__ = ["BLOCK", "Source", "source_of"]

BLOCK = 1 << 17  # rows at a time: they and what is made of them stay far below a gigabyte
COLUMNAR = (".parquet", ".pq")


class Source(NamedTuple):
    """A log as blocks of columns.

    Attributes
    ----------
    name
        Of the file, or what it is.
    rows
        How many, None where only reading it tells.
    columns
        Names of all columns.
    block
        Columns of the next block by names: arrays, or lists of objects.
    """

    name: str
    rows: int | None
    columns: frozenset[str]
    block: Any

    def blocks(self, wanted: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The blocks, each with those columns that are wanted and there."""
        yield from self.block([name for name in wanted if name in self.columns])


def source_of(log: Any) -> Source:
    """What a log is, found from its type."""
    if isinstance(log, Decisions):
        return of_columns("decisions", columns_of_decisions(log))
    if isinstance(log, Trace):
        return of_columns("trace", columns_of_trace(log))
    if isinstance(log, str | os.PathLike):
        return of_file(check_path("log", log))
    if isinstance(log, Mapping):
        return of_columns("columns", {str(name): held(log[name]) for name in log})
    if type(log).__module__.startswith("polars") and hasattr(log, "collect_schema"):
        return of_lazy("frame", log.lazy(), len(log) if hasattr(log, "height") else None)
    if type(log).__module__.startswith("pandas"):
        return of_columns("frame", {str(name): held(log[name]) for name in log.columns})
    try:
        given = list(log)
    except TypeError:
        given = []
    if not given or not all(isinstance(one, Decision) for one in given):
        raise InvalidLog(
            f"log is {type(log).__name__!r}; give what act_many returned, a list of decisions, a "
            "Trace with propensities, a frame, or the path of a Parquet or CSV file"
        )
    return of_columns("decisions", columns_of_list(given))


def of_columns(name: str, columns: Mapping[str, Any]) -> Source:
    """A log in memory."""
    sizes = {len(column) for column in columns.values()}
    if len(sizes) != 1:
        raise InvalidLog(f"the columns of the log have {sorted(sizes)} rows; give equally many")
    rows = sizes.pop()

    def block(wanted: Sequence[str]) -> Iterator[dict[str, Any]]:
        for first in range(0, rows, BLOCK):
            yield {name: columns[name][first : first + BLOCK] for name in wanted}

    return Source(name, rows, frozenset(columns), block)


def columns_of_decisions(log: Decisions) -> dict[str, Any]:
    """A block of `act_many`."""
    log.check_columns()
    found: dict[str, Any] = {
        "point": log.points,
        "greedy_action": log.greedy_actions,
        "density": log.densities,
        "atom": log.atoms,
        "explored": log.explored,
        "gamma": log.gammas,
        "base_probability": log.base_probabilities,
    }
    if log.contexts.shape[1]:
        found["row"] = log.contexts
    if log.given is not None:
        found["context"] = [dict(one) for one in log.given]
    if log.within is not None:
        found["within"] = list(log.within)
    return found


def columns_of_list(log: Sequence[Decision]) -> dict[str, Any]:
    """Decisions one by one."""
    law = np.array([one.propensity[:2] for one in log], dtype=np.float64)
    found: dict[str, Any] = {
        "point": np.array([one.point for one in log]),
        "greedy_action": [one.greedy_action for one in log],
        "density": law[:, 0],
        "atom": law[:, 1],
        "explored": np.array([one.explored for one in log]),
        "gamma": np.array([one.gamma for one in log]),
        "base_probability": np.array([one.base_probability for one in log]),
    }
    if log[0].encoded is not None:
        found["row"] = np.array([one.encoded for one in log])
    if log[0].row is not None:
        found["context"] = [one.context for one in log]
    if any(one.within is not None for one in log):
        found["within"] = [one.within for one in log]
    return found


def columns_of_trace(log: Trace) -> dict[str, Any]:
    """What `simulate` noted, if it was asked for propensities."""
    if log.propensities is None:
        raise InvalidLog("the trace has no propensities; simulate with propensities=True")
    if log.ruled:
        raise InvalidLog("the trace was played under rules, which it does not keep")
    return {
        "action": log.actions,
        "density": log.propensities.density,
        "atom": log.propensities.atom,
        "explored": log.explored,
        "loss": log.losses,
    }


def held(column: Any) -> Any:
    """A column of a frame or a list as an array."""
    return column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)


def of_lazy(name: str, frame: Any, rows: int | None) -> Source:
    """A frame of polars, read block by block."""

    def block(wanted: Sequence[str]) -> Iterator[dict[str, Any]]:
        try:
            for batch in frame.select(wanted).collect_batches(
                chunk_size=BLOCK, maintain_order=True
            ):
                for first in range(0, len(batch), BLOCK):
                    yield {
                        one: unpacked(batch[one][first : first + BLOCK]) for one in batch.columns
                    }
        except sys.modules["polars"].exceptions.PolarsError as error:
            reason = str(error).strip().split("\n")[0][:160]
            raise InvalidTable(f"{name} cannot be read ({reason}); check the log") from None

    return Source(name, rows, frozenset(frame.collect_schema().names()), block)


def unpacked(series: Any) -> Any:
    """A series as an array: lists of numbers as rows, objects as a list."""
    import polars

    kind = series.dtype
    if isinstance(kind, polars.List | polars.Array):
        if not kind.inner.is_numeric():
            return series.to_list()
        widths = series.list.len() if isinstance(kind, polars.List) else None
        if series.null_count() or (widths is not None and widths.n_unique() > 1):
            return series.to_list()
        return series.explode().to_numpy().reshape(len(series), -1)
    if kind.is_numeric() and series.null_count():
        return series.cast(polars.Float64).to_numpy()
    return series.to_numpy() if kind.is_numeric() or kind == polars.Boolean else series.to_list()


def of_file(path: Path) -> Source:
    """A Parquet or CSV file, which may be larger than memory."""
    require_extra("tables", "polars")
    import polars

    if not path.is_file():
        raise MissingTable(f"there is no file {str(path)!r}; give a Parquet or CSV file")
    try:
        if path.name.lower().endswith(COLUMNAR):
            frame = polars.scan_parquet(path)
            rows = frame.select(polars.len()).collect().item()
        else:
            frame, rows = polars.scan_csv(path), None
        frame.collect_schema()
    except (polars.exceptions.PolarsError, OSError, UnicodeError) as error:
        reason = str(error).strip().split("\n")[0][:160]
        raise InvalidTable(
            f"{str(path)!r} cannot be read ({reason}); give a Parquet or CSV file"
        ) from None
    return of_lazy(path.name, frame, rows)
