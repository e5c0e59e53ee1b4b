"""From a file to a bandit problem."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.apps.own_table.currency import Currency
from smoothbandits.apps.own_table.loss import TableLoss, parse_loss
from smoothbandits.apps.own_table.sale import TableSale, check_worths, parse_payoff
from smoothbandits.apps.own_table.settings import TableSettings
from smoothbandits.checks import Floats, check_bounds, nearest
from smoothbandits.environments import RegressionEnvironment, SalesEnvironment
from smoothbandits.errors import InvalidParameter, InvalidTable, MissingTable, UnknownColumn
from smoothbandits.spaces import Interval
from smoothbandits.tables import Encoder, read_table, take_target

if TYPE_CHECKING:
    import polars

__all__ = ["TableProblem", "load_problem"]

# columns that say what came of an action
ANSWERS = {
    "bought", "clicked", "conversion", "converted", "income", "margin", "outcome", "profit",
    "purchased", "response", "revenue", "reward", "sale", "sales", "sold", "turnover",
}  # fmt: skip
NARROW = 0.25  # of the range: if 99 % of the targets lie in less, outliers rule the loss


@dataclass(frozen=True, eq=False)
class TableProblem:
    """An encoded table as a bandit problem, with remarks for its reader.

    Attributes
    ----------
    name, target
        Of the table and of its target column.
    frame
        The rows in the order of the rounds, without the target.
    encoder
        From rows to contexts.
    environment, space
        The problem and its actions.
    stakes
        What actions cost or earn.
    currency
        What reports count in.
    order
        Of the rows, in words.
    notes
        Sentences for the reader: rows left out, what was known in hindsight.
    """

    name: str
    target: str
    frame: "polars.DataFrame" = field(repr=False)
    encoder: Encoder = field(repr=False)
    environment: RegressionEnvironment | SalesEnvironment
    space: Interval
    stakes: TableLoss | TableSale
    currency: Currency
    order: str
    notes: tuple[str, ...]

    @property
    def rounds(self) -> int:
        """Number of rows."""
        return len(self.environment.X)

    def describe(self) -> dict[str, Any]:
        """The problem as plain values, for JSON."""
        scale, (low, high) = self.currency.scale, self.space.support
        return {
            "data": self.name,
            "target": self.target,
            "rounds": self.rounds,
            "order": self.order,
            self.stakes.option: self.stakes.text,
            "low": low,
            "high": high,
            "unit": scale.high - scale.low,
            "context_size": self.encoder.width,
            "columns": dict(self.encoder.notes),
            "notes": list(self.notes),
        }


def load_problem(settings: TableSettings) -> TableProblem:
    """Read, check and encode a table; bad input is refused before anything is played."""
    stakes = stakes_of(settings)
    table, name, target, about = open_table(settings)
    if settings.payoff is not None:
        check_worths(table, target, settings.ignore)
    for column in settings.ignore:
        if column not in table.columns:
            hint = nearest(column, table.columns)
            raise UnknownColumn(f"the table has no column {column!r} to ignore{hint}")
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
    environment: Any = stakes.environment(encoder.transform(frame), y)
    space = Interval(low, high)
    return TableProblem(
        name=name,
        target=target,
        frame=frame,
        encoder=encoder,
        environment=environment,
        space=space,
        stakes=stakes,
        currency=stakes.currency(environment, space),
        order="file order" if settings.shuffle is None else "random order",
        notes=tuple([*about, *remarks(settings, y, low, high, dropped)]),
    )


def stakes_of(settings: TableSettings) -> TableLoss | TableSale:
    """What was asked for: a payoff, else a loss."""
    if settings.payoff is None:
        return parse_loss(settings.loss)
    return parse_payoff(settings.payoff)


def open_frame(settings: TableSettings) -> tuple["polars.DataFrame", str]:
    """The frame of a file, and its name."""
    path = Path(settings.data)
    if not (path.exists() or path.suffix or len(path.parts) > 1):
        raise MissingTable(f"there is no file {settings.data!r}; give a CSV or Parquet file")
    return read_table(path), path.name


def open_table(settings: TableSettings) -> tuple["polars.DataFrame", str, str, list[str]]:
    """The frame, its name, its target and remarks: from a file, or from a dataset's name."""
    path = Path(settings.data)
    if path.exists() or path.suffix or len(path.parts) > 1:
        frame = read_table(path)
        if settings.target is None:
            columns = ", ".join(frame.columns[:12])
            raise InvalidParameter(
                f"no target is given; give --target, one of {columns}, or --action and --reward "
                "for a log of what was done and what came of it"
            )
        return frame, path.name, settings.target, log_hint(frame.columns, settings)
    return open_dataset(settings)


def log_hint(columns: list[str], settings: TableSettings) -> list[str]:
    """A remark where the target may be what was done, as a price, and not what it should meet."""
    others = [name for name in columns if name not in (settings.target, *settings.ignore)]
    answers = [name for name in others if name.strip().lower() in ANSWERS]
    if settings.target is None or not answers or settings.payoff is not None:
        return []
    return [
        f"The target is taken for the value that would have been right. If {settings.target!r} is "
        f"what was done, and {answers[0]!r} what came of it, the table is a log: give --action "
        f"{settings.target} --reward {answers[0]} instead of --target."
    ]


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
    rows = settings.rows if settings.shuffle is None else None  # taken after shuffling
    data = datasets.load(settings.data, rows=rows, data_dir=settings.data_dir)
    columns = {name: data.X[:, i] for i, name in enumerate(data.columns)}
    frame = polars.DataFrame({**columns, data.target: data.y})
    about = [f"{data.name}: {data.note}." if data.note else "", f"Source: {data.source}."]
    return frame, data.name, settings.target or data.target, [line for line in about if line]


def action_range(settings: TableSettings, target: str, y: Floats) -> tuple[float, float]:
    """The range asked for, else that of the targets."""
    low = float(y.min()) if settings.low is None else settings.low
    if settings.low is None and settings.payoff is not None:
        low = max(0.0, low)  # no price is negative
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
    if settings.low is None and settings.high is None:
        found.append(
            "Hindsight: the range of the action is that of all targets; --low and --high set it "
            "beforehand."
        )
    elif settings.low is None or settings.high is None:
        end, option = ("low", "--low") if settings.low is None else ("high", "--high")
        found.append(
            f"Hindsight: the {end} end of the action's range, {low if end == 'low' else high:g}, "
            f"is that of all targets; {option} sets it beforehand."
        )
    if settings.payoff is not None:
        found.append(
            f"The target is taken for the most that would have been paid: a price up to it sells. "
            f"{float((y >= low).mean()):.1%} of the rows buy at the lowest price."
        )
        return found
    outside = int(((y < low) | (y > high)).sum())
    width = max(high, float(y.max())) - min(low, float(y.min()))
    if settings.clip:
        found.append(f"Targets were clipped to [{low:g}, {high:g}].")
    elif outside:
        found.append(
            f"{outside:,} targets lie outside the range of the action and cannot be met; --clip "
            f"moves them to its ends. Losses are parts of the range of all targets, {width:g}."
        )
    inner = float(np.subtract(*np.quantile(y, [0.995, 0.005])))
    if inner < NARROW * width:
        found.append(
            f"99 % of the targets lie within {inner / width:.0%} of the range, so all losses are "
            "small and outliers rule; --low, --high and --clip cut them off."
        )
    return found
