"""Every state of the library on one page: named tuples of arrays.

They serialise as they are, pass through compiled code, and their type chooses the
kernel (:mod:`smoothbandits.kernels.generics`).  Imported absolutely, so that compiled
and interpreted kernels share the classes.  ``f8[...]`` is a float64 array.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

Array = np.ndarray
State = TypeVar("State")


def derives(*names: str) -> Callable[[State], State]:
    """Name the parts of a state that follow from the parameters alone: files keep all others."""

    def mark(state: Any) -> Any:
        state.built = names
        return state

    return mark


# ---------------------------------------------------------------------------- spaces


class CubeState(NamedTuple):
    """The unit cube, mu uniform; ``sides`` and ``knots`` lead to user units."""

    sides: Array  # f8[d, 3] low, high and one of UNIFORM, LOG_UNIFORM, EMPIRICAL
    knots: Array  # f8[d, 2, k] values and their cumulative probabilities (EMPIRICAL)


UNIFORM, LOG_UNIFORM, EMPIRICAL = 0, 1, 2


class CatalogState(NamedTuple):
    """Actions 0..size-1; the arrays are empty where mu is uniform."""

    size: int
    weights: Array  # f8[size] mu
    threshold: Array  # f8[size] alias table: keep the column with this probability
    alias: Array  # i4[size] alias table: else take this one


class ProductState(NamedTuple):
    """A number and a category: coordinates of the cube, then the item's number."""

    cube: CubeState  # of one dimension
    catalog: CatalogState


class PartState(NamedTuple):
    """A part of the cube: mu conditioned on a range of each side, or on values of it.

    A side has values where only they may be played, and is a continuum otherwise.
    """

    sides: Array  # f8[d, 3] as in a cube
    knots: Array  # f8[d, 2, k] as in a cube
    bounds: Array  # f8[d, 2] lowest and highest coordinate
    ends: Array  # f8[d, 2] the same in the user's units, to the bit
    rungs: Array  # i8[d, 2] the first value that may be played and one past the last, or 0, 0
    places: Array  # f8[d, v] coordinates of the values
    values: Array  # f8[d, v] the same in the user's units
    below: Array  # f8[d, v + 1] mu below each value's cell, and of all of them
    candidates: Array  # f8[n, d] where a minimum is searched, as shares of the part
    spacing: Array  # f8[d] of the candidates


class ItemsState(NamedTuple):
    """Some items of a catalogue, mu conditioned on them."""

    items: Array  # i8[m] their numbers, rising
    shares: Array  # f8[m] of each
    below: Array  # f8[m + 1] shares of those before, and of all


class PairState(NamedTuple):
    """A part of a product: some numbers with some categories."""

    part: PartState  # of one dimension
    items: ItemsState


class SampledState(NamedTuple):
    """A user's own measure on the unit interval (interpreted only)."""

    sides: Array  # f8[1, 3] low and high, as in a cube
    sampler: Any  # key -> point of the unit interval
    density: Any  # points -> density of mu per unit of the unit interval


# ---------------------------------------------------------------------------- oracles


@derives("unseen")
class TableState(NamedTuple):
    """Means per action; the heap orders the actions seen so far by mean."""

    totals: Array  # f8[K] weighted losses
    counts: Array  # f8[K] weights
    heap: Array  # i4[K] seen actions, heap[0] the best
    place: Array  # i4[K] position in the heap, -1 unseen, -2 unseen and without mass
    counters: Array  # i8[2] number seen, lowest unseen action
    unseen: Array  # f8[1] predicted loss of an unseen action


class AdamState(NamedTuple):
    """Adam (Kingma & Ba) with the reference code's decay of the rate."""

    moments: Array  # f8[2, p]
    clock: Array  # f8[5] steps, rate, tzero, beta1^steps, beta2^steps


