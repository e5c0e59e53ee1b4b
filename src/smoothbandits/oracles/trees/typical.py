"""Fit a typical curve: logit = S(a - f(x)), S one table, f a sum of trees over the context.

The slice of trees over (context, action) at one context rests on the few examples near it: it is
steep at random places, and the best price follows them.  But contexts mostly differ in where their
outcomes turn, and a slice knows the place, its mean over all actions, better than the shape.  So
trees over the context alone learn that place, and one curve for all contexts is the mean of all
slices, each moved to its place.  Other trees then learn by how much contexts differ from it.

The curve is made of slices and not of outcomes by distance, which earned less.  Prices follow what
is known of a context: those far above its place were probably asked where more was known of it
than the place says, so that outcomes by distance are flatter than any context's curve.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import entries_of
from smoothbandits.kernels.states import TreesState, TypicalState
from smoothbandits.oracles.trees.flat import FlatTrees, leaf
from smoothbandits.oracles.trees.lightgbm import from_lightgbm
from smoothbandits.oracles.trees.soundness import is_sound
from smoothbandits.payoffs import CELLS

__all__ = ["fit_typical", "is_typical", "logits_of", "no_curve"]

LEAST = 0.01  # what the curve says at the least of either outcome: no slice is as sure as it looks
LARGEST = float(np.log((1.0 - LEAST) / LEAST))
POINTS = 2 * CELLS + 1  # of the table, at distances from -1 to 1
ROWS = 20_000  # contexts that are looked at, at the most


def no_curve(width: int) -> TypicalState:
    """Nothing is typical, before anything was fitted."""
    middle = FlatTrees.join([leaf(0.5)], 0.0, width + 1)
    return TypicalState(middle.state(), np.zeros(POINTS))


def is_typical(typical: TypicalState, width: int, monotone: int | None) -> bool:
    """Whether a curve that was read from a file is one, for contexts of ``width`` entries."""
    curve = typical.curve
    return bool(
        is_sound(typical.trees, width)
        and typical.trees.edges.size == 2
        and curve.shape == (POINTS,)
        and (np.abs(curve) <= LARGEST).all()
        and ((monotone or 0) * np.diff(curve) >= 0.0).all()
    )


def fit_typical(
    trees: TreesState,
    contexts: Floats,
    monotone: int,
    regress: Callable[[Floats, Floats], Any],
) -> TypicalState:
    """The typical curve of trees; ``regress`` fits a LightGBM booster of places to contexts."""
    some = contexts[:: max(1, len(contexts) // ROWS)].astype(np.float64)
    kernels, means = entries_of("compiled"), np.empty(len(some))
    kernels.mean_outcomes(trees, some, means)
    booster = regress(some, means if monotone < 0 else 1.0 - means)
    placed = TypicalState(from_lightgbm(booster, action=False).state(), np.zeros(POINTS))
    sums, counts = np.zeros(POINTS), np.zeros(POINTS)
    kernels.add_slices(placed, trees, some, CELLS, sums, counts)
    return placed._replace(curve=drawn(sums, counts, monotone))


def drawn(sums: Floats, counts: Floats, monotone: int) -> Floats:
    """Logits of the mean slice; sure beyond the distances that occur, and monotone throughout.

    Far from the place fewer contexts have a say, so their mean need not be monotone.
    """
    distances = np.linspace(-1.0, 1.0, len(sums))
    sure = np.where(monotone * distances > 0.0, 1.0, 0.0)
    means = np.where(counts > 0.0, sums / np.maximum(counts, 1.0), sure)
    running: Any = np.maximum if monotone > 0 else np.minimum
    curve = running.accumulate(np.clip(means, LEAST, 1.0 - LEAST))
    return np.asarray(np.clip(np.log(curve / (1.0 - curve)), -LARGEST, LARGEST))


def logits_of(typical: TypicalState, contexts: Floats, actions: Floats) -> Floats:
    """What the curve says of examples."""
    found = np.empty(len(contexts))
    given = (contexts.astype(np.float64), actions.astype(np.float64))
    entries_of("compiled").typical_logits(typical, *given, found)
    return found
