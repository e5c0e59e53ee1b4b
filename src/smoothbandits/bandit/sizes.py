"""About how many numbers the parts of a bandit are made of, known before any is made.

A file says which bandit it holds before it shows what that has learned.  One that is described as
larger than the file can hold is refused here, before it takes memory or time.
"""

import math
from functools import singledispatch
from typing import Any

import numpy as np

from smoothbandits.features import ContextFeatures, Cosine, Items, Polynomial, RandomFourier
from smoothbandits.oracles import (
    AdditiveOracle,
    BoostedOracle,
    BoostedOutcomeOracle,
    CurveOracle,
    FiniteClassOracle,
    ForgettingOracle,
    GLMOracle,
    GradientOracle,
    HarmonicOracle,
    LinearOracle,
    NewtonOracle,
    Oracle,
    OutcomeOracle,
    ScaledOracle,
    TableOracle,
    WatchedOracle,
    WeightedOracle,
)
from smoothbandits.oracles.harmonic import DEFAULT_ORDERS, LARGEST_NEWTON
from smoothbandits.oracles.optimisers import Newton
from smoothbandits.oracles.trees.hints import online_oracle
from smoothbandits.spaces import Space

__all__ = ["numbers_of"]

PER_FUNCTION = 100  # numbers that take as long to make as one function of the action
PER_LEAF = 4  # numbers of a tree for each of its leaves
FURTHER = 4  # times as many leaves in all where examples are plenty
SAMPLE = 512  # contexts that place knots
DENSE_VALUES = 1_200  # of `AdditiveOracle`, up to which it keeps all pairs


def numbers_of(
    space: Space, oracle: Any, explorer: Any, context_size: int, bases: int, size: int
) -> float:
    """How many numbers a bandit with so many oracles is made of, in a file of so many bytes.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> numbers_of(Catalog(10**6), TableOracle(), None, 0, 1, 0) > 3e6
    True
    """
    features = getattr(oracle, "context_features", None)
    width, total = context_size, float(candidates(space) + 8 * getattr(explorer, "bases", 1))
    if isinstance(features, ContextFeatures):
        width = features.width(context_size)
        if isinstance(features, RandomFourier):
            total += context_size * features.n
    return total + width + bases * numbers(oracle, space, width, size)


def candidates(space: Space) -> int:
    """How many numbers the points of an argmin search have."""
    sides, categories = len(space.parts.sides), space.parts.categories
    if not categories:
        return 2_200 * sides
    return 130 * categories if sides else categories


def functions(features: Any, space: Space) -> int:
    """How many functions of the action there are."""
    if isinstance(features, Items):
        return int(np.asarray(features.matrix).shape[1])
    highest = features.order if isinstance(features, Cosine) else None
    highest = features.degree if isinstance(features, Polynomial) else highest
    if highest is None:
        return 0  # a function of the user's, which a file does not hold
    categories, knobs = max(1, space.parts.categories), max(1, len(space.parts.sides))
    return categories * (math.comb(highest + knobs, knobs) if highest < 10**6 else highest)


@singledispatch
def numbers(oracle: Any, space: Space, width: int, size: int) -> float:
    """How many numbers the state of one oracle has."""
    return 64.0 * (width + 8)


@numbers.register
def _(oracle: AdditiveOracle, space: Space, width: int, size: int) -> float:
    knots = oracle.knots or 6
    values = width * knots + 1
    pairs = (values + 4) ** 2 if values <= DENSE_VALUES else values + 4
    return float(pairs + 3 * values + SAMPLE * width)


@numbers.register
def _(oracle: CurveOracle, space: Space, width: int, size: int) -> float:
    # dense matrices make the penalties, one after the other
    return 5.0 * oracle.cells**2 + 32.0 * oracle.cells


