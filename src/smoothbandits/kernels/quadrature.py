"""M(A) where no closed form is known: sums over catalogues, quadrature on cubes."""

import math

import numpy as np

from smoothbandits.kernels.states import CatalogState, CubeState, SampledState

from .generics import evaluate_many, mass, reweigh
from .jit import entry, kernel
from .philox import uniforms

# 8-point Gauss-Legendre rule on [-1, 1], the positive half
NODES = np.array([0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363])
WEIGHTS = np.array(
    [0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]
)
FEWEST_PANELS, PANELS = 8, 1024  # grids are doubled from one to the other
TOLERANCE = 4e-9
CUBE_POINTS = 4096  # quasi-random points in more than one dimension


@kernel
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


@kernel
def weighted_mass(oracle, curve, points, weights, best, rates, out):
    """Sum of weights / (1 + rate gap) over the points, for each rate."""
    losses = np.empty(points.shape[0])
    evaluate_many(oracle, curve, points, losses)
    for b in range(rates.shape[0]):
        total = 0.0
        for i in range(points.shape[0]):
            total += weights[i] / (1.0 + rates[b] * max(0.0, losses[i] - best))
        out[b] = total


@mass.register((CubeState, None), (SampledState, None))
def quadrature_mass(space, oracle, curve, best, rates, out):
    """Interval: double the panels until two grids agree; more dimensions: a lattice sum."""
    dimension = space.sides.shape[0]
    if dimension > 1:
        return lattice_mass(oracle, curve, dimension, best, rates, out)
    previous = np.empty(rates.shape[0])
    error, panels = math.inf, FEWEST_PANELS
    while panels <= PANELS and error > TOLERANCE:
        points, weights = gauss_panels(panels)
        reweigh(space, points, weights)
        weighted_mass(oracle, curve, points, weights, best, rates, out)
        if panels > FEWEST_PANELS:
            error = 0.0
        for b in range(rates.shape[0]):
            # four times the change, in case it shrinks slowly
            error = max(error, 4.0 * abs(out[b] - previous[b]))
            previous[b] = out[b]
        panels *= 2
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


@kernel
def lattice_mass(oracle, curve, dimension, best, rates, out):
    """Average over quasi-random points; the error is estimated from eight random shifts."""
    shifts = 8
    n = CUBE_POINTS // shifts
    base, points = np.empty((n, dimension)), np.empty((n, dimension))
    fill_lattice(base)
    weights = np.full(n, 1.0 / n)
    one = np.empty(rates.shape[0])
    squares = np.zeros(rates.shape[0])
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for s in range(shifts):
        for j in range(dimension):
            u, _ = uniforms(s + 1, j)
            for i in range(n):
                value = base[i, j] + u
                points[i, j] = value - math.floor(value)
        weighted_mass(oracle, curve, points, weights, best, rates, one)
        for b in range(rates.shape[0]):
            out[b] += one[b] / shifts
            squares[b] += one[b] * one[b] / shifts
    error = 0.0
    for b in range(rates.shape[0]):
        spread = math.sqrt(max(0.0, squares[b] - out[b] * out[b]) / (shifts - 1))
        error = max(error, 4.0 * spread)
    return error


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
