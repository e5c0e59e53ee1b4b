"""Runs cut into windows, for curves over time."""

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats

__all__ = ["checkpoints", "window_means"]

WINDOWS = 60


def checkpoints(rounds: int) -> NDArray[np.int64]:
    """Ends of windows that grow with time, as most happens at first.

    Examples
    --------
    >>> checkpoints(36_000)[[0, 1, 2, -1]]
    array([   10,    40,    90, 36000])
    """
    shares = (np.arange(1, WINDOWS + 1) / WINDOWS) ** 2
    return np.unique(np.maximum(1, np.round(shares * rounds).astype(np.int64)))


def window_means(values: Floats, ends: NDArray[np.int64]) -> Floats:
    """Mean of each window, of one value per round.

    Examples
    --------
    >>> window_means(np.array([1.0, 3.0, 5.0]), np.array([2, 3]))
    array([2., 5.])
    """
    starts = np.concatenate([[0], ends[:-1]])
    return np.asarray(np.add.reduceat(values, starts) / (ends - starts))
