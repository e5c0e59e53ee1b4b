"""M(A) where no closed form is known: sums over catalogues, quadrature on cubes."""

import math

import numpy as np

from smoothbandits.kernels.states import CatalogState, CubeState, SampledState

from .generics import evaluate_many, mass, reweigh
from .jit import entry, pasted
from .philox import uniforms

# 8-point Gauss-Legendre rule on [-1, 1], the positive half
NODES = np.array([0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363])
WEIGHTS = np.array(
    [0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]
)
TURNS = 8  # estimates at most
FEWEST_PANELS = 8  # doubled from turn to turn
TOLERANCE = 4e-9
CUBE_POINTS = 4096  # quasi-random points in more than one dimension


@pasted
def gauss_panels(panels):
    """Nodes and weights of the composite rule on [0, 1]."""
    points = np.empty((8 * panels, 1))
    weights = np.empty(8 * panels)
    half = 0.5 / panels
    for panel in range(panels):
        centre = (panel + 0.5) / panels
        for i in range(4):
            points[8 * panel + 2 * i, 0] = centre - half * NODES[i]
            points[8 * panel + 2 * i + 1, 0] = centre + half * NODES[i]
            weights[8 * panel + 2 * i] = half * WEIGHTS[i]
            weights[8 * panel + 2 * i + 1] = half * WEIGHTS[i]
    return points, weights


@pasted
def weighted_mass(oracle, curve, points, weights, best, rates, out):
    """Sum of weights / (1 + rate gap) over the points, for each rate."""
    losses = np.empty(points.shape[0])
    evaluate_many(oracle, curve, points, losses)
    for b in range(rates.shape[0]):
        total = 0.0
        for i in range(points.shape[0]):
            total += weights[i] / (1.0 + rates[b] * max(0.0, losses[i] - best))
        out[b] = total


@pasted
def nodes(dimension, turn):
    """Points and weights of one estimate: ever more panels, or one random shift of a lattice."""
    if dimension == 1:
        return gauss_panels(FEWEST_PANELS << turn)
    n = CUBE_POINTS // TURNS
    points = np.empty((n, dimension))
    fill_lattice(points)
    for j in range(dimension):
        u, _ = uniforms(turn + 1, j)
        for i in range(n):
            value = points[i, j] + u
            points[i, j] = value - math.floor(value)
    return points, np.full(n, 1.0 / n)


@mass.register((CubeState, None), (SampledState, None))
def quadrature_mass(space, oracle, curve, best, rates, out):
    """Interval: double the panels until two grids agree; more dimensions: average the shifts.

    The error is four times the last change, in case it shrinks slowly, or four standard errors
    of the average.
    """
    dimension = space.sides.shape[0]
    one, squares = np.empty(rates.shape[0]), np.zeros(rates.shape[0])
    error = math.inf
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for turn in range(TURNS):
        points, weights = nodes(dimension, turn)
        reweigh(space, points, weights)
        weighted_mass(oracle, curve, points, weights, best, rates, one)
        change = 0.0
        for b in range(rates.shape[0]):
            change = max(change, abs(one[b] - out[b]))
            squares[b] += one[b] * one[b] / TURNS
            out[b] = one[b] if dimension == 1 else out[b] + one[b] / TURNS
        if dimension == 1 and turn > 0:
            error = 4.0 * change
            if error <= TOLERANCE:
                break
    if dimension > 1:
        error = 0.0
        for b in range(rates.shape[0]):
            spread = max(0.0, squares[b] - out[b] * out[b]) / (TURNS - 1)
            error = max(error, 4.0 * math.sqrt(spread))
    return error


@entry
def fill_lattice(points):
    """A Kronecker sequence: fills the cube evenly in any dimension."""
    n, dimension = points.shape
    # the generalised golden ratio: root of x^(d+1) = x + 1
    phi = 2.0
    for _ in range(60):
        phi = math.exp(math.log(1.0 + phi) / (dimension + 1))
    for i in range(n):
        step = 1.0
        for j in range(dimension):
            step /= phi
            value = 0.5 + (i + 1) * step
            points[i, j] = value - math.floor(value)


@mass.register((CatalogState, None))
def enumerate_mass(space, oracle, curve, best, rates, out):
    """Exact sum over a catalogue, a thousand actions at a time."""
    block = 1024
    actions = np.empty((min(block, space.size), 1))
    losses = np.empty(actions.shape[0])
    for b in range(rates.shape[0]):
        out[b] = 0.0
    start = 0
    while start < space.size:
        n = min(block, space.size - start)
        for i in range(n):
            actions[i, 0] = start + i
        evaluate_many(oracle, curve, actions[:n], losses[:n])
        for i in range(n):
            mu = 1.0 / space.size
            if space.weights.shape[0] > 0:
                mu = space.weights[start + i]
            gap = max(0.0, losses[i] - best)
            for b in range(rates.shape[0]):
                out[b] += mu / (1.0 + rates[b] * gap)
        start += n
    return 0.0
