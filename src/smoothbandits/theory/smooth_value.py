"""Smooth_h on a finite action set: what the best h-smoothed kernel pays."""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, check_fraction
from smoothbandits.theory.checks import checked_losses, checked_weights, plain

__all__ = ["smooth_value"]


def smooth_value(losses: ArrayLike, h: float, weights: ArrayLike | None = None) -> float | Floats:
    """Smooth_h, the benchmark of smooth regret, exactly.

    The paper's Smooth_h(x) is the least expected loss of any distribution whose density with
    respect to mu is at most 1/h. That is the lower CVaR of the losses: the mean over the best
    mu-mass h, filled greedily from the smallest loss up. It is E_mu of the loss at h = 1 and the
    smallest loss once h is at most the best action's weight, such as 1/K under uniform mu.

    Parameters
    ----------
    losses
        Expected losses, one per action on the last axis; leading axes (contexts, rounds) are
        handled independently. Any finite numbers.
    h
        Smoothness level in (0, 1]; 1/h is the effective number of actions.
    weights
        The reference measure mu, one non-negative number per action, normalised here; uniform
        if absent.

    Returns
    -------
    A float, or an array over the leading axes of `losses`.

    Raises
    ------
    InvalidLoss
        If a loss is not finite, or there is no action.
    InvalidParameter
        If `h` lies outside (0, 1], or `weights` are not a measure on the actions.

    Examples
    --------
    >>> smooth_value([0.2, 0.0, 0.4, 1.0], h=0.5)
    0.1
    >>> smooth_value([0.2, 0.0, 0.4, 1.0], h=0.5, weights=[1, 1, 1, 7])
    0.52
    """
    values = checked_losses(losses)
    level = check_fraction("h", h)
    mass = checked_weights(weights, values.shape[-1])
    order = np.argsort(values, axis=-1)
    taken = greedy_fill(mass[order], level)
    # Divided by what was taken, which is h but for rounding: a constant loss returns itself.
    ordered = np.take_along_axis(values, order, axis=-1)
    return plain((taken * ordered).sum(axis=-1) / taken.sum(axis=-1))


def greedy_fill(mass: Floats, amount: float) -> Floats:
    """Take `amount` from the entries of `mass` along the last axis, first come first served."""
    before = np.cumsum(mass, axis=-1) - mass
    return np.clip(amount - before, 0.0, mass)
