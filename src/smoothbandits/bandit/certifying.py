"""What an explorer certifies for the next round."""

import math
from typing import TYPE_CHECKING

from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import CappedIGW, SmoothIGW
from smoothbandits.spaces.allowed import Allowed
from smoothbandits.theory import capped_certificate, igw_certificate

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["certified"]


def certified(bandit: "Bandit", row: Floats, allowed: Allowed | None) -> float:
    """What `Bandit.certificate` returns; its lock is held."""
    if isinstance(bandit.explorer, SmoothIGW):
        return smooth(bandit, bandit.explorer.h, row, allowed)
    if isinstance(bandit.explorer, CappedIGW):
        return capped(bandit, bandit.explorer.h, row, allowed)
    raise InvalidParameter(
        f"explorer is {bandit.explorer!r}; only SmoothIGW and CappedIGW, at one smoothness, "
        "certify"
    )


def smooth(bandit: "Bandit", h: float, row: Floats, allowed: Allowed | None) -> float:
    """(2 - M(A) - h)/(h gamma), and the error of the argmin."""
    gamma = bandit._states.gamma(bandit.rounds)
    mass, error = bandit.oracle.mass(row, h * gamma, within=allowed)
    least = max(mass - error, 1.0 / (1.0 + h * gamma))
    searched = bandit.oracle.argmin_error(row, within=allowed)
    return float(igw_certificate(least, h, gamma)) + searched


def capped(bandit: "Bandit", h: float, row: Floats, allowed: Allowed | None) -> float:
    """(kappa/h - 1)/gamma with kappa = 1/Z, and how far a curve is from its cells."""
    states = bandit._states
    handle, features = states.handle_on(allowed), bandit.oracle.features_of(row)
    gamma, z, _, off = states.kernels.level_of(handle, features, bandit.rounds)
    if z > 1.0:  # floats are too coarse for this gamma
        return math.nan
    return capped_certificate(h, gamma, 1.0 / z) + float(off)
