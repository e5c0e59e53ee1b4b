"""Trees by recursion over LightGBM's own dump, and step functions point by point."""

import math

import numpy as np


def goes_left(node, x):
    """One decision, as LightGBM documents it."""
    if node["decision_type"] == "==":
        categories = {int(c) for c in node["threshold"].split("||")}
        return not math.isnan(x) and math.trunc(x) in categories
    if math.isnan(x) and node["missing_type"] != "NaN":
        x = 0.0
    missing = math.isnan(x) or (node["missing_type"] == "Zero" and abs(x) < 1e-30)
    return node["default_left"] if missing else x <= node["threshold"]


def evaluate(node, row):
    """Value of one tree at a row."""
    if "leaf_value" in node:
        return node["leaf_value"]
    side = "left_child" if goes_left(node, row[node["split_feature"]]) else "right_child"
    return evaluate(node[side], row)


def pieces(node, context, low=0.0, high=1.0):
    """Intervals (low, high] of the action and the value of one tree on each."""
    if "leaf_value" in node:
        return [(low, high, node["leaf_value"])]
    if node["split_feature"] == len(context):
        cut = node["threshold"]
        below = pieces(node["left_child"], context, low, min(cut, high)) if cut > low else []
        above = pieces(node["right_child"], context, max(cut, low), high) if cut < high else []
        return below + above
    side = "left_child" if goes_left(node, context[node["split_feature"]]) else "right_child"
    return pieces(node[side], context, low, high)


def mass(edges, values, best, rate, points=1000):
    """M(A) by the midpoint rule on each cell."""
    total = 0.0
    for low, high, value in zip(edges[:-1], edges[1:], values, strict=True):
        grid = np.full(points, value)
        total += np.mean(1.0 / (1.0 + rate * np.maximum(0.0, grid - best))) * (high - low)
    return total


def smoothed(edges, values, reach):
    """Means over widened cells, each as a sum over all cells."""
    out = []
    for low, high in zip(edges[:-1], edges[1:], strict=True):
        low, high = max(0.0, low - reach), min(1.0, high + reach)
        widths = np.minimum(high, edges[1:]) - np.maximum(low, edges[:-1])
        widths = np.maximum(widths, 0.0)
        out.append(np.sum(widths * values) / np.sum(widths))
    return np.array(out)
