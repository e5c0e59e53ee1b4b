"""A challenger that knows recent examples only, beside a model in use.

It begins with nothing, learns for a while, and is then compared with the model in use as that was
when the challenger began: each loss, or outcome of a payoff, is predicted by both before the
challenger learns it.  So both are fixed before they are tested, and a model that follows the new
level of losses without finding the new minimum cannot hide.  Where the challenger does not win
within its time another one begins.
"""

from ..generics import foreseen, observe, restore
from ..jit import kernel, outlined
from .evidence import advantage, bet, excess, log_evidence, log_threshold, most_lost

# places in the clock: examples ever, those of the model in use and those of the challenger; how
# many a challenger may learn; the number of this comparison, from 1; changes so far; whether the
# last change still has to be followed by a fit
EVER, USED, CHALLENGED, WINDOW, COMPARISON, CHANGES, OWED = 0, 1, 2, 3, 4, 5, 6
# places in the usual advantage: its mean before the challenger began; its sum in the comparisons
# since the last change, and over how many examples that is
BEFORE, SUM, COUNT = 0, 1, 2
LEARNED, WHICH, EVIDENCE, EXAMPLES = 0, 1, 2, 3  # columns of the record of a change
LEAST_WINDOW, MOST_WINDOW = 500, 2_000  # examples of a challenger
WINDOW_SHARE = 8  # a challenger lives for an eighth of the examples of the model in use
WARM_UP = 4  # and learns for a quarter of its life before it is compared
SETTLED = 2_000  # examples of the model in use before it is compared: until then it learns fast
SOON = 1_000  # and after a change: a world that changed may do so again before long

# these three are compiled out of line, once each, as all models of a watch have one type


@outlined
def predicted(oracle, context, action):
    """A model's prediction of what it learns: the loss, or a payoff's outcome."""
    return foreseen(oracle, context, action)


@outlined
def teach(oracle, context, action, loss, weight, key):
    """Let a model learn."""
    observe(oracle, context, action, loss, weight, key)


@outlined
def become(oracle, other):
    """Let a model be as another."""
    restore(oracle, other)


@kernel
def compares(watch):
    """Whether the next loss counts: both models have learned long enough to be compared."""
    clock = watch.clock
    settled = SETTLED if clock[CHANGES] == 0 else SOON
    return clock[USED] >= settled and clock[CHALLENGED] >= clock[WINDOW] // WARM_UP


@kernel
def compare(watch, before, context, action, loss):
    """Bet on the challenger, given what the model in use predicted before it began."""
    other = predicted(watch.challenger, context, action)
    usual = watch.usual
    gain = excess(before, other, loss, usual[BEFORE])
    bet(watch.capital, gain, most_lost(before, other, usual[BEFORE]))
    usual[SUM] += advantage(before, other, loss)
    usual[COUNT] += 1.0


@kernel
def count(watch):
    """One more example was learned by both; returns whether the challenger has won."""
    clock = watch.clock
    clock[EVER] += 1
    clock[USED] += 1
    clock[CHALLENGED] += 1
    evidence = log_evidence(watch.capital)
    if evidence < log_threshold(watch.alpha[0], clock[COMPARISON]):
        return False
    record = watch.changes[clock[CHANGES] % watch.changes.shape[0]]
    record[LEARNED], record[WHICH] = clock[EVER], clock[COMPARISON]
    record[EVIDENCE], record[EXAMPLES] = evidence, clock[CHALLENGED]
    clock[CHANGES] += 1
    clock[USED] = 0
    watch.usual[SUM] = watch.usual[COUNT] = 0.0
    return True


@kernel
def is_over(watch):
    """Whether the challenger's time is over."""
    return watch.clock[CHALLENGED] >= watch.clock[WINDOW]


@kernel
def begin_again(watch):
    """A challenger that knows nothing; the longer the world is known, the longer it lives."""
    clock = watch.clock
    become(watch.challenger, watch.pristine)
    for i in range(watch.capital.shape[0]):
        watch.capital[i] = 0.0
    watch.usual[BEFORE] = watch.usual[SUM] / max(1.0, watch.usual[COUNT])
    clock[CHALLENGED] = 0
    clock[WINDOW] = min(MOST_WINDOW, max(LEAST_WINDOW, clock[USED] // WINDOW_SHARE))
    clock[COMPARISON] += 1


@kernel
def round_since(watch, number):
    """After a change, as many rounds as the model in use has learned."""
    return number if watch.clock[CHANGES] == 0 else watch.clock[USED]
