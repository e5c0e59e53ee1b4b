"""Feature maps: of the context alone, and of context and action together.

A map is a set of parameters; ``build`` draws what is random from the seed and returns the
function that is used from then on.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import (
    Floats,
    as_floats,
    check_count,
    check_finite,
    check_positive,
    check_seed,
)
from smoothbandits.contexts import check_context_size
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import (
    COSINE,
    ITEMS,
    LARGEST_ENTRY,
    POLYNOMIAL,
    CallableState,
    JointState,
)
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space

__all__ = ["Cosine", "Items", "Linear", "Polynomial", "RandomFourier"]

Transform = Callable[[Floats], Floats]

MOST_DECAY = 10.0


def identity(contexts: Floats) -> Floats:
    """Return the contexts themselves."""
    return contexts


class ContextFeatures(ABC):
    """Features of the context: `Linear` or `RandomFourier`."""

    @abstractmethod
    def width(self, context_size: int) -> int:
        """Number of features."""

    @abstractmethod
    def build(self, context_size: int, seed: int) -> Transform:
        """Return the map from rows of contexts to rows of features."""


@dataclass(frozen=True)
class Linear(ContextFeatures):
    """The context as it is.

    Examples
    --------
    >>> Linear().build(2, seed=0)(np.array([[0.1, 0.9]]))
    array([[0.1, 0.9]])
    """

    def width(self, context_size: int) -> int:
        """As many as the context has entries."""
        return check_context_size(context_size)

    def build(self, context_size: int, seed: int) -> Transform:
        """The context itself is its features."""
        check_context_size(context_size)
        return identity


@dataclass(frozen=True)
class RandomFourier(ContextFeatures):
    """Random Fourier features of the Laplace kernel, as in the paper's section 6.2.

    ``cos(x W + b) / sqrt(n)`` with Cauchy directions ``W`` of scale ``bandwidth`` and
    uniform phases ``b``.

    Parameters
    ----------
    n
        Number of features.
    bandwidth
        Scale of the directions; larger follows finer detail of the context.

    Examples
    --------
    >>> RandomFourier(64).build(2, seed=0)(np.zeros((1, 2))).shape
    (1, 64)
    """

    n: int = 1024
    bandwidth: float = 0.3

    def __post_init__(self) -> None:
        check_count("n", self.n)
        check_positive("bandwidth", self.bandwidth)

    def width(self, context_size: int) -> int:
        """As many as were asked for."""
        check_context_size(context_size)
        return self.n

    def build(self, context_size: int, seed: int) -> Transform:
        """Draw directions and phases."""
        if check_context_size(context_size) == 0:
            raise InvalidParameter("RandomFourier needs contexts; set context_size to at least 1")
        generator = np.random.default_rng([check_seed(seed), 1])
        # both in turns instead of radians
        directions = self.bandwidth * generator.standard_cauchy((context_size, self.n))
        directions /= 2.0 * np.pi
        phases = generator.random(self.n)

        def transform(contexts: Floats) -> Floats:
            # compiled for both engines: rows must not depend on who asks
            from smoothbandits.kernels.oracles.features import random_fourier

            out = np.empty((contexts.shape[0], self.n))
            random_fourier(contexts, directions, phases, out)
            return out

        return transform


def check_features(features: ContextFeatures) -> None:
    """Refuse an object that is no `ContextFeatures`."""
    if not isinstance(features, ContextFeatures):
        raise InvalidParameter(f"features is {features!r}; give Linear() or RandomFourier(n)")


class JointFeatures(ABC):
    """Features phi(x, a) = psi(a) (x) (x, 1): `Cosine`, `Polynomial` or `Items`."""

    @abstractmethod
    def build(self, space: Space) -> JointState:
        """Return the table of psi for this space."""


def degrees(dimension: int, highest: int) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """All multi-indices of total degree up to ``highest``, lowest first."""
    indices = []
    for degree in range(highest + 1):
        for chosen in itertools.combinations_with_replacement(range(dimension), degree):
            indices.append(np.bincount(np.array(chosen, dtype=np.int64), minlength=dimension))
    return np.array(indices, dtype=np.int64)


def cube_basis(space: Space, highest: int, kind: int, decay: float) -> JointState:
    """Products of one-dimensional functions on the unit cube, so scaled that |psi| <= 1.

    On a `Product` each category has these functions for itself.
    """
    if check_space(space).size is not None:
        raise InvalidParameter(
            f"cosine and polynomial features need an Interval, a Box or a Product, not {space!r}; "
            "describe the items of a catalogue with Items(matrix)"
        )
    categories = space.parts.categories
    orders = degrees(len(space.parts.sides), highest)
    scales = (1.0 + orders.sum(axis=1)) ** -decay
    scales /= np.sqrt(np.sum(scales**2))
    if categories:
        items = np.arange(categories).repeat(len(orders))
        orders = np.column_stack([np.tile(orders, (categories, 1)), items])
        scales = np.tile(scales, categories)
    return JointState(orders, scales, np.empty((0, 0)), kind, highest, categories)


@dataclass(frozen=True)
class Cosine(JointFeatures):
    """Cosines of the action up to a total order, for smooth losses of any shape.

    Parameters
    ----------
    order
        Highest total frequency, that is the number of half waves over the space.
    decay
        How much high frequencies are damped: by ``(1 + order) ** -decay``.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> Cosine(3).build(Interval(0, 1)).orders.ravel()
    array([0, 1, 2, 3])
    """

    order: int = 8
    decay: float = 0.5

    def __post_init__(self) -> None:
        check_count("order", self.order)
        if not 0.0 <= check_finite("decay", self.decay) <= MOST_DECAY:
            raise InvalidParameter(
                f"decay is {self.decay!r}; give a number from 0 to {MOST_DECAY:g}"
            )

    def build(self, space: Space) -> JointState:
        """Tabulate the frequencies."""
        return cube_basis(space, self.order, COSINE, self.decay)


@dataclass(frozen=True)
class Polynomial(JointFeatures):
    """Powers of the action (in unit coordinates) up to a total degree.

    Examples
    --------
    >>> from smoothbandits.spaces import Box
    >>> len(Polynomial(2).build(Box([0, 0], [1, 1])).orders)
    6
    """

    degree: int = 2

    def __post_init__(self) -> None:
        check_count("degree", self.degree)

    def build(self, space: Space) -> JointState:
        """Tabulate the powers."""
        return cube_basis(space, self.degree, POLYNOMIAL, 0.0)


@dataclass(frozen=True, eq=False)
class Items(JointFeatures):
    """One row of features per item of a catalogue.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> Items([[1.0, 0.0], [0.0, 1.0]]).build(Catalog(2)).items.shape
    (2, 2)
    """

    matrix: ArrayLike

    def __post_init__(self) -> None:
        matrix = as_floats("matrix", self.matrix, ndim=2)
        if not (np.abs(matrix) <= LARGEST_ENTRY).all():
            raise InvalidParameter(
                f"matrix has an entry of {np.abs(matrix).max():g} in size; give at most "
                f"{LARGEST_ENTRY:g}"
            )
        object.__setattr__(self, "matrix", matrix)

    def build(self, space: Space) -> JointState:
        """Check that there is a row per item."""
        matrix = np.asarray(self.matrix)
        if check_space(space).size != matrix.shape[0]:
            raise InvalidParameter(f"matrix has {matrix.shape[0]} rows for the items of {space!r}")
        return JointState(
            np.zeros((matrix.shape[1], 1), dtype=np.int64),
            np.ones(matrix.shape[1]),
            matrix,
            ITEMS,
            0,
            0,
        )


def joint_basis(features: object, space: Space) -> JointState | CallableState:
    """Build joint features, or wrap a user's ``phi(context, action)``."""
    if isinstance(features, JointFeatures):
        return features.build(space)
    if callable(features):
        return CallableState(features, space)
    raise InvalidParameter(
        f"features is {features!r}; give Cosine, Polynomial, Items or phi(context, action)"
    )


def joint_width(basis: JointState | CallableState, space: Space, context_size: int) -> int:
    """Length of phi(x, a)."""
    if isinstance(basis, JointState):
        return basis.scales.size * (context_size + 1)
    context = np.zeros(context_size) if context_size else None
    middle = space.candidates()[0]
    values = basis.function(context, space.to_user(middle[len(middle) // 2]))
    return as_floats("phi(context, action)", values, ndim=1).size