class CoinState(NamedTuple):
    """COCOB (Orabona & Tommasi): coin betting per coordinate, no rate to set."""

    bets: Array  # f8[5, p] start, largest gradient, sum |g|, wealth, sum -g


class CurvatureState(NamedTuple):
    """Newton's method for logistic regression: curvature of all examples so far."""

    inverse: Array  # f8[C, p, p] of ridge I + sum w p (1 - p) phi phi'; one block per category


class DispersionState(NamedTuple):
    """The paper's loss sigmoid(|s (ahat(x) - a)| + xi), ahat(x) = sigmoid(w.x + b)."""

    parameters: Array  # f8[P] w, b, s, xi, and zeros up to a multiple of 8
    gradient: Array  # f8[P + 1] summed since the last step; the last entry counts examples
    optimiser: Any


@derives("basis", "candidates", "spacing", "psi")
class HarmonicState(NamedTuple):
    """Logistic model on products of context features and cosines of the action."""

    parameters: Array  # f8[J, n + 1] flattened
    gradient: Array  # f8[J (n + 1) + 1], the last entry counts examples
    optimiser: Any
    basis: Any  # JointState
    candidates: Array  # f8[G, d] grid of the argmin search, one category after the other
    spacing: Array  # f8[d] its step per coordinate
    psi: Array  # f8[G / C, J / C] functions of a category at its candidates


class AdditiveState(NamedTuple):
    """A hyperbola around the place that a sum of piecewise linear functions gives."""

    values: Array  # f8[n K + 1] of the functions at their knots, and a constant
    shape: Array  # f8[4] of the hyperbola
    covariance: Array  # f8[n K + 5, n K + 5] of values and shape; f8[1, n K + 5] a diagonal
    noise: Array  # f8[2] running mean of squared residuals, how many there were
    knots: Array  # f8[n, K]
    sample: Array  # f8[R, n] of contexts
    seen: Array  # i8[1] contexts so far


@derives("penalties", "edges")
class CurveState(NamedTuple):
    """Losses of K equal cells of the interval, as a smooth curve."""

    counts: Array  # f8[K] weights of the examples of a cell
    totals: Array  # f8[K] their weighted losses
    logits: Array  # f8[K] of the predicted losses
    dispersion: Array  # f8[1] variance of a loss over that of 0 or 1 with the same mean
    length: Array  # i8[1] which of the penalties holds
    examples: Array  # i8[2] so far, and when a length is chosen next
    penalties: Array  # f8[L, 3, K] inverse prior covariances of the logits, as bands
    edges: Array  # f8[K + 1] of the cells


LEAST_DISPERSION = 0.01  # of a `CurveState`, however quiet losses are


class AtCategory(NamedTuple):
    """An oracle on a product, seen as one of the number alone."""

    oracle: Any
    category: int


class OnPart(NamedTuple):
    """An oracle on a part of a cube, seen as one of shares of that part."""

    oracle: Any
    space: PartState
    candidates: Array
    spacing: Array


class JointState(NamedTuple):
    """A joint feature map phi(x, a) = psi(a) (x) (1, x)."""

    orders: Array  # i8[J, d] frequencies or powers per coordinate; then the category, if any
    scales: Array  # f8[J]
    items: Array  # f8[K, J] for a catalogue: psi by row
    kind: int  # COSINE, POLYNOMIAL or ITEMS
    highest: int  # largest order of any coordinate
    categories: int  # of a product, whose functions stand one category after the other; else 0


COSINE, POLYNOMIAL, ITEMS = 0, 1, 2


class CallableState(NamedTuple):
    """A user's phi(x, a) (interpreted only)."""

    function: Any
    space: Any


@derives("basis", "candidates", "spacing")
class LeastSquaresState(NamedTuple):
    """Vovk-Azoury-Warmuth forecaster."""

    matrix: Array  # f8[D, D] lam W I + sum w phi phi'
    inverse: Array  # f8[D, D] its inverse
    target: Array  # f8[D] sum w y phi
    ridge: Array  # f8[2] lam, largest weight W so far
    basis: Any
    candidates: Array
    spacing: Array