@numbers.register
def _(oracle: HarmonicOracle, space: Space, width: int, size: int) -> float:
    blocks, knobs = max(1, space.parts.categories), max(1, len(space.parts.sides))
    basis = Cosine(oracle.order or DEFAULT_ORDERS.get(space.dimension, 2))
    n = functions(basis, space)
    parameters = n * (width + 1)
    dense = parameters <= LARGEST_NEWTON * blocks if oracle.optimiser is None else False
    if dense or isinstance(oracle.optimiser, Newton):
        learning = float(parameters) ** 2 / blocks
    else:
        learning = 5.0 * parameters
    table = float(n) / blocks * candidates(space) / knobs / blocks
    return learning + 3 * parameters + table + n * (PER_FUNCTION + knobs)


@numbers.register(LinearOracle)
@numbers.register(NewtonOracle)
def _(oracle: LinearOracle | NewtonOracle, space: Space, width: int, size: int) -> float:
    n = functions(oracle.features, space)
    return 3.0 * (n * (width + 1)) ** 2 + n * PER_FUNCTION


@numbers.register(GLMOracle)
@numbers.register(GradientOracle)
def _(oracle: GLMOracle | GradientOracle, space: Space, width: int, size: int) -> float:
    n = functions(oracle.features, space)
    return 3.0 * n * (width + 1) + n * PER_FUNCTION


@numbers.register
def _(oracle: TableOracle, space: Space, width: int, size: int) -> float:
    return 3.0 * (space.size or 1)


@numbers.register
def _(oracle: FiniteClassOracle, space: Space, width: int, size: int) -> float:
    return 3.0 * np.asarray(oracle.values).size


@numbers.register
def _(oracle: WeightedOracle, space: Space, width: int, size: int) -> float:
    return 2.0 * numbers(oracle.oracle, space, width, size)


@numbers.register
def _(oracle: ForgettingOracle, space: Space, width: int, size: int) -> float:
    return 2.0 * numbers(oracle.oracle, space, width, size)


@numbers.register
def _(oracle: WatchedOracle, space: Space, width: int, size: int) -> float:
    return 4.0 * numbers(oracle.oracle, space, width, size) + 300.0


@numbers.register
def _(oracle: ScaledOracle, space: Space, width: int, size: int) -> float:
    return numbers(oracle.oracle, space, width, size) + (SAMPLE + oracle.knots) * width


@numbers.register
def _(oracle: BoostedOracle, space: Space, width: int, size: int) -> float:
    row = (width + space.dimension + 1) / 2.0
    # at the next fit there is room for more examples than the file holds
    room = min(oracle.memory / 8.0, oracle.growth * max(size / 8.0, oracle.first * row))
    grown = float(FURTHER * PER_LEAF * oracle.trees * oracle.leaves)  # by the next fit
    first: Oracle = online_oracle(space)
    firsts = 4.0 if oracle.watch else 2.0
    return firsts * numbers(first, space, width, size) + oracle.first * row + room + grown


@numbers.register
def _(oracle: OutcomeOracle, space: Space, width: int, size: int) -> float:
    values = width * (oracle.knots or 6) + 1
    pairs = (values + 8) ** 2 if values <= DENSE_VALUES else values + 8
    return float(pairs + 3 * values + SAMPLE * width + 10_000)


@numbers.register
def _(oracle: BoostedOutcomeOracle, space: Space, width: int, size: int) -> float:
    row = (width + 2) / 2.0
    # at the next fit there is room for more examples than the file holds
    room = min(oracle.memory / 8.0, oracle.growth * max(size / 8.0, oracle.first * row))
    grown = float(PER_LEAF * oracle.trees * oracle.leaves)  # by the next fit
    copies = 1.0 if oracle.forget is None else 2.0  # of a first oracle: what it began with
    firsts = copies * (3.0 if oracle.watch else 1.0) + 1.0  # two more beside a challenger
    first = OutcomeOracle()
    return firsts * numbers(first, space, width, size) + oracle.first * row + room + grown
