"""One round, written once: the facade, both engines and every oracle go through here."""

import math

from smoothbandits.kernels.states import (
    ACCEPTANCE,
    ATOM,
    ATOM_ERROR,
    BAD_CONTEXT,
    BAD_PREDICTION,
    BASE,
    BASE_PROBABILITY,
    DENSITY,
    EXPLORED,
    GAMMA,
    GREEDY_LOSS,
    OK,
    PREDICTED_LOSS,
    WEIGHT,
)

from . import (  # noqa: F401  (imported so that their kernels are registered)
    dispersion,
    explorers,
    finite_class,
    harmonic,
    linear,
    optimisers,
    spaces,
    table,
    weighted,
)
from .generics import (
    acceptance,
    argmin_error,
    credit,
    curve,
    evaluate,
    evaluate_many,
    mass,
    minimise,
    observe,
    pick,
    propensity,
    rebalance,
    sample,
    select,
    step,
    to_user,
    turn,
)
from .jit import COMPILED, entry, kernel
from .philox import SLOT_CHOICE, decision_key, uniforms

if not COMPILED:
    from . import foreign  # noqa: F401

# flags of a decision
EXPLORE, PROPENSITY = 1, 2


@select.register(tuple)
def select_from_bank(oracle, base):
    """Each base has its own oracle."""
    return oracle[base]


@step.register(tuple)
def step_bank(oracle):
    """Whichever oracles have pending examples take their step."""
    for b in range(len(oracle)):
        step(oracle[b])


@kernel
def same_point(a, b):
    """Whether two actions agree in every coordinate."""
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True


@kernel
def play(space, oracle, explorer, context, number, key, flags, action, greedy, record):
    """Algorithms 1 and 2: one draw from mu, accepted with probability m(a), else the argmin."""
    for i in range(context.shape[0]):
        if not math.isfinite(context[i]):
            return BAD_CONTEXT
    explore = flags & EXPLORE != 0
    u_base, u_accept = uniforms(key, SLOT_CHOICE)
    base, probability = pick(explorer, u_base, explore)
    gamma, weight, rate = turn(explorer, number, base, probability)
    chosen = select(oracle, base)
    c = curve(chosen, context, weight)
    best = minimise(chosen, c, greedy)
    sample(space, key, action)
    predicted = evaluate(chosen, c, action)
    record[GREEDY_LOSS], record[PREDICTED_LOSS] = best, predicted
    if not (0.0 <= best <= 1.0 and 0.0 <= predicted <= 1.0):
        return BAD_PREDICTION
    gap = max(0.0, predicted - best)
    accept = acceptance(explorer, rate, gap, best)
    explored = explore and u_accept < accept
    if not explored:
        predicted, gap, accept = best, 0.0, acceptance(explorer, rate, 0.0, best)
        for i in range(action.shape[0]):
            action[i] = greedy[i]
    record[EXPLORED] = 1.0 if explored else 0.0
    record[PREDICTED_LOSS] = predicted
    record[BASE] = base
    record[BASE_PROBABILITY] = probability
    record[GAMMA] = gamma
    record[WEIGHT] = weight
    record[ACCEPTANCE] = accept
    if flags & PROPENSITY != 0:
        if explore:
            is_greedy = same_point(action, greedy)
            propensity(explorer, space, chosen, c, rate, gap, best, is_greedy, record)
        else:
            record[DENSITY], record[ATOM], record[ATOM_ERROR] = 0.0, 1.0, 0.0
    return OK


@entry
def decide(space, oracle, explorer, context, number, seed, flags, action, greedy, record):
    """One decision; fills ``action`` and ``greedy`` (unit coordinates) and the record."""
    key = decision_key(seed, number)
    status = play(space, oracle, explorer, context, number, key, flags, action, greedy, record)
    return status, key


@entry
def decide_in_user_units(handle, context, number, seed, flags, action, greedy, record, units):
    """``decide``, and both actions in the user's units as the rows of ``units``."""
    space = handle.space
    key = decision_key(seed, number)
    status = play(
        space,
        handle.oracle,
        handle.explorer,
        context,
        number,
        key,
        flags,
        action,
        greedy,
        record,
    )
    if status == OK:
        to_user(space, action, units[0])
        to_user(space, greedy, units[1])
    return status, key