@derives("setting", "basis", "candidates", "spacing")
class NewtonState(NamedTuple):
    """Online Newton step on a ball."""

    parameters: Array  # f8[D]
    inverse: Array  # f8[D, D]
    matrix: Array  # f8[D, D]
    setting: Array  # f8[2] gamma, radius
    basis: Any
    candidates: Array
    spacing: Array


@derives("basis", "candidates", "spacing")
class GLMState(NamedTuple):
    """GLMtron with a logistic link."""

    parameters: Array  # f8[D]
    setting: Array  # f8[4] rate (or 0: anytime), steps, norm of the comparator, bound of |phi|
    basis: Any
    candidates: Array
    spacing: Array


@derives("setting", "basis", "candidates", "spacing")
class GradientState(NamedTuple):
    """Gradient descent on the square loss with importance-invariant steps."""

    parameters: Array  # f8[D]
    setting: Array  # f8[1] rate
    basis: Any
    candidates: Array
    spacing: Array


@derives("values", "at_zero", "at_one", "reachable", "grid")
class FiniteClassState(NamedTuple):
    """Vovk's aggregation over N functions, tabulated on C contexts and K cells."""

    values: Array  # f8[N, C, K]
    at_zero: Array  # f8[N, C, K] exp(-2 f^2)
    at_one: Array  # f8[N, C, K] exp(-2 (f-1)^2)
    losses: Array  # f8[N] cumulative weighted square losses
    heaviest: Array  # f8[1] largest weight so far
    reachable: Array  # b1[K] whether mu gives the cell any mass
    grid: Array  # f8[2] cells per unit of the action, place of the action in its cell


@derives("pristine")
class WeightedState(NamedTuple):
    """A weighted oracle made from an unweighted one by thinning."""

    inner: Any
    pristine: Any  # a copy of the inner state before any example
    memory: Array  # f8[2] reduction, bound W


THIN_BY_BOUND, THIN_BY_DOUBLING, THIN_BY_MAXIMUM = 0, 1, 2


class ScaledState(NamedTuple):
    """An oracle that sees contexts as places among the quantiles of their entries."""

    inner: Any
    knots: Array  # f8[n, K]
    sample: Array  # f8[R, n] of contexts
    seen: Array  # i8[1] contexts so far


@derives("pristine", "factor")
class ForgettingState(NamedTuple):
    """An oracle in which old examples count less."""

    inner: Any
    pristine: Any  # a copy of the inner state before any example
    clock: Array  # i8[2] examples from one fading to the next, and since the last one
    factor: Array  # f8[1] share that a fading leaves


@derives("pristine", "alpha")
class WatchState(NamedTuple):
    """A challenger that knows recent examples only, and how it compares with a model in use."""

    challenger: Any
    pristine: Any  # what each challenger begins with
    capital: Array  # f8[B] logarithms, one per bet that the challenger is better
    usual: Array  # f8[3] usual advantage of challengers, named in `kernels/oracles/watch.py`
    clock: Array  # i8[7] counters, named in `kernels/oracles/watch.py`
    changes: Array  # f8[C, 4] the last ones: learned, comparison, evidence, examples
    alpha: Array  # f8[1] probability of ever finding a change where there is none


class NoWatchState(NamedTuple):
    """Takes the place of a `WatchState` where nobody looks for changes."""

    nothing: Array  # f8[0]


class WatchedState(NamedTuple):
    """An oracle beside which a challenger learns."""

    inner: Any
    before: Any  # the inner one when the challenger began
    watch: WatchState


@derives("candidates", "spacing")
class OwnState(NamedTuple):
    """A user's oracle object (interpreted only)."""

    holder: Any  # its ``model`` is the object; a restart replaces it; ``learned`` counts
    space: Any
    candidates: Array
    spacing: Array


