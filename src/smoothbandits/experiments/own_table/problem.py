"""From a file to a bandit problem."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats, check_bounds, check_count, check_finite, check_seed
from smoothbandits.environments import RegressionEnvironment
from smoothbandits.errors import InvalidParameter, InvalidTable, MissingTable
from smoothbandits.experiments.own_table.loss import TableLoss, parse_loss
from smoothbandits.spaces import Interval
from smoothbandits.tables import Encoder, read_table, take_target
from smoothbandits.tables.reading import nearest
from smoothbandits.tables.target import LEAST_ROWS

if TYPE_CHECKING:
    import polars

__all__ = ["TableProblem", "TableSettings", "load_problem"]

NARROW = 0.25  # of the range: if 99 % of the targets lie in less, outliers rule the loss


@dataclass(frozen=True, kw_only=True)
class TableSettings:
    """What to make of a table.

    Parameters
    ----------
    data
        A CSV or Parquet file, or the name of a dataset.
    target
        Column whose value the action should meet; a dataset knows its own.
    loss
        See `parse_loss`.
    low, high
        Range of the action; that of the targets if left out.
    clip
        Clip targets to the range of the action.
    shuffle
        Seed of a random order; in file order if left out.
    rows
        Only so many, after shuffling.
    fit_rows
        The encoder sees only the first so many rows; all if left out.
    ignore
        Columns that are not known before acting.
    drop_missing
        Leave out rows without a target.
    max_categories
        Levels of a category with an entry of their own.
    """

    data: str
    target: str | None = None
    loss: str = "absolute"
    low: float | None = None
    high: float | None = None
    clip: bool = False
    shuffle: int | None = None
    rows: int | None = None
    fit_rows: int | None = None
    ignore: tuple[str, ...] = ()
    drop_missing: bool = False
    max_categories: int = 30


@dataclass(frozen=True, eq=False)
class TableProblem:
    """A table, encoded, with what has to be said about it.

    Attributes
    ----------
    name, target
        Of the table and of its target column.
    frame
        The rows in the order of the rounds, without the target.
    encoder
        From rows to contexts.
    environment, space, loss
        The problem, the actions, and what they cost.
    order
        Of the rows, in words.
    notes
        Sentences for the reader: rows left out, what was known in hindsight.
    """

    name: str
    target: str
    frame: "polars.DataFrame" = field(repr=False)
    encoder: Encoder = field(repr=False)
    environment: RegressionEnvironment
    space: Interval
    loss: TableLoss
    order: str
    notes: tuple[str, ...]

    @property
    def rounds(self) -> int:
        """Number of rows."""
        return len(self.environment.y)

    @property
    def unit(self) -> float:
        """What a loss of 1 costs in the target's units."""
        return self.loss.unit(self.environment.state(self.space).width)

    def describe(self) -> dict[str, Any]:
        """For JSON."""
        low, high = self.space.support
        return {
            "data": self.name,
            "target": self.target,
            "rounds": self.rounds,
            "order": self.order,
            "loss": self.loss.text,
            "low": low,
            "high": high,
            "unit": self.unit,
            "context_size": self.encoder.width,
            "columns": dict(self.encoder.notes),
            "notes": list(self.notes),
        }


def load_problem(settings: TableSettings) -> TableProblem:
    """Read, check and encode a table; bad input is refused before anything is played."""
    loss = parse_loss(settings.loss)
    check_settings(settings)
    table, name, target, about = open_table(settings)
    unknown = [column for column in settings.ignore if column not in table.columns]
    if unknown:
        raise InvalidParameter(f"there is no column {unknown[0]!r} to ignore")
    frame, y, dropped = take_target(table, target, drop_missing=settings.drop_missing)
    if settings.shuffle is not None:
        order = np.random.default_rng(settings.shuffle).permutation(len(y))
        frame, y = frame[order], y[order]
    if settings.rows is not None:
        frame, y = frame.head(settings.rows), y[: settings.rows]
    low, high = action_range(settings, target, y)
    if settings.clip:
        y = np.clip(y, low, high)
    seen = frame.head(settings.fit_rows) if settings.fit_rows is not None else frame
    encoder = Encoder.fit(seen, ignore=settings.ignore, max_categories=settings.max_categories)
    if not encoder.width:
        raise InvalidTable(
            f"no column besides the target {target!r} can be used "
            f"({'; '.join(f'{k}: {v}' for k, v in encoder.dropped.items()) or 'there is none'}); "
            "give a table with features"
        )
    return TableProblem(
        name=name,
        target=target,
        frame=frame,
        encoder=encoder,
        environment=loss.environment(encoder.transform(frame), y),
        space=Interval(low, high),
        loss=loss,
        order="file order" if settings.shuffle is None else "random order",
        notes=tuple([*about, *remarks(settings, y, low, high, dropped)]),
    )


def check_settings(settings: TableSettings) -> None:
    """Refuse numbers that cannot be meant."""
    for name in ("low", "high"):
        value = getattr(settings, name)
        if value is not None:
            check_finite(name, value)
    if settings.rows is not None:
        check_count("rows", settings.rows, least=LEAST_ROWS)
    if settings.fit_rows is not None:
        check_count("fit_rows", settings.fit_rows, least=2)
    if settings.shuffle is not None:
        check_seed(settings.shuffle, "shuffle")
    check_count("max_categories", settings.max_categories)


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


def action_range(settings: TableSettings, target: str, y: Floats) -> tuple[float, float]:
    """The range asked for, else that of the targets."""
    low = float(y.min()) if settings.low is None else settings.low
    high = float(y.max()) if settings.high is None else settings.high
    if low == high:
        raise InvalidTable(
            f"the target {target!r} is {low:g} in the first {len(y):,} rows; take more rows, "
            "--shuffle them, or give --low and --high"
        )
    return check_bounds(low, high)


def remarks(
    settings: TableSettings, y: Floats, low: float, high: float, dropped: int
) -> list[str]:
    """What a reader has to know."""
    found = []
    if dropped:
        found.append(f"{dropped:,} rows without a target were left out.")
    if settings.fit_rows is None:
        found.append(
            "Hindsight: ranges and levels of the columns come from all rows, so that contexts "
            "mean the same from the first round to the last; targets are not used for it. "
            "--fit-rows N takes the first N rows only."
        )
    else:
        found.append(
            f"Ranges and levels of the columns come from the first {settings.fit_rows:,} rows."
        )
    if settings.low is None or settings.high is None:
        found.append(
            "Hindsight: the range of the action is that of all targets; --low and --high set it "
            "beforehand."
        )
    outside = int(((y < low) | (y > high)).sum())
    if settings.clip:
        found.append(f"Targets were clipped to [{low:g}, {high:g}].")
    elif outside:
        found.append(
            f"{outside:,} targets lie outside the range of the action and cannot be met; --clip "
            "moves them to its ends."
        )
    inner = float(np.subtract(*np.quantile(y, [0.995, 0.005])))
    width = max(high, float(y.max())) - min(low, float(y.min()))
    if inner < NARROW * width:
        found.append(
            f"99 % of the targets lie within {inner / width:.0%} of the range, so all losses are "
            "small and outliers rule; --low, --high and --clip cut them off."
        )
    return found
