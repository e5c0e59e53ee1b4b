"""WatchedOracle: what another oracle knows, until a challenger shows that it no longer holds."""

from smoothbandits.kernels.states import (
    WatchedState,
)

from ..generics import (
    instruct,
    observe,
    round_of,
    step,
)
from .watch import (
    become,
    begin_again,
    compare,
    compares,
    count,
    is_over,
    predicted,
    round_since,
    teach,
)


@step.register(WatchedState)
def watched_step(oracle):
    """Let the oracle in use and the challenger take their steps."""
    step(oracle.inner)
    step(oracle.watch.challenger)


@round_of.register(WatchedState)
def watched_round(oracle, number):
    """The number of the round, which starts again with each change."""
    return round_since(oracle.watch, number)


@observe.register(WatchedState)
def watched_observe(oracle, context, action, loss, weight, key):
    """Compare, then teach both; where the challenger has won, begin anew."""
    inner, watch = oracle.inner, oracle.watch
    if compares(watch):
        compare(watch, predicted(oracle.before, context, action), context, action, loss)
    teach(inner, context, action, loss, weight, key)
    teach(watch.challenger, context, action, loss, weight, key)
    changed = count(watch)
    if changed:
        become(inner, watch.pristine)
    if changed or is_over(watch):
        become(oracle.before, inner)
        begin_again(watch)


@instruct.register(WatchedState)
def watched_instruct(oracle, context, action, outcome, weight, key, number):
    """Both that know the world learn it; challengers know what was played here only."""
    teach(oracle.inner, context, action, outcome, weight, key)
    teach(oracle.before, context, action, outcome, weight, key)
    step(oracle.inner)
    step(oracle.before)