# ------------------------------------------------------------------------------ trees


class TreesState(NamedTuple):
    """A sum of trees over (context, action); C cells of the action axis, N nodes, L leaves.

    Nodes stand in the order of a walk, left first; a child below zero is the leaf ``~child``.
    Cell c is (edges[c], edges[c + 1]]: between them the action changes no tree.
    """

    feature: Array  # i4[N] entry of the context, or ACTION
    threshold: Array  # f8[N] at most this goes left; nan where an exception decides
    left: Array  # i4[N]
    right: Array  # i4[N]
    value: Array  # f8[L]
    first_cell: Array  # i4[L] lowest cell that leads to this leaf
    roots: Array  # i4[T]
    edges: Array  # f8[C + 1] from 0 to 1
    base: Array  # f8[1] added to the sum
    waiting: Array  # i8[1] most branches that wait during a walk
    cut: Array  # f8[N] the threshold, also where there are exceptions
    missing_left: Array  # b1[N] where nan goes
    zero_missing: Array  # b1[N] whether zero goes there too
    sets: Array  # i4[N + 1] where the node's words begin; none unless it splits categories
    words: Array  # i8[...] 32 categories a word, a bit for those that go left


ACTION = -1


class ValleyState(NamedTuple):
    """A hyperbola around f(x), a sum of trees over the context."""

    trees: TreesState  # of one cell: they do not split on the action
    shape: Array  # f8[4] of the hyperbola


class PayoffState(NamedTuple):
    """The known part of a payoff b + c y on C cells of equal mass, and the range of payoffs."""

    edges: Array  # f8[C + 1] from 0 to 1
    base: Array  # f8[C] mean of b over the cell
    factor: Array  # f8[C] mean of c over the cell, without what the context adds
    terms: Array  # f8[4] the greatest payoff, its distance to the least, range of what is added
    entry: Array  # i8[1] place of the context entry that is added to c, or NO_ENTRY


NO_ENTRY = -1


@derives("payoff")
class OutcomeState(NamedTuple):
    """Logits of the outcome: functions of context entries, and K slopes along the action."""

    values: Array  # f8[n * k + 1] of the functions at their knots, then the constant
    slopes: Array  # f8[K] on equal pieces of the action's axis
    covariance: Array  # f8[P, P], or f8[1, P] where only the diagonal is kept
    direction: Array  # f8[1] the sign of all slopes; 0 where they are free
    knots: Array  # f8[n, k]
    sample: Array  # f8[S, n] contexts that place the knots
    seen: Array  # i8[1]
    payoff: PayoffState


class TypicalState(NamedTuple):
    """One curve of the outcome's logit around f(x), a sum of trees over the context."""

    trees: TreesState  # of one cell: they do not split on the action
    curve: Array  # f8[2 D + 1] at distances -1 to 1 from f(x)


@derives("payoff")
class BoostedOutcomeState(NamedTuple):
    """Trees of the outcome's logits, fitted to kept examples, beside an `OutcomeState`."""

    online: Any  # learns every example: OutcomeState, or ForgettingState around one
    before: OutcomeState  # what ``online`` knew at the last fit
    trees: TreesState  # over (context, action)
    typical: TypicalState
    lifted: Array  # b1[1] whether the trees stand on the typical curve
    active: Array  # i8[1] 0 until the first fit
    shares: Array  # f8[1] weight of the trees in the predicted outcome
    evidence: Array  # f8[W] decayed log loss of each weight that could be taken
    contexts: Array  # f4[R, n] examples to fit the next trees to
    actions: Array  # f4[R, 1]
    losses: Array  # f4[R] outcomes
    taught: Array  # i8[R] which taught example a row is, from 1; 0 where the bandit decided
    kept: Array  # i8[2] examples in these rows, examples ever
    since: Array  # i8[1] examples ever at the last fit
    watch: Any  # WatchState, whose challenger is like ``online``, or NoWatchState
    payoff: PayoffState


