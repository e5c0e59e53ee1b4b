"""One round, written once: the facade, both engines and every oracle go through here."""

import math

import numpy as np

from smoothbandits.kernels.states import (
    ATOM,
    ATOM_ERROR,
    BAD_CONTEXT,
    BAD_PREDICTION,
    BASE,
    BASE_PROBABILITY,
    DENSITY,
    EXPLORE,
    EXPLORED,
    GAMMA,
    GREEDY_LOSS,
    OK,
    PREDICTED_LOSS,
    PROPENSITY,
    RECORD_SIZE,
    SLOT_CHOICE,
    WEIGHT,
    WITH_ATOM,
)

from . import explorers, oracles, payoffs, spaces  # noqa: F401  (their kernels are registered)
from .borrowing import borrow, view
from .entries import can_read
from .explorers.igw import igw
from .generics import (
    acceptance,
    argmin,
    credit,
    curve,
    evaluate,
    evaluate_many,
    instruct,
    is_single,
    largest_entry,
    mass,
    observe,
    pick,
    rebalance,
    round_of,
    sample,
    searched_error,
    select,
    spread,
    step,
    takes_missing,
    to_user,
    turn,
)
from .jit import entry, kernel, pasted
from .philox import decision_key, uniforms


@select.register(tuple)
def select_from_bank(oracle, base):
    """Each base has its own oracle."""
    return oracle[base]


@takes_missing.register(tuple)
def bank_takes_missing(oracle):
    """Ask the first oracle: those of all bases are of one type."""
    return takes_missing(oracle[0])


@largest_entry.register(tuple)
def bank_largest_entry(oracle):
    """Ask the first oracle: those of all bases are of one type."""
    return largest_entry(oracle[0])


@step.register(tuple)
def step_bank(oracle):
    """Let the oracle of each base take its step."""
    for b in range(len(oracle)):
        step(oracle[b])


@instruct.register(tuple)
def instruct_bank(oracle, context, action, outcome, weight, key, number):
    """Teach the oracles of all bases: none of them decided it, so all have missed it."""
    for b in range(len(oracle)):
        instruct(oracle[b], context, action, outcome, weight, key, number)


@kernel
def same_point(a, b):
    """Whether two actions agree in every coordinate."""
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True


@pasted
def law(space, oracle, c, explorer, number, rate, gap, best, is_greedy, with_atom, record):
    """Density sum q_b m_b of an action and, if it is the greedy one, the atom 1 - sum q_b M_b."""
    probabilities, rates = spread(explorer, number, rate, best)
    density = 0.0
    for b in range(rates.shape[0]):
        density += probabilities[b] * igw(rates[b], gap)
    if 1.0 < density < 1.0 + 1e-12:
        density = 1.0  # the probabilities of the bases sum to 1 up to rounding
    record[DENSITY], record[ATOM], record[ATOM_ERROR] = density, 0.0, 0.0
    if is_greedy and not with_atom:
        record[ATOM], record[ATOM_ERROR] = math.nan, math.nan
    elif is_greedy:
        masses = np.ones(rates.shape[0])
        if rates[rates.shape[0] - 1] > 0.0:
            record[ATOM_ERROR] = mass(space, oracle, c, best, rates, masses)
        explored = 0.0
        for b in range(rates.shape[0]):
            explored += probabilities[b] * masses[b]
        record[ATOM] = min(1.0, max(0.0, 1.0 - explored))


