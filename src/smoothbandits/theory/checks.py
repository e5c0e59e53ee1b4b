"""What the functions of the theory accept beside single numbers: losses, mu, distributions."""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_numbers
from smoothbandits.errors import InvalidLoss, InvalidParameter

__all__ = [
    "ROUNDING",
    "checked_distribution",
    "checked_losses",
    "checked_weights",
    "plain",
]

# Sums and ratios of probabilities that differ from 1 by rounding alone are within this.
ROUNDING = 1e-9


def checked_losses(losses: ArrayLike, name: str = "losses") -> Floats:
    """Return `losses` of shape (..., K), K >= 1, all finite."""
    values = as_numbers(name, losses, InvalidLoss)
    if values.ndim == 0 or values.shape[-1] == 0:
        raise InvalidLoss(
            f"{name} have shape {values.shape}; give one per action on the last axis"
        )
    if not np.isfinite(values).all():
        bad = values[~np.isfinite(values)][0]
        raise InvalidLoss(f"{name} contain {bad}; every action needs a finite number")
    return values


def checked_weights(weights: ArrayLike | None, n_actions: int) -> Floats:
    """Return mu on `n_actions` actions as probabilities; None is uniform."""
    if weights is None:
        return np.full(n_actions, 1.0 / n_actions)
    values = as_numbers("weights", weights)
    if values.shape != (n_actions,):
        raise InvalidParameter(
            f"weights have shape {values.shape}; with {n_actions} actions give ({n_actions},)"
        )
    total = values.sum()
    if not (np.isfinite(total) and (values >= 0.0).all() and total > 0.0):
        raise InvalidParameter(
            f"weights span {values.min()} to {values.max()} and sum to {total}; they must be"
            " finite and non-negative with a positive sum"
        )
    normalised: Floats = values / total
    return normalised


def checked_distribution(name: str, probabilities: ArrayLike, n_actions: int) -> Floats:
    """Return `probabilities` of shape (..., n_actions), each row non-negative with sum 1."""
    values = as_numbers(name, probabilities)
    if values.ndim == 0 or values.shape[-1] != n_actions or not values.size:
        raise InvalidParameter(
            f"{name} has shape {values.shape}; its last axis must hold the {n_actions} actions"
        )
    # Negated, so that NaN fails too.
    if not ((values >= 0.0).all() and (np.abs(values.sum(axis=-1) - 1.0) <= ROUNDING).all()):
        raise InvalidParameter(
            f"{name} has entries from {values.min()} and sums to {values.sum(axis=-1)};"
            " probabilities are non-negative and sum to 1"
        )
    return values


def plain(values: Floats) -> float | Floats:
    """Return a float where `values` has no axes left, else the array."""
    return float(values) if values.ndim == 0 else values
