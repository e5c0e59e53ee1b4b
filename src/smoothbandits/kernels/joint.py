"""Joint features phi(x, a) = psi(a) (x) (x, 1): cosines, powers, or a catalogue's items."""

import math

import numpy as np

from smoothbandits.errors import InvalidPrediction
from smoothbandits.kernels.states import ITEMS, POLYNOMIAL, CallableState, JointState

from .generics import joint_features
from .jit import COMPILED, kernel


@kernel
def action_features(basis, action, out):
    """psi(a): products over coordinates of cos(pi k a) or a^k, by recurrence."""
    size = out.shape[0]
    if basis.kind == ITEMS:
        row = int(action[0])
        for j in range(size):
            out[j] = basis.items[row, j]
        return
    dimension = action.shape[0]
    for j in range(size):
        out[j] = basis.scales[j]
    values = np.empty(basis.highest + 1)
    for i in range(dimension):
        values[0] = 1.0
        unit = action[i] if basis.kind == POLYNOMIAL else math.cos(math.pi * action[i])
        if basis.highest > 0:
            values[1] = unit
        for k in range(2, basis.highest + 1):
            if basis.kind == POLYNOMIAL:
                values[k] = values[k - 1] * unit
            else:
                values[k] = 2.0 * unit * values[k - 1] - values[k - 2]
        for j in range(size):
            out[j] *= values[basis.orders[j, i]]


@joint_features.register(JointState)
def product_features(basis, context, action):
    """phi(x, a) as one vector of length J (n + 1)."""
    n = context.shape[0]
    psi = np.empty(basis.scales.shape[0])
    action_features(basis, action, psi)
    out = np.empty(psi.shape[0] * (n + 1))
    for j in range(psi.shape[0]):
        for i in range(n):
            out[j * (n + 1) + i] = psi[j] * context[i]
        out[j * (n + 1) + n] = psi[j]
    return out


if not COMPILED:

    @joint_features.register(CallableState)
    def callable_features(basis, context, action):
        """Ask the user's function."""
        context = context if context.size else None
        played = basis.space.to_user(action)
        values = np.ascontiguousarray(basis.function(context, played), dtype=np.float64)
        if not np.isfinite(values).all():
            raise InvalidPrediction(
                f"the features of action {played!r} are {values.tolist()}; give finite numbers"
            )
        return values
