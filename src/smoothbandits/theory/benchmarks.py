"""The benchmarks beside Smooth_h: the best action is harder, quantile and fixed kernel easier."""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, check_fraction
from smoothbandits.errors import InvalidParameter
from smoothbandits.theory.checks import (
    ROUNDING,
    checked_distribution,
    checked_losses,
    checked_weights,
    plain,
)

__all__ = ["best_value", "kernel_value", "quantile_value"]


def best_value(losses: ArrayLike, weights: ArrayLike | None = None) -> float | Floats:
    """The smallest loss among actions that mu can reach: the benchmark of standard regret.

    Parameters
    ----------
    losses
        Expected losses, one per action on the last axis.
    weights
        The reference measure mu; uniform if absent. Actions of weight 0 do not count.

    Examples
    --------
    >>> best_value([0.0, 0.3, 0.5], weights=[0, 1, 1])
    0.3
    """
    values = checked_losses(losses)
    reachable = checked_weights(weights, values.shape[-1]) > 0.0
    return plain(values[..., reachable].min(axis=-1))


def quantile_value(
    losses: ArrayLike, h: float, weights: ArrayLike | None = None
) -> float | Floats:
    """The lower h-quantile of the losses: the benchmark of quantile regret.

    The smallest z with mu(loss <= z) >= h. Smooth_h averages over the losses up to it and so
    never exceeds it.

    Parameters
    ----------
    losses
        Expected losses, one per action on the last axis.
    h
        Share of the actions, in (0, 1].
    weights
        The reference measure mu; uniform if absent.

    Examples
    --------
    >>> quantile_value([0.2, 0.0, 0.4, 1.0], h=0.5)
    0.2

    References
    ----------
    Chaudhuri and Kalyanakrishnan (2018), Quantile-regret minimisation in infinitely many-armed
    bandits; compared in section 2 of the paper.
    """
    values = checked_losses(losses)
    # A share that reaches h but for rounding reaches it: eight arms of ten are 0.8.
    share = check_fraction("h", h) * (1.0 - ROUNDING)
    order = np.argsort(values, axis=-1)
    covered = np.cumsum(checked_weights(weights, values.shape[-1])[order], axis=-1)
    last = np.argmax(covered >= share, axis=-1)[..., None]
    position = np.take_along_axis(order, last, axis=-1)
    return plain(np.take_along_axis(values, position, axis=-1)[..., 0])


def kernel_value(
    losses: ArrayLike, kernel: ArrayLike, h: float, weights: ArrayLike | None = None
) -> float | Floats:
    """The expected loss of one given h-smoothed kernel: the benchmark of fixed-kernel regret.

    Parameters
    ----------
    losses
        Expected losses, one per action on the last axis.
    kernel
        Probabilities of the actions, on the last axis; leading axes broadcast with `losses`.
    h
        Smoothness level: the kernel's density with respect to mu may be at most 1/h.
    weights
        The reference measure mu; uniform if absent.

    Raises
    ------
    InvalidParameter
        If `kernel` is not a distribution or is more concentrated than h allows.

    Examples
    --------
    >>> kernel_value([0.2, 0.0, 0.4, 1.0], [0.5, 0.5, 0.0, 0.0], h=0.5)
    0.1

    References
    ----------
    Krishnamurthy, Langford, Slivkins and Zhang (2020), Contextual bandits with continuous
    actions; compared in section 2 of the paper.
    """
    values = checked_losses(losses)
    level, mass = check_fraction("h", h), checked_weights(weights, values.shape[-1])
    probabilities = checked_distribution("kernel", kernel, values.shape[-1])
    excess = (probabilities * level - mass * (1.0 + ROUNDING)).reshape(-1, mass.size).max(axis=0)
    if (excess > 0.0).any():
        action = int(excess.argmax())
        raise InvalidParameter(
            f"kernel puts {probabilities[..., action].max()} on action {action}, where"
            f" mu / h is {mass[action] / level}; spread it out or lower h"
        )
    return plain((values * probabilities).sum(axis=-1))
