"""A typical curve by numpy: interpolation over the middles of cells, context by context."""

import numpy as np


def logit(curve, place, action):
    """The curve around a place."""
    return np.interp(action - np.clip(place, 0.0, 1.0), np.linspace(-1.0, 1.0, len(curve)), curve)


def lifted(curve, place, edges, logits):
    """Outcomes of pieces where trees stand on the curve."""
    middles = 0.5 * (edges[1:] + edges[:-1])
    return 1.0 / (1.0 + np.exp(-(logits + logit(curve, place, middles))))


def mean_outcome(edges, logits):
    """Of one slice, over all actions."""
    return np.diff(edges) @ (1.0 / (1.0 + np.exp(-logits)))


def added(slices, places, points):
    """Sums and counts of slices by distance from their places."""
    sums, counts = np.zeros(points), np.zeros(points)
    for values, place in zip(slices, np.clip(places, 0.0, 1.0), strict=True):
        middles = (np.arange(len(values)) + 0.5) / len(values)
        actions = place + np.linspace(-1.0, 1.0, points)
        inside = (actions >= middles[0]) & (actions <= middles[-1])
        sums[inside] += np.interp(actions[inside], middles, values)
        counts += inside
    return sums, counts