@entry
def decide(handle, context, number, seed, flags, action, greedy, record, units):
    """Algorithms 1 and 2: one draw from mu, accepted with probability m(a), else the argmin.

    Fills ``action`` and ``greedy`` in unit coordinates, both in the user's units as the rows of
    ``units``, and the record; returns (status, key).
    """
    space, explorer = handle.space, handle.explorer
    key = decision_key(seed, number)
    if not can_read(handle.oracle, context):
        return BAD_CONTEXT, key
    explore = flags & EXPLORE != 0
    u_base, u_accept = uniforms(key, SLOT_CHOICE)
    base, probability = pick(explorer, u_base, explore)
    since = round_of(handle.oracle, number)
    gamma, weight, rate = turn(explorer, since, base, probability)
    oracle = select(handle.oracle, base)
    c = curve(oracle, context, weight)
    best = argmin(space, oracle, c, greedy)
    sample(space, key, action)
    predicted = evaluate(oracle, c, action)
    record[GREEDY_LOSS], record[PREDICTED_LOSS] = best, predicted
    if not (0.0 <= best <= 1.0 and 0.0 <= predicted <= 1.0):
        return BAD_PREDICTION, key
    gap = max(0.0, predicted - best)
    chosen = explore and not is_single(space)
    explored = chosen and u_accept < acceptance(explorer, rate, gap, best)
    if not explored:
        predicted, gap = best, 0.0
        for i in range(action.shape[0]):
            action[i] = greedy[i]
    to_user(space, action, units[0])
    to_user(space, greedy, units[1])
    record[EXPLORED] = 1.0 if explored else 0.0
    record[PREDICTED_LOSS] = predicted
    record[BASE] = base
    record[BASE_PROBABILITY] = probability
    record[GAMMA] = gamma
    record[WEIGHT] = weight
    if flags & PROPENSITY != 0:
        if chosen:
            is_greedy, with_atom = same_point(action, greedy), flags & WITH_ATOM != 0
            law(space, oracle, c, explorer, since, rate, gap, best, is_greedy, with_atom, record)
        else:
            record[DENSITY], record[ATOM], record[ATOM_ERROR] = 0.0, 1.0, 0.0
    return OK, key


