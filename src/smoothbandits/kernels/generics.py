"""The verbs of the kernels: each is chosen by the type of its first argument.

An oracle is used in two steps: ``curve`` looks at the context once, ``evaluate`` and
``minimise`` then see the predicted loss as a function of the action alone.
"""

import math

from smoothbandits.kernels.states import LARGEST_ENTRY

from .jit import generic, outlined_generic, pair_generic

# ------------------------------------------------------------------------------ spaces


@generic
def sample(space, key, out):
    """Draw one action from mu into ``out``."""


@generic
def to_user(space, action, out):
    """Write the action in the user's units."""


@generic
def argmin(space, oracle, curve, out):
    """`minimise` among the actions of the space."""


@argmin.register(None)
def argmin_of_all(space, oracle, curve, out):
    """Oracles know the whole space that they were built for."""
    return minimise(oracle, curve, out)


@pair_generic
def minimise_part(space, oracle, curve, out):
    """`minimise` among the actions of a part of the space."""


@generic
def searched_error(space, oracle, curve):
    """How far above the true minimum the value of `argmin` may be."""


@searched_error.register(None)
def error_of_all(space, oracle, curve):
    """What the oracle states of its search."""
    return argmin_error(oracle, curve)


@generic
def is_single(space):
    """Whether there is one action only, so that there is nothing to choose."""


@is_single.register(None)
def has_many(space):
    """Whole spaces leave a choice, and an only item of a catalogue is its own argmin."""
    return False


@generic
def reweigh(space, points, weights):
    """Turn quadrature weights of the unit interval into weights of mu, in place."""


@reweigh.register(None)
def keep_weights(space, points, weights):
    """Mu is uniform in unit coordinates."""


@pair_generic
def mass(space, oracle, curve, best, rates, out):
    """M_b(A) = integral of 1/(1 + rates[b] gap) over mu into ``out``; returns an error bound."""


@generic
def dimension_of(space):
    """How many coordinates an action has."""


@generic
def inside(part, point):
    """Whether a part of the space holds a point."""


@generic
def portion(part, low, high):
    """How much of the mu of a box of `cells` lies in a part of the space."""


@generic
def narrow_part(part, low, high):
    """Let a part of an interval reach from one coordinate to another."""


@narrow_part.register(None)
def no_range(part, low, high):
    """Items have no range."""


@outlined_generic
def cells(space, oracle, curve, most):
    """The space as boxes with one predicted loss each: their mu, losses, lower and upper ends.

    Items and values are boxes of one point.  Where predictions are steps the boxes are those,
    elsewhere about ``most`` of them, with the loss of their middles.
    """


@generic
def enter(space, low, high, key, out):
    """Draw from mu inside of the box between ``low`` and ``high``."""


@generic
def side_points(space, side):
    """How many values a side has; 0 for a continuum."""


@generic
def side_cell(space, side, place, many):
    """One of ``many`` cells of a side: (lower end, upper end, middle, share of mu)."""


# ----------------------------------------------------------------------------- oracles


@outlined_generic
def stairs(oracle, curve, category, low, high, most):
    """Predicted losses from ``low`` to ``high`` as steps: (edges, values), new arrays.

    ``category`` is that of a product, else -1; ``most`` is how many steps to make of a curve
    that is none.
    """


@generic
def steepness(oracle, curve):
    """The largest slope of the predicted loss along the number; 0 for steps, nan if unknown."""


@steepness.register(None)
def unknown_steepness(oracle, curve):
    """Few oracles know."""
    return math.nan


@generic
def select(oracle, base):
    """Return the oracle that this base uses."""


@select.register(None)
def select_same(oracle, base):
    """One oracle serves every base, unless there is one for each."""
    return oracle


@generic
def curve(oracle, context, weight):
    """What the oracle knows about this context: an array, or a tuple of few numbers.

    ``weight`` is that of the example that this round may become; few oracles predict by it.
    """