@entry
def decide_many(handle, contexts, first, seed, flags, actions, greedy, records, units, keys):
    """Decide a block of contexts with one model; (status, row) of the first failure."""
    space, oracle, explorer = handle.space, handle.oracle, handle.explorer
    for row in range(contexts.shape[0]):
        keys[row] = decision_key(seed, first + row)
        status = play(
            space,
            oracle,
            explorer,
            contexts[row],
            first + row,
            keys[row],
            flags,
            actions[row],
            greedy[row],
            records[row],
        )
        if status != OK:
            return status, row
        to_user(space, actions[row], units[row, 0])
        to_user(space, greedy[row], units[row, 1])
    return OK, 0


@kernel
def absorb(oracle, explorer, context, action, loss, base, probability, weight, key, credited):
    """Hand one loss to the oracle of its base and to the master, without applying it yet."""
    observe(select(oracle, base), context, action, loss, weight, key)
    if credited:
        credit(explorer, base, probability, loss)


@entry
def learn(handle, context, action, loss, base, probability, weight, key, credited):
    """Learn from one decision."""
    oracle, explorer = handle.oracle, handle.explorer
    absorb(oracle, explorer, context, action, loss, base, probability, weight, key, credited)
    step(select(oracle, base))
    if credited:
        rebalance(explorer)


@entry
def learn_many(handle, contexts, actions, losses, bases, probabilities, weights, keys, credited):
    """Learn from decisions one after the other."""
    oracle, explorer = handle.oracle, handle.explorer
    for i in range(losses.shape[0]):
        base = bases[i]
        absorb(
            oracle,
            explorer,
            contexts[i],
            actions[i],
            losses[i],
            base,
            probabilities[i],
            weights[i],
            keys[i],
            credited[i],
        )
        step(select(oracle, base))
        if credited[i]:
            rebalance(explorer)


# --------------------------------------------------------------- questions about the model


@entry
def predict_losses(oracle, base, context, weight, actions, out):
    """Predicted losses of many actions."""
    chosen = select(oracle, base)
    evaluate_many(chosen, curve(chosen, context, weight), actions, out)


@entry
def predict_best(oracle, base, context, weight, out):
    """Argmin, its predicted loss and the error bound of the argmin."""
    chosen = select(oracle, base)
    c = curve(chosen, context, weight)
    value = minimise(chosen, c, out)
    return value, argmin_error(chosen, c)


@entry
def predict_mass(space, oracle, base, context, weight, rates, point, out):
    """M(A) for each h*gamma, with its error bound; ``point`` is room for the argmin."""
    chosen = select(oracle, base)
    c = curve(chosen, context, weight)
    best = minimise(chosen, c, point)
    return mass(space, chosen, c, best, rates, out)


@entry
def propensity_of(handle, context, number, base, probability, action, greedy, record):
    """Density and atom of an action that need not have been played, given the base."""
    space, oracle, explorer = handle.space, handle.oracle, handle.explorer
    _, weight, rate = turn(explorer, number, base, probability)
    chosen = select(oracle, base)
    c = curve(chosen, context, weight)
    best = minimise(chosen, c, greedy)
    gap = max(0.0, evaluate(chosen, c, action) - best)
    is_greedy = same_point(action, greedy)
    propensity(explorer, space, chosen, c, rate, gap, best, is_greedy, record)


@entry
def sample_many(space, key, out):
    """Independent draws from mu, one per row."""
    for i in range(out.shape[0]):
        sample(space, decision_key(key, i), out[i])


@entry
def to_user_many(space, units, out):
    """Actions in the user's units, one per row."""
    for i in range(units.shape[0]):
        to_user(space, units[i], out[i])


@entry
def train(oracle, context, action, loss, weight, key):
    """Teach an oracle that stands alone."""
    observe(oracle, context, action, loss, weight, key)
    step(oracle)
