"""M(A) where no closed form is known: sums over catalogues, quadrature on cubes."""

import math

import numpy as np

from smoothbandits.kernels.states import CatalogState, CubeState, SampledState

from ..generics import evaluate_many, mass, reweigh
from ..jit import entry, pasted
from ..philox import uniforms

# 8-point Gauss-Legendre rule on [-1, 1], the positive half
NODES = np.array([0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363])
WEIGHTS = np.array(
    [0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]
)
TURNS = 8  # estimates: at most so many on an interval, so many on a cube
FEWEST_PANELS = 8  # of an interval at first; where two estimates differ, panels are halved
TOLERANCE = 4e-9  # that four times the last changes of all panels may amount to
CUBE_POINTS = 4096  # quasi-random points in more than one dimension


@pasted
def gauss_panels(lefts, width):
    """Nodes and weights of the rule on panels of one width, eight per panel."""
    n = lefts.shape[0]
    points, weights = np.empty((8 * n, 1)), np.empty(8 * n)
    half = 0.5 * width
    for panel in range(n):
        centre = lefts[panel] + half
        for i in range(4):
            points[8 * panel + 2 * i, 0] = centre - half * NODES[i]
            points[8 * panel + 2 * i + 1, 0] = centre + half * NODES[i]
            weights[8 * panel + 2 * i] = half * WEIGHTS[i]
            weights[8 * panel + 2 * i + 1] = half * WEIGHTS[i]
    return points, weights


@pasted
def weighted_masses(oracle, curve, points, weights, each, best, rates):
    """Sums of weights / (1 + rate gap) over ``each`` points in turn, for each rate."""
    losses = np.empty(points.shape[0])
    evaluate_many(oracle, curve, points, losses)
    out = np.zeros((points.shape[0] // each, rates.shape[0]))
    for i in range(points.shape[0]):
        gap = max(0.0, losses[i] - best)
        for b in range(rates.shape[0]):
            out[i // each, b] += weights[i] / (1.0 + rates[b] * gap)
    return out


@pasted
def shifted_lattice(dimension, turn):
    """Points of one estimate on a cube: a lattice, shifted at random."""
    n = CUBE_POINTS // TURNS
    points = np.empty((n, dimension))
    fill_lattice(points)
    for j in range(dimension):
        u, _ = uniforms(turn + 1, j)
        for i in range(n):
            value = points[i, j] + u
            points[i, j] = value - math.floor(value)
    return points


@pasted
def interval_mass(space, oracle, curve, best, rates, out):
    """Halve panels until both estimates of each agree; the sum of four times their changes."""
    width, error = 2.0 / FEWEST_PANELS, 0.0
    lefts = np.empty(FEWEST_PANELS // 2)
    for i in range(lefts.shape[0]):
        lefts[i] = width * i
    whole = np.full((lefts.shape[0], rates.shape[0]), math.inf)  # no estimate yet: all are halved
    for turn in range(TURNS):
        width *= 0.5
        halves = np.empty(2 * lefts.shape[0])
        for i in range(lefts.shape[0]):
            halves[2 * i], halves[2 * i + 1] = lefts[i], lefts[i] + width
        points, weights = gauss_panels(halves, width)
        reweigh(space, points, weights)
        parts = weighted_masses(oracle, curve, points, weights, 8, best, rates)
        left = 0
        for i in range(lefts.shape[0]):
            change = 0.0
            for b in range(rates.shape[0]):
                change = max(change, abs(parts[2 * i, b] + parts[2 * i + 1, b] - whole[i, b]))
            if turn < TURNS - 1 and 4.0 * change > 2.0 * width * TOLERANCE:
                for half in range(2 * i, 2 * i + 2):
                    halves[left], parts[left] = halves[half], parts[half]
                    left += 1
            else:
                error += 4.0 * change
                for b in range(rates.shape[0]):
                    out[b] += parts[2 * i, b] + parts[2 * i + 1, b]
        if left == 0:
            break
        lefts, whole = halves[:left], parts[:left]
    return error


@pasted
def cube_mass(oracle, curve, dimension, best, rates, out):
    """Average the shifts of a lattice; four standard errors of that."""
    error, squares = 0.0, np.zeros(rates.shape[0])
    for turn in range(TURNS):
        points = shifted_lattice(dimension, turn)
        n = points.shape[0]
        one = weighted_masses(oracle, curve, points, np.full(n, 1.0 / n), n, best, rates)
        for b in range(rates.shape[0]):
            squares[b] += one[0, b] * one[0, b] / TURNS
            out[b] += one[0, b] / TURNS
    for b in range(rates.shape[0]):
        spread = max(0.0, squares[b] - out[b] * out[b]) / (TURNS - 1)
        error = max(error, 4.0 * math.sqrt(spread))
    return error


@mass.register((CubeState, None), (SampledState, None))
def quadrature_mass(space, oracle, curve, best, rates, out):
    """On an interval halve only the panels that need it: a wild curve costs little more."""
    for b in range(rates.shape[0]):
        out[b] = 0.0
    dimension = space.sides.shape[0]
    if dimension == 1:
        return interval_mass(space, oracle, curve, best, rates, out)
    return cube_mass(oracle, curve, dimension, best, rates, out)


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