@derives("shares")
class BoostedState(NamedTuple):
    """Models that are fitted to kept examples, and the oracle that plays before them.

    C categories: one on an interval, whose trees know no category.
    """

    online: Any  # learns every example: AdditiveState, or on a product ScaledState
    before: Any  # what ``online`` knew at the last fit, without what only learning needs
    trees: TreesState  # over (context, hints of ``before``, category, number)
    valley: ValleyState
    lifted: Array  # b1[1] whether the surface stands on the valley
    active: Array  # i8[1] who decides: ONLINE, SURFACE or VALLEY
    evidence: Array  # f8[3, 2] what they explain more than the preferred one, and its variance
    log: Array  # i8[1] what taught examples say of the valley: AGREES, DOUBTS or REFUTES
    shares: Array  # f8[C] mu of each category
    contexts: Array  # f4[R, n] examples to fit the next models to
    actions: Array  # f4[R, d]
    losses: Array  # f4[R]
    taught: Array  # i8[R] which taught example a row is, from 1; 0 where the bandit decided
    kept: Array  # i8[2] examples in these rows, examples ever
    since: Array  # i8[1] examples ever at the last fit: later ones test what it gave
    watch: Any  # WatchState, whose challenger is like ``online``, or NoWatchState


ONLINE, SURFACE, VALLEY = 0, 1, 2
AGREES, DOUBTS, REFUTES = 0, 1, 2


# -------------------------------------------------------------------------- explorers


class CorralState(NamedTuple):
    """CORRAL over B bases; the rows are named below."""

    rows: Array  # f8[6, B]
    mixing: float  # share of uniform play
    beta: float  # growth of the rates of a base that became unlikely
    shift: float  # subtracted from the loss


PROBABILITY, MIXED, RATE, THRESHOLD, RUNNING, ESTIMATE = 0, 1, 2, 3, 4, 5


class FixedRateState(NamedTuple):
    """Accept the draw from mu with one probability: 0 greedy, 1 random play."""

    rate: float


@derives("bounds")
class SmoothIGWState(NamedTuple):
    """Algorithm 1 with a schedule for gamma."""

    h: float
    constant: float  # gamma, or its factor of sqrt(t)
    kind: int  # CONSTANT, ROOT or ANYTIME_BOUND
    bounds: Array  # f8[63] Reg_Sq(2^k), for ANYTIME_BOUND


CONSTANT, ROOT, ANYTIME_BOUND = 0, 1, 2


@derives("bounds")
class CappedIGWState(NamedTuple):
    """A density of at most 1/h, up to its normaliser, with a schedule for gamma."""

    h: float
    level: float  # the h of a SmoothIGW whose rounds cost as much: its schedule is that of gamma
    constant: float  # gamma, or its factor of sqrt(t)
    kind: int  # CONSTANT, ROOT or ANYTIME_BOUND
    bounds: Array  # f8[63] Reg_Sq(2^k), for ANYTIME_BOUND


@derives("rates")
class AdaptiveIGWState(NamedTuple):
    """CORRAL over a grid of h*gamma that share one oracle."""

    rates: Array  # f8[B]
    corral: CorralState
    relative: bool  # whether the gap is divided by the best predicted reward
    anytime: bool  # whether the rates grow like sqrt(t)


@derives("smoothness")
class StableCorralState(NamedTuple):
    """CORRAL over stable bases (Algorithm 3)."""

    smoothness: Array  # f8[B] h_b
    corral: CorralState
    rounds: float  # T
    bound: float  # Reg_Sq(T)


# ----------------------------------------------------------------------- environments


class RegressionState(NamedTuple):
    """Loss between the action and a realised target."""

    targets: Array  # f8[n]
    order: Array  # i8[n] row of each round
    squared: bool  # whether the loss is the square of the error
    width: float  # of the range, which divides the error
    under: float  # loss per unit of an action below the target
    over: float  # loss per unit of an action above the target; both are at most 1


