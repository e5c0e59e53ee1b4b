"""BoostedOracle: models of kept examples, of which the one that explains losses best decides.

The surface: trees over (context, hints, number), whose slice along the number is exact; on a
product the category is an entry too, and there is a slice for each.  The valley: one hyperbola
whose place is a sum of trees over the context.  Of many examples the surface stands on the valley:
its trees say by how much losses differ from that.  Until the first fit another oracle decides; on
a product what it knows is in the hints afterwards.
"""

import numpy as np

from smoothbandits.kernels.states import (
    ONLINE,
    VALLEY,
    AtCategory,
    BoostedOutcomeState,
    BoostedState,
    CubeState,
    NoWatchState,
    PairState,
    PartState,
    ProductState,
    WatchState,
)

from ..borrowing import view
from ..generics import (
    after_learning,
    argmin_error,
    before_learning,
    curve,
    evaluate,
    hint,
    instruct,
    mass,
    minimise,
    minimise_part,
    observe,
    round_of,
    stairs,
    steepness,
    step,
    step_challenger,
    watched_number,
)
from ..jit import entry, kernel
from ..spaces.part import nearest_place
from .hyperbola import LEAST, hyperbola, hyperbola_mass
from .ranges import hyperbola_part_mass
from .slices import clip_slice, slice_cell, slice_mass, slice_minimum, smooth_slice
from .stairs import cut_stairs, hyperbola_stairs, hyperbola_steepness
from .steps import least_step, steps_mass
from .trees import slice_trees
from .valley import SHAPE_SIZE, valley_curve
from .watch import (
    OWED,
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

MOST_HINTS = 2
LARGEST = float(np.finfo(np.float32).max)
REACH = 0.02  # each cell's value is averaged this far beyond it, so that noise makes no minima


@curve.register(BoostedState)
def boosted_curve(oracle, context, weight):
    """The smoothed slices, the valley, or what the online oracle knows."""
    if oracle.active[0] == ONLINE:
        return curve(oracle.online, context, weight)
    row = np.empty(context.shape[0] + MOST_HINTS + 1)
    for i in range(context.shape[0]):
        row[i] = narrow(context[i])
    if oracle.active[0] == VALLEY:
        out = np.empty(1 + SHAPE_SIZE)
        valley_curve(oracle.valley, row, out)
        return out
    cells = oracle.trees.edges.shape[0] - 1
    out = np.empty(oracle.shares.shape[0] * cells)
    for category in range(oracle.shares.shape[0]):
        given = (row, context.shape[0], category, part(out, cells, category))
        slice_category(oracle.before, oracle.trees, *given)
    if oracle.lifted[0]:
        lift(oracle.valley, row, oracle.trees.edges, out)
    clip_slice(out)
    return out


@kernel
def narrow(value):
    """The nearest number of four bytes: examples are kept as such, and decided on as such."""
    if value > LARGEST:
        return LARGEST
    if value < -LARGEST:
        return -LARGEST
    return float(np.float32(value))


@kernel
def slice_category(before, trees, row, n, category, out):
    """The smoothed slice of one category; the row has the context and room for the hints."""
    rough = np.empty(out.shape[0])
    hints = hint(before, row[:n], category, row[n:])
    for i in range(n, n + hints):
        row[i] = narrow(row[i])
    row[n + hints] = category
    slice_trees(trees, row, rough)
    smooth_slice(trees.edges, rough, REACH, out)


@kernel
def lift(valley, row, edges, out):
    """Add the valley at the middle of each cell."""
    curve = np.empty(1 + SHAPE_SIZE)
    valley_curve(valley, row, curve)
    for cell in range(out.shape[0]):
        middle = 0.5 * (edges[cell] + edges[cell + 1])
        out[cell] += min(1.0, hyperbola(curve[1:], middle - curve[0]))


@kernel
def part(curve, cells, category):
    """The ``cells`` values that are the slice of one category."""
    return curve[category * cells : (category + 1) * cells]


@evaluate.register(BoostedState)
def boosted_evaluate(oracle, curve, action):
    """The hyperbola, or the value of the action's cell."""
    if oracle.active[0] == ONLINE:
        return evaluate(oracle.online, curve, action)
    if oracle.active[0] == VALLEY:
        return min(1.0, hyperbola(curve[1:], action[0] - curve[0]))
    category, edges = int(action[1]) if action.shape[0] > 1 else 0, oracle.trees.edges
    return part(curve, edges.shape[0] - 1, category)[slice_cell(edges, action[0])]


@minimise.register(BoostedState)
def boosted_minimise(oracle, curve, out):
    """The valley's place, or the middle of the lowest cell, of the first category that has it."""
    if oracle.active[0] == ONLINE:
        return minimise(oracle.online, curve, out)
    if oracle.active[0] == VALLEY:
        out[0] = curve[0]
        return curve[1 + LEAST]
    least, place, edges = 2.0, np.empty(1), oracle.trees.edges
    for category in range(oracle.shares.shape[0]):
        if oracle.shares[category] > 0.0:
            value = slice_minimum(edges, part(curve, edges.shape[0] - 1, category), place)
            if value < least:
                least, out[0] = value, place[0]
                if out.shape[0] > 1:
                    out[1] = category
    return least


@argmin_error.register(BoostedState)
def boosted_argmin_error(oracle, curve):
    """Steps and valleys are searched exactly; the online oracle may use a grid."""
    return argmin_error(oracle.online, curve) if oracle.active[0] == ONLINE else 0.0


@mass.register((CubeState, BoostedState), (ProductState, BoostedState))
def boosted_mass(space, oracle, curve, best, rates, out):
    """A closed form, or an exact sum over cells and categories."""
    if oracle.active[0] == ONLINE:
        return mass(space, oracle.online, curve, best, rates, out)
    if oracle.active[0] == VALLEY:
        hyperbola_mass(curve[1:], curve[0], rates, out)
        return 1e-8
    masses, edges = np.empty(rates.shape[0]), oracle.trees.edges
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for category in range(oracle.shares.shape[0]):
        values = part(curve, edges.shape[0] - 1, category)
        slice_mass(edges, values, best, rates, masses)
        for b in range(rates.shape[0]):
            out[b] += oracle.shares[category] * masses[b]
    return 0.0


@minimise_part.register((PartState, BoostedState))
def boosted_minimise_part(space, oracle, curve, out):
    """The place nearest to the valley's, or the middle of the lowest cell."""
    if oracle.active[0] == ONLINE:
        return minimise_part(space, oracle.online, curve, out)
    if oracle.active[0] == VALLEY:
        return nearest_place(space, oracle, curve, curve[0], out)
    return least_step(space, oracle, curve, oracle.trees.edges, curve, out)


@mass.register((PartState, BoostedState))
def boosted_part_mass(space, oracle, curve, best, rates, out):
    """An exact sum over cells; that of the hyperbola in the valley."""
    if oracle.active[0] == ONLINE:
        return mass(space, oracle.online, curve, best, rates, out)
    if oracle.active[0] == VALLEY:
        return hyperbola_part_mass(space, oracle, curve, best, rates, out)
    return steps_mass(space, oracle, curve, oracle.trees.edges, curve, best, rates, out)


@minimise_part.register((PairState, BoostedState))
def boosted_minimise_pair(space, oracle, curve, out):
    """The lowest cell of the first category that has it."""
    if oracle.active[0] == ONLINE:
        return minimise_part(space, oracle.online, curve, out)
    best, place, edges = 2.0, np.empty(1), oracle.trees.edges
    for i in range(space.items.items.shape[0]):
        item = int(space.items.items[i])
        values, seen = part(curve, edges.shape[0] - 1, item), AtCategory(oracle, item)
        value = least_step(space.part, seen, curve, edges, values, place)
        if value < best or i == 0:
            best, out[0], out[1] = value, place[0], item
    return best


@mass.register((PairState, BoostedState))
def boosted_pair_mass(space, oracle, curve, best, rates, out):
    """An exact sum over cells and categories."""
    if oracle.active[0] == ONLINE:
        return mass(space, oracle.online, curve, best, rates, out)
    masses, edges = np.empty(rates.shape[0]), oracle.trees.edges
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for i in range(space.items.items.shape[0]):
        item, share = int(space.items.items[i]), space.items.shares[i]
        values, seen = part(curve, edges.shape[0] - 1, item), AtCategory(oracle, item)
        steps_mass(space.part, seen, curve, edges, values, best, rates, masses)
        for b in range(rates.shape[0]):
            out[b] += share * masses[b]
    return 0.0


@stairs.register(BoostedState)
def boosted_stairs(oracle, curve, category, low, high, most):
    """The cells of the trees; equal ones of a valley."""
    if oracle.active[0] == ONLINE:
        return stairs(oracle.online, curve, category, low, high, most)
    if oracle.active[0] == VALLEY:
        return hyperbola_stairs(curve[1:], curve[0], low, high, most)
    edges = oracle.trees.edges
    return cut_stairs(edges, part(curve, edges.shape[0] - 1, max(0, category)), low, high)


@steepness.register(BoostedState)
def boosted_steepness(oracle, curve):
    """Of the valley's steeper side; trees are steps."""
    if oracle.active[0] == ONLINE:
        return steepness(oracle.online, curve)
    return hyperbola_steepness(curve[1:]) if oracle.active[0] == VALLEY else 0.0


@kernel
def keep_example(oracle, context, action, loss, taught):
    """Keep an example for the next fit, as long as there is room."""
    row = oracle.kept[0]
    oracle.kept[1] += 1
    if row < oracle.actions.shape[0]:
        oracle.kept[0] += 1
        for i in range(context.shape[0]):
            oracle.contexts[row, i] = narrow(context[i])
        for i in range(action.shape[0]):
            oracle.actions[row, i] = action[i]
        oracle.losses[row] = loss
        oracle.taught[row] = taught


@observe.register(BoostedOutcomeState, BoostedState)
def boosted_observe(oracle, context, action, loss, weight, key):
    """Teach the online oracle, and keep the example for the next fit."""
    before_learning(oracle.watch, oracle, context, action, loss)
    observe(oracle.online, context, action, loss, weight, key)
    keep_example(oracle, context, action, loss, 0)
    after_learning(oracle.watch, oracle, context, action, loss, weight, key)


@instruct.register(BoostedOutcomeState, BoostedState)
def boosted_instruct(oracle, context, action, outcome, weight, key, number):
    """Nobody compares models by it: what was played elsewhere was not played by this one."""
    instruct(oracle.online, context, action, outcome, weight, key, number)
    keep_example(oracle, context, action, outcome, number)


@before_learning.register(NoWatchState)
def nothing_before(watch, oracle, context, action, loss):
    """Do nothing where nobody looks for changes."""


@after_learning.register(NoWatchState)
def nothing_after(watch, oracle, context, action, loss, weight, key):
    """Do nothing: there is no challenger to teach."""


@before_learning.register(WatchState)
def compare_before(watch, oracle, context, action, loss):
    """Compare the model in use with a challenger that is like the online oracle."""
    if compares(watch):
        compare(watch, predicted(oracle, context, action), context, action, loss)


@after_learning.register(WatchState)
def teach_challenger(watch, oracle, context, action, loss, weight, key):
    """Teach the challenger; where it has won, the online oracle plays again, and knows nothing."""
    teach(watch.challenger, context, action, loss, weight, key)
    changed = count(watch)
    if changed:
        become(oracle.online, watch.pristine)
        oracle.active[0] = ONLINE
        watch.clock[OWED] = 1
    if changed or is_over(watch):
        begin_again(watch)


@round_of.register(BoostedOutcomeState, BoostedState)
def boosted_round(oracle, number):
    """The number of the round, which starts again with each change."""
    return watched_number(oracle.watch, number)


@watched_number.register(NoWatchState)
def same_number(watch, number):
    """The number itself, where nobody looks for changes."""
    return number


@watched_number.register(WatchState)
def number_since(watch, number):
    """The number counted from the last change, if there was one."""
    return round_since(watch, number)


@step.register(BoostedOutcomeState, BoostedState)
def boosted_step(oracle):
    """Let the online oracle and the challenger step; the models wait for the next fit."""
    step(oracle.online)
    step_challenger(oracle.watch)


@step_challenger.register(NoWatchState)
def no_challenger(watch):
    """Do nothing: there is no challenger."""


@step_challenger.register(WatchState)
def challenger_steps(watch):
    """Let the challenger take its step, as the online oracle does."""
    step(watch.challenger)


# ------------------------------------------------------------------- what a fit asks them


@entry
def greedy_actions(oracle, contexts, out):
    """The best action of each context, for the model that is active."""
    seen = view(oracle)
    for i in range(contexts.shape[0]):
        minimise(seen, curve(seen, contexts[i], 1.0), out[i])


@entry
def predicted_differences(oracle, contexts, actions, others, out):
    """How much more each action is predicted to cost than another one."""
    seen = view(oracle)
    for i in range(contexts.shape[0]):
        c = curve(seen, contexts[i], 1.0)
        out[i] = evaluate(seen, c, actions[i]) - evaluate(seen, c, others[i])
