"""Cumulative regret of a trace: smooth, quantile, fixed-kernel and standard."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_numbers, check_fraction
from smoothbandits.environments import Environment
from smoothbandits.errors import InvalidParameter
from smoothbandits.simulation.trace import Trace
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space
from smoothbandits.theory.benchmarks import best_value, quantile_value
from smoothbandits.theory.checks import ROUNDING
from smoothbandits.theory.smooth_on_interval import smooth_value_interval
from smoothbandits.theory.smooth_on_mixture import smooth_value_mixture
from smoothbandits.theory.smooth_value import smooth_value

__all__ = ["kernel_regret", "quantile_regret", "smooth_regret", "standard_regret"]

INTERVAL_CELLS = 4096
BOX_POINTS = 8192


def smooth_regret(trace: Trace, environment: Environment, space: Space, h: float) -> Floats:
    """Regret against Smooth_h, eq. (1) of the paper, after each round.

    Exact on catalogues and on values, by formula or adaptive quadrature on intervals and
    products, and on boxes with 8192 draws from mu.  May be negative: on smooth losses the greedy
    action beats every h-smoothed kernel.

    Parameters
    ----------
    trace, environment, space
        What was simulated.
    h
        Smoothness level in (0, 1].

    Examples
    --------
    >>> import smoothbandits as sb
    >>> bandit, arms = sb.Bandit(sb.Catalog(4)), sb.BernoulliEnvironment([0.1, 0.9, 0.9, 0.2])
    >>> trace = sb.simulate(bandit, arms, rounds=100)
    >>> at_best = smooth_regret(trace, arms, bandit.space, h=1 / 4)
    >>> bool(np.allclose(at_best, trace.regrets))  # h = 1/|A| is standard regret
    True
    """
    level = check_fraction("h", h)
    _check_played(trace, environment, space)
    if space.stepped:
        return _against(trace, environment, space, lambda f, mu: smooth_value(f, level, mu))
    known = environment.smooth_losses(trace.first, len(trace.expected_losses), space, level)
    if known is not None:
        return np.cumsum(trace.expected_losses - known)
    if len(space.parts.sides) == 1:
        value = _product_value if space.parts.categories else _interval_value
        return _cumulate(
            trace, environment, lambda number: value(environment, number, space, level)
        )
    return _against(trace, environment, space, lambda f, mu: smooth_value(f, level, mu))


def quantile_regret(trace: Trace, environment: Environment, space: Space, h: float) -> Floats:
    """Regret against the lower h-quantile of each round's losses, never above `smooth_regret`.

    Exact on catalogues; on continuous spaces among points of equal mass.

    Examples
    --------
    >>> import smoothbandits as sb
    >>> bandit, arms = sb.Bandit(sb.Catalog(3)), sb.BernoulliEnvironment([0.1, 0.9, 0.5])
    >>> trace = sb.simulate(bandit, arms, rounds=50)
    >>> easier = quantile_regret(trace, arms, bandit.space, h=0.5)
    >>> bool(easier[-1] <= smooth_regret(trace, arms, bandit.space, h=0.5)[-1])
    True
    """
    return _against(trace, environment, space, lambda f, mu: quantile_value(f, h, mu))


def kernel_regret(
    trace: Trace,
    environment: Environment,
    space: Space,
    kernel: Callable[[Any], ArrayLike],
    h: float,
) -> Floats:
    """Regret against one fixed h-smoothed kernel.

    Parameters
    ----------
    trace, environment, space
        What was simulated.
    kernel
        Density relative to mu of an array of actions, at most 1/h; it is normalised.
    h
        Smoothness level that the kernel is checked against, as far as the points tell: on
        intervals and products up to the error of the midpoint rule, on boxes to five standard
        errors.

    Examples
    --------
    >>> import smoothbandits as sb
    >>> bandit, arms = sb.Bandit(sb.Catalog(3)), sb.BernoulliEnvironment([0.1, 0.9, 0.5])
    >>> trace = sb.simulate(bandit, arms, rounds=50)
    >>> kernel_regret(trace, arms, bandit.space, lambda items: items > 0, h=0.5).shape
    (50,)
    """
    level = check_fraction("h", h)
    _check_played(trace, environment, space)
    actions, mu = _points(space)
    if not callable(kernel):
        raise InvalidParameter(f"kernel is {kernel!r}; give a density as a function of actions")
    density = as_numbers("kernel(actions)", kernel(actions))
    if density.ndim == 0:
        density = np.full(mu.size, density)
    if density.shape != mu.shape or not np.isfinite(density).all() or (density < 0.0).any():
        raise InvalidParameter(
            f"kernel gave {density!r} for {mu.size} actions; "
            "it must give one finite, non-negative density for each"
        )
    total, highest = float(mu @ density), float(density[mu > 0.0].max())
    # negated, so that a kernel without mass fails too
    if not 0.0 < highest * level <= (total + _slack(space, density, mu)) * (1.0 + ROUNDING):
        raise InvalidParameter(
            f"kernel has density {highest / total if total else 0.0:.6g} relative to mu, where "
            f"1/h is {1.0 / level:.6g}; spread it out or lower h"
        )
    probabilities = mu * density / total

    def value(number: int) -> float:
        return float(probabilities @ environment.expected_losses(number, actions, space))

    return _cumulate(trace, environment, value)


def standard_regret(trace: Trace, environment: Environment, space: Space) -> Floats:
    """Regret against the best action of each round (on continuous spaces: among many points).

    Examples
    --------
    >>> import smoothbandits as sb
    >>> bandit, arms = sb.Bandit(sb.Catalog(3)), sb.BernoulliEnvironment([0.1, 0.9, 0.5])
    >>> trace = sb.simulate(bandit, arms, rounds=50)
    >>> bool(np.allclose(standard_regret(trace, arms, bandit.space), trace.regrets))
    True
    """
    return _against(trace, environment, space, best_value)


def _against(
    trace: Trace,
    environment: Environment,
    space: Space,
    value: Callable[[Floats, Floats], float | Floats],
) -> Floats:
    _check_played(trace, environment, space)
    actions, mu = _points(space)
    return _cumulate(
        trace,
        environment,
        lambda number: float(value(environment.expected_losses(number, actions, space), mu)),
    )


def _check_played(trace: Trace, environment: Environment, space: Space) -> None:
    """Refuse a trace, an environment or a space that is none."""
    if not isinstance(trace, Trace):
        raise InvalidParameter(f"trace is {trace!r}; give what simulate returned")
    if not isinstance(environment, Environment):
        raise InvalidParameter(f"environment is {environment!r}; give what was played")
    if trace.ruled:
        raise InvalidParameter(
            "the trace was played under rules, and regret is against all of the space; compare "
            "losses of policies under the same rules"
        )
    check_space(space)


def _cumulate(trace: Trace, environment: Environment, value: Callable[[int], float]) -> Floats:
    """Sum what was lost beyond the benchmark of each round."""
    losses = trace.expected_losses
    if environment.same_every_round:
        return np.cumsum(losses - value(trace.first))
    values = np.array([value(trace.first + t) for t in range(len(losses))])
    return np.cumsum(losses - values)


def _points(space: Space) -> tuple[NDArray[Any], Floats]:
    """Actions with their masses: all, points of equal mass (in each category), or draws."""
    sides, masses, rows = len(space.parts.sides), space.parts.masses, space.every()
    if rows is not None:
        actions = space.from_columns(rows)
        return actions, space.density(actions) if sides else masses
    if sides > 1:
        return space.sample(0, BOX_POINTS), np.full(BOX_POINTS, 1.0 / BOX_POINTS)
    categories = np.flatnonzero(masses > 0.0)
    units = _middles(_cells_each(space))
    rows = np.tile(units, categories.size)[:, None]
    if space.parts.categories:
        rows = np.column_stack([rows, categories.repeat(units.size)])
    actions = space.to_user_many(rows)
    # a user's own measure is not uniform in unit coordinates
    mass = masses[categories].repeat(units.size) if space.compilable else space.density(actions)
    return actions, mass / mass.sum()


def _middles(n: int) -> Floats:
    """The middles of n equal cells of the unit interval."""
    return (np.arange(n) + 0.5) / n


def _cells_each(space: Space) -> int:
    """Cells per category: all categories together have as many as an interval, or 64 each."""
    return max(64, INTERVAL_CELLS // int(np.count_nonzero(space.parts.masses)))


def _product_value(environment: Environment, number: int, space: Space, h: float) -> float:
    """Smooth_h of one round on a product."""

    def loss(units: Floats, categories: NDArray[np.int64]) -> Floats:
        actions = space.to_user_many(np.column_stack([units, categories]))
        return environment.expected_losses(number, actions, space)

    return smooth_value_mixture(loss, h, space.parts.masses)


def _interval_value(environment: Environment, number: int, space: Space, h: float) -> float:
    """Smooth_h of one round on an interval."""
    if space.compilable:
        # in unit coordinates mu is uniform, however rough its density is
        return smooth_value_interval(
            lambda units: environment.expected_losses(
                number, space.to_user_many(units[:, None]), space
            ),
            h,
        )
    low, high = space.parts.sides[0].support
    return smooth_value_interval(
        lambda actions: environment.expected_losses(number, actions, space),
        h,
        low=low,
        high=high,
        density=space.density,
    )


def _slack(space: Space, density: Floats, mu: Floats) -> float:
    """How far the integral of a density may be off when it is a sum over `_points`."""
    sides = len(space.parts.sides)
    if space.finite is not None:
        return 0.0
    if sides > 1:
        return 5.0 * float(density.std()) / math.sqrt(density.size)
    # half a cell at each jump, or spread over a slope, in each category
    each = _cells_each(space)
    jumps = np.abs(np.diff(density.reshape(-1, each), axis=1)).sum(axis=1)
    return 0.5 * float(mu.reshape(-1, each).max(axis=1) @ jumps)
