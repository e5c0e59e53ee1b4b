"""Boosted trees that are told the target after every round: the limit for those that are not."""

import numpy as np

from smoothbandits.baselines.greedy_trees import fit_trees, refit_time
from smoothbandits.checks import Floats

__all__ = ["progressive_guesses"]


def progressive_guesses(X: Floats, y: Floats, level: float, seed: int = 0) -> Floats:
    """A guess of each target from those before it: their quantile, then trees for that quantile.

    Trees are those of the rival, and fitted at the same times, so that what lies between the two
    is the price of seeing only losses.

    Parameters
    ----------
    X, y
        Rows in the order in which they come; targets in [0, 1].
    level
        Of the quantile; a half for the absolute loss.
    seed
        Of the fits.

    Examples
    --------
    >>> progressive_guesses(np.zeros((4, 1)), np.array([0.2, 0.8, 0.4, 0.6]), 0.5)
    array([0.5, 0.2, 0.2, 0.4])
    """
    objective = {"objective": "l1"} if level == 0.5 else {"objective": "quantile", "alpha": level}
    first = min(len(y), refit_time(0))
    guesses = np.full(len(y), 0.5)
    for t in range(1, first):
        guesses[t] = np.quantile(y[:t], level, method="inverted_cdf")
    fits, start = 0, first
    while start < len(y):
        end = refit_time(fits + 1)
        model = fit_trees(X[:start], y[:start], seed=seed, **objective)
        guesses[start:end] = model.predict(X[start:end], num_threads=1)
        fits, start = fits + 1, end
    clipped: Floats = np.clip(guesses, 0.0, 1.0)
    return clipped
