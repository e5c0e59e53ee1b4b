"""Boosted trees as the oracle: no assumption about the loss's shape, exact argmin and M(A)."""

import copy
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import Floats, check_count, check_finite, check_fraction
from smoothbandits.engines import load
from smoothbandits.errors import CorruptSave, InvalidParameter, MissingExtra
from smoothbandits.kernels.states import BoostedState, HarmonicGuideState
from smoothbandits.oracles.guides import (
    first_oracle,
    guide_of,
    hint_count,
    width_of,
    with_hints,
    without_memory,
)
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.spaces import Interval, Product, Space
from smoothbandits.trees.flat import FlatTrees, stump
from smoothbandits.trees.lightgbm import from_lightgbm
from smoothbandits.trees.soundness import is_sound

__all__ = ["BoostedOracle"]

HELD_BACK = 8  # one example in so many judges the trees instead of teaching them
ROWS_PER_LEAF = 800  # of all examples, per leaf of a tree
# several threads wait in a spin: where others use the processors a fit takes 50 times as long
THREADS = 1
FEWEST_LEAVES = 15


@dataclass(frozen=True)
class BoostedOracle(RefittedOracle):
    """Gradient-boosted trees over (context, action), refitted at geometric times.

    Another oracle plays until the first fit and stays where trees do not predict held-back losses
    better: `AdditiveOracle`, on a `Product` `KernelOracle`.  For a given context a sum of trees is
    a step function of the action, found exactly in one walk, and with it the argmin and the
    probability of exploring.  On a `Product` there is such a walk for every category.

    Parameters
    ----------
    first
        Examples before the first fit.
    growth
        How many times the examples of the last fit there are at the next one.
    trees, leaves, learning_rate
        Trees per fit, leaves per tree once there are examples enough for them, and the share of
        what is left to explain that each tree takes on.
    memory
        Bytes of examples that are kept, four per number; beyond them the oldest go.  Trees see
        seven digits of an entry of the context.
    categories
        Places of context entries that are numbers of categories, 0, 1, 2, ... below 2^24: trees
        split them by sets.  (The oracle that plays first takes them for quantities.)
    background
        Whether a live bandit hands fits to a process of their own and goes on meanwhile with the
        model it has; otherwise `Bandit.learn` waits for them, and the same losses always give
        the same decisions.  Simulations wait in any case.
    patience
        Seconds that `Bandit.learn` waits for a fit in the background where losses come so fast
        that the next one is due already; 0 never waits.  Decisions never do.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> BoostedOracle().bind(Interval(0, 1), context_size=3).best([0.1, 2.0, 3e5])[0]
    0.5
    """

    first: int = 1_000
    growth: float = 1.4
    trees: int = 150
    leaves: int = 127
    learning_rate: float = 0.1
    memory: int = 200_000_000
    categories: tuple[int, ...] = ()
    background: bool = True
    patience: float = 1.0

    grown = ("trees", "contexts", "actions", "losses")
    takes_missing = True

    def __post_init__(self) -> None:
        check_count("first", self.first, least=100)
        if not check_finite("growth", self.growth) > 1.0:
            raise InvalidParameter(f"growth is {self.growth!r}; give a factor above 1")
        check_count("trees", self.trees)
        check_count("leaves", self.leaves, least=2)
        check_fraction("learning_rate", self.learning_rate)
        check_count("memory", self.memory, least=1_000_000)
        if not check_finite("patience", self.patience) >= 0.0:
            raise InvalidParameter(f"patience is {self.patience!r}; give seconds, 0 or more")
        if not isinstance(self.categories, Sequence):
            raise InvalidParameter(f"categories is {self.categories!r}; give places, as in (0, 3)")
        places = tuple(check_count("categories", place, least=0) for place in self.categories)
        object.__setattr__(self, "categories", places)  # saved files give a list

    def build(self, space: Space, width: int, seed: int) -> BoostedState:
        """The first oracle decides."""
        if not isinstance(space, Interval | Product):
            raise InvalidParameter(f"BoostedOracle needs an Interval or a Product, not {space!r}")
        outside = [place for place in self.categories if place >= width]
        if outside:
            raise InvalidParameter(
                f"categories holds {outside[0]}; contexts have places 0 to {width - 1}"
            )
        if importlib.util.find_spec("lightgbm") is None:  # said now, not at the first fit
            raise MissingExtra("lightgbm is not installed; run: pip install lightgbm")
        first = first_oracle(space).build(space, width, seed)
        last = width + space.dimension
        none = FlatTrees.join([stump(last, 0.5, 0.0, 0.0)], 0.0, last + 1)
        return BoostedState(
            first=first,
            guide=guide_of(first),
            trees=none.state(),
            active=np.zeros(1, dtype=np.int64),
            shares=space.category.masses if isinstance(space, Product) else np.ones(1),
            contexts=np.zeros((self.first, width), dtype=np.float32),
            actions=np.zeros((self.first, space.dimension), dtype=np.float32),
            losses=np.zeros(self.first, dtype=np.float32),
            kept=np.zeros(2, dtype=np.int64),
        )

    def check_state(self, state: BoostedState) -> None:
        """Trees that can be walked, columns of one length, no more rows in use than there are."""
        rows, width = len(state.actions), width_of(state.guide)
        entries = width + hint_count(state.guide) + state.actions.shape[1] - 1
        if not is_sound(state.trees, entries):
            raise CorruptSave("the trees in the file do not fit each other; load another copy")
        if (
            state.contexts.shape != (rows, width)
            or len(state.losses) != rows
            or not 0 <= state.kept[0] <= min(rows, state.kept[1])
            or not holds_actions(state)
        ):
            raise CorruptSave("the examples in the file do not fit each other; load another copy")

    def until_refit(self, state: BoostedState) -> int:
        """Examples left before the next fit."""
        return int(len(state.actions) - state.kept[0])

    def fitted(self, state: BoostedState, seed: int, threads: int = THREADS) -> dict[str, Any]:
        """Fit trees to all examples kept; the oracle that predicts the held-back best decides."""
        kept = int(state.kept[0])
        guide = guide_of(state.first)
        rows = with_hints(guide, state.contexts[:kept], state.actions[:kept])
        losses = state.losses[:kept]
        numbers = int(state.kept[1]) - kept + np.arange(kept)  # stay when old examples go
        judge = numbers % HELD_BACK == 0
        of_actions = range(rows.shape[1] - state.actions.shape[1], rows.shape[1] - 1)
        categories = [*self.categories, *of_actions]
        booster = fit(rows[~judge], losses[~judge], self, categories, seed, threads)
        new = state._replace(
            guide=guide,
            trees=from_lightgbm(booster).state(),
            active=np.ones(1, dtype=np.int64),
        )
        examples = (state.contexts[:kept][judge], state.actions[:kept][judge], losses[judge])
        candidates = [state._replace(active=np.zeros(1, dtype=np.int64)), new]
        if state.active[0]:
            candidates.append(state)
        errors = [squared_error(candidate, *examples) for candidate in candidates]
        # a prediction that is no number loses, whatever the others do
        chosen = candidates[int(np.argmin(np.nan_to_num(errors, nan=np.inf)))]
        return {name: getattr(chosen, name) for name in ("guide", "trees", "active")}

    def prepared(self, state: BoostedState) -> None:
        """Import LightGBM and compile, or load, what rows and judgement are made with."""
        import lightgbm  # noqa: F401

        none = (state.contexts[:0], state.actions[:0])
        with_hints(guide_of(state.first), *none)
        for active in (0, 1):
            predictions(state._replace(active=np.full(1, active)), *none)

    def handed_over(self, state: BoostedState) -> BoostedState:
        """Rows that are filled never change; what the first oracle predicts with is copied."""
        rows = slice(int(state.kept[0]))
        return state._replace(
            first=copy.deepcopy(without_memory(state.first)),
            contexts=state.contexts[rows],
            actions=state.actions[rows],
            losses=state.losses[rows],
            kept=state.kept.copy(),
        )

    def with_room(self, state: BoostedState) -> BoostedState:
        """Make room for the examples until the next fit, within the bytes allowed."""
        kept = int(state.kept[0])
        columns = (state.contexts, state.actions, state.losses)
        most = self.memory // sum(column[:1].nbytes for column in columns)
        room = min(most, int(np.ceil(kept * self.growth)))
        stay = kept if room < most else min(kept, int(room / self.growth))
        old = slice(kept - stay, kept)

        def move(column: Floats) -> Floats:
            out = np.zeros((room, *column.shape[1:]), dtype=column.dtype)
            out[:stay] = column[old]
            return out

        contexts, actions, losses = map(move, columns)
        counts = np.array([stay, state.kept[1]])
        return state._replace(contexts=contexts, actions=actions, losses=losses, kept=counts)


