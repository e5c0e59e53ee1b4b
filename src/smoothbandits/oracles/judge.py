"""Who decides until the next fit: the model whose gaps explain the losses best.

Examples that came after a fit test what it gave before they teach anything, so none is held back.
What matters of a model is not how large it takes losses to be but how much it takes each action to
lose against the best one: losses are regressed on those gaps, with a constant and a factor.
"""

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import load
from smoothbandits.kernels.states import BoostedState

__all__ = ["errors_of", "gaps_of", "unexplained"]

MEMORY = 0.5  # of errors, from one fit to the next
JUDGES = 20_000  # examples at most


def errors_of(state: BoostedState) -> Floats:
    """Errors of the first oracle, the surface and the valley, with those since the last fit."""
    kept, seen = map(int, state.kept)
    oldest = max(0, kept - (seen - int(state.since[0])))
    fresh = slice(oldest, kept, max(1, (kept - oldest) // JUDGES))
    examples = (state.contexts[fresh], state.actions[fresh])
    found = [
        unexplained(gaps_of(state, model, *examples), state.losses[fresh])
        for model in range(len(state.errors))
    ]
    return MEMORY * state.errors + found


def gaps_of(state: BoostedState, model: int, contexts: Floats, actions: Floats) -> Floats:
    """What a model takes actions to lose against its best one; the first as at the last fit."""
    asked = state._replace(first=state.before, active=np.array([model]))
    out = np.empty(len(contexts))
    given = (contexts.astype(np.float64), actions.astype(np.float64))
    load("compiled").predicted_gaps(asked, *given, out)
    return out


def unexplained(gaps: Floats, losses: Floats) -> float:
    """Sum of squares that a constant plus a factor, not below 0, times the gaps leaves.

    Examples
    --------
    >>> unexplained(np.array([0.0, 0.1, 0.2]), np.array([0.3, 0.5, 0.7])) < 1e-12
    True
    >>> round(unexplained(np.array([0.2, 0.1, 0.0]), np.array([0.3, 0.5, 0.7])), 6)
    0.08
    """
    if not len(losses):
        return 0.0
    around = losses.astype(np.float64) - np.mean(losses, dtype=np.float64)
    spread = gaps - gaps.mean()
    squares = float(spread @ spread)
    factor = max(0.0, float(spread @ around)) / squares if squares > 0.0 else 0.0
    left = around - factor * spread
    error = float(left @ left)
    return error if np.isfinite(error) else np.inf
