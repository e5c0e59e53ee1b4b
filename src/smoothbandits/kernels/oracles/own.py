"""Oracles that only exist as Python objects: predict, learn and perhaps best (interpreted).

Numba never compiles these: where a part is the user's own, everything around it runs as Python.
"""

import copy
import math

import numpy as np

from smoothbandits.errors import InvalidPrediction
from smoothbandits.kernels.states import (
    ANY_ENTRY,
    CatalogState,
    CubeState,
    OwnState,
    ProductState,
    SampledState,
)

from ..generics import (
    argmin_error,
    curve,
    evaluate,
    evaluate_many,
    largest_entry,
    mass,
    minimise,
    observe,
    restore,
    reweigh,
)
from ..spaces.quadrature import FEWEST_PANELS, TOLERANCE, TURNS, gauss_panels, quadrature_mass
from ..spaces.search import grid_minimise

MOST_POINTS = 1 << 20  # of a user's predict at once, unless two grids need more


def checked(values):
    """Predictions must be losses in [0, 1]."""
    values = np.asarray(values, dtype=np.float64).reshape(-1)
    bad = values[~((values >= 0.0) & (values <= 1.0))]
    if bad.size:
        raise InvalidPrediction(
            f"the oracle predicted {float(bad[0])}; predict and best must give losses in [0, 1]"
        )
    return values


@curve.register(OwnState)
def own_curve(oracle, context, weight):
    """Context and weight, to be handed to predict and best."""
    return (context if context.size else None, weight)


@largest_entry.register(OwnState)
def own_largest_entry(oracle):
    """Any finite entry: what to do with it is the user's matter."""
    return ANY_ENTRY


@evaluate_many.register(OwnState)
def own_evaluate_many(oracle, curve, actions, out):
    """One call of the user's predict."""
    users = oracle.space.to_user_many(actions)
    values = checked(oracle.holder.model.predict(curve[0], users, weight=curve[1]))
    if values.shape[0] != actions.shape[0]:
        raise InvalidPrediction(
            f"predict returned {values.shape[0]} values for {actions.shape[0]} actions; "
            "return one predicted loss per action"
        )
    out[:] = values


@evaluate.register(OwnState)
def own_evaluate(oracle, curve, action):
    """A batch of one."""
    out = np.empty(1)
    own_evaluate_many(oracle, curve, action.reshape(1, -1), out)
    return float(out[0])


@minimise.register(OwnState)
def own_minimise(oracle, curve, out):
    """The user's best, else the space's grid or enumeration."""
    if getattr(oracle.holder.model, "best", None) is None:
        return grid_minimise(oracle, curve, out)
    action, value = oracle.holder.model.best(curve[0], weight=curve[1])
    out[:] = oracle.space.to_unit(oracle.space.check(action))
    return float(checked([value])[0])


@argmin_error.register(OwnState)
def own_argmin_error(oracle, curve):
    """What the object states; unknown for a grid on a cube."""
    if getattr(oracle.holder.model, "best", None) is not None:
        return float(getattr(oracle.holder.model, "argmin_error", 0.0))
    return 0.0 if oracle.spacing.shape[0] == 0 else math.nan


@observe.register(OwnState)
def own_observe(oracle, context, action, loss, weight, key):
    """The user's learn."""
    context = context if context.size else None
    oracle.holder.model.learn(context, oracle.space.to_user(action), loss, weight=weight)
    oracle.holder.learned += 1


@restore.register(OwnState)
def own_restore(oracle, pristine):
    """Put a copy of the untaught object in place."""
    oracle.holder.model = copy.deepcopy(pristine.holder.model)


# Python loops over points would take longer than the user's predict: arrays instead


def array_mass(losses, weights, best, rates, out):
    """Sum of weights / (1 + rate gap) over the points, for each rate."""
    gaps = np.maximum(losses - best, 0.0)
    out[:] = (weights / (1.0 + np.outer(rates, gaps))).sum(axis=1)


def equal_panels(turn):
    """Points and weights on the whole interval, ever more of them."""
    n = FEWEST_PANELS << turn
    return gauss_panels(np.arange(n) / n, 1.0 / n)


def refined_mass(oracle, curve, best, rates, out, grid):
    """Refine until two grids agree; ``grid(turn)`` gives points and weights."""
    previous, error = np.full(rates.shape[0], math.inf), math.inf
    for turn in range(TURNS):
        points, weights = grid(turn)
        losses = np.empty(points.shape[0])
        own_evaluate_many(oracle, curve, points, losses)
        array_mass(losses, weights, best, rates, out)
        error = float(np.max(4.0 * np.abs(out - previous)))
        previous[:] = out
        if error <= TOLERANCE or (turn > 0 and 2 * points.shape[0] > MOST_POINTS):
            break
    return error


@mass.register((CubeState, OwnState), (SampledState, OwnState))
def own_cube_mass(space, oracle, curve, best, rates, out):
    """Panels are doubled until two grids agree; a fixed lattice in more dimensions."""
    if space.sides.shape[0] > 1:
        return quadrature_mass(space, oracle, curve, best, rates, out)

    def grid(turn):
        points, weights = equal_panels(turn)
        reweigh(space, points, weights)
        return points, weights

    return refined_mass(oracle, curve, best, rates, out, grid)


@mass.register((ProductState, OwnState))
def own_product_mass(space, oracle, curve, best, rates, out):
    """The interval's points in every category that is ever played, all in one call."""
    size, shares = space.catalog.size, space.catalog.weights
    shares = shares if shares.size else np.full(size, 1.0 / size)
    items = np.flatnonzero(shares > 0.0)

    def grid(turn):
        points, weights = equal_panels(turn)
        pairs = np.column_stack([np.tile(points[:, 0], items.size), items.repeat(len(points))])
        return pairs, np.outer(shares[items], weights).ravel()

    return refined_mass(oracle, curve, best, rates, out, grid)


@mass.register((CatalogState, OwnState))
def own_catalog_mass(space, oracle, curve, best, rates, out):
    """Exact sum, all items in one call."""
    losses = np.empty(space.size)
    own_evaluate_many(oracle, curve, np.arange(space.size, dtype=np.float64)[:, None], losses)
    weights = space.weights if space.weights.size else np.full(space.size, 1.0 / space.size)
    array_mass(losses, weights, best, rates, out)
    return 0.0
