"""Who decides until the next fit: the model whose gaps explain the losses best.

Examples that came after a fit test what it gave before they teach anything, so none is held back.
What matters of a model is not how large it takes losses to be but how much it takes each action to
lose against the best one: losses are regressed on those gaps, with a constant and a factor.
"""

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import load
from smoothbandits.kernels.states import BoostedState

__all__ = ["chosen", "evidence_of", "gaps_of", "unexplained"]

MEMORY = 0.5  # of evidence, from one fit to the next
JUDGES = 20_000  # examples at most
DOUBT = 2.0  # standard errors by which another model must be better than the one preferred


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
    kept, seen = map(int, state.kept)
    oldest = max(0, kept - (seen - int(state.since[0])))
    fresh = slice(oldest, kept, max(1, (kept - oldest) // JUDGES))
    examples, losses = (state.contexts[fresh], state.actions[fresh]), state.losses[fresh]
    residuals = {model: unexplained(gaps_of(state, model, *examples), losses) for model in models}
    evidence = state.evidence * [MEMORY, MEMORY**2]
    for model in models:
        more = residuals[preferred] ** 2 - residuals[model] ** 2
        evidence[model] += more.sum(), more @ more
    return evidence


def gaps_of(state: BoostedState, model: int, contexts: Floats, actions: Floats) -> Floats:
    """What a model takes actions to lose against its best one; the first as at the last fit."""
    asked = state._replace(first=state.before, active=np.array([model]))
    out = np.empty(len(contexts))
    given = (contexts.astype(np.float64), actions.astype(np.float64))
    load("compiled").predicted_gaps(asked, *given, out)
    return out


def unexplained(gaps: Floats, losses: Floats) -> Floats:
    """Residuals of losses on gaps, with a constant and a factor not below 0.

    Gaps that are no numbers explain nothing.

    Examples
    --------
    >>> np.abs(unexplained(np.array([0.0, 0.1, 0.2]), np.array([0.3, 0.5, 0.7]))).max() < 1e-12
    True
    >>> unexplained(np.array([0.2, 0.1, 0.0]), np.array([0.3, 0.5, 0.7])).round(6)
    array([-0.2,  0. ,  0.2])
    """
    around = losses.astype(np.float64) - np.mean(losses, dtype=np.float64)
    spread = gaps - gaps.mean()
    squares = float(spread @ spread)
    if not 0.0 < squares < np.inf:
        return around
    return around - max(0.0, float(spread @ around)) / squares * spread
