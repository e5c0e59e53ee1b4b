"""The extreme points of the set of h-smoothed kernels."""

from itertools import chain, combinations

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_numbers, check_fraction
from smoothbandits.errors import InvalidParameter
from smoothbandits.theory.checks import ROUNDING, checked_weights

__all__ = ["smooth_vertices"]

_MOST_ACTIONS = 8


def smooth_vertices(weights: ArrayLike, h: float) -> Floats:
    """Every vertex of Q_h, the kernels with density at most 1/h relative to mu.

    At a vertex all actions but at most one have density 0 or 1/h. A convex function of the
    kernel, such as the worst case of `exact_dec`, is largest at one of them. Their number grows
    as 2^K, hence at most eight actions.

    Parameters
    ----------
    weights
        The reference measure mu, one number per action, at most eight.
    h
        Smoothness level in (0, 1].

    Returns
    -------
    Kernels of shape (vertices, K), each row a distribution.

    Examples
    --------
    >>> smooth_vertices([1, 1, 2], h=0.5)
    array([[0. , 0. , 1. ],
           [0.5, 0.5, 0. ],
           [0.5, 0. , 0.5],
           [0. , 0.5, 0.5]])
    """
    weights = as_numbers("weights", weights)
    n_actions = weights.size
    if not 1 <= n_actions <= _MOST_ACTIONS:
        raise InvalidParameter(
            f"there are {n_actions} actions; vertices are listed for 1 to {_MOST_ACTIONS}"
        )
    caps = checked_weights(weights, n_actions) / check_fraction("h", h)
    whole, mixed = [], []
    for full in _subsets(np.flatnonzero(caps).tolist()):
        kernel = np.zeros(n_actions)
        kernel[list(full)] = caps[list(full)]
        rest = 1.0 - kernel.sum()
        if abs(rest) <= ROUNDING:
            whole.append(kernel)
        elif rest > 0.0:
            # One more action takes the rest, if that is less than all it may hold.
            for action in np.flatnonzero((kernel == 0.0) & (caps > rest + ROUNDING)):
                mixed.append(kernel.copy())
                mixed[-1][action] = rest
    return np.array(whole + mixed)


def _subsets(actions: list[int]) -> chain[tuple[int, ...]]:
    return chain.from_iterable(combinations(actions, size) for size in range(len(actions) + 1))
