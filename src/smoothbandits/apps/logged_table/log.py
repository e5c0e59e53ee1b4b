"""From a file to the examples of a log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.apps.logged_table.settings import LogSettings
from smoothbandits.apps.own_table.problem import open_frame
from smoothbandits.apps.own_table.sale import parse_payoff
from smoothbandits.checks import Floats, check_bounds, nearest
from smoothbandits.errors import InvalidTable, UnknownColumn
from smoothbandits.fields import Encoding, Schema
from smoothbandits.payoffs import Sale
from smoothbandits.scale import Scale
from smoothbandits.spaces import Interval
from smoothbandits.tables import Encoder
from smoothbandits.tables.series import real_values
from smoothbandits.tables.target import LEAST_ROWS

if TYPE_CHECKING:
    import polars

__all__ = ["Log", "read_log"]

HEADROOM = 0.25  # of the range of rewards: later ones may be larger


@dataclass(frozen=True, eq=False)
class Log:
    """Encoded examples, with remarks for the reader.

    Attributes
    ----------
    name, action, told
        Of the table, of its column of actions, and of the one that says what came of them.
    schema, columns
        The fields of a context, None where no column is of use; what each column was taken for.
    frame, contexts
        The rows with these fields alone, and as they are encoded.
    actions, rewards
        What was done, and what it brought.
    outcomes, payoff
        Whether prices were paid, and what that pays, where the log says so.
    space, scale
        Range of actions and of rewards.
    dropped
        Rows left out, by reason.
    notes
        Sentences for the reader.
    """

    name: str
    action: str
    told: str
    schema: Schema | None = field(repr=False)
    columns: Mapping[str, str] = field(repr=False)
    frame: "polars.DataFrame" = field(repr=False)
    contexts: Floats = field(repr=False)
    actions: Floats = field(repr=False)
    rewards: Floats = field(repr=False)
    outcomes: Floats | None = field(repr=False)
    payoff: Sale | None
    space: Interval
    scale: Scale
    dropped: dict[str, int]
    notes: tuple[str, ...]

    @property
    def answers(self) -> dict[str, Floats]:
        """What came of the actions, as `Bandit.teach` takes it."""
        return {"rewards": self.rewards} if self.outcomes is None else {"outcomes": self.outcomes}

    def describe(self) -> dict[str, Any]:
        """The log as plain values, for JSON."""
        low, high = self.space.support
        return {
            "data": self.name,
            "action": self.action,
            "told": self.told,
            "rows": len(self.actions),
            "dropped": self.dropped,
            "low": low,
            "high": high,
            "reward_low": self.scale.low,
            "reward_high": self.scale.high,
            "context_size": self.contexts.shape[1],
            "columns": dict(self.columns),
            "notes": list(self.notes),
        }


def read_log(settings: LogSettings) -> Log:
    """Read, check and encode a log; bad input is refused before anything is taught."""
    table = settings.table
    frame, name = open_frame(table)
    for column in (*table.ignore, settings.action, settings.reward, settings.outcome):
        if column is not None and column not in frame.columns:
            hint = nearest(column, frame.columns) or f"; there are {', '.join(frame.columns[:12])}"
            raise UnknownColumn(f"the table has no column {column!r}{hint}")
    if table.rows is not None:
        frame = frame.head(table.rows)
    actions = numbers_in(frame, settings.action, "action")
    outcomes = None if settings.outcome is None else outcomes_in(frame, settings.outcome)
    rewards = None if settings.reward is None else numbers_in(frame, settings.reward, "reward")
    answers = [column for column in (outcomes, rewards) if column is not None]
    low, high = action_range(settings, actions)
    reasons = {
        f"without {settings.action}": np.isnan(actions),
        f"with {settings.action} outside [{low:g}, {high:g}]": (actions < low) | (actions > high),
        f"without {settings.outcome or settings.reward}": np.isnan(answers[0]),
    }
    kept, dropped = np.ones(len(actions), dtype=bool), {}
    for reason, rows in reasons.items():
        if (kept & rows).any():
            dropped[reason] = int((kept & rows).sum())
        kept &= ~rows
    if kept.sum() < LEAST_ROWS:
        raise InvalidTable(
            f"{int(kept.sum())} rows can be used{dropped_words(dropped)}; give a log of at least "
            f"{LEAST_ROWS}"
        )
    meant = [settings.action, settings.reward, settings.outcome]
    rest = frame.drop([column for column in meant if column is not None]).filter(kept)
    encoder = Encoder.fit(rest, ignore=table.ignore, max_categories=table.max_categories)
    used = rest.select([name for name, _ in encoder.columns])
    schema = Schema(encoder.columns) if encoder.columns else None
    space, notes = Interval(low, high), range_notes(settings, low, high)
    notes.append(
        "All other columns are taken to be known before acting; --ignore those that are not."
    )
    if outcomes is not None:
        payoff = parse_payoff(table.payoff or "sale").payoff
        sold = outcomes[kept]
        paid = payoff.rewards(actions[kept], sold, None)
        if rewards is not None:
            check_paid(settings, rewards[kept], paid)
        scale, given = payoff.scale(space), paid
    else:
        payoff, sold, given = None, None, np.asarray(rewards)[kept]
        scale = reward_range(given, settings.reward or "")
        notes.append(
            f"Rewards are taken to lie in [{scale.low:g}, {scale.high:g}], a little more than in "
            "the log; the bandit refuses others."
        )
    return Log(
        name=name,
        action=settings.action,
        told=settings.outcome or settings.reward or "",
        schema=schema,
        columns=encoder.notes,
        frame=used,
        contexts=np.empty((len(rest), 0)) if schema is None else encoded(schema, used),
        actions=actions[kept],
        rewards=given,
        outcomes=sold,
        payoff=payoff,
        space=space,
        scale=scale,
        dropped=dropped,
        notes=tuple([*(f"{n:,} rows {why} were left out." for why, n in dropped.items()), *notes]),
    )


def encoded(schema: Schema, frame: "polars.DataFrame") -> Floats:
    """Rows as a bandit of this schema is shown them."""
    _, rows = Encoding(schema).encode_many(frame)
    return rows


def dropped_words(dropped: dict[str, int]) -> str:
    """What was left out, in parentheses.

    Examples
    --------
    >>> dropped_words({"without price": 3})
    ' (3 without price)'
    """
    words = ", ".join(f"{n:,} {why}" for why, n in dropped.items())
    return f" ({words})" if words else ""


def numbers_in(frame: "polars.DataFrame", name: str, role: str) -> Floats:
    """A column of numbers, nan where one is missing or infinite."""
    import polars

    series = frame[name]
    if series.null_count() == len(series):
        raise InvalidTable(f"the {role} {name!r} has no values; give a column that has some")
    if not (series.dtype.is_numeric() or series.dtype == polars.Boolean):
        shown = series.drop_nulls()[0]
        raise InvalidTable(
            f"the {role} {name!r} is not a number (its first value is {shown!r}); give a numeric "
            "column"
        )
    return real_values(name, series)


def outcomes_in(frame: "polars.DataFrame", name: str) -> Floats:
    """A column of outcomes, nan where one is missing."""
    values = numbers_in(frame, name, "outcome")
    outside = ~np.isnan(values) & ~((values >= 0.0) & (values <= 1.0))
    if outside.any():
        raise InvalidTable(
            f"the outcome {name!r} is {values[outside][0]:g} in a row; give a column of 0 and 1, "
            "or true and false, that says whether the price was paid"
        )
    return values


def action_range(settings: LogSettings, actions: Floats) -> tuple[float, float]:
    """The range asked for, else that of the log."""
    low, high = settings.table.low, settings.table.high
    low = float(np.nanmin(actions)) if low is None else low
    high = float(np.nanmax(actions)) if high is None else high
    if low == high:
        raise InvalidTable(
            f"the action {settings.action!r} is {low:g} in every row; give --low and --high, the "
            "range in which the bandit may try others"
        )
    return check_bounds(low, high)


def reward_range(rewards: Floats, name: str) -> Scale:
    """A little more than what the log has; rewards that are never negative stay so."""
    low, high = float(rewards.min()), float(rewards.max())
    if low == high:
        raise InvalidTable(
            f"the reward {name!r} is {low:g} in every row; give a column that varies"
        )
    room = HEADROOM * (high - low)
    return Scale(0.0 if low >= 0.0 else low - room, 0.0 if high <= 0.0 else high + room)


def range_notes(settings: LogSettings, low: float, high: float) -> list[str]:
    """Where the range of the action comes from."""
    table, found = settings.table, []
    for option, given, end in (("--low", table.low, low), ("--high", table.high, high)):
        if given is None:
            found.append(
                f"The bandit will try nothing {'below' if option == '--low' else 'above'} "
                f"{end:g}, the {'least' if option == '--low' else 'greatest'} "
                f"{settings.action} in the log; {option} moves that end."
            )
    return found


def check_paid(settings: LogSettings, rewards: Floats, paid: Floats) -> None:
    """Refuse rewards that are not what the outcomes pay."""
    known = ~np.isnan(rewards)
    size = max(1e-9, float(np.abs(paid).max()))
    wrong = np.flatnonzero(known & ~(np.abs(rewards - paid) <= 0.01 * size))
    if wrong.size:
        row = int(wrong[0])
        raise InvalidTable(
            f"the reward {settings.reward!r} is {rewards[row]:g} where {settings.action} and "
            f"{settings.outcome} pay {paid[row]:g} (in {wrong.size:,} rows); leave --outcome out, "
            "or say what a sale costs with --payoff sale:COST"
        )
