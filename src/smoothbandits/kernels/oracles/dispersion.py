"""The paper's model of section 6.2: loss(x, a) = sigmoid(|s (ahat(x) - a)| + xi).

``ahat(x) = sigmoid(w.x + b)`` is the argmin by construction, so one pass over the context
gives argmin, gap and M(A).  Trained by the logistic loss with soft labels.
"""

import math

from smoothbandits.kernels.states import CubeState, DispersionState, PartState

from ..generics import (
    curve,
    evaluate,
    mass,
    minimise,
    minimise_part,
    observe,
    steepness,
    step,
)
from ..numerics import dot, sigmoid
from ..spaces.part import nearest_place
from .optimisers import gradient_step


@curve.register(DispersionState)
def dispersion_curve(oracle, context, weight):
    """Return (ahat, |s|, xi)."""
    n = context.shape[0]
    parameters = oracle.parameters
    ahat = sigmoid(dot(parameters, context, n) + parameters[n])
    return ahat, abs(parameters[n + 1]), parameters[n + 2]


@evaluate.register(DispersionState)
def dispersion_evaluate(oracle, curve, action):
    """sigmoid(|s (ahat - a)| + xi)."""
    return sigmoid(curve[1] * abs(curve[0] - action[0]) + curve[2])


@minimise.register(DispersionState)
def dispersion_minimise(oracle, curve, out):
    """The argmin is ahat."""
    out[0] = curve[0]
    return sigmoid(curve[2])


@minimise_part.register((PartState, DispersionState))
def dispersion_minimise_part(space, oracle, curve, out):
    """The place nearest to ahat."""
    return nearest_place(space, oracle, curve, curve[0], out)


@steepness.register(DispersionState)
def dispersion_steepness(oracle, curve):
    """A sigmoid rises by a quarter at most."""
    return 0.25 * curve[1]


@observe.register(DispersionState)
def dispersion_observe(oracle, context, action, loss, weight, key):
    """Add the gradient of the logistic loss: d/dz = sigmoid(z) - loss."""
    n = context.shape[0]
    parameters, gradient = oracle.parameters, oracle.gradient
    ahat = sigmoid(dot(parameters, context, n) + parameters[n])
    s = parameters[n + 1]
    d = ahat - action[0]
    residual = weight * (sigmoid(abs(s * d) + parameters[n + 2]) - loss)
    sign = 1.0 if d > 0.0 else -1.0 if d < 0.0 else 0.0
    slope = residual * abs(s) * sign * ahat * (1.0 - ahat)
    for i in range(n):
        gradient[i] += slope * context[i]
    gradient[n] += slope
    gradient[n + 1] += residual * (abs(d) if s >= 0.0 else -abs(d))
    gradient[n + 2] += residual
    gradient[parameters.shape[0]] += 1.0


@mass.register((CubeState, DispersionState))
def dispersion_mass(space, oracle, curve, best, rates, out):
    """Integrate in closed form.

    On one side of the argmin, at distance d and with z = exp(-(s d + xi)),

    1/(1 + rate gap) = (1 + z)/(A + B z),  B = 1 - rate best,  A = B + rate,

    whose integral over d is [s length - rate/B log(1 - B fall)]/(A s), where ``fall`` is by how
    much z falls over the side, divided by A + B z_0 = 1 + z_0.  1 - B fall is a sum of positive
    terms, (1 - fall) + rate best fall, so nothing cancels.
    """
    ahat, slope, xi = curve
    if slope < 1e-12:
        for i in range(rates.shape[0]):
            out[i] = 1.0
        return 0.0
    share = sigmoid(-xi)
    left = -share * math.expm1(-slope * ahat)
    right = -share * math.expm1(-slope * (1.0 - ahat))
    rest_left = best + share * math.exp(-slope * ahat)
    rest_right = best + share * math.exp(-slope * (1.0 - ahat))
    total, product = left + right, left * right
    for i in range(rates.shape[0]):
        b = 1.0 - rates[i] * best
        a = b + rates[i]
        if abs(b) < 1e-12:  # the limit
            out[i] = (slope + rates[i] * total) / (a * slope)
            continue
        y = b * (b * product - total)  # (1 - B left)(1 - B right) - 1: both logs in one
        if abs(y) < 0.25:
            log = math.log1p(y)
        else:
            lift = rates[i] * best
            log = math.log((rest_left + lift * left) * (rest_right + lift * right))
        out[i] = (b * slope - rates[i] * log) / (a * b * slope)
    return 0.0


step.register(DispersionState)(gradient_step)