class BernoulliState(NamedTuple):
    """Independent Bernoulli rewards per action."""

    means: Array  # f8[K] mean rewards
    seed: int


class MarketState(NamedTuple):
    """One price per customer, of one of two kinds, who buys at any price up to her worth."""

    worths: Array  # f8[n] most that each customer pays
    typical: Array  # f8[n, 2] median of that for either kind, given her features
    share: Array  # f8[n] probability of the second kind, given her features
    spread: float  # of worths around their median
    highest: float  # price, which divides the revenue


class SalesState(NamedTuple):
    """A table of worths; a price up to the worth of its row is paid."""

    worths: Array  # f8[n] most that is paid in each row
    order: Array  # i8[n] rows in the order of the rounds
    cost: float  # taken off every sale
    most: float  # that a round can earn
    width: float  # of the range of earnings, which divides the loss


class OffersState(NamedTuple):
    """A price in a channel per customer, who buys if it is at most her worth plus noise."""

    worths: Array  # f8[n, C] median of what each customer pays in each channel
    spread: float  # of the logistic noise
    seed: int


class PiecesState(NamedTuple):
    """Expected losses linear in the action on pieces, with jumps; each row is a round."""

    edges: Array  # f8[n, P + 1] from 0 to 1; an edge belongs to the piece below it
    ends: Array  # f8[n, P, 2] loss at the left and right end of each piece
    noise: float  # losses are uniform this far around their mean
    seed: int


class OwnEnvironmentState(NamedTuple):
    """A user's environment object (interpreted only)."""

    environment: Any
    space: Any


# -------------------------------------------------------------------------- baselines


class ConstantState(NamedTuple):
    """One action for ever."""

    action: Array  # f8[d] in the user's units


class GreedyTreesState(NamedTuple):
    """Trees over (context, action), and the examples for the next ones; A actions to choose from.

    Actions are in units of the interval, from 0 to 1.
    """

    trees: TreesState
    active: Array  # i8[1] whether there are trees
    centres: Array  # f8[A] in ascending order
    low: float
    high: float
    epsilon: float
    contexts: Array  # f8[R, n] examples so far, with room until the next fit
    actions: Array  # f8[R]
    losses: Array  # f8[R]
    kept: Array  # i8[1] examples in these rows


class CatsState(NamedTuple):
    """A binary tree of coin-betting classifiers over K leaves of an interval."""

    coins: Array  # f8[K - 1, 6, n + 1] rows named below; a constant feature comes last
    norm: Array  # f8[2] sums behind the average of the normalised |x|^2
    forced: Array  # i8[K - 1] -1 always left, 1 always right, 0 as the classifier says
    low: float
    high: float
    radius: float  # of the smoothing, in units of the action
    reach: int  # the same in leaves, rounded up; 0 if it stays within a leaf
    epsilon: float


SUM_GRADIENTS, SUM_ABSOLUTE, LARGEST_X, LARGEST_GRADIENT, WEALTH, STAKE = range(6)


class DiscretisedState(NamedTuple):
    """Epsilon-greedy over K cells of an interval."""

    regressors: Array  # f8[K, 6, n + 1] coins as in a CatsState, or the three rows named below
    norms: Array  # f8[K, 2]
    centres: Array  # f8[K] actions
    epsilon: float
    rate: float
    steps: int  # COIN_STEPS or ADAPTIVE_STEPS


WEIGHT_ROW, SQUARES, LARGEST = 0, 1, 2
COIN_STEPS, ADAPTIVE_STEPS = 0, 1


