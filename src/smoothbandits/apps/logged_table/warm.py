"""A bandit that was taught a log."""

from dataclasses import dataclass

from smoothbandits.apps.logged_table.log import Log
from smoothbandits.apps.logged_table.settings import LogSettings
from smoothbandits.bandit import Bandit

__all__ = ["Warm", "warm_bandit"]


@dataclass(frozen=True, eq=False)
class Warm:
    """A bandit that was taught a log.

    Attributes
    ----------
    log
        What it was taught.
    bandit
        Ready to decide.
    """

    log: Log
    bandit: Bandit


def warm_bandit(log: Log, settings: LogSettings, rows: slice = slice(None)) -> Warm:
    """A new bandit, taught these rows of the log."""
    bandit = Bandit(
        log.space,
        policy=settings.policy,
        context=log.schema,
        scale=log.scale if log.payoff is None else None,
        payoff=log.payoff,
        seed=settings.seed,
    )
    contexts = None if log.schema is None else log.frame[rows]
    answers = {name: values[rows] for name, values in log.answers.items()}
    bandit.teach(contexts, log.actions[rows], **answers)
    return Warm(log, bandit)