@generic
def takes_missing(oracle):
    """Whether nan stands for a missing entry of the context; otherwise it is refused.

    Baselines are asked too.
    """


@takes_missing.register(None)
def takes_no_missing(oracle):
    """Most oracles would predict nan, so nan is refused."""
    return False


@generic
def largest_entry(oracle):
    """How large an entry of the context may be in size; baselines are asked too."""


@largest_entry.register(None)
def largest_to_calculate_with(oracle):
    """Most oracles multiply entries, which must not overflow."""
    return LARGEST_ENTRY


@generic
def outcomes(oracle, context, out):
    """Predicted outcomes of the cells of a payoff, each in [0, 1]."""


@generic
def hint(oracle, context, category, out):
    """What an oracle knows about the least loss of a category; returns how many numbers it is."""


@generic
def evaluate(oracle, curve, action):
    """Predicted loss of the action, in [0, 1]."""


@generic
def foreseen(oracle, context, action):
    """The prediction of what the oracle learns: of the loss, or of a payoff's outcome."""


@foreseen.register(None)
def foreseen_loss(oracle, context, action):
    """The predicted loss: that is what most oracles learn."""
    return evaluate(oracle, curve(oracle, context, 1.0), action)


@outlined_generic
def evaluate_many(oracle, curve, actions, out):
    """Predicted losses of many actions."""


@evaluate_many.register(None)
def evaluate_one_by_one(oracle, curve, actions, out):
    """Most oracles gain nothing from a batch."""
    for i in range(actions.shape[0]):
        out[i] = evaluate(oracle, curve, actions[i])


@outlined_generic
def minimise(oracle, curve, out):
    """Write the argmin of ``evaluate`` and return its value."""


@generic
def argmin_error(oracle, curve):
    """How far above the true minimum the value of ``minimise`` may be."""


@argmin_error.register(None)
def exact_argmin(oracle, curve):
    """Oracles that search without a formula state their own."""
    return 0.0


@generic
def joint_features(basis, context, action):
    """phi(x, a) as one vector."""


@generic
def contract(basis, context, vector, matrix):
    """Turn vector and matrix over phi(x, a) into ones over psi(a), one for each block of actions.

    So the context and the matrix meet once per context, not once per action.
    """


@generic
def contracted_features(basis, context, action):
    """psi(a), and the action's block."""


@generic
def linear_error(basis, parameters, context, spacing):
    """``argmin_error`` of theta' phi(x, a) on a grid; nan where nothing is known."""


@generic
def ratio_error(basis, parameters, context, spacing, steepness):
    """``argmin_error`` of the Vovk-Azoury-Warmuth forecast on a grid; nan if nothing is known."""


@generic
def observe(oracle, context, action, loss, weight, key):
    """Take in one example; ``key`` is that of its decision, for oracles that draw."""


@generic
def instruct(oracle, context, action, outcome, weight, key, number):
    """Take in an example that the bandit did not decide, the ``number``-th of them, from 1."""


@instruct.register(None)
def instruct_as_usual(oracle, context, action, outcome, weight, key, number):
    """To most oracles it is an example as any other."""
    observe(oracle, context, action, outcome, weight, key)
    step(oracle)


@generic
def step(oracle):
    """Apply what was observed since the last step."""


@step.register(None)
def updated_already(oracle):
    """Nothing is left to do for oracles that update per example."""


@generic
def restore(oracle, pristine):
    """Go back to the given state of the same type."""


@generic
def round_of(oracle, number):
    """The number by which explorers know this round; it starts again where the world changed."""


@round_of.register(None)
def round_itself(oracle, number):
    """The number itself: most oracles do not look for changes."""
    return number


@generic
def fade(oracle, pristine, factor):
    """Multiply what examples say by a factor; what an untaught oracle knows stays."""


@generic
def fade_optimiser(optimiser, pristine, factor):
    """`fade` for the optimiser of a logistic oracle."""


