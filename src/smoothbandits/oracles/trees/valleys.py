"""Fit a valley: loss = g(a - f(x)), g a hyperbola, f a sum of trees over the context.

An example says much about f where g is steep: what an action far off cost tells how far off it
was.  So boosting through g by Gauss and Newton's method learns f from few explored rounds, like
regression on a target that is not observed.  But it only improves a start: where the valley is
taken to lie on the wrong side it leads astray.

Trees find a place for each example that they learn where its loss was to be expected: to them the
valley is narrower and deeper than it is, and boosting through such a shape follows noise.  So the
shape comes from examples that the trees of a trial were not taught, and so does how far f is
trusted.
"""

from typing import Any, NamedTuple

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import entries_of
from smoothbandits.kernels.states import ValleyState
from smoothbandits.oracles.trees.flat import FlatTrees, leaf
from smoothbandits.oracles.trees.lightgbm import from_lightgbm
from smoothbandits.oracles.trees.soundness import is_sound

__all__ = [
    "Examples",
    "Trees",
    "best_shape",
    "can_be_walked",
    "fit_valley",
    "flat_valley",
    "predicted_losses",
]

FIRST_SHAPE = (0.0, 0.05, 0.05, 0.0)  # slope 1, width 0.05, least loss 0.05, no skew
SKEWS = (0.0, -0.55, 0.55)  # a shape is sought from each: even sides, and 3 to 1
PULL = np.array([0.02, 0.1, 0.02, 0.02])  # of the slope to 1, others to where a search begins
GENTLE = 20.0  # squared residuals that a slope e times that of 1 must explain
SHAPE_EVERY = 10  # trees
SIZE, TRIES = 4, 6
MANY = 20_000  # examples, from which on one trial is enough, and trust is all or nothing
TRIALS, TESTED = 3, 100_000  # parts that are left out in turn; examples left out at the most
FEWEST_TREES, ROWS_PER_TREE = 60, 50
LEVEL_TREES, LEVEL_LEAVES = 60, 31
TRUSTS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6)
# squared residuals that noise may explain: 100, a share of few examples, a share of many
DOUBT, DOUBTED_SHARE_OF_FEW, DOUBTED_SHARE = 100.0, 0.02, 0.006
PLACES = np.linspace(0.05, 0.95, 10)  # from which one place for all contexts is sought
SEARCHED = 3_000  # examples of that search, about
MOVES, FARTHEST = 10, 0.1  # steps to where all places should lie, each so far at the most
SMOOTHER = 2.0  # standard errors by which random thresholds must be better
TINY = 1e-12
BLOCK = 4096  # contexts that are widened to eight bytes at a time
LARGEST_SURPRISE = 2.5  # residuals count up to this many standard deviations


class Examples(NamedTuple):
    """What was seen; actions in unit coordinates."""

    contexts: Floats
    actions: Floats
    losses: Floats

    def part(self, chosen: Any) -> "Examples":
        """The examples that a slice or a mask chooses."""
        return Examples(*(column[chosen] for column in self))

    @property
    def numbers(self) -> tuple[Floats, Floats]:
        """Actions and losses as the kernels take them."""
        return self.actions.astype(np.float64), self.losses.astype(np.float64)


class Trees(NamedTuple):
    """How trees are fitted: at most so many, LightGBM's parameters, which entries are sets."""

    most: int
    setting: dict[str, Any]
    categories: list[int]


def flat_valley(width: int) -> ValleyState:
    """The middle for every context, before anything was fitted."""
    middle = FlatTrees.join([leaf(0.5)], 0.0, width + 1)
    return ValleyState(middle.state(), np.array(FIRST_SHAPE))


def can_be_walked(valley: ValleyState, width: int) -> bool:
    """Whether a valley that was read from a file is one, for contexts of ``width`` entries."""
    if not (is_sound(valley.trees, width) and valley.trees.edges.size == 2):
        return False
    bounded = np.resize(valley.shape, SIZE)
    entries_of("python").within_bounds(bounded)
    return np.array_equal(bounded, valley.shape)


