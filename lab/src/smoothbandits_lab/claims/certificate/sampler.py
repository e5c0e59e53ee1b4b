"""The law that the sampler plays, from the acceptance probabilities of its own source."""

from importlib import import_module
from typing import Any, cast

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.explorers import SmoothIGW

__all__ = ["acceptances", "finite_law"]

# the same source as the compiled kernels
TURNS: Any = import_module("smoothbandits.interpreted.steps")
KERNELS: Any = import_module("smoothbandits.interpreted.explorers.accepting")


def acceptances(gaps: Floats, h: float, gamma: float) -> Floats:
    """With which probability a round of SmoothIGW plays the draw from mu, by its gap.

    Asked of the kernels that decide, so that what is judged is what runs.

    Examples
    --------
    >>> acceptances(np.array([0.0, 0.5]), h=0.1, gamma=60.0)
    array([1.  , 0.25])
    """
    # a constant gamma needs no model
    state = SmoothIGW(h=h, gamma=gamma).build(cast(Any, None))
    _, _, rate = TURNS.turn(state, 0, 0, 1.0)
    found = [KERNELS.acceptance(state, rate, gap, 0.0) for gap in gaps.ravel()]
    return np.array(found).reshape(gaps.shape)


def finite_law(
    predictions: Floats, h: float, gamma: float, weights: Floats
) -> tuple[Floats, float]:
    """Probabilities of the actions of a finite set, and the mass M that is explored.

    Examples
    --------
    >>> finite_law(np.array([0.1, 0.6]), 0.1, 60.0, np.array([0.5, 0.5]))
    (array([0.875, 0.125]), 0.625)
    """
    law = weights * acceptances(predictions - predictions.min(), h, gamma)
    mass = float(law.sum())
    law[int(predictions.argmin())] += 1.0 - mass
    return law, mass
