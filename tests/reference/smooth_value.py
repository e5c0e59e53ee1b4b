"""Smooth_h five obvious ways, none of them the one in the package."""

import numpy as np
from scipy.optimize import linprog


def by_linear_program(losses, h, weights):
    """The definition: min E_Q[loss] over 0 <= Q <= mu/h, sum Q = 1."""
    caps = np.asarray(weights) / np.sum(weights) / h
    result = linprog(
        losses,
        A_eq=np.ones((1, len(caps))),
        b_eq=[1.0],
        bounds=[(0.0, cap) for cap in caps],
        method="highs",
    )
    assert result.success, result.message
    return result.fun


def by_hand(losses, h, weights):
    """Serve the actions in order of loss until the mass h is used up."""
    total = sum(weights)
    left, paid = h, 0.0
    for loss, weight in sorted(zip(losses, weights, strict=True)):
        taken = min(left, weight / total)
        left -= taken
        paid += taken * loss
    return paid / h


def by_dual(losses, h, weights):
    """max over nu of nu - E_mu[(nu - loss)_+]/h, attained at one of the losses."""
    losses, mu = np.asarray(losses), np.asarray(weights) / np.sum(weights)
    return max(nu - mu @ np.maximum(nu - losses, 0.0) / h for nu in losses)


def on_grid(loss, h, n_points=200_001, density=None):
    """The middle points of equal cells of [0, 1], served by hand's rule."""
    actions = (np.arange(n_points) + 0.5) / n_points
    mass = np.ones(n_points) if density is None else density(actions)
    order = np.argsort(loss(actions), kind="stable")
    losses, mass = loss(actions)[order], mass[order] / mass.sum()
    taken = np.clip(h - (np.cumsum(mass) - mass), 0.0, mass)
    return taken @ losses / h


def of_piecewise_linear(knots, losses, h):
    """The dual for a polygon over uniform mu, by golden section on its concave objective."""
    widths = np.diff(knots)
    low, high = np.minimum(losses[:-1], losses[1:]), np.maximum(losses[:-1], losses[1:])
    rise = np.where(high > low, high - low, 1.0)

    def objective(nu):
        inside = np.clip(nu - low, 0.0, high - low) ** 2 / (2.0 * rise)
        return nu - widths @ (inside + np.maximum(nu - high, 0.0)) / h

    left, right = losses.min(), losses.max()
    for _ in range(120):
        third, fourth = left + 0.382 * (right - left), left + 0.618 * (right - left)
        if objective(third) < objective(fourth):
            left = third
        else:
            right = fourth
    return objective((left + right) / 2.0)
