"""Fit a valley: loss = g(a - f(x)), g a hyperbola, f a sum of trees over the context.

An example says much about f where g is steep: what an action far off cost tells how far off it
was.  So boosting through g by Gauss and Newton's method learns f from few explored rounds, like
regression on a target that is not observed.  But it only improves a start: where the valley is
taken to lie on the wrong side it leads astray.
"""

from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import load
from smoothbandits.kernels.states import ValleyState
from smoothbandits.trees.flat import FlatTrees, leaf
from smoothbandits.trees.lightgbm import from_lightgbm
from smoothbandits.trees.soundness import is_sound

__all__ = ["best_shape", "best_start", "can_be_walked", "fit_valley", "flat_valley", "fresh_shape"]

FIRST_SHAPE = (0.0, 0.05, 0.05, 0.0)  # slope 1, width 0.05, least loss 0.05, no skew
SKEWS = (0.0, -0.55, 0.55)  # a shape is sought from each: even sides, and 3 to 1
PULL = np.array([0.02, 0.1, 0.02, 0.02])  # towards where a search begins, in examples
FRESH_PULL = 5.0 * PULL
SHAPE_EVERY = 10  # trees
SHAPE_ROWS = 100_000  # the latest examples are enough for four numbers
SIZE, TRIES = 4, 6
TRIAL = 5  # one of so many examples tests where to begin
LARGEST_SURPRISE = 2.5  # residuals count up to this many standard deviations


def flat_valley(width: int) -> ValleyState:
    """The middle for every context, before anything was fitted."""
    middle = FlatTrees.join([leaf(0.5)], 0.0, width + 1)
    return ValleyState(middle.state(), np.array(FIRST_SHAPE))


def can_be_walked(valley: ValleyState, width: int) -> bool:
    """Whether a valley that was read from a file is one, for contexts of ``width`` entries."""
    if not (is_sound(valley.trees, width) and valley.trees.edges.size == 2):
        return False
    bounded = np.resize(valley.shape, SIZE)
    load("python").within_bounds(bounded)
    return np.array_equal(bounded, valley.shape)


def fit_valley(
    contexts: Floats,
    actions: Floats,
    losses: Floats,
    start: Any,
    trees: int,
    setting: dict[str, Any],
    categories: list[int],
) -> ValleyState:
    """Boost the place of the valley from ``start``, a LightGBM booster of it.

    The shape follows the trees: the better the place is known, the narrower the valley.
    """
    import lightgbm

    kernels, threads = load("compiled"), setting["num_threads"]
    actions, losses = actions.astype(np.float64), losses.astype(np.float64)
    some = slice(max(0, len(losses) - SHAPE_ROWS), None)
    places = start.predict(contexts, num_threads=threads)
    shape = best_shape(actions[some], places[some], losses[some])
    setting = {**setting, "objective": "none"}
    data = lightgbm.Dataset(
        contexts,
        label=losses,
        init_score=places,
        categorical_feature=categories,
        params=setting,
    )
    booster = lightgbm.Booster(setting, data)
    gradients, curvatures = np.empty(len(losses)), np.empty(len(losses))

    def slopes(places: Floats, _: Any) -> tuple[Floats, Floats]:
        given = (shape, actions, places, losses)
        spread = np.sqrt(kernels.valley_error(*given) / len(losses))
        kernels.valley_gradients(*given, LARGEST_SURPRISE * spread, gradients, curvatures)
        return gradients, curvatures

    def slopes_and_shape(places: Floats, data: Any) -> tuple[Floats, Floats]:
        shape[:] = fit_shape(shape, actions[some], places[some], losses[some], steps=3)
        return slopes(places, data)

    for tree in range(trees):
        booster.update(fobj=slopes_and_shape if tree % SHAPE_EVERY == 0 else slopes)
    places = places[some] + booster.predict(contexts[some], num_threads=threads)
    shape = fit_shape(shape, actions[some], places, losses[some], steps=5)
    return ValleyState(from_lightgbm(start, booster, action=False).state(), shape)


def best_start(
    starts: list[Any],
    contexts: Floats,
    actions: Floats,
    losses: Floats,
    trees: int,
    setting: dict[str, Any],
    categories: list[int],
) -> Any:
    """Where to begin: whose valley explains best the examples that it was not taught."""
    if len(starts) == 1:
        return starts[0]
    test = np.arange(len(losses)) % TRIAL == TRIAL // 2
    taught = (contexts[~test], actions[~test], losses[~test])
    asked = (contexts[test], actions[test], losses[test])

    def error(start: Any) -> float:
        return error_of(fit_valley(*taught, start, trees, setting, categories), *asked)

    return min(starts, key=error)


def error_of(valley: ValleyState, contexts: Floats, actions: Floats, losses: Floats) -> float:
    """Sum of squared residuals of a valley."""
    examples = (actions.astype(np.float64), places_of(valley, contexts), losses.astype(np.float64))
    return float(load("compiled").valley_error(valley.shape, *examples))


def places_of(valley: ValleyState, contexts: Floats) -> Floats:
    """Where a valley lies for each context."""
    places = np.empty(len(contexts))
    load("compiled").valley_places(valley, contexts.astype(np.float64), places)
    return places


# ---------------------------------------------------------------------------- its shape


def fresh_shape(valley: ValleyState, contexts: Floats, actions: Floats, losses: Floats) -> Floats:
    """The valley's shape, moved to what examples show that the trees have not learned.

    To those that they have learned the valley seems narrower and deeper than it is, gaps would be
    taken for larger, and too little explored.
    """
    given = (actions[:, 0].copy(), places_of(valley, contexts), losses)
    return fit_shape(valley.shape, *given, steps=8, pull=FRESH_PULL)


def best_shape(actions: Floats, places: Floats, losses: Floats) -> Floats:
    """The best of several searches."""
    begins = [np.array([*FIRST_SHAPE[:3], skew]) for skew in SKEWS]
    found = [fit_shape(begin, actions, places, losses, steps=12) for begin in begins]
    error = load("compiled").valley_error
    return min(found, key=lambda shape: error(shape, actions, places, losses))


def fit_shape(
    begin: Floats,
    actions: Floats,
    places: Floats,
    losses: Floats,
    steps: int,
    pull: Floats = PULL,
) -> Floats:
    """Levenberg and Marquardt's method, pulled a little to where it begins."""
    kernels = load("compiled")
    examples, shape, damping = (actions, places, losses), begin.copy(), 1e-3
    matrix, vector = np.empty((SIZE, SIZE)), np.empty(SIZE)
    for _ in range(steps):
        error = kernels.shape_equations(shape, *examples, matrix, vector)
        error += np.sum(pull * (shape - begin) ** 2)
        hessian = matrix + np.diag(pull)
        slope = vector + pull * (shape - begin)
        for _ in range(TRIES):
            damped = hessian + damping * np.diag(np.diag(hessian))
            tried = shape - np.linalg.solve(damped, slope)
            kernels.within_bounds(tried)
            found = kernels.valley_error(tried, *examples)
            if found + np.sum(pull * (tried - begin) ** 2) < error:
                shape, damping = tried, max(damping / 5.0, 1e-6)
                break
            damping *= 5.0
        else:
            break
    return shape