@entry
def decide_into(handle, context, number, seed, flags, filled):
    """`decide` into one array: the record, then action and greedy action, in unit and user units.

    Python hands over one array in half the time that it takes for four.
    """
    context, filled = borrow((context, filled))
    record, rest = filled[:RECORD_SIZE], filled[RECORD_SIZE:]
    rows = rest.reshape(4, rest.size // 4)
    return decide(handle, context, number, seed, flags, rows[0], rows[1], record, rows[2:])


@entry
def decide_many(handle, contexts, first, seed, flags, actions, greedy, records, units, keys):
    """Decide a block of contexts with one model; (status, row) of the first failure."""
    contexts, actions, greedy, records, units = borrow((contexts, actions, greedy, records, units))
    for row in range(contexts.shape[0]):
        status, keys[row] = decide(
            handle,
            contexts[row],
            first + row,
            seed,
            flags,
            actions[row],
            greedy[row],
            records[row],
            units[row],
        )
        if status != OK:
            return status, row
    return OK, 0


@entry
def absorb(handle, context, action, outcome, loss, base, probability, weight, key, credited):
    """Hand one example to the oracle of its base and to the master, without applying it yet.

    The oracle learns the outcome, the master the loss; without a payoff they are the same.
    """
    observe(select(handle.oracle, base), context, action, outcome, weight, key)
    if credited:
        credit(handle.explorer, base, probability, loss)


@entry
def apply(handle):
    """Let oracle and master act on what they were told since the last time."""
    step(handle.oracle)
    rebalance(handle.explorer)


@entry
def learn(handle, context, action, outcome, loss, base, probability, weight, key, credited):
    """Learn from one decision: the oracle its outcome, the master its loss."""
    oracle = select(handle.oracle, base)
    observe(oracle, context, action, outcome, weight, key)
    step(oracle)
    if credited:
        credit(handle.explorer, base, probability, loss)
        rebalance(handle.explorer)


@entry
def learn_many(
    handle,
    contexts,
    actions,
    outcomes,
    losses,
    bases,
    probabilities,
    weights,
    keys,
    credited,
):
    """Learn from decisions one after the other."""
    contexts, actions = borrow((contexts, actions))
    for i in range(losses.shape[0]):
        learn(
            handle,
            contexts[i],
            actions[i],
            outcomes[i],
            losses[i],
            bases[i],
            probabilities[i],
            weights[i],
            keys[i],
            credited[i],
        )


@entry
def instruct_many(handle, contexts, actions, outcomes, weights, numbers, seed):
    """Teach the oracle examples from elsewhere, which have these numbers; no master hears."""
    contexts, actions = borrow((contexts, actions))
    for i in range(outcomes.shape[0]):
        key, number = decision_key(seed, numbers[i]), numbers[i]
        instruct(handle.oracle, contexts[i], actions[i], outcomes[i], weights[i], key, number)


@entry
def relearn(oracle, contexts, actions, outcomes, taught, seed):
    """Teach an oracle the examples that another one has kept, in their order."""
    seen, context, action = view(oracle), np.empty(contexts.shape[1]), np.empty(actions.shape[1])
    for i in range(outcomes.shape[0]):
        for j in range(context.shape[0]):
            context[j] = contexts[i, j]
        for j in range(action.shape[0]):
            action[j] = actions[i, j]
        key, outcome = decision_key(seed, i), float(outcomes[i])
        instruct(seen, context, action, outcome, 1.0, key, taught[i])


# --------------------------------------------------------------- questions about the model


@entry
def predict_losses(oracle, base, context, weight, actions, out):
    """Predicted losses of many actions."""
    chosen = select(view(oracle), base)
    evaluate_many(chosen, curve(chosen, context, weight), actions, out)


@entry
def predict_each(oracle, contexts, actions, out):
    """Predicted loss of one action for each context."""
    seen = view(oracle)
    for i in range(contexts.shape[0]):
        out[i] = evaluate(seen, curve(seen, contexts[i], 1.0), actions[i])


@entry
def predict_best(space, oracle, base, context, weight, out):
    """Argmin, its predicted loss and the error bound of the argmin."""
    chosen = select(view(oracle), base)
    c = curve(chosen, context, weight)
    where = view(space)
    value = argmin(where, chosen, c, out)
    return value, searched_error(where, chosen, c)


@entry
def predict_mass(space, oracle, base, context, weight, rates, point, out):
    """M(A) for each h*gamma, with its error bound; ``point`` is room for the argmin."""
    chosen = select(view(oracle), base)
    c = curve(chosen, context, weight)
    where = view(space)
    best = argmin(where, chosen, c, point)
    return mass(where, chosen, c, best, rates, out)


@entry
def gamma_of(handle, number):
    """Exploration parameter of a round, for an explorer without a master."""
    gamma, _, _ = turn(handle.explorer, round_of(handle.oracle, number), 0, 1.0)
    return gamma


@entry
def propensity_of(handle, context, number, base, probability, action, greedy, record):
    """Density and atom of an action that need not have been played, given the base."""
    space, oracle, explorer = handle.space, handle.oracle, handle.explorer
    if is_single(space):
        record[DENSITY], record[ATOM], record[ATOM_ERROR] = 0.0, 1.0, 0.0
        return
    since = round_of(oracle, number)
    _, weight, rate = turn(explorer, since, base, probability)
    chosen = select(oracle, base)
    c = curve(chosen, context, weight)
    best = argmin(space, chosen, c, greedy)
    gap = max(0.0, evaluate(chosen, c, action) - best)
    is_greedy = same_point(action, greedy)
    law(space, chosen, c, explorer, since, rate, gap, best, is_greedy, True, record)


@entry
def sample_many(space, key, out):
    """Independent draws from mu, one per row."""
    for i in range(out.shape[0]):
        sample(space, decision_key(key, i), out[i])


@entry
def sample_one(space, key, out):
    """The draw from mu of the decision with this key."""
    sample(space, key, out)


@entry
def to_user_many(space, units, out):
    """Actions in the user's units, one per row."""
    for i in range(units.shape[0]):
        to_user(space, units[i], out[i])


@entry
def train(oracle, context, action, loss, weight, key):
    """Teach an oracle that stands alone."""
    seen = view(oracle)
    observe(seen, context, action, loss, weight, key)
    step(seen)
