"""The distribution that CappedIGW plays on a finite action set, and what it guarantees.

Its density relative to mu is tau/(1 + gamma (f - beta)_+)/Z with tau = 1/h.  At beta with Z = 1 it
is an h-smoothed kernel itself, and no f and no h-smoothed kernel cost more than (tau - 1)/gamma
beside what the oracle's error explains; with Z at least 1/kappa, (kappa tau - 1)/gamma.
"""

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, check_finite, check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.theorem import balancing_gamma
from smoothbandits.theory.checks import checked_losses, checked_weights
from smoothbandits.theory.theorem import horizon

__all__ = ["capped_certificate", "capped_gamma", "capped_igw_law", "capped_regret"]

HALVINGS = 200


def capped_igw_law(
    predictions: ArrayLike,
    h: float,
    gamma: float,
    weights: ArrayLike | None = None,
    *,
    beta: float | None = None,
) -> Floats:
    """Exact action probabilities of CappedIGW.

    P(a) = mu(a) g(a)/Z with g(a) = 1/h / (1 + gamma (f(a) - beta)_+) and Z = E_mu[g].

    Parameters
    ----------
    predictions
        Predicted loss of each action, shape (K,).
    h
        Smoothness level in (0, 1].
    gamma
        Exploration parameter; larger is greedier.
    weights
        The reference measure mu; uniform if absent.
    beta
        The loss up to which the density is capped; the one with Z = 1 if absent.

    Returns
    -------
    Probabilities of shape (K,).

    Examples
    --------
    >>> capped_igw_law([0.1, 0.6, 0.1, 0.3], h=0.5, gamma=20.0)
    array([0.429205, 0.044783, 0.429205, 0.096806])

    References
    ----------
    Rucker, Zhu and Mineiro (2023), Infinite action contextual bandits with reusable data exhaust.
    """
    losses = checked_losses(predictions, "predictions")
    if losses.ndim != 1:
        raise InvalidParameter(f"predictions have shape {losses.shape}; give one row, shape (K,)")
    tau, rate = 1.0 / check_fraction("h", h), check_positive("gamma", gamma)
    mass = checked_weights(weights, losses.size)

    def weighed(level: float) -> Floats:
        return np.asarray(mass * tau / (1.0 + rate * np.maximum(losses - level, 0.0)))

    if beta is None:
        low, beta = losses.min() - (tau - 1.0) / rate, losses.max()
        for _ in range(HALVINGS):  # Z is 1 at most at the lower end, and tau at the upper one
            middle = 0.5 * (low + beta)
            if weighed(middle).sum() < 1.0:
                low = middle
            else:
                beta = middle
    found = weighed(check_finite("beta", beta))
    return np.asarray(found / found.sum())


def capped_certificate(h: float, gamma: float, kappa: float = 1.0) -> float:
    """What CappedIGW certifies: no f and no h-smoothed Q exceed (kappa/h - 1)/gamma.

    About half of what `igw_certificate` says of SmoothIGW.

    Parameters
    ----------
    h
        Smoothness level in (0, 1].
    gamma
        Exploration parameter that was used, positive.
    kappa
        1/Z, at least 1.

    Examples
    --------
    >>> capped_certificate(h=0.1, gamma=100.0)
    0.09
    """
    rate = check_positive("gamma", gamma)
    return (at_least_one(kappa) / check_fraction("h", h) - 1.0) / rate


def capped_gamma(rounds: int, h: float, bound: float, kappa: float = 1.0) -> float:
    """The gamma that balances T kappa/(h gamma) and gamma Reg_Sq/4: sqrt(4 kappa T/(h Reg_Sq)).

    Parameters
    ----------
    rounds
        Horizon T.
    h
        Smoothness level in (0, 1].
    bound
        Reg_Sq(T), the oracle's bound on its square-loss regret.
    kappa
        1/Z at most, at least 1.

    Examples
    --------
    >>> capped_gamma(10_000, h=0.125, bound=8.0)
    200.0
    """
    T, reg = horizon(rounds), check_positive("bound", bound)
    return balancing_gamma(2.0 * check_fraction("h", h) / at_least_one(kappa), 1.0, T, reg)


def capped_regret(rounds: int, h: float, bound: float, kappa: float = 1.0) -> float:
    """The smooth regret that `capped_gamma` promises, sqrt(kappa T Reg_Sq/h).

    Parameters
    ----------
    rounds, h, bound, kappa
        As for `capped_gamma`.

    Examples
    --------
    >>> capped_regret(10_000, h=0.125, bound=8.0)
    800.0
    """
    scale = horizon(rounds) * check_positive("bound", bound) / check_fraction("h", h)
    return sqrt(at_least_one(kappa) * scale)


def at_least_one(kappa: float) -> float:
    """A factor that normalisers below 1 cost."""
    if check_finite("kappa", kappa) < 1.0:
        raise InvalidParameter(f"kappa is {kappa!r}; give at least 1")
    return float(kappa)
