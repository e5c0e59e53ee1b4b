"""What an engineer writes in twenty lines: boosted trees, played greedily."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.baselines.cells import centres, uniform_bounds
from smoothbandits.checks import (
    MOST_ARMS,
    MOST_ENTRIES,
    Floats,
    check_count,
    check_finite,
    check_fraction,
)
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import GreedyTreesState
from smoothbandits.oracles.trees.flat import FlatTrees, stump
from smoothbandits.oracles.trees.lightgbm import from_lightgbm
from smoothbandits.spaces import Space

__all__ = ["GreedyTrees", "fewest_rows", "fit_trees", "leaf_count", "refit_time"]

FIRST, GROWTH = 50, 1.4
TREES, LEARNING_RATE = 150, 0.1
FEW_ROWS = 400
FITS_PER_WINDOW = 4


class GreedyTrees(Baseline):
    """The twenty-line rival: LightGBM predicts the loss of (context, action), the least is played.

    Random play until the first fit; then, of the centres of equal cells of the interval, the one
    with the least predicted loss, and a few random rounds for ever.  Fits take all examples so
    far, or the last of them (``window``).  Nothing here is particular to bandits, which is why it
    is what a bandit has to beat.

    For a given context the trees are a step function of the action, so the predictions of all
    centres are read from one walk, equal to LightGBM's own up to rounding.

    Parameters
    ----------
    space
        An `Interval` with a uniform measure.
    context_size
        Number of entries of a context; they may be nan where they are missing.
    first
        Examples before the first fit, all of random rounds.
    growth
        Fits happen at ``first`` times the powers of this many examples, rounded up.
    trees, learning_rate
        Trees per fit, and the share of what is left to explain that each takes on.  Leaves and
        the rows that each needs follow the number of examples: `leaf_count`, `fewest_rows`.
    arms
        Number of cells.
    epsilon
        Probability of a random action after the first fit.
    window
        Fits take the last so many examples only, for worlds that change, and once there are more
        they happen four times per window; all examples if left out.
    seed
        Source of all randomness.

    Attributes
    ----------
    fits
        Number of examples at each fit so far.

    Examples
    --------
    >>> from smoothbandits import Interval, RegressionEnvironment, simulate
    >>> X = np.linspace(-1.0, 1.0, 50)[:, None]
    >>> rows = RegressionEnvironment(X, 4.0 + 3.0 * X[:, 0], shuffle=1)
    >>> rival = GreedyTrees(Interval(0.0, 8.0), 1, seed=3)
    >>> trace = simulate(rival, rows, rounds=400)
    >>> rival.fits
    [50, 70, 98, 138, 193, 269, 377]
    >>> bool(trace.losses[-100:].mean() < 0.5 * trace.losses[:50].mean())
    True
    """

    takes_missing = True
    takes_any_size = True
    state: GreedyTreesState

    def __init__(
        self,
        space: Space,
        context_size: int,
        *,
        first: int = FIRST,
        growth: float = GROWTH,
        trees: int = TREES,
        learning_rate: float = LEARNING_RATE,
        arms: int = 32,
        epsilon: float = 0.05,
        window: int | None = None,
        seed: int = 0,
    ) -> None:
        self.first = check_count("first", first, most=MOST_ENTRIES)
        self.growth = check_finite("growth", growth)
        if not self.growth > 1.0:
            raise InvalidParameter(f"growth is {growth!r}; give a factor above 1")
        self.trees = check_count("trees", trees, most=MOST_ARMS)
        self.learning_rate = check_fraction("learning_rate", learning_rate)
        self.arms = check_count("arms", arms, most=MOST_ARMS)
        self.epsilon = check_fraction("epsilon", epsilon, zero=True)
        if window is not None:
            check_count("window", window, least=FITS_PER_WINDOW, most=MOST_ENTRIES)
        self.window = window
        self.fits: list[int] = []
        self._dropped = 0  # examples that have left the window
        super().__init__(space, context_size=context_size, seed=seed)

    def _build(self) -> GreedyTreesState:
        low, high = uniform_bounds(self.space, "GreedyTrees")
        width = self.context_size
        return GreedyTreesState(
            trees=FlatTrees.join([stump(width, 0.5, 0.0, 0.0)], 0.0, width + 1).state(),
            active=np.zeros(1, dtype=np.int64),
            centres=centres(0.0, 1.0, self.arms).copy(),
            low=low,
            high=high,
            epsilon=self.epsilon,
            contexts=np.zeros((self.first, width)),
            actions=np.zeros(self.first),
            losses=np.zeros(self.first),
            kept=np.zeros(1, dtype=np.int64),
        )

    def until_refit(self) -> int:
        """Losses to learn before the next fit."""
        return int(len(self.state.losses) - self.state.kept[0])

    def _refit(self) -> None:
        booster = self._fit()
        seen = self._dropped + len(self.state.losses)
        if self.window is not None and seen >= self.window:
            more = self.window // FITS_PER_WINDOW
        else:
            more = max(1, refit_time(len(self.fits) + 1, self.first, self.growth) - seen)
        contexts, actions, losses = (
            np.concatenate([column, np.zeros((more, *column.shape[1:]))])
            for column in self._examples()
        )
        kept = len(losses) - more
        self.state = self.state._replace(
            trees=from_lightgbm(booster).state(),
            active=np.ones(1, dtype=np.int64),
            contexts=contexts,
            actions=actions,
            losses=losses,
            kept=np.array([kept]),
        )
        self.fits.append(seen)
        self._dropped = seen - kept

    def _examples(self) -> tuple[Floats, Floats, Floats]:
        """Contexts, actions and losses of all examples, or of those in the window."""
        oldest = 0 if self.window is None else max(0, len(self.state.losses) - self.window)
        state = self.state
        return state.contexts[oldest:], state.actions[oldest:], state.losses[oldest:]

    def _fit(self) -> Any:
        """Fit LightGBM to the examples."""
        contexts, actions, losses = self._examples()
        return fit_trees(
            np.column_stack([contexts, actions]),
            losses,
            trees=self.trees,
            learning_rate=self.learning_rate,
            seed=self.seed,
        )


def fit_trees(
    features: Floats,
    labels: Floats,
    *,
    trees: int = TREES,
    learning_rate: float = LEARNING_RATE,
    seed: int = 0,
    categories: Sequence[int] = (),
    **objective: Any,
) -> Any:
    """A LightGBM booster; the same rows always give the same trees."""
    import lightgbm

    setting = {
        "objective": "l2",
        "num_leaves": leaf_count(len(labels)),
        "learning_rate": learning_rate,
        "min_data_in_leaf": fewest_rows(len(labels)),
        "verbose": -1,
        "seed": seed & 0x7FFFFFFF,
        "deterministic": True,
        "force_col_wise": True,
        "num_threads": 1,
        **objective,
    }
    data = lightgbm.Dataset(
        features, label=labels, params=setting, categorical_feature=list(categories)
    )
    return lightgbm.train(setting, data, trees)


def refit_time(fits: int, first: int = FIRST, growth: float = GROWTH) -> int:
    """Examples at the next fit, after so many fits.

    Examples
    --------
    >>> [refit_time(fits) for fits in range(4)]
    [50, 70, 98, 138]
    """
    return math.ceil(first * growth**fits)


def leaf_count(examples: int) -> int:
    """Leaves of a tree: one per 100 examples, from 7 to 63.

    Examples
    --------
    >>> leaf_count(50), leaf_count(1_000), leaf_count(100_000)
    (7, 10, 63)
    """
    return min(63, max(7, examples // 100))


def fewest_rows(examples: int) -> int:
    """Examples that a leaf needs: few while there are few.

    Examples
    --------
    >>> fewest_rows(400), fewest_rows(401)
    (5, 20)
    """
    return 5 if examples <= FEW_ROWS else 20
