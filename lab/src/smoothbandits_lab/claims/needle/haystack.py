"""Problems whose best action is rare, and measures that find it where there is structure."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats

__all__ = [
    "NEEDLE",
    "STRAW",
    "SWING",
    "LinearHaystack",
    "haystack",
    "linear_haystack",
    "spanner",
    "spanning_weights",
]

NEEDLE, STRAW = 0.05, 0.5  # expected loss of the best action, and the middle of all others
SWING = 0.1  # others lie within this of it, so that there is something else to learn


def haystack(actions: int) -> Floats:
    """One good action, the last, among equal ones.

    Examples
    --------
    >>> haystack(4)
    array([0.5 , 0.5 , 0.5 , 0.05])
    """
    losses = np.full(actions, STRAW)
    losses[-1] = NEEDLE
    return losses


@dataclass(frozen=True)
class LinearHaystack:
    """Losses linear in known features, with the best action orthogonal to all others.

    Attributes
    ----------
    features
        One row of length one per action; the last action, the best, alone has the first entry.
    functions
        The class: losses of every action under each parameter, shape (N, K). The truth is
        the first.
    """

    features: Floats
    functions: Floats

    @property
    def losses(self) -> Floats:
        """The true losses: the first function of the class."""
        found: Floats = self.functions[0]
        return found


def linear_haystack(actions: int, dimension: int, directions: int, seed: int) -> LinearHaystack:
    """Random features of all but the best action.

    The class holds each of so many random directions twice: once with the last action best and
    once with it worst. Whatever the other actions cost, it says nothing about the last one.

    Examples
    --------
    >>> problem = linear_haystack(100, dimension=4, directions=3, seed=0)
    >>> problem.functions.shape, int(problem.losses.argmin())
    ((6, 100), 99)
    """
    generator = np.random.default_rng([6, seed])
    features = np.zeros((actions, dimension))
    features[:-1, 1:] = unit(generator.standard_normal((actions - 1, dimension - 1)))
    features[-1, 0] = 1.0
    thetas = np.empty((2 * directions, dimension))
    thetas[:, 0] = np.repeat([NEEDLE - STRAW, STRAW - NEEDLE], directions)
    thetas[:, 1:] = np.tile(
        SWING * unit(generator.standard_normal((directions, dimension - 1))), (2, 1)
    )
    return LinearHaystack(features, STRAW + thetas @ features.T)


def spanner(features: Floats) -> list[int]:
    """Actions whose features span those of all: each is the farthest from the span so far.

    It looks at features only, never at losses.

    Examples
    --------
    >>> spanner(np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 0.5]]))
    [0, 2]
    """
    rest, chosen = features.copy(), []
    for _ in range(features.shape[1]):
        lengths = (rest**2).sum(axis=1)
        far = int(lengths.argmax())
        if lengths[far] <= 1e-12:
            break
        chosen.append(far)
        direction = rest[far] / np.sqrt(lengths[far])
        rest -= np.outer(rest @ direction, direction)
    return chosen


def spanning_weights(features: Floats) -> Floats:
    """A reference measure: half on the spanner, evenly, half on all actions.

    Examples
    --------
    >>> spanning_weights(np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8], [0.8, 0.6]]))
    array([0.375, 0.375, 0.125, 0.125])
    """
    weights = np.full(len(features), 0.5 / len(features))
    chosen = spanner(features)
    weights[chosen] += 0.5 / len(chosen)
    return weights


def unit(rows: Floats) -> Floats:
    """Rows of length one."""
    found: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found