class ArmsState(NamedTuple):
    """Arms of an index policy: statistics of all, and those in play, by index."""

    totals: Array  # f8[n] rewards
    pulls: Array  # f8[n]
    index: Array  # f8[n]
    deck: Array  # i4[n] every arm once, in random order
    heap: Array  # i4[n] arms in play that were pulled, heap[0] the best
    fresh: Array  # i4[n] arms in play that were not, the last one next
    place: Array  # i4[n] position in the heap, -2 - position among the fresh, -1 not in play
    ties: Array  # i4[n] arms of the heap that share one index, all of them
    counters: Array  # i8[4] sizes of heap, fresh and ties, place of the last choice among ties
    setting: Array  # f8[2] horizon H and number of arms K' of the index


class MossState(NamedTuple):
    """MOSS on a random subset of the arms."""

    arms: ArmsState
    size: int  # of the subset


class QuantileState(NamedTuple):
    """MOSS on a set of arms that grows whenever the number of rounds has doubled."""

    arms: ArmsState
    clock: Array  # i8[3] rounds, iteration, arms in play
    horizon: int
    exponent: float  # 2^(exponent * iteration) arms


class MossPlusState(NamedTuple):
    """MOSS++ or empMOSS++."""

    arms: ArmsState
    mixtures: Array  # f8[3, L] rewards, pulls and index of replaying an earlier iteration
    clock: Array  # i8[3] rounds, iteration, arms in play
    history: Array  # i8[2, T] key and choice of each round: an arm, or -1 - mixture
    power: int  # iteration l has 2^(power + l) rounds
    empirical: bool  # whether statistics are kept and the best arms go on


class ParallelState(NamedTuple):
    """Copies of MOSS on subsets of growing size, of which the best so far plays."""

    copies: ArmsState  # each array with one row per copy
    sizes: Array  # i8[copies] of their subsets
    regrets: Array  # f8[copies] empirical
    clock: Array  # i8[2] rounds, copy
    history: Array  # i8[2, T] key and copy of each round
    interval: int  # rounds between two changes of the copy
    best: float  # the greatest mean reward, which it must know


class NetworkState(NamedTuple):
    """A Bayesian network of binned attributes; ragged arrays lie flat, with where each starts."""

    order: Array  # i8[d] attributes, parents before children
    numeric: Array  # b1[d] drawn from a normal around its bin's mean, or the bin's label itself
    bin_counts: Array  # i8[d]
    cuts: Array  # f8[d, most bins - 1] upper ends of all bins but the last
    means: Array  # f8[d, most bins] or labels
    deviations: Array  # f8[d, most bins]
    parents: Array  # i8[...]
    parent_starts: Array  # i8[d + 1]
    probabilities: Array  # f8[...] conditional tables, row by row
    table_starts: Array  # i8[d]


# ---------------------------------------------------------------- what a decision holds

# fields of the record that `decide` fills, f8[RECORD_SIZE]
EXPLORED, GREEDY_LOSS, PREDICTED_LOSS, BASE, BASE_PROBABILITY, GAMMA, WEIGHT = range(7)
DENSITY, ATOM, ATOM_ERROR = range(7, 10)
RECORD_SIZE = 10

# what random slots are for: no decision uses a slot twice, and an action takes one for each pair
# of coordinates
SLOT_CHOICE, SLOT_ACTION, SLOT_RESERVOIR = 0, 1, 1 << 27
SLOT_REWARD, SLOT_LEARN = 1 << 29, 1 << 30

# flags of a decision
EXPLORE = 1  # draw from the explorer's law, else play the best action
PROPENSITY = 2  # record the density of the action
WITH_ATOM = 4  # and the point mass of the greedy action, which is an integral
OUTCOMES = 8  # the oracle learns the outcomes of a payoff

# Largest size of an entry of a context, and of an item's features, for oracles that calculate with
# them: some multiply four.  Those that only compare entries take any finite one.
LARGEST_ENTRY, ANY_ENTRY = 1e30, float(np.finfo(np.float64).max)

# status codes
OK, BAD_CONTEXT, BAD_PREDICTION, BAD_LOSS = 0, 1, 2, 3
