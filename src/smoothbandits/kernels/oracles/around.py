"""Oracles around another one pass on to it whatever they do not answer in their own files."""

from smoothbandits.kernels.states import (
    ForgettingState,
    ScaledState,
    WatchedState,
    WeightedState,
)

from ..generics import (
    argmin_error,
    curve,
    evaluate,
    evaluate_many,
    largest_entry,
    mass,
    minimise,
    minimise_part,
    round_of,
    stairs,
    steepness,
    step,
    takes_missing,
)

AROUND = (ForgettingState, ScaledState, WatchedState, WeightedState)


@takes_missing.register(ForgettingState, WatchedState, WeightedState)
def inner_takes_missing(oracle):
    return takes_missing(oracle.inner)


@largest_entry.register(ForgettingState, WatchedState, WeightedState)
def inner_largest_entry(oracle):
    return largest_entry(oracle.inner)


@curve.register(ForgettingState, WatchedState)
def inner_curve(oracle, context, weight):
    return curve(oracle.inner, context, weight)


@evaluate.register(*AROUND)
def inner_evaluate(oracle, curve, action):
    return evaluate(oracle.inner, curve, action)


@evaluate_many.register(*AROUND)
def inner_evaluate_many(oracle, curve, actions, out):
    evaluate_many(oracle.inner, curve, actions, out)


@minimise.register(*AROUND)
def inner_minimise(oracle, curve, out):
    return minimise(oracle.inner, curve, out)


@minimise_part.register(*[(None, state) for state in AROUND])
def inner_minimise_part(space, oracle, curve, out):
    return minimise_part(space, oracle.inner, curve, out)


@argmin_error.register(*AROUND)
def inner_argmin_error(oracle, curve):
    return argmin_error(oracle.inner, curve)


@mass.register(*[(None, state) for state in AROUND])
def inner_mass(space, oracle, curve, best, rates, out):
    return mass(space, oracle.inner, curve, best, rates, out)


@step.register(ForgettingState, ScaledState, WeightedState)
def inner_step(oracle):
    step(oracle.inner)


@round_of.register(ForgettingState, ScaledState, WeightedState)
def inner_round(oracle, number):
    return round_of(oracle.inner, number)


@stairs.register(*AROUND)
def inner_stairs(oracle, curve, category, low, high, most):
    return stairs(oracle.inner, curve, category, low, high, most)


@steepness.register(*AROUND)
def inner_steepness(oracle, curve):
    return steepness(oracle.inner, curve)
