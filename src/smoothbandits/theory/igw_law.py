"""The distribution that SmoothIGW plays, on a finite action set."""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, check_count, check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.theory.checks import checked_losses, checked_weights

__all__ = ["smooth_igw_law"]


def smooth_igw_law(
    predictions: ArrayLike,
    h: float,
    gamma: float,
    weights: ArrayLike | None = None,
    *,
    greedy: int | None = None,
) -> Floats:
    """Exact action probabilities of SmoothIGW, the paper's eq. (2) to (4).

    P(a) = mu(a) m(a) + (1 - M) 1{a = greedy} with m(a) = 1/(1 + h gamma gap(a)) and
    M = E_mu[m]. By Proposition 1 this is also the law of the rejection sampler, Algorithm 2.
    Under uniform mu and h = 1/K it is SquareCB: 1/(K + gamma gap(a)) away from the greedy action.

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
    greedy
        Index that the oracle calls best, where its argmin is approximate; gaps below it count as
        0. The first minimum if absent.

    Returns
    -------
    Probabilities of shape (K,).

    Examples
    --------
    >>> smooth_igw_law([0.1, 0.6, 0.1, 0.3], h=0.25, gamma=20.0)
    array([0.553571, 0.071429, 0.25    , 0.125   ])
    """
    losses = checked_losses(predictions, "predictions")
    if losses.ndim != 1:
        raise InvalidParameter(f"predictions have shape {losses.shape}; give one row, shape (K,)")
    rate = check_fraction("h", h) * check_positive("gamma", gamma)
    mass = checked_weights(weights, losses.size)
    best = int(losses.argmin()) if greedy is None else check_count("greedy", greedy, least=0)
    if best >= losses.size:
        raise InvalidParameter(f"greedy is {greedy}; with {losses.size} actions it is an index")
    scaled_gap = rate * np.maximum(losses - losses[best], 0.0)
    law: Floats = mass / (1.0 + scaled_gap)
    # 1 - M, summed from what each action gives up, so that small remainders keep their digits.
    law[best] += (mass * scaled_gap / (1.0 + scaled_gap)).sum()
    return law
