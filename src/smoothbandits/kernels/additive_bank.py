"""AdditiveOracle on a product: a valley for each category, and the lowest of them."""

import numpy as np

from smoothbandits.kernels.states import AdamState, AdditiveBankState, AdditiveState, ProductState

from .additive import SHAPE_SIZE
from .generics import curve, evaluate, mass, minimise, observe, restore
from .hyperbola import hyperbola_mass
from .jit import kernel

CURVE_SIZE = 1 + SHAPE_SIZE


@kernel
def of_category(oracle, category):
    """The oracle of one category; it shares the rows."""
    bank = oracle.bank
    return AdditiveState(
        bank.values[category],
        bank.covariance[category],
        bank.shape[category],
        bank.noise[category],
        AdamState(bank.optimiser.moments[category], bank.optimiser.clock[category]),
        bank.knots[category],
        bank.sample[category],
        bank.seen[category],
    )


@kernel
def part(curve, category):
    """What one category's oracle knows about the context."""
    return curve[category * CURVE_SIZE : (category + 1) * CURVE_SIZE]


@curve.register(AdditiveBankState)
def bank_curve(oracle, context, weight):
    """The curves of all categories, one after the other."""
    out = np.empty(oracle.shares.shape[0] * CURVE_SIZE)
    for category in range(oracle.shares.shape[0]):
        part(out, category)[:] = curve(of_category(oracle, category), context, weight)
    return out


@evaluate.register(AdditiveBankState)
def bank_evaluate(oracle, curve, action):
    """That of the category."""
    category = int(action[1])
    return evaluate(of_category(oracle, category), part(curve, category), action[:1])


@minimise.register(AdditiveBankState)
def bank_minimise(oracle, curve, out):
    """The lowest valley of a category that mu gives any mass."""
    least, place = 2.0, np.empty(1)
    for category in range(oracle.shares.shape[0]):
        if oracle.shares[category] > 0.0:
            value = minimise(of_category(oracle, category), part(curve, category), place)
            if value < least:
                least, out[0], out[1] = value, place[0], category
    return least


@mass.register((ProductState, AdditiveBankState))
def bank_mass(space, oracle, curve, best, rates, out):
    """Closed form: a valley that ends d above the lowest one is as a valley at another rate.

    1/(1 + r (gap + d)) = 1/(1 + r d) * 1/(1 + r' gap) with r' = r/(1 + r d).
    """
    lower, masses, place = np.empty(rates.shape[0]), np.empty(rates.shape[0]), np.empty(1)
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for category in range(oracle.shares.shape[0]):
        if oracle.shares[category] > 0.0:
            valley = part(curve, category)
            above = minimise(of_category(oracle, category), valley, place) - best
            for b in range(rates.shape[0]):
                lower[b] = rates[b] / (1.0 + rates[b] * above)
            hyperbola_mass(valley[1:], valley[0], lower, masses)
            for b in range(rates.shape[0]):
                out[b] += oracle.shares[category] * masses[b] / (1.0 + rates[b] * above)
    return 1e-8


@observe.register(AdditiveBankState)
def bank_observe(oracle, context, action, loss, weight, key):
    """Only the category's own oracle learns."""
    observe(of_category(oracle, int(action[1])), context, action[:1], loss, weight, key)


@restore.register(AdditiveBankState)
def bank_restore(oracle, pristine):
    """One category after the other."""
    for category in range(oracle.shares.shape[0]):
        restore(of_category(oracle, category), of_category(pristine, category))
