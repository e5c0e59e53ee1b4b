"""A valley whose place is a sum of trees: loss = g(a - f(x)), g a hyperbola.

The trees split on the context alone, so one walk finds the valley, and argmin, gaps and M(A) are
those of `AdditiveOracle`, in closed form.
"""

import math

import numpy as np

from ..jit import entry, kernel
from .hyperbola import LOG_SLOPE, blurred_hyperbola, bound_shape, hyperbola
from .trees import slice_trees

SHAPE_SIZE = 4
FLATTEST = 0.002  # added curvature, as a share of the steepest: greedy examples have g' = 0


@kernel
def valley_curve(valley, row, out):
    """Where the valley lies, in [0, 1], and its shape, into ``out`` f8[5]."""
    place = np.empty(1)
    slice_trees(valley.trees, row, place)
    out[0] = min(1.0, max(0.0, place[0]))
    for i in range(SHAPE_SIZE):
        out[1 + i] = valley.shape[i]


# ------------------------------------------------------------------------ how it is fitted


@entry
def valley_places(valley, contexts, out):
    """Where the valley lies for each context, beyond 0 and 1 too."""
    for i in range(contexts.shape[0]):
        slice_trees(valley.trees, contexts[i], out[i : i + 1])


@entry
def valley_losses(shape, distances, out):
    """The hyperbola at signed distances from its minimum."""
    for i in range(distances.shape[0]):
        out[i] = hyperbola(shape, distances[i])


@entry
def valley_error(shape, actions, places, losses):
    """Sum of squared residuals of the hyperbola around the places."""
    total = 0.0
    for i in range(losses.shape[0]):
        total += (hyperbola(shape, actions[i] - places[i]) - losses[i]) ** 2
    return total


@entry
def valley_gradients(shape, actions, places, losses, largest, gradients, curvatures):
    """Gauss and Newton's derivatives by place of half the squared residuals, cut at a largest."""
    unused, flattest = np.empty(SHAPE_SIZE), FLATTEST * math.exp(2.0 * shape[LOG_SLOPE])
    for i in range(losses.shape[0]):
        predicted, slope = blurred_hyperbola(shape, actions[i] - places[i], 0.0, unused)
        residual = min(largest, max(-largest, predicted - losses[i]))
        gradients[i] = -slope * residual
        curvatures[i] = slope * slope + flattest


@entry
def shape_equations(shape, actions, places, losses, matrix, vector):
    """J'J and J'r of the residuals by the shape's parameters; returns their sum of squares."""
    derivatives = np.empty(SHAPE_SIZE)
    for j in range(SHAPE_SIZE):
        vector[j] = 0.0
        for k in range(SHAPE_SIZE):
            matrix[j, k] = 0.0
    total = 0.0
    for i in range(losses.shape[0]):
        predicted, _ = blurred_hyperbola(shape, actions[i] - places[i], 0.0, derivatives)
        residual = predicted - losses[i]
        total += residual * residual
        for j in range(SHAPE_SIZE):
            vector[j] += derivatives[j] * residual
            for k in range(SHAPE_SIZE):
                matrix[j, k] += derivatives[j] * derivatives[k]
    return total


@entry
def within_bounds(shape):
    """Keep a shape where its formulas are accurate."""
    bound_shape(shape)