@generic
def before_learning(watch, oracle, context, action, loss):
    """Compare the model in use with its challenger, before either knows the loss."""


@generic
def after_learning(watch, oracle, context, action, loss, weight, key):
    """Teach the challenger, which may take over."""


@generic
def step_challenger(watch):
    """Let the challenger take its step."""


@generic
def watched_number(watch, number):
    """`round_of`, as the watch knows it."""


@generic
def optimise(optimiser, parameters, gradient):
    """One step of a gradient method."""


@generic
def take_in(optimiser, oracle, context, action, loss, weight):
    """Let one logistic example act: gradients add up until the next step, Newton moves at once."""


@generic
def precedes(keeper, member, other):
    """Which of two members is nearer to the top of a heap; baselines are asked too."""


# --------------------------------------------------------------------------- explorers


@generic
def pick(explorer, uniform, explore):
    """Choose a base: (base, its probability)."""


@pick.register(None)
def pick_only(explorer, uniform, explore):
    """One base, where there is no master."""
    return 0, 1.0


@generic
def turn(explorer, number, base, probability):
    """What the base does in this round: (gamma, regression weight, h*gamma).

    gamma is 0 where an explorer has none; the last goes to ``acceptance`` and ``spread``.
    """


@generic
def settle(explorer, space, oracle, curve, turned, chosen, key, flags, greedy, action, record):
    """Choose the action: fills it, what is predicted of it, whether it was explored, its law.

    ``turned`` is (number, rate, least predicted loss, uniform), ``chosen`` whether there is
    anything to choose; returns a status.
    """


@generic
def law(explorer, space, oracle, curve, number, rate, gap, best, greedily, action, record):
    """State density and atom of an action, which is predicted to cost ``gap`` above the least.

    ``greedily`` is whether it is the greedy one, and whether its atom is asked for.
    """


@generic
def densities(explorer, space, oracle, curve, number, rate, best, points, out):
    """Densities of many actions."""


@outlined_generic
def chance(explorer, space, oracle, curve, given, greedy, part, share):
    """Probability that the law gives to a part of the space, and an error bound.

    ``given`` is (number, rate, least predicted loss), ``share`` mu of the part.
    """


@generic
def acceptance(explorer, rate, gap, best):
    """Probability of playing the draw from mu: the sum over b of q_b / (1 + rate_b gap).

    ``best`` is the least predicted loss, and ``gap`` how far above it the draw's is.
    """


@generic
def spread(explorer, number, rate, best):
    """The law as a mixture: probabilities q_b and rates h*gamma_b, effective for this gap."""


@generic
def credit(explorer, base, probability, loss):
    """Tell the master the loss of the base that was invoked."""


@credit.register(None)
def no_credit(explorer, base, probability, loss):
    """Do nothing: there is no master to tell."""


@generic
def rebalance(explorer):
    """Let the master act on what it was told since the last time."""


@rebalance.register(None)
def no_rebalance(explorer):
    """Do nothing: there is no master to act."""


# ------------------------------------------------------------------------ environments


@generic
def realised_loss(environment, number, context, action):
    """Loss of the action in round ``number`` (counted from 0)."""


@generic
def expected_loss(environment, number, context, action):
    """Mean of the realised loss where that is known, else the realised loss itself."""


@generic
def realised_outcome(environment, number, context, action):
    """What an oracle learns for a bandit with a payoff, in [0, 1]."""


@realised_outcome.register(None)
def loss_is_outcome(environment, number, context, action):
    """The realised loss: most environments know no outcomes."""
    return realised_loss(environment, number, context, action)


# --------------------------------------------------------------------------- baselines


@generic
def choose(policy, context, key, action):
    """Fill ``action`` in the user's units; returns its density, or probability if it has one."""


@generic
def respond(policy, context, action, density, loss, key):
    """Learn from the loss of one choice."""
