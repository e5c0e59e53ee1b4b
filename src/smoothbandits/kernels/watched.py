"""WatchedOracle: what another oracle knows, until a challenger shows that it no longer holds."""

from smoothbandits.kernels.states import (
    CatalogState,
    CubeState,
    ProductState,
    ScaledState,
    WatchedState,
    WeightedState,
)

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
from .overwriting import overwrite
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
    step(oracle.watch.challenger)


@round_of.register(WatchedState)
def watched_round(oracle, number):
    """Begins again with a change."""
    return round_since(oracle.watch, number)


@round_of.register(ScaledState, WeightedState)
def inner_round(oracle, number):
    """Pass on."""
    return round_of(oracle.inner, number)


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


@restore.register(WatchedState)
def watched_restore(oracle, pristine):
    """Copy everything back."""
    restore(oracle.inner, pristine.inner)
    restore(oracle.before, pristine.before)
    restore(oracle.watch.challenger, pristine.watch.challenger)
    overwrite(oracle.watch.capital, pristine.watch.capital)
    overwrite(oracle.watch.usual, pristine.watch.usual)
    overwrite(oracle.watch.clock, pristine.watch.clock)
    overwrite(oracle.watch.changes, pristine.watch.changes)
