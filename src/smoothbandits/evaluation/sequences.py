"""Intervals that hold at all times at once, also where the log was made by a bandit that learned.

Everything rests on one inequality: for x >= -1 and 0 <= b < 1,
exp(b x + (b + log(1 - b)) x^2) <= 1 + b x.  With x = X_t - e_t, where X_t >= 0 and e_t of [0, 1]
is known before round t, the products over rounds of
exp(b (X_t - mu_t) + (b + log(1 - b)) (X_t - e_t)^2) are a supermartingale, whatever the means mu_t
are and however large X_t can be.
"""

import math

from smoothbandits.checks import Floats
from smoothbandits.evaluation.intervals import Range
from smoothbandits.evaluation.sums import WL, Moment, W

__all__ = ["betting_interval", "log_wealth", "lower_limit", "sequence_interval"]

RHO = 1.0  # of the mixture over b, whose density is that of a gamma law in 1 - l, cut at 1
HALVINGS = 30
CLOSE = 1e-9  # that a limit may be below the exact one


def log_wealth(surplus: float, spread: float) -> float:
    """Logarithm of the mixture over b: what was won by betting that the mean is larger (8.3).

    Parameters
    ----------
    surplus
        Sum of X_t minus the sum of the means.
    spread
        Sum of (X_t - e_t)^2.
    """
    from scipy.special import gammainc, gammaln

    if surplus < 0.0:
        return -math.inf  # nothing that could matter
    shape, rate = spread + RHO, surplus + spread + RHO
    within = float(gammainc(shape, rate))
    of_prior = float(gammaln(RHO)) + math.log(float(gammainc(RHO, RHO)))
    return (
        surplus + spread + RHO * math.log(RHO) - shape * math.log(rate)
        + float(gammaln(shape)) + math.log(within) - of_prior
    )  # fmt: skip


def lower_limit(total: float, spread: float, rounds: int, alpha: float) -> float:
    """The running mean of X is above this at all times, but for a probability alpha."""
    from scipy.optimize import brentq

    target = math.log(1.0 / alpha)
    if log_wealth(total, spread) < target:
        return 0.0

    def missing(mean: float) -> float:
        return log_wealth(max(0.0, total - rounds * mean), spread) - target

    # at the mean itself nothing has been won
    return max(0.0, float(brentq(missing, 0.0, total / rounds, xtol=CLOSE)) - CLOSE)


def sequence_interval(moment: Moment, alpha: float) -> Range:
    """Of the running mean of the expected losses, for weights whose mean is 1.

    From below by X = w l, from above by X = w (1 - l), alpha/2 each.
    """
    lost, n = float(moment.totals[WL]), moment.rounds
    kept = float(moment.totals[W]) - lost
    low = lower_limit(lost, float(moment.spread), n, 0.5 * alpha)
    high = 1.0 - lower_limit(kept, float(moment.other_spread), n, 0.5 * alpha)
    return Range(low, high).cut()


def betting_interval(lost: Floats, kept: Floats, alpha: float) -> Range:
    """Of the one mean that all rounds have: the narrower, for the assumption it makes.

    Capital grows by 1 + b_t (X_t - mean) in round t, where the bet b_t <= 1/2 follows from the
    scatter of the rounds before; means at which it ever exceeded 2/alpha are ruled out.

    Parameters
    ----------
    lost, kept
        w l and w (1 - l) of all rounds, in their order.
    """
    return Range(betting_limit(lost, 0.5 * alpha), 1.0 - betting_limit(kept, 0.5 * alpha)).cut()


def betting_limit(values: Floats, alpha: float) -> float:
    """The mean of non-negative values is above this."""
    import numpy as np

    n = len(values)
    t = np.arange(1.0, n + 1.0)
    means = (np.cumsum(values) + 0.5) / (t + 1.0)
    scatter = (np.cumsum((values - np.append(0.5, means[:-1])) ** 2) + 0.25) / (t + 1.0)
    before = np.append(0.25, scatter[:-1])
    bets = np.minimum(0.5, np.sqrt(2.0 * math.log(1.0 / alpha) / (before * t * np.log(t + 1.0))))
    target, low, high = math.log(1.0 / alpha), 0.0, 1.0

    def best(mean: float) -> float:
        return float(np.cumsum(np.log1p(bets * (values - mean))).max())

    if best(0.0) < target:
        return 0.0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if best(middle) >= target:
            low = middle
        else:
            high = middle
    return low
