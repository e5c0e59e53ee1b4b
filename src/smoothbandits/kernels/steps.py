"""One round, written once: the facade, both engines and every oracle go through here."""

import numpy as np

from smoothbandits.kernels.states import (
    ATOM,
    ATOM_ERROR,
    BAD_CONTEXT,
    BASE,
    BASE_PROBABILITY,
    DENSITY,
    EXPLORE,
    GAMMA,
    GREEDY_LOSS,
    OK,
    RECORD_SIZE,
    SLOT_CHOICE,
    WEIGHT,
)

from . import explorers, oracles, payoffs, spaces  # noqa: F401  (their kernels are registered)
from .borrowing import borrow, view
from .entries import can_read
from .explorers.accepting import same_point
from .generics import (
    argmin,
    chance,
    credit,
    curve,
    densities,
    dimension_of,
    evaluate,
    evaluate_many,
    inside,
    instruct,
    is_single,
    largest_entry,
    law,
    mass,
    narrow_part,
    observe,
    pick,
    rebalance,
    round_of,
    sample,
    searched_error,
    select,
    settle,
    step,
    takes_missing,
    to_user,
    turn,
)
from .jit import entry
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


@entry
def decide(handle, context, number, seed, flags, action, greedy, record, units):
    """Look at the context, ask the explorer what it does and let it settle for an action.

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
    record[GREEDY_LOSS] = best
    record[BASE] = base
    record[BASE_PROBABILITY] = probability
    record[GAMMA] = gamma
    record[WEIGHT] = weight
    turned = (since, rate, best, u_accept)
    chosen = explore and not is_single(space)
    status = settle(explorer, space, oracle, c, turned, chosen, key, flags, greedy, action, record)
    if status != OK:
        return status, key
    to_user(space, action, units[0])
    to_user(space, greedy, units[1])
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
    gap, greedily = (
        max(0.0, evaluate(chosen, c, action) - best),
        (same_point(action, greedy), True),
    )
    law(explorer, space, chosen, c, since, rate, gap, best, greedily, action, record)


@entry
def densities_of(handle, context, number, base, probability, points, out):
    """Densities of many actions in one context, given the base."""
    space, oracle, explorer = handle.space, select(handle.oracle, base), handle.explorer
    since = round_of(handle.oracle, number)
    _, weight, rate = turn(explorer, since, base, probability)
    c, greedy = curve(oracle, context, weight), np.empty(points.shape[1])
    best = argmin(space, oracle, c, greedy)
    densities(explorer, space, oracle, c, since, rate, best, points, out)


@entry
def chances_of(handle, contexts, number, base, probability, part, shares, bounds, out, errors):
    """Probability, given the base, that each context's action lies in a part of the space.

    ``shares`` are mu of the part; where there are ``bounds``, each row has a range of its own.
    """
    space, oracle, explorer = handle.space, select(handle.oracle, base), handle.explorer
    contexts, out, errors, bounds = borrow((contexts, out, errors, bounds))
    since, seen = round_of(handle.oracle, number), view(part)
    _, weight, rate = turn(explorer, since, base, probability)
    greedy = np.empty(dimension_of(space))
    for i in range(contexts.shape[0]):
        if bounds.shape[0] > 0:
            narrow_part(seen, bounds[i, 0], bounds[i, 1])
        c = curve(oracle, contexts[i], weight)
        best = argmin(space, oracle, c, greedy)
        if is_single(space):
            out[i], errors[i] = 1.0 if inside(seen, greedy) else 0.0, 0.0
        else:
            given = (since, rate, best)
            out[i], errors[i] = chance(
                explorer, space, oracle, c, given, greedy, seen, shares[i % shares.shape[0]]
            )


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
