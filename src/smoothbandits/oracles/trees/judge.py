"""Who decides until the next fit: the model that explains best what exploring cost.

Examples that came after a fit test what it gave before they teach anything, so none is held back.
A model says how much more an action costs than the one that would have been greedy; losses are
regressed on these differences, with a constant and a factor.  In greedy rounds there is no
difference and no model can gain by them: that some contexts cost more than others, whatever is
done, is not what is judged.

Of examples that were taught each half tests what the other half gave, before there is anything to
decide by: they say whether the valley may begin, and never which model stays.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.engines import entries_of
from smoothbandits.kernels.states import (
    AGREES,
    DOUBTS,
    REFUTES,
    SURFACE,
    VALLEY,
    BoostedOutcomeState,
    BoostedState,
)

__all__ = [
    "chosen",
    "decided_since_fit",
    "differences",
    "evidence_of",
    "greedy",
    "rows_since_fit",
    "since_last_fit",
    "unexplained",
    "verdict",
]

Columns = tuple[Floats, Floats, Floats]  # contexts, actions and losses

MEMORY = 0.5  # of evidence, from one fit to the next
JUDGES = 20_000  # examples at most
# standard errors by which another model must beat the preferred one: with 2 of them, chance alone
# would take one of the two others in most runs, which have some twenty fits
DOUBT = 3.0


def chosen(evidence: Floats, preferred: int) -> int:
    """The preferred model, unless others are better beyond doubt: then the best of them.

    Examples
    --------
    >>> chosen(np.array([[0.1, 0.1], [0.4, 0.01], [0.0, 0.0]]), preferred=2)
    1
    >>> chosen(np.zeros((3, 2)), preferred=2)
    2
    """
    gain, variance = evidence.T
    doubted = gain <= DOUBT * np.sqrt(variance)
    return preferred if doubted.all() else int(np.argmax(np.where(doubted, -np.inf, gain)))


def evidence_of(state: BoostedState, models: list[int], preferred: int) -> Floats:
    """What each model explains more than the preferred one, and the variance of that."""
    before: Floats = state.evidence * [MEMORY, MEMORY**2]
    asked = state._replace(online=state.before)  # before it learned these examples
    return before + explained_more(asked, models, preferred, since_last_fit(state))


def explained_more(
    state: BoostedState, models: list[int], preferred: int, examples: Columns
) -> Floats:
    """What models explain of examples more than the preferred one, and the variance of that."""
    contexts, actions, losses = examples
    found = np.zeros((3, 2))
    if not len(losses):
        return found
    best = greedy(state, contexts)
    residuals = {
        model: unexplained(differences(state, model, contexts, actions, best), losses)
        for model in models
    }
    for model in models:
        more = residuals[preferred] ** 2 - residuals[model] ** 2
        found[model] = more.sum(), more @ more
    return found


def verdict(log: Columns, fitted: Callable[[Columns], BoostedState]) -> int:
    """What a log says of the valley, whose greedy actions ``fitted`` plays.

    Where losses are a valley it needs far fewer examples than a surface to say so.  A surface that
    explains more of the rows left out is a doubt, therefore, however little it is; beyond doubt
    the log has refuted the valley.
    """
    evidence, second = np.zeros((3, 2)), np.arange(len(log[2])) % 2 == 1
    for out in (second, ~second):
        contexts, actions, losses = (column[~out] for column in log)
        trial = fitted((contexts, actions, losses))
        contexts, actions, losses = (column[out].astype(np.float64) for column in log)
        tested = (contexts, actions, losses)
        evidence += explained_more(trial, [SURFACE, VALLEY], VALLEY, tested)
    if chosen(evidence, VALLEY) == SURFACE:
        return REFUTES
    return DOUBTS if evidence[SURFACE, 0] > 0.0 else AGREES


def since_last_fit(state: BoostedState) -> Columns:
    """Decided examples that no model has learned, or a part of them where they are many."""
    fresh = decided_since_fit(state)
    fresh = fresh[:: max(1, len(fresh) // JUDGES)]
    columns = (state.contexts, state.actions, state.losses)
    contexts, actions, losses = (column[fresh].astype(np.float64) for column in columns)
    return contexts, actions, losses


def decided_since_fit(state: BoostedState | BoostedOutcomeState) -> NDArray[np.int64]:
    """Rows since the last fit, without those that were taught.

    Who chose those may have known more than the context says, and explored as nobody knows: what
    an action seems to cost there says little about what it costs.
    """
    fresh = rows_since_fit(state)
    rows: NDArray[np.int64] = fresh.start + np.flatnonzero(state.taught[fresh] == 0)
    return rows


def rows_since_fit(state: BoostedState | BoostedOutcomeState) -> slice:
    """Rows that no model has learned."""
    kept, seen = map(int, state.kept)
    oldest = max(0, kept - (seen - int(state.since[0])))
    return slice(oldest, kept)


def greedy(state: BoostedState, contexts: Floats) -> Floats:
    """Best actions by the model that is active, in unit coordinates and as examples keep them."""
    out = np.empty((len(contexts), state.actions.shape[1]))
    entries_of("compiled").greedy_actions(state, contexts, out)
    return out.astype(state.actions.dtype).astype(np.float64)


def differences(
    state: BoostedState, model: int, contexts: Floats, actions: Floats, others: Floats
) -> Floats:
    """How much more a model takes actions to cost than others."""
    out = np.empty(len(contexts))
    asked = state._replace(active=np.array([model]))
    entries_of("compiled").predicted_differences(asked, contexts, actions, others, out)
    return out


def unexplained(costs: Floats, losses: Floats) -> Floats:
    """Residuals of losses on predicted costs, with a constant and a factor not below 0.

    Costs that are no numbers explain nothing.

    Examples
    --------
    >>> bool(np.allclose(unexplained(np.array([0.0, 0.1, 0.2]), np.array([0.3, 0.5, 0.7])), 0.0))
    True
    >>> unexplained(np.array([0.2, 0.1, 0.0]), np.array([0.3, 0.5, 0.7])).round(6)
    array([-0.2,  0. ,  0.2])
    """
    around: Floats = losses - losses.mean()
    spread = costs - costs.mean()
    squares = float(spread @ spread)
    if not 0.0 < squares < np.inf:
        return around
    factor = max(0.0, float(spread @ around)) / squares
    residuals: Floats = around - factor * spread
    return residuals
