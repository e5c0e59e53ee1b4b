"""Which log to read, and what its columns mean."""

from dataclasses import dataclass
from typing import Literal, get_args

from smoothbandits.apps.own_table.settings import ABSOLUTE, TableSettings
from smoothbandits.checks import check_choice, check_seed
from smoothbandits.errors import InvalidParameter

__all__ = ["LogSettings"]

Policy = Literal["best", "fast"]


@dataclass(frozen=True, kw_only=True)
class LogSettings:
    """Which log to read, and what its columns mean.

    Parameters
    ----------
    table
        The file and what is asked of tables: range of the action, columns to ignore, rows, levels
        of categories.
    action
        Column with what was done.
    reward
        Column with what came of it; beside an outcome it is only compared with what that pays.
    outcome
        Column that says whether the price was paid.
    policy, seed
        Of the bandit.

    Examples
    --------
    >>> table = TableSettings(data="log.csv")
    >>> LogSettings(table=table, action="price", reward="revenue").policy
    'best'
    """

    table: TableSettings
    action: str
    reward: str | None = None
    outcome: str | None = None
    policy: Policy = "best"
    seed: int = 0

    def __post_init__(self) -> None:
        table = self.table
        if self.reward is None and self.outcome is None:
            raise InvalidParameter(
                f"action is {self.action!r} and nothing says what came of it; give --reward, or "
                "--outcome for a price that was paid or not"
            )
        asked = {
            "--target": table.target is not None,
            "--loss": table.loss != ABSOLUTE,
            "--clip": table.clip,
            "--shuffle": table.shuffle is not None,
            "--fit-rows": table.fit_rows is not None,
        }
        unfit = [option for option, given in asked.items() if given]
        if unfit:
            raise InvalidParameter(
                f"{unfit[0]} is for tables that say what every action would have cost; a log with "
                f"--action says it of one action per row, leave {unfit[0]} out"
            )
        if table.payoff is not None and self.outcome is None:
            raise InvalidParameter(
                f"payoff is {table.payoff!r} without --outcome; give the column that says whether "
                "the price was paid, or leave --payoff out"
            )
        columns = [self.action, self.reward, self.outcome]
        given = [column for column in columns if column is not None]
        if len(set(given)) < len(given):
            raise InvalidParameter(
                f"action, reward and outcome are {given}; give different columns"
            )
        check_choice("policy", self.policy, get_args(Policy))
        check_seed(self.seed)
