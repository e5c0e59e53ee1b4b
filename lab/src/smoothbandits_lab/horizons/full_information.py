"""Boosted trees that are told the target after every round: the limit for those that are not."""

import numpy as np

from smoothbandits.baselines.greedy_trees import fit_trees, refit_time
from smoothbandits.checks import Floats

__all__ = ["progressive_guesses", "progressive_prices"]

PRICES = np.linspace(0.0, 1.0, 129)  # that are considered
ROUNDING = 1e-12  # a price that equals a worth is paid


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


def progressive_prices(X: Floats, worths: Floats, seed: int = 0) -> Floats:
    """A price for each row from the worths before it: the one that earns most by what they say.

    Worths are guessed as by `progressive_guesses`.  How far guesses were off in the later half
    of the rounds before the last fit is taken for the law of the worth around the guess.

    Parameters
    ----------
    X, worths
        Rows in the order in which they come; worths in [0, 1].
    seed
        Of the fits.

    Examples
    --------
    >>> progressive_prices(np.zeros((4, 1)), np.array([0.75, 0.75, 0.75, 0.75]))[2:]
    array([0.75, 0.75])
    """
    guesses = progressive_guesses(X, worths, 0.5, seed)
    errors, n = worths - guesses, len(worths)
    first = min(n, refit_time(0))
    prices = np.full(n, 0.5)
    for t in range(1, first):
        prices[t] = earning_most(guesses[t : t + 1], errors[t // 2 : t])[0]
    fits, start = 0, first
    while start < n:
        end = refit_time(fits + 1)
        prices[start:end] = earning_most(guesses[start:end], errors[start // 2 : start])
        fits, start = fits + 1, end
    return prices


def earning_most(guesses: Floats, errors: Floats) -> Floats:
    """Prices with the greatest expected revenue if worths are guesses plus one of the errors.

    Examples
    --------
    >>> earning_most(np.array([0.5]), np.array([-0.25, 0.25]))
    array([0.75])
    """
    ordered = np.sort(errors)
    prices = np.empty(len(guesses))
    for i, guess in enumerate(guesses):
        buyers = len(ordered) - np.searchsorted(ordered, PRICES - guess - ROUNDING)
        prices[i] = PRICES[np.argmax(PRICES * buyers)]
    return prices