def holds_actions(state: BoostedState) -> bool:
    """Whether every example has a loss, a number and, on a product, a category that exists."""
    is_product = isinstance(state.guide, HarmonicGuideState)
    numbers, categories = state.actions[:, :1], state.actions[:, 1:]
    return bool(
        state.actions.shape[1] == (2 if is_product else 1)
        and ((numbers >= 0.0) & (numbers <= 1.0)).all()
        and ((state.losses >= 0.0) & (state.losses <= 1.0)).all()
        and np.isin(categories, np.arange(len(state.shares))).all()
    )


def squared_error(state: BoostedState, contexts: Floats, actions: Floats, losses: Floats) -> float:
    """Of the state's own predictions."""
    return float(np.mean((predictions(state, contexts, actions) - losses) ** 2))


def predictions(state: BoostedState, contexts: Floats, actions: Floats) -> Floats:
    """By the trees, or by the oracle that plays before them."""
    out, kernels = np.empty(len(contexts)), load("compiled")
    predict = kernels.predict_by_trees if state.active[0] else kernels.predict_each
    given = (contexts.astype(np.float64), actions.astype(np.float64))
    predict(state if state.active[0] else state.first, *given, out)
    return out


def fit(
    rows: Floats,
    losses: Floats,
    oracle: BoostedOracle,
    categories: list[int],
    seed: int,
    threads: int,
) -> Any:
    """A LightGBM booster of squared loss."""
    import lightgbm

    setting = {
        "objective": "l2",
        "num_leaves": min(oracle.leaves, max(FEWEST_LEAVES, len(rows) // ROWS_PER_LEAF)),
        "learning_rate": oracle.learning_rate,
        "min_data_in_leaf": 40,
        "verbose": -1,
        "seed": seed & 0x7FFFFFFF,
        "deterministic": True,
        "force_col_wise": True,
        "num_threads": threads,
    }
    data = lightgbm.Dataset(
        rows, label=losses, categorical_feature=categories, params=setting, free_raw_data=True
    )
    return lightgbm.train(setting, data, oracle.trees)
