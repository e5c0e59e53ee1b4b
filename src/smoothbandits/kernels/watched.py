"""WatchedOracle: a challenger that knows recent examples only, and takes over where it is better.

The challenger begins with nothing, learns for a while, and is then compared with the model in
use: each loss is first predicted by both, then learned by both.  So both are fixed before they
are tested.  Where it does not win within its time another one begins.
"""

from smoothbandits.kernels.states import (
    CatalogState,
    CubeState,
    ProductState,
    ScaledState,
    WatchedState,
    WeightedState,
)

from .evidence import advantage, bet, log_evidence, log_threshold
from .generics import (
    argmin_error,
    curve,
    evaluate,
    evaluate_many,
    largest_entry,
    mass,
    minimise,
    observe,
    restore,
    round_of,
    step,
    takes_missing,
)
from .jit import kernel, outlined

# places in the clock: examples ever, of the model in use, of the challenger; how many the latter
# may learn; comparisons so far, this one included; changes so far
EVER, USED, CHALLENGED, WINDOW, COMPARISON, CHANGES = 0, 1, 2, 3, 4, 5
LEARNED, WHICH, EVIDENCE, EXAMPLES = 0, 1, 2, 3  # columns of the record of a change
LEAST_WINDOW = 500  # examples of a challenger
WINDOW_SHARE = 16  # a challenger lives for this part of the examples of the model in use
WARM_UP = 4  # and learns for this part of its life before it is compared
SETTLED = 2_000  # examples of the model in use before it is compared: until then it learns fast


@curve.register(WatchedState)
def watched_curve(oracle, context, weight):
    """Of the model in use."""
    return curve(oracle.inner, context, weight)


@takes_missing.register(WatchedState)
def watched_takes_missing(oracle):
    """Pass on."""
    return takes_missing(oracle.inner)


@largest_entry.register(WatchedState)
def watched_largest_entry(oracle):
    """Pass on."""
    return largest_entry(oracle.inner)


@evaluate.register(WatchedState)
def watched_evaluate(oracle, curve, action):
    """Pass on."""
    return evaluate(oracle.inner, curve, action)


@evaluate_many.register(WatchedState)
def watched_evaluate_many(oracle, curve, actions, out):
    """Pass on."""
    evaluate_many(oracle.inner, curve, actions, out)


@minimise.register(WatchedState)
def watched_minimise(oracle, curve, out):
    """Pass on."""
    return minimise(oracle.inner, curve, out)


@argmin_error.register(WatchedState)
def watched_argmin_error(oracle, curve):
    """Pass on."""
    return argmin_error(oracle.inner, curve)


@mass.register(
    (CubeState, WatchedState), (CatalogState, WatchedState), (ProductState, WatchedState)
)
def watched_mass(space, oracle, curve, best, rates, out):
    """Pass on."""
    return mass(space, oracle.inner, curve, best, rates, out)


@step.register(WatchedState)
def watched_step(oracle):
    """Both take theirs."""
    step(oracle.inner)
    step(oracle.challenger)


@round_of.register(WatchedState)
def watched_round(oracle, number):
    """After a change, as many rounds as the model in use has learned."""
    return number if oracle.clock[CHANGES] == 0 else oracle.clock[USED]


@round_of.register(ScaledState, WeightedState)
def inner_round(oracle, number):
    """Pass on."""
    return round_of(oracle.inner, number)


@observe.register(WatchedState)
def watched_observe(oracle, context, action, loss, weight, key):
    """Compare, then teach both; let the challenger take over, or another one begin."""
    clock = oracle.clock
    if clock[USED] >= SETTLED and clock[CHALLENGED] >= clock[WINDOW] // WARM_UP:
        used = predicted(oracle.inner, context, action)
        bet(oracle.capital, advantage(used, predicted(oracle.challenger, context, action), loss))
    teach(oracle.inner, context, action, loss, weight, key)
    teach(oracle.challenger, context, action, loss, weight, key)
    clock[EVER] += 1
    clock[USED] += 1
    clock[CHALLENGED] += 1
    evidence = log_evidence(oracle.capital)
    if evidence >= log_threshold(oracle.alpha[0], clock[COMPARISON]):
        take_over(oracle, evidence)
    elif clock[CHALLENGED] >= clock[WINDOW]:
        begin_again(oracle)


# out of line, as both models have one type: each is compiled once


@outlined
def predicted(oracle, context, action):
    """What one of them predicts."""
    return evaluate(oracle, curve(oracle, context, 1.0), action)


@outlined
def teach(oracle, context, action, loss, weight, key):
    """Let one of them learn."""
    observe(oracle, context, action, loss, weight, key)


@outlined
def become(oracle, other):
    """Let one of them be as another."""
    restore(oracle, other)


@kernel
def take_over(oracle, evidence):
    """The challenger is the model in use from now on; the last changes are written down."""
    clock = oracle.clock
    record = oracle.changes[clock[CHANGES] % oracle.changes.shape[0]]
    record[LEARNED], record[WHICH] = clock[EVER], clock[COMPARISON]
    record[EVIDENCE], record[EXAMPLES] = evidence, clock[CHALLENGED]
    become(oracle.inner, oracle.challenger)
    clock[USED] = clock[CHALLENGED]
    clock[CHANGES] += 1
    begin_again(oracle)


@kernel
def begin_again(oracle):
    """A challenger that knows nothing; the longer the world is known, the longer it lives."""
    clock = oracle.clock
    become(oracle.challenger, oracle.pristine)
    for i in range(oracle.capital.shape[0]):
        oracle.capital[i] = 0.0
    clock[CHALLENGED] = 0
    clock[WINDOW] = max(LEAST_WINDOW, clock[USED] // WINDOW_SHARE)
    clock[COMPARISON] += 1


@restore.register(WatchedState)
def watched_restore(oracle, pristine):
    """Copy everything back."""
    restore(oracle.inner, pristine.inner)
    restore(oracle.challenger, pristine.challenger)
    oracle.capital[:] = pristine.capital
    oracle.clock[:] = pristine.clock
    oracle.changes[:] = pristine.changes
