"""Payoffs with a known part: predicted losses are steps b + c p over cells of equal mass.

An oracle of outcomes predicts p, the outcome of each cell.  With the means of b and c over the
cell that is one step function of the action, and its argmin, gaps and integrals are exact.
"""

import math

import numpy as np

from smoothbandits.kernels.states import (
    NO_ENTRY,
    BoostedOutcomeState,
    CubeState,
    OutcomeState,
    PartState,
)

from .generics import (
    curve,
    evaluate,
    foreseen,
    mass,
    minimise,
    minimise_part,
    outcomes,
    stairs,
    steepness,
)
from .jit import kernel
from .oracles.slices import slice_cell, slice_mass, slice_minimum
from .oracles.stairs import cut_stairs
from .oracles.steps import least_step, steps_mass


@kernel
def added_value(payoff, context):
    """What the context adds to the factor: cut to its range, the least where it is missing."""
    place = payoff.entry[0]
    if place == NO_ENTRY:
        return 0.0
    low, high, value = payoff.terms[2], payoff.terms[3], context[place]
    return low if math.isnan(value) else min(high, max(low, value))


@kernel
def payoff_losses(payoff, context, values):
    """Turn predicted outcomes into predicted losses, in place."""
    more, greatest, width = added_value(payoff, context), payoff.terms[0], payoff.terms[1]
    for cell in range(values.shape[0]):
        reward = payoff.base[cell] + (payoff.factor[cell] + more) * values[cell]
        values[cell] = min(1.0, max(0.0, (greatest - reward) / width))


@curve.register(OutcomeState, BoostedOutcomeState)
def payoff_curve(oracle, context, weight):
    """The predicted loss of each cell."""
    values = np.empty(oracle.payoff.base.shape[0])
    outcomes(oracle, context, values)
    payoff_losses(oracle.payoff, context, values)
    return values


@evaluate.register(OutcomeState, BoostedOutcomeState)
def payoff_evaluate(oracle, curve, action):
    """Predicted loss of the cell that holds the action."""
    return curve[slice_cell(oracle.payoff.edges, action[0])]


@foreseen.register(OutcomeState, BoostedOutcomeState)
def foreseen_outcome(oracle, context, action):
    """The outcome of the action's cell, whatever it pays."""
    values = np.empty(oracle.payoff.base.shape[0])
    outcomes(oracle, context, values)
    return values[slice_cell(oracle.payoff.edges, action[0])]


@minimise.register(OutcomeState, BoostedOutcomeState)
def payoff_minimise(oracle, curve, out):
    """The middle of the lowest cell."""
    return slice_minimum(oracle.payoff.edges, curve, out)


@minimise_part.register((PartState, OutcomeState), (PartState, BoostedOutcomeState))
def payoff_minimise_part(space, oracle, curve, out):
    """The middle of the lowest cell that the part reaches."""
    return least_step(space, oracle, curve, oracle.payoff.edges, curve, out)


@stairs.register(OutcomeState, BoostedOutcomeState)
def payoff_stairs(oracle, curve, category, low, high, most):
    """The cells."""
    return cut_stairs(oracle.payoff.edges, curve, low, high)


@steepness.register(OutcomeState, BoostedOutcomeState)
def payoff_steepness(oracle, curve):
    """None: cells are steps."""
    return 0.0


@mass.register((PartState, OutcomeState), (PartState, BoostedOutcomeState))
def payoff_part_mass(space, oracle, curve, best, rates, out):
    """An exact sum over cells."""
    return steps_mass(space, oracle, curve, oracle.payoff.edges, curve, best, rates, out)


@mass.register((CubeState, OutcomeState), (CubeState, BoostedOutcomeState))
def payoff_mass(space, oracle, curve, best, rates, out):
    """An exact sum over cells."""
    slice_mass(oracle.payoff.edges, curve, best, rates, out)
    return 0.0
