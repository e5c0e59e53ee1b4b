"""What a log can tell, and what it cannot."""

from typing import Any, NamedTuple

import numpy as np

from smoothbandits.apps.logged_table.log import Log
from smoothbandits.apps.logged_table.warm import Warm
from smoothbandits.bandit.variety import explained, share_explained_by_nothing
from smoothbandits.checks import Floats

__all__ = ["Findings", "findings_of"]

LAST = 5  # the last fifth of the rows is held out
PREDICTED = 5_000  # held-out rows that are predicted
ASKED = 1_000  # rows that the bandit is asked about
NEAR = 0.025  # of the range: an action this near was tried
SELDOM = 5  # rows: an action that was tried so seldom was hardly tried
UNLIKE = 3.0  # standard deviations from what was done in such a row


class Findings(NamedTuple):
    """What a log can tell, and what it cannot.

    Attributes
    ----------
    distinct, common
        How many actions were tried, and the most frequent ones with their share of the rows.
    quantiles
        The least action, the quartiles, the greatest.
    variety
        Variance of the action given the columns over that of one drawn at random from the range.
    told, held_out
        Rows that a bandit was taught, and later ones that it predicted.
    explained
        Share of the variance of held-out rewards that it explains more than their mean in the
        rows taught; negative where it is worse.
    recommended, contexts
        Best actions for some rows, and which rows.
    untried, unlike
        Share of those that hardly any row has tried, and of those far from what was done in such
        a row.
    """

    distinct: int
    common: tuple[tuple[float, float], ...]
    quantiles: tuple[float, ...]
    variety: float
    told: int
    held_out: int
    explained: float
    recommended: Floats
    contexts: Floats
    untried: float
    unlike: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        found = self._asdict()
        del found["contexts"]
        found["common"] = [list(pair) for pair in self.common]
        found["quantiles"] = list(self.quantiles)
        found["recommended"] = np.quantile(self.recommended, [0.0, 0.25, 0.5, 0.75, 1.0]).tolist()
        return found


def findings_of(warm: Warm, before: Warm) -> Findings:
    """Look at a log with a bandit that was taught all of it, and one that was ``before`` the end.

    The second one was taught all but the last rows.
    """
    log, n = warm.log, len(warm.log.actions)
    values, counts = np.unique(log.actions, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:5]
    units = np.array([log.space.to_unit(action) for action in log.actions])
    held = slice(before.bandit.taught, n)
    rows = np.unique(np.linspace(0, n - 1, min(n, ASKED)).astype(int))
    best = np.array([warm.bandit.oracle.best(context_of(log, row))[0] for row in rows])
    at = np.array([log.space.to_unit(action) for action in best])[:, 0]
    usual = explained(log.contexts, units)[:, 0]
    spread = float(np.sqrt(np.mean((units[:, 0] - usual) ** 2)))
    ends = np.searchsorted(np.sort(units[:, 0]), [at - NEAR, at + NEAR])
    return Findings(
        distinct=len(values),
        common=tuple((float(values[i]), float(counts[i] / n)) for i in order),
        quantiles=tuple(np.quantile(log.actions, [0.0, 0.25, 0.5, 0.75, 1.0]).tolist()),
        variety=share_explained_by_nothing(log.contexts, units),
        told=before.bandit.taught,
        held_out=n - before.bandit.taught,
        explained=explained_later(before, held),
        recommended=best,
        contexts=log.contexts[rows],
        untried=float((np.diff(ends, axis=0) < SELDOM).mean()),
        unlike=float((np.abs(at - usual[rows]) > max(NEAR, UNLIKE * spread)).mean()),
    )


def context_of(log: Log, row: int) -> Floats | None:
    """The context of a row; None where there are no columns to tell by."""
    return log.contexts[row] if log.schema is not None else None


def explained_later(before: Warm, held: slice) -> float:
    """Share of the variance of later rewards that a bandit explains more than a constant."""
    log, bandit = before.log, before.bandit
    rows = np.unique(np.linspace(held.start, held.stop - 1, PREDICTED).astype(int))
    losses = [float(bandit.oracle.predict(context_of(log, i), [log.actions[i]])[0]) for i in rows]
    scale = bandit.scale
    predicted = scale.low + scale.high - np.array([scale.to_user(loss) for loss in losses])
    rewards, mean = log.rewards[rows], log.rewards[: held.start].mean()
    squares = float(((rewards - mean) ** 2).sum())
    return 1.0 - float(((rewards - predicted) ** 2).sum()) / squares if squares else 0.0