def fit_valley(examples: Examples, start: Any, trees: Trees) -> ValleyState:
    """A valley around trees that begin at ``start``, a LightGBM booster of its place.

    What the trees are boosted through, how far they are trusted and the shape that is played with
    are those of examples that they were not taught.
    """
    trees, tested, places = chosen_trial(examples, start, trees)
    numbers = without_level(tested, places, trees)
    shape = best_shape(*numbers, places)
    enough = max(FEWEST_TREES, len(examples.losses) // ROWS_PER_TREE)
    booster = boost_places(examples, start, trees._replace(most=min(trees.most, enough)), shape)
    trusts = TRUSTS if len(examples.losses) < MANY else (0.0, 1.0)
    (trust, base), shape = best_line(*numbers, places, shape, trusts)
    if trust == 0.0:  # nothing was learned from examples but this
        base, shape = one_place(*examples.numbers, base, shape)
    found = from_lightgbm(start, booster, action=False).state()
    drawn = found._replace(value=trust * found.value, base=trust * found.base + base)
    return ValleyState(drawn, shape)


def predicted_losses(valley: ValleyState, contexts: Floats, actions: Floats) -> Floats:
    """What the valley says of examples."""
    places = np.empty(len(contexts))
    for start in range(0, len(contexts), BLOCK):
        part = slice(start, start + BLOCK)
        entries_of("compiled").valley_places(
            valley, contexts[part].astype(np.float64), places[part]
        )
    distances = actions.astype(np.float64) - np.clip(places, 0.0, 1.0)
    return np.minimum(1.0, shaped(valley.shape, distances))


def chosen_trial(examples: Examples, start: Any, trees: Trees) -> tuple[Trees, Examples, Floats]:
    """How to draw the trees' thresholds, with the trial that decided it.

    Thresholds drawn at random average to smooth places where the best ones follow noise, but they
    miss what is sharp.  They are taken where examples that were left out say so beyond doubt, and
    never with many examples, where they were no gain.
    """
    if len(examples.losses) >= MANY:
        return trees, *unseen_places(examples, start, trees)
    drawn = trees._replace(setting={**trees.setting, "extra_trees": True})
    trials = [(how, *unseen_places(examples, start, how)) for how in (trees, drawn)]
    errors = [squared_residuals(tested, places) for _, tested, places in trials]
    gains = errors[0] - errors[1]
    smoother = gains.sum() > SMOOTHER * np.sqrt(gains @ gains)
    return trials[1 if smoother else 0]


def squared_residuals(examples: Examples, places: Floats) -> Floats:
    """Squared residual of each example around the shape that fits these places best."""
    actions, losses = examples.numbers
    shape = best_shape(actions, losses, places)
    squares: Floats = (shaped(shape, actions - places) - losses) ** 2
    return squares


def unseen_places(examples: Examples, start: Any, trees: Trees) -> tuple[Examples, Floats]:
    """Examples, and where trees put the valley that were not taught them.

    Few examples are left out in turn, a third at a time; of many, one part is enough.
    """
    n, threads = len(examples.losses), trees.setting["num_threads"]
    part = np.arange(n) % max(TRIALS, n // TESTED)
    tested, places = np.zeros(n, dtype=bool), np.empty(n)
    for trial in range(TRIALS if n < MANY else 1):
        out = part == trial
        booster = boost_places(examples.part(~out), start, trees)
        models, contexts = (start, booster), examples.contexts[out]
        places[out] = sum(model.predict(contexts, num_threads=threads) for model in models)
        tested |= out
    return examples.part(tested), places[tested]


def without_level(examples: Examples, places: Floats, trees: Trees) -> tuple[Floats, Floats]:
    """Actions, and losses less what their contexts cost whatever is done.

    Where targets are hard to guess losses are high and places go astray.  That far actions cost
    more would seem to be the valley's doing, and it would seem steep and deep.  Trees over the
    context learn what is left of losses, each third from the others.
    """
    import lightgbm

    actions, losses = examples.numbers
    left = losses - shaped(best_shape(actions, losses, places), actions - places)
    n, level = len(losses), np.zeros(len(losses))
    setting = {
        **trees.setting,
        "extra_trees": False,
        "num_leaves": int(np.clip(n // 100, 4, LEVEL_LEAVES)),
        "min_data_in_leaf": int(np.clip(n // 40, 5, 40)),
        "min_sum_hessian_in_leaf": 0.0,
        "lambda_l2": 0.0,
    }
    for trial in range(TRIALS):
        out = np.arange(n) % TRIALS == trial
        data = lightgbm.Dataset(
            examples.contexts[~out],
            label=left[~out],
            categorical_feature=trees.categories,
            params=setting,
        )
        model = lightgbm.train(setting, data, min(trees.most, LEVEL_TREES))
        level[out] = model.predict(examples.contexts[out], num_threads=setting["num_threads"])
    level -= level.mean()
    share = np.clip(float(level @ left) / max(float(level @ level), TINY), 0.0, 1.0)
    return actions, losses - share * level


def boost_places(examples: Examples, start: Any, trees: Trees, shape: Floats | None = None) -> Any:
    """A LightGBM booster of what is to be added to ``start``.

    Without a shape, the one that fits best at the start follows the trees: the better the place
    is known, the narrower the valley.
    """
    import lightgbm

    kernels, (most, setting, categories) = entries_of("compiled"), trees
    actions, losses = examples.numbers
    begin = start.predict(examples.contexts, num_threads=setting["num_threads"])
    follows = shape is None
    through = best_shape(actions, losses, begin) if shape is None else shape
    setting = {**setting, "objective": "none"}
    data = lightgbm.Dataset(
        examples.contexts,
        label=losses,
        init_score=begin,
        categorical_feature=categories,
        params=setting,
    )
    booster = lightgbm.Booster(setting, data)
    if not any(data.feature_num_bin(i) for i in range(data.num_feature())):
        return booster  # no entry differs often enough to be split: nothing to add
    gradients, curvatures = np.empty(len(losses)), np.empty(len(losses))

    def slopes(places: Floats, _: Any) -> tuple[Floats, Floats]:
        given = (through, actions, places, losses)
        spread = np.sqrt(kernels.valley_error(*given) / len(losses))
        kernels.valley_gradients(*given, LARGEST_SURPRISE * spread, gradients, curvatures)
        return gradients, curvatures

    def slopes_and_shape(places: Floats, data: Any) -> tuple[Floats, Floats]:
        nonlocal through
        through = fit_shape(through, actions, losses, places, steps=3)
        return slopes(places, data)

    for tree in range(most):
        booster.update(fobj=slopes_and_shape if follows and tree % SHAPE_EVERY == 0 else slopes)
    return booster


class Line(NamedTuple):
    """Places as they are played: ``base + trust * place``."""

    trust: float
    base: float


def best_line(
    actions: Floats, losses: Floats, places: Floats, shape: Floats, trusts: tuple[float, ...]
) -> tuple[Line, Floats]:
    """How far places are trusted, and the shape around what they become.

    Places that were learned from noise lie too far from each other, and those of trees that
    learned slowly too close together.  Without trust, the first of ``trusts``, there is one place
    for all contexts, which is preferred until contexts explain losses beyond doubt: the start has
    seen all examples, so noise explains a little too, the more of them there are.
    """
    error, middle = entries_of("compiled").valley_error, float(np.median(places))
    found, errors = [], np.empty(len(trusts))
    for i, trust in enumerate(trusts):
        if trust == 0.0:
            base, around = one_place(actions, losses, middle, shape)
        else:
            begin = (1.0 - trust) * middle
            base, around = moved(actions, losses, trust * places, begin, shape)
        found.append((Line(trust, base), around))
        errors[i] = error(around, actions, base + trust * places, losses)
    errors[0] -= doubt(len(losses)) * errors.min() / len(losses)
    return found[int(np.argmin(errors))]


def moved(
    actions: Floats, losses: Floats, places: Floats, base: float, shape: Floats
) -> tuple[float, Floats]:
    """How far all places should move together, and the shape around them then."""
    for _ in range(MOVES):
        shape = fit_shape(shape, actions, losses, base + places, steps=3)
        base += common_move(shape, actions, losses, base + places)
    return base, shape


def one_place(actions: Floats, losses: Floats, base: float, shape: Floats) -> tuple[float, Floats]:
    """The best place for all contexts, and the shape around it.

    A mean loss that is no hyperbola has several places that no small step improves: it is sought
    from all over the interval, with some of the examples where they are many.
    """
    some = slice(0, len(losses), max(1, len(losses) // SEARCHED))
    few = (actions[some], losses[some])
    begins = [(base, shape)]
    for place in PLACES:
        for skew in SKEWS:
            even = np.array([*FIRST_SHAPE[:3], skew])
            nearby = fit_shape(even, *few, np.full(len(few[0]), place), steps=6)
            begins.append((place, nearby))
    sought = [moved(*few, np.zeros(len(few[0])), *begin) for begin in begins]
    inside = [line for line in sought if 0.0 <= line[0] <= 1.0]
    best = least_error(*few, inside) if inside else begins[0]
    nowhere = np.zeros(len(losses))
    found = [moved(actions, losses, nowhere, *begin) for begin in (begins[0], best)]
    return least_error(actions, losses, found)


def least_error(
    actions: Floats, losses: Floats, lines: list[tuple[float, Floats]]
) -> tuple[float, Floats]:
    """The place and shape that explain losses best."""
    error, nowhere = entries_of("compiled").valley_error, np.zeros(len(losses))
    return min(lines, key=lambda line: error(line[1], actions, nowhere + line[0], losses))


def doubt(examples: int) -> float:
    """How many squared residuals contexts must explain before places follow them."""
    return max(min(DOUBT, DOUBTED_SHARE_OF_FEW * examples), DOUBTED_SHARE * examples)


def common_move(shape: Floats, actions: Floats, losses: Floats, places: Floats) -> float:
    """By how much all places should move, a step of Gauss and Newton's method."""
    gradients, curvatures = np.empty(len(losses)), np.empty(len(losses))
    given = (shape, actions, places, losses)
    entries_of("compiled").valley_gradients(*given, np.inf, gradients, curvatures)
    return float(np.clip(-gradients.sum() / curvatures.sum(), -FARTHEST, FARTHEST))


# ---------------------------------------------------------------------------- its shape


def shaped(shape: Floats, distances: Floats) -> Floats:
    """The hyperbola at signed distances from its minimum."""
    losses = np.empty(len(distances))
    entries_of("compiled").valley_losses(shape, distances, losses)
    return losses


def best_shape(actions: Floats, losses: Floats, places: Floats) -> Floats:
    """The best of several searches."""
    begins = [np.array([*FIRST_SHAPE[:3], skew]) for skew in SKEWS]
    found = [fit_shape(begin, actions, losses, places, steps=12) for begin in begins]
    error = entries_of("compiled").valley_error
    return min(found, key=lambda shape: error(shape, actions, places, losses))


def fit_shape(
    begin: Floats, actions: Floats, losses: Floats, places: Floats, steps: int
) -> Floats:
    """Levenberg and Marquardt's method, pulled a little to where it begins and to slope 1.

    A steep valley is hardly explored, so that a few unlucky examples that make it seem steep would
    never be contradicted.  They have to be more than a few.
    """
    kernels = entries_of("compiled")
    examples, shape, damping = (actions, places, losses), begin.copy(), 1e-3
    matrix, vector = np.empty((SIZE, SIZE)), np.empty(SIZE)
    home = np.array([FIRST_SHAPE[0], *begin[1:]])
    for _ in range(steps):
        error = kernels.shape_equations(shape, *examples, matrix, vector)
        pull = PULL + np.array([GENTLE * error / len(losses), 0.0, 0.0, 0.0])
        error += np.sum(pull * (shape - home) ** 2)
        hessian = matrix + np.diag(pull)
        slope = vector + pull * (shape - home)
        for _ in range(TRIES):
            damped = hessian + damping * np.diag(np.diag(hessian))
            tried = shape - np.linalg.solve(damped, slope)
            kernels.within_bounds(tried)
            found = kernels.valley_error(tried, *examples)
            if found + np.sum(pull * (tried - home) ** 2) < error:
                shape, damping = tried, max(damping / 5.0, 1e-6)
                break
            damping *= 5.0
        else:
            break
    return shape
