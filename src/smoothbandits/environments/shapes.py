"""Losses that no valley around a target describes: cliffs, two valleys, steps."""

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import (
    MOST_ENTRIES,
    Floats,
    as_floats,
    check_count,
    check_finite,
    check_seed,
)
from smoothbandits.contexts import finite_contexts
from smoothbandits.environments.base import (
    require_support,
)
from smoothbandits.environments.rows import RowsEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import PiecesState
from smoothbandits.spaces import Interval, Space

__all__ = [
    "DoseEnvironment",
    "PiecesEnvironment",
    "PriceCliffEnvironment",
    "StepEnvironment",
    "TwoValleysEnvironment",
]

Columns = Sequence[float | Floats]

MOST_NOISE = 0.1  # expected losses keep this far from 0 and 1
GROUND = 0.85  # loss outside the two valleys


class PiecesEnvironment(RowsEnvironment):
    """Expected losses that are linear in the action on pieces, with jumps between them.

    A context is four numbers, uniform in [-1, 1]; some matter, depending on the problem.  An
    edge belongs to the piece below it, so that the least expected loss is attained and known.

    Parameters
    ----------
    rounds
        How many rounds before the same contexts come again.
    seed
        Seed of contexts and noise.
    noise
        Losses are uniform within this distance of their mean; at most 0.1.
    """

    compilable = True
    benchmark = "the least expected loss of each round"
    context_size = 4
    #: the actions
    space = Interval(0.0, 1.0)

    def __init__(self, rounds: int, *, seed: int = 0, noise: float = 0.1) -> None:
        self.length = check_count("rounds", rounds, most=MOST_ENTRIES)
        self.seed = check_seed(seed)
        self.noise = check_finite("noise", noise)
        if not 0.0 <= noise <= MOST_NOISE:
            raise InvalidParameter(f"noise is {noise!r}; give a number from 0 to {MOST_NOISE}")
        generator = np.random.default_rng([self.seed, 5])
        self.features = generator.uniform(-1.0, 1.0, (self.length, self.context_size))
        edges, ends = self.pieces(self.features)
        self.edges = beside(edges, self.length)
        self.ends = beside(ends, self.length).reshape(self.length, -1, 2)

    @abstractmethod
    def pieces(self, contexts: Floats) -> tuple[Columns, Columns]:
        """Edges from 0 to 1, and losses at the left and the right end of each piece in turn."""

    def contexts(self, first: int, n: int) -> Floats:
        """In order, from the start again after the last."""
        return self.features[self._rows(first, n)]

    def loss_curve(self, context: ArrayLike, actions: ArrayLike) -> Floats:
        """Expected losses of many actions in a context of your own."""
        places = as_floats("actions", actions, ndim=1)
        row = as_floats("context", context, ndim=1)[None]
        edges, ends = self.pieces(finite_contexts(row, self.context_size))
        edge, end = beside(edges, 1)[0], beside(ends, 1).reshape(-1, 2)
        piece = np.searchsorted(edge[1:-1], places)
        left, right = end[piece].T
        share = (places - edge[piece]) / (edge[piece + 1] - edge[piece])
        return np.asarray(left + (right - left) * share)

    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """The lowest end of a piece."""
        least: Floats = self.ends[self._rows(first, n)].min(axis=(1, 2))
        return least

    def state(self, space: Space) -> PiecesState:
        """Pieces, noise and its seed."""
        require_support(space, self.space, type(self).__name__)
        return PiecesState(self.edges, self.ends, self.noise, self.seed)


class PriceCliffEnvironment(PiecesEnvironment):
    """A price above the reservation price sells nothing; below it, each cent less is lost.

    Examples
    --------
    >>> shop = PriceCliffEnvironment(100)
    >>> [bool(loss > 0.89) for loss in shop.expected_losses(0, [0.0, 0.1, 1.0], shop.space)]
    [True, False, True]
    """

    def pieces(self, contexts: Floats) -> tuple[Columns, Columns]:
        """Down to the reservation price, then up at once."""
        worth = centre(contexts)
        return (0.0, worth, 1.0), (0.9, 0.9 - 0.8 * worth, 0.9, 0.9)


class DoseEnvironment(PiecesEnvironment):
    """A dose helps steeply at first, then hardly more; beyond what is tolerated it harms.

    Examples
    --------
    >>> DoseEnvironment(100).best_losses(0, 2, None)
    array([0.1, 0.1])
    """

    def pieces(self, contexts: Floats) -> tuple[Columns, Columns]:
        """Steep, nearly flat, then the cliff."""
        tolerated = centre(contexts)
        return (0.0, 0.6 * tolerated, tolerated, 1.0), (0.7, 0.15, 0.15, 0.1, 0.9, 0.9)


class TwoValleysEnvironment(PiecesEnvironment):
    """Two narrow valleys far apart; the context moves both and says which is deeper.

    Examples
    --------
    >>> TwoValleysEnvironment(100).edges.shape
    (100, 8)
    """

    def pieces(self, contexts: Floats) -> tuple[Columns, Columns]:
        """Flat ground beside and between them."""
        low, high = 0.2 + 0.1 * contexts[:, 1], 0.8 + 0.1 * contexts[:, 2]
        first, second = 0.4 - 0.25 * contexts[:, 0], 0.4 + 0.25 * contexts[:, 0]
        edges = (0.0, low - 0.1, low, low + 0.1, high - 0.1, high, high + 0.1, 1.0)
        flat, left, right = (GROUND, GROUND), (GROUND, first, first), (GROUND, second, second)
        return edges, (*flat, *left, GROUND, *flat, *right, GROUND, *flat)


class StepEnvironment(PiecesEnvironment):
    """Too little fails, enough works, too much is wasted: the loss has three levels.

    Examples
    --------
    >>> step = StepEnvironment(100)
    >>> losses = step.expected_losses(0, np.linspace(0.0, 1.0, 99), step.space)
    >>> np.unique(losses)
    array([0.15, 0.5 , 0.8 ])
    """

    def pieces(self, contexts: Floats) -> tuple[Columns, Columns]:
        """Too little, enough and too much: a constant for each."""
        enough = centre(contexts)
        return (0.0, enough - 0.1, enough + 0.05, 1.0), (0.8, 0.8, 0.15, 0.15, 0.5, 0.5)


def centre(contexts: Floats) -> Floats:
    """Place of the cliff, plateau or step: a sum of functions of two features, from 0.2 to 0.9."""
    place: Floats = 0.55 + 0.2 * contexts[:, 0] + 0.15 * np.sin(3.0 * contexts[:, 1])
    return place


def beside(columns: Columns, n: int) -> Floats:
    """Columns side by side, one row per context."""
    return np.stack([np.broadcast_to(column, n) for column in columns], axis=1)
