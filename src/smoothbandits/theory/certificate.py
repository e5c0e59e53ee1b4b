"""How much regret one round can cost beyond what the oracle's error explains.

For a played law P, a kernel Q and predictions fhat, the paper's decision-estimation coefficient
(eq. (5), with f(a) in place of the misprinted f(a*)) asks for the worst true loss f of

    E_P[f] - E_Q[f] - (gamma/4) E_P[(fhat - f)^2].

Summed over rounds, a bound on it plus gamma/4 times the oracle's regret bounds smooth regret.
"""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_numbers, check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.theory.checks import ROUNDING, checked_distribution, checked_losses, plain

__all__ = ["exact_dec", "igw_certificate"]


def igw_certificate(
    mass: ArrayLike, h: float, gamma: ArrayLike, argmin_error: ArrayLike = 0.0
) -> float | Floats:
    """What SmoothIGW certifies: no f and no h-smoothed Q exceed (2 - M - h)/(h gamma).

    It sharpens the paper's 2/(h gamma) with the mass M = M(A) that was in fact explored, and is
    attained by every Q of density 0 or 1/h that avoids the greedy action.

    If the greedy action is only optimal up to `argmin_error`, the bound grows by just that. The
    law is then exactly SmoothIGW's for the predictions raised to at least fhat(greedy); the worst
    case over f is linear in fhat once P and Q are fixed; and lowering the raised predictions
    again lowers E_Q[fhat] by at most the error and raises E_P[fhat] nowhere.

    Parameters
    ----------
    mass
        M(A) in (0, 1], the probability of keeping the draw from mu; arrays broadcast over rounds.
    h
        Smoothness level in (0, 1].
    gamma
        Exploration parameter that was used, positive.
    argmin_error
        Bound on fhat(greedy) - min fhat, at least 0.

    Examples
    --------
    >>> igw_certificate(0.4, h=0.1, gamma=100.0)
    0.15
    >>> igw_certificate([0.4, 0.9], h=0.1, gamma=100.0, argmin_error=0.01)
    array([0.16, 0.11])
    """
    masses, gammas, errors = (
        as_numbers(name, values)
        for name, values in (("mass", mass), ("gamma", gamma), ("argmin_error", argmin_error))
    )
    level = check_fraction("h", h)
    try:
        masses, gammas, errors = np.broadcast_arrays(masses, gammas, errors)
    except ValueError:
        raise InvalidParameter(
            f"mass, gamma and argmin_error have shapes {masses.shape}, {gammas.shape} and "
            f"{errors.shape}; give one number each, or one per round"
        ) from None
    if not ((masses > 0.0) & (masses <= 1.0 + ROUNDING)).all():
        raise InvalidParameter(f"mass is {masses}; a probability of exploring lies in (0, 1]")
    if not ((gammas > 0.0) & (gammas < np.inf)).all():
        raise InvalidParameter(f"gamma is {gammas}; it must be positive and finite")
    if not ((errors >= 0.0) & (errors < np.inf)).all():
        raise InvalidParameter(f"argmin_error is {errors}; it must be finite and >= 0")
    masses = np.minimum(masses, 1.0)
    return plain((2.0 - masses - level) / (level * gammas) + errors)


def exact_dec(
    predictions: ArrayLike,
    probabilities: ArrayLike,
    kernel: ArrayLike,
    gamma: float,
    *,
    bounded: bool = False,
) -> float | Floats:
    """The worst case over f for one played law and one kernel, exactly.

    The objective is a sum of one concave parabola per action with its top at
    fhat + 2 (P - Q)/(gamma P), which gives E_P[fhat] - E_Q[fhat] + (E_Q[Q/P] - 1)/gamma.

    Parameters
    ----------
    predictions
        fhat, one per action, shape (K,).
    probabilities
        P, the law that is played, shape (K,).
    kernel
        Q, the comparator, shape (K,), or several as (..., K).
    gamma
        Exploration parameter, positive.
    bounded
        Whether f is held to [0, 1], as losses are; the top is then clipped action by action.

    Returns
    -------
    A float, or an array over the leading axes of `kernel`. It is infinite where an unbounded f
    may fall without being seen: Q(a) > 0 = P(a).

    Examples
    --------
    >>> exact_dec([0.1, 0.5], [0.8, 0.2], [0.0, 1.0], gamma=10.0)
    0.08
    >>> exact_dec([0.1, 0.5], [0.8, 0.2], [0.0, 1.0], gamma=10.0, bounded=True)
    0.035
    """
    fhat = checked_losses(predictions, "predictions")
    if fhat.ndim != 1:
        raise InvalidParameter(f"predictions have shape {fhat.shape}; give one row, shape (K,)")
    played = checked_distribution("probabilities", probabilities, fhat.size)
    if played.ndim != 1:
        raise InvalidParameter(f"probabilities have shape {played.shape}; give one row, (K,)")
    advantage = played - checked_distribution("kernel", kernel, fhat.size)
    rate = check_positive("gamma", gamma)

    seen = played > 0.0
    step = 2.0 * advantage / (rate * np.where(seen, played, 1.0))
    # Where nothing is played no square error restrains f: only the linear term is left.
    worst = fhat + np.where(seen, step, np.where(advantage < 0.0, -np.inf, 0.0))
    if bounded:
        worst = np.clip(worst, 0.0, 1.0)
    squares = np.where(seen, worst - fhat, 0.0) ** 2
    return plain((advantage * worst - rate / 4.0 * played * squares).sum(axis=-1))
