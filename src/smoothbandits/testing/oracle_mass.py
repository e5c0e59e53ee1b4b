"""The contract of M(A), the probability of exploring."""

import math
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.oracles.base import Model
from smoothbandits.testing.contracts import calling, require
from smoothbandits.testing.geometry import between
from smoothbandits.testing.goodness import FALSE_ALARM
from smoothbandits.testing.integration import integrate

__all__ = ["check_mass"]

RATE = 20.0
EXACT = 1e-6


def check_mass(model: Model, context: Any, probes: Any) -> None:
    """M(A) = integral of 1/(1 + h gamma gap) over mu, by a sum, quadrature or sampling."""
    with calling("mass"):
        mass, error = model.mass(context, RATE)
        action, least = model.best(context)
    space, sides = model.space, len(model.space.parts.sides)

    def accepted(actions: Any) -> Floats:
        return 1.0 / (1.0 + RATE * np.maximum(0.0, model.predict(context, actions) - least))

    def weighed(rows: Floats) -> Floats:
        actions = space.from_columns(rows)
        return accepted(actions) * space.density(actions)

    if sides <= 1:
        lows, highs = between(space, space.to_columns([action]))
        masses, left_open = integrate(weighed, lows, highs, sides=sides)
        expected, slack = float(masses.sum()), EXACT + left_open
    else:
        draws = space.sample(len(probes), 2000)
        expected = float(np.mean(accepted(draws)))
        slack = math.sqrt(math.log(2.0 / FALSE_ALARM) / (2.0 * len(draws)))
    require(
        abs(mass - expected) <= slack + error,
        f"the mass at h*gamma = {RATE} is {mass} (error {error:.1e}), and the predictions "
        f"give {expected}",
    )
