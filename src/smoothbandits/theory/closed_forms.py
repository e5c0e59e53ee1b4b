"""Smooth_h and IGW masses that have a formula; mu is uniform on [0, 1] or on K arms.

The kernel that attains Smooth_h of a loss |a - y|^alpha is uniform on the h actions nearest to y.
That is a window of width h around y, pushed back inside [0, 1] where y is close to an end.
"""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import (
    Floats,
    as_numbers,
    check_count,
    check_finite,
    check_fraction,
    check_positive,
)
from smoothbandits.errors import InvalidParameter
from smoothbandits.theory.checks import plain

__all__ = [
    "absolute_igw_mass",
    "absolute_smooth_value",
    "holder_smooth_value",
    "linear_smooth_value",
    "squared_smooth_value",
    "two_level_smooth_value",
]


def absolute_smooth_value(target: ArrayLike, h: float) -> float | Floats:
    """Smooth_h of ``|a - target|``: h/4 where the window fits, up to h/2 at the ends.

    Parameters
    ----------
    target
        The best action y, anywhere on the line; arrays give arrays.
    h
        Smoothness level in (0, 1].

    Examples
    --------
    >>> absolute_smooth_value([0.5, 0.05, 0.0], h=0.2)
    array([0.05 , 0.0625, 0.1  ])
    """
    return holder_smooth_value(target, h, exponent=1.0)


def squared_smooth_value(target: ArrayLike, h: float) -> float | Floats:
    """Smooth_h of (a - target)^2: the window's variance h^2/12 plus its squared offset from y.

    Parameters
    ----------
    target
        The best action y, anywhere on the line; arrays give arrays.
    h
        Smoothness level in (0, 1].

    Examples
    --------
    >>> squared_smooth_value([0.5, 0.0], h=0.6)
    array([0.03, 0.12])
    """
    y, width = _finite_target(target), check_fraction("h", h)
    centre = np.clip(y, width / 2.0, 1.0 - width / 2.0)
    return plain(width**2 / 12.0 + (centre - y) ** 2)


def holder_smooth_value(
    target: ArrayLike, h: float, *, exponent: float, scale: float = 1.0
) -> float | Floats:
    """Smooth_h of ``scale * |a - target|^exponent``, the extreme case of a Hölder loss.

    Away from the ends it is scale * (h/2)^exponent / (1 + exponent), the price of smoothing that
    the paper's section 5.2 trades against sqrt(T/h).

    Parameters
    ----------
    target
        The best action y, anywhere on the line; arrays give arrays.
    h
        Smoothness level in (0, 1].
    exponent
        The paper's alpha > 0.
    scale
        The paper's L > 0.

    Examples
    --------
    >>> holder_smooth_value(0.3, h=0.5, exponent=0.5)
    0.3333333
    """
    y, width = _finite_target(target), check_fraction("h", h)
    alpha, factor = check_positive("exponent", exponent), check_positive("scale", scale)
    left = np.clip(y - width / 2.0, 0.0, 1.0 - width)
    before, after = y - left, left + width - y
    # x |x|^alpha / (1 + alpha) integrates |x|^alpha, also where the target is outside [0, 1].
    integral = before * np.abs(before) ** alpha + after * np.abs(after) ** alpha
    return plain(factor * integral / ((1.0 + alpha) * width))


def linear_smooth_value(h: float, *, slope: float = 1.0, intercept: float = 0.0) -> float:
    """Smooth_h of intercept + slope * a: the middle of the best h actions, at one of the ends.

    Parameters
    ----------
    h
        Smoothness level in (0, 1].
    slope, intercept
        The line; a falling one is best at a = 1.

    Examples
    --------
    >>> linear_smooth_value(0.2), linear_smooth_value(0.2, slope=-1.0, intercept=1.0)
    (0.1, 0.1)
    """
    width = check_fraction("h", h)
    slope, intercept = check_finite("slope", slope), check_finite("intercept", intercept)
    return float(intercept + min(slope, 0.0) + abs(slope) * width / 2.0)


def two_level_smooth_value(n_actions: int, n_best: int, h: float, *, gap: float = 1.0) -> float:
    """Smooth_h of K arms of which K* have loss 0 and the others `gap`: gap (1 - K*/(K h))_+.

    It is 0, and smooth regret is standard regret, for every h up to the share K*/K of best arms
    (the paper's section 5.1).

    Parameters
    ----------
    n_actions, n_best
        K and K*, with 1 <= K* <= K.
    h
        Smoothness level in (0, 1].
    gap
        Loss of every other arm.

    Examples
    --------
    >>> two_level_smooth_value(100, 10, h=0.1), two_level_smooth_value(100, 10, h=0.4)
    (0.0, 0.75)
    """
    width = check_fraction("h", h)
    n_actions, n_best = check_count("n_actions", n_actions), check_count("n_best", n_best)
    if n_best > n_actions:
        raise InvalidParameter(f"n_best is {n_best} of {n_actions} actions; it must be 1 to all")
    return float(check_positive("gap", gap) * max(0.0, 1.0 - n_best / (n_actions * width)))


def absolute_igw_mass(
    greedy: ArrayLike, h: float, gamma: float, *, slope: float = 1.0
) -> float | Floats:
    """M(A), the probability that SmoothIGW keeps its draw, for ``slope * |a - greedy|``.

    The mass of the paper's eq. (4): [ln(1 + k greedy) + ln(1 + k (1 - greedy))] / k with
    k = h gamma slope.

    Parameters
    ----------
    greedy
        The greedy action in [0, 1]; arrays give arrays.
    h
        Smoothness level in (0, 1].
    gamma
        Exploration parameter of eq. (3).
    slope
        Predicted loss per unit of distance.

    Examples
    --------
    >>> absolute_igw_mass(0.5, h=0.1, gamma=20.0)
    0.6931472
    """
    action = _finite_target(greedy)
    if not ((action >= 0.0) & (action <= 1.0)).all():
        raise InvalidParameter(f"greedy is {action}; it must lie in [0, 1]")
    rate = check_fraction("h", h) * check_positive("gamma", gamma)
    rate *= check_positive("slope", slope)
    return plain((np.log1p(rate * action) + np.log1p(rate * (1.0 - action))) / rate)


def _finite_target(target: ArrayLike) -> Floats:
    values = as_numbers("the action", target)
    if not np.isfinite(values).all():
        raise InvalidParameter(f"the action is {values}; it must be finite")
    return values
