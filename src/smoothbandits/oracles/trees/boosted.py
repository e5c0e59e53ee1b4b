"""Boosted trees as the oracle, fitted to kept examples: a surface and a valley, and a judge."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.errors import CorruptSave
from smoothbandits.kernels.states import (
    AGREES,
    DOUBTS,
    ONLINE,
    REFUTES,
    SURFACE,
    VALLEY,
    BoostedState,
    ScaledState,
    TreesState,
    ValleyState,
)
from smoothbandits.oracles.changes import no_watch
from smoothbandits.oracles.refitted import remembered
from smoothbandits.oracles.trees.base import How, TreesOracle
from smoothbandits.oracles.trees.flat import FlatTrees, stump
from smoothbandits.oracles.trees.hints import (
    Online,
    frozen,
    hint_count,
    online_oracle,
    width_of,
    with_hints,
)
from smoothbandits.oracles.trees.judge import (
    chosen,
    evidence_of,
    greedy,
    rows_since_fit,
    verdict,
)
from smoothbandits.oracles.trees.lightgbm import from_lightgbm
from smoothbandits.oracles.trees.soundness import is_sound
from smoothbandits.oracles.trees.valleys import (
    Examples,
    Trees,
    can_be_walked,
    fit_valley,
    flat_valley,
    predicted_losses,
)
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import unsuited

__all__ = ["BoostedOracle"]

# several threads would wait in a spin, and a fit beside other work would take 50 times as long
THREADS = 1
FEWEST_LEAVES = 7
ROWS_PER_LEAF = 100  # of all examples, per leaf of a tree of the surface
VALLEY_LEAVES, VALLEY_ROWS_PER_LEAF = 63, 50
START_ROWS, COARSE_TREES, COARSE_LEAVES = 50_000, 30, 15
FINE_TREES, FINE_LEAVES, FINE_ROWS = 80, 63, 10
FEW = 5_000  # examples, up to which a valley begins coarsely
MANY = 10_000  # examples, from which on the surface stands on the valley
PLENTY, FURTHER = 100_000, 2  # from so many examples on that surface has twice the trees, leaves
FITTED = ("before", "trees", "valley", "lifted", "log")  # parts of a state that a fit makes
CELLS = np.arange(1, 128) / 128  # where cells of such a surface end at the latest


class Columns(NamedTuple):
    """Examples to fit to."""

    contexts: Floats
    actions: Floats
    losses: Floats


@dataclass(frozen=True)
class BoostedOracle(TreesOracle):
    """Gradient-boosted trees over (context, action), refitted at geometric times.

    Another oracle plays until the first fit: `AdditiveOracle`, on a `Product` `HarmonicOracle`.
    From then on one of three models decides, the one that best explains what exploring cost
    since the fit before: that oracle, a surface or a valley.  For a given context the surface is
    a step function of the action, found exactly in one walk, and with it the argmin and the
    probability of exploring; on a `Product` there is such a walk for every category.  The valley
    is one hyperbola around a sum of trees over the context; there is none on a `Product` or
    without contexts.  Examples that were taught are left out of it where they speak against it.

    Parameters
    ----------
    first
        Examples before the first fit.
    growth
        The next fit is due when there are this many times the examples of the last one.
    trees, leaves, learning_rate
        Trees per fit, leaves per tree once there are examples enough for them, and the share of
        what is left to explain that each tree takes on.  From 100,000 examples on a surface that
        stands on a valley has twice as many of both.
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
    forget
        Half-life in examples: fits leave out older ones at random, half of those that are a
        half-life old.  The judge looks at the newest only in any case, and the oracle that plays
        first forgets nothing.  None keeps all.
    watch
        Whether to begin anew where the world has changed: a challenger like the oracle that plays
        first is compared with the model that decides, as in `WatchedOracle`.  Where it wins all
        examples are dropped, and the oracle that plays first does so again until the next fit.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> BoostedOracle().bind(Interval(0, 1), context_size=3).best([0.1, 2.0, 3e5])[0]
    0.5
    """

    first: int = 30
    growth: float = 1.4
    trees: int = 150
    leaves: int = 127
    learning_rate: float = 0.1
    memory: int = 200_000_000
    categories: tuple[int, ...] = ()
    background: bool = True
    patience: float = 1.0
    forget: int | None = None
    watch: bool = False

    grown = ("trees", "valley", "contexts", "actions", "losses", "taught")
    takes_missing = True
    takes_any_size = True

    def build(self, space: Space, width: int, seed: int) -> BoostedState:
        """The oracle that learns online decides."""
        if space.parts.number is None:
            raise unsuited(space, "BoostedOracle", "an Interval or a Product")
        self.check_fits(width)
        online = online_oracle(space).build(space, width, seed)
        last = width + space.dimension
        none = FlatTrees.join([stump(last, 0.5, 0.0, 0.0)], 0.0, last + 1)
        return BoostedState(
            before=frozen(online),
            trees=none.state(),
            valley=flat_valley(width),
            active=np.array([ONLINE]),
            evidence=np.zeros((3, 2)),
            log=np.array([AGREES]),
            shares=space.parts.masses,
            **self.untaught(online, width, space.dimension),
        )

    def check_state(self, state: BoostedState) -> None:
        """Trees that can be walked, columns of one length, no more rows in use than there are."""
        width = width_of(state.online)
        entries = width + hint_count(state.online) + state.actions.shape[1] - 1
        if not (
            is_sound(state.trees, entries)
            and can_be_walked(state.valley, width)
            and (VALLEY in self.models(state) or not state.lifted[0])
            and state.active[0] in self.models(state)
            and np.isfinite(state.evidence).all()
            and (state.evidence[:, 1] >= 0.0).all()
            and state.log[0] in (AGREES, DOUBTS, REFUTES)
            and (VALLEY in self.models(state) or state.log[0] == AGREES)
        ):
            raise CorruptSave("the trees in the file do not fit each other; load another copy")
        if not self.columns_fit(state, width) or not holds_actions(state):
            raise CorruptSave("the examples in the file do not fit each other; load another copy")

    def fitted(self, state: BoostedState, seed: int, threads: int = THREADS) -> dict[str, Any]:
        """Judge the models at hand by the examples since the last fit, then fit to all."""
        state = state._replace(watch=no_watch())  # models are asked without it
        how = How(seed, threads)
        seen = int(state.kept[1])
        preferred, evidence = self.preferred(state), state.evidence
        if state.since[0]:
            evidence = evidence_of(state, self.models(state), preferred)
        *columns, taught = self.remembered(state, seed)
        examples, own = Columns(*columns), taught == 0
        begun = state._replace(before=frozen(state.online))
        log = self.heard(begun, examples, ~own, how)
        enough = int(own.sum()) >= self.first
        if log == DOUBTS and not enough:
            return as_cold(log)
        alone = own if log != AGREES and enough else None
        new = self.modelled(begun._replace(log=np.array([log])), examples, alone, how)
        if self.preferred(new) != preferred or new.lifted[0] != state.lifted[0]:
            evidence = np.zeros_like(evidence)  # it was relative to another model
        return {
            **{name: getattr(new, name) for name in FITTED},
            "active": np.array([chosen(evidence, self.preferred(new))]),
            "evidence": evidence,
            "since": np.array([seen]),
        }

    def modelled(
        self, state: BoostedState, examples: Columns, own: NDArray[np.bool_] | None, how: How
    ) -> BoostedState:
        """With a surface of all examples and a valley of them, or of the bandit's own alone."""
        none = np.zeros(1, dtype=np.bool_)
        surface = self.surface(state.before, *examples, how)
        new = begin = state._replace(trees=surface, lifted=none)
        if VALLEY not in self.models(state):
            return new
        near = examples
        if own is not None:
            near = Columns(*(column[own] for column in examples))
            begin = new._replace(trees=self.surface(state.before, *near, how))
        valley = self.valley(begin, *near, how)
        new = new._replace(valley=valley)
        if len(examples.losses) >= MANY and valley.trees.value.any():
            surface = self.lifted(valley, *examples, how)
            new = new._replace(trees=surface, lifted=~none)
        return new

    def heard(
        self, state: BoostedState, examples: Columns, taught: NDArray[np.bool_], how: How
    ) -> int:
        """What the log says of the valley; it is asked again when there is more of it.

        Of many examples the surface stands on the valley and says where that is wrong.
        """
        n = int(taught.sum())
        if VALLEY not in self.models(state) or len(taught) >= MANY or n < 2 * self.first:
            return AGREES
        if not state.taught[rows_since_fit(state)].any():
            return int(state.log[0])

        def fitted(part: Any) -> BoostedState:
            trial = self.modelled(state, Columns(*part), None, how)
            return trial._replace(online=state.before, active=np.array([VALLEY]))

        contexts, actions, losses = (column[taught] for column in examples)
        return verdict((contexts, actions, losses), fitted)

    def remembered(self, state: BoostedState, seed: int) -> tuple[Any, ...]:
        """The examples to fit to: each that is one half-life older is there half as often.

        Contexts, actions, losses, and which of the taught ones each is.
        """
        kept = int(state.kept[0])
        columns = tuple(getattr(state, name)[:kept] for name in self.rows)
        if self.forget is not None:
            stays = remembered(kept, self.forget, self.first, seed)
            columns = tuple(column[stays] for column in columns)
        return columns

    def models(self, state: BoostedState) -> list[int]:
        """The models that can decide; only an interval with contexts has a valley."""
        has_valley = state.actions.shape[1] == 1 and state.contexts.shape[1] > 0
        return [ONLINE, SURFACE, VALLEY] if has_valley else [ONLINE, SURFACE]

    def preferred(self, state: BoostedState) -> int:
        """The valley, which learns most from few examples, or the surface that stands on it.

        Where a log has refuted the valley, the surface as it is.
        """
        refuted = state.lifted[0] or state.log[0] == REFUTES
        return SURFACE if refuted else self.models(state)[-1]

    def surface(
        self, before: Online, contexts: Floats, actions: Floats, losses: Floats, how: How
    ) -> TreesState:
        """Trees over (context, hints, category, number)."""
        rows = with_hints(before, contexts, actions)
        of_actions = range(rows.shape[1] - actions.shape[1], rows.shape[1] - 1)
        setting = self.setting(len(rows), self.most_leaves(len(rows)), how)
        return from_lightgbm(
            boost(rows, losses, self.trees, setting, [*self.categories, *of_actions])
        ).state()

    def lifted(
        self, valley: ValleyState, contexts: Floats, actions: Floats, losses: Floats, how: How
    ) -> TreesState:
        """Trees over (context, number) of what losses differ from the valley.

        A surface that begins anew is lowest where it was never tried, and takes an epoch of bad
        rounds to find out.  One that begins at the valley is tried where it is low already.
        """
        rows = np.column_stack([contexts, actions[:, 0]])
        begin = predicted_losses(valley, contexts, actions[:, 0])
        size = FURTHER if len(rows) >= PLENTY else 1
        setting = self.setting(len(rows), size * self.most_leaves(len(rows)), how)
        booster = boost(rows, losses, size * self.trees, setting, list(self.categories), begin)
        return from_lightgbm(booster).state(CELLS)

    def most_leaves(self, rows: int) -> int:
        """Most leaves of a tree of the surface, fitted to so many rows."""
        return int(np.clip(rows // ROWS_PER_LEAF, FEWEST_LEAVES, self.leaves))

    def valley(
        self, state: BoostedState, contexts: Floats, actions: Floats, losses: Floats, how: How
    ) -> ValleyState:
        """A valley that begins where the surface is lowest."""
        n = len(losses)
        some = slice(0, n, max(1, n // START_ROWS))
        surface = state._replace(active=np.array([SURFACE]))
        lowest = greedy(surface, contexts[some].astype(float))[:, 0]
        setting = {
            **self.setting(n, int(np.clip(n // VALLEY_ROWS_PER_LEAF, 3, VALLEY_LEAVES)), how),
            "lambda_l2": 1.0,
            "min_sum_hessian_in_leaf": 1.0,  # what one example on a side of the valley has
        }
        start = self.start(contexts[some], lowest, n, how)
        trees = Trees(self.trees, setting, list(self.categories))
        return fit_valley(Examples(contexts, actions[:, 0], losses), start, trees)

    def start(self, contexts: Floats, lowest: Floats, n: int, how: How) -> Any:
        """Trees for where the surface is lowest.

        A surface fitted to few examples is lowest at random places: coarse trees follow it no
        further than it can be trusted.
        """
        if n < FEW:
            trees, rows = COARSE_TREES, int(np.clip(n // 40, 5, 60))
            leaves = int(np.clip(n // 200, 4, COARSE_LEAVES))
        else:
            trees, rows, leaves = FINE_TREES, FINE_ROWS, FINE_LEAVES
        setting = {**self.setting(n, leaves, how), "min_data_in_leaf": rows}
        return boost(contexts, lowest, trees, setting, list(self.categories))

    def setting(self, rows: int, leaves: int, how: How) -> dict[str, Any]:
        """LightGBM's parameters for trees with so many leaves."""
        return {"objective": "l2", "num_leaves": leaves, **self.usual_setting(rows, how)}

    def prepared(self, state: BoostedState) -> None:
        """Fit to made-up examples, which imports and compiles what a fit needs."""
        self.fitted(self.made_up(state), 0)

    def handed_over(self, state: BoostedState) -> BoostedState:
        """Rows that are filled never change; what the online oracle predicts with is copied."""
        return state._replace(online=frozen(state.online), **self.filled_rows(state))


def as_cold(log: int) -> dict[str, Any]:
    """Parts of a state that is still to be fitted for the first time: what it learned it knows."""
    return {
        "active": np.array([ONLINE]),
        "evidence": np.zeros((3, 2)),
        "log": np.array([log]),
        "since": np.zeros(1, dtype=np.int64),
    }


def holds_actions(state: BoostedState) -> bool:
    """Whether every example has a loss, a number and, on a product, a category that exists."""
    is_product = isinstance(state.online, ScaledState)
    numbers, categories = state.actions[:, :1], state.actions[:, 1:]
    return bool(
        state.actions.shape[1] == (2 if is_product else 1)
        and ((numbers >= 0.0) & (numbers <= 1.0)).all()
        and ((state.losses >= 0.0) & (state.losses <= 1.0)).all()
        and np.isin(categories, np.arange(len(state.shares))).all()
    )


def boost(
    rows: Floats,
    targets: Floats,
    trees: int,
    setting: dict[str, Any],
    categories: list[int],
    begin: Floats | None = None,
) -> Any:
    """A LightGBM booster of the targets, or of their differences from where it begins."""
    import lightgbm

    data = lightgbm.Dataset(
        rows, label=targets, init_score=begin, categorical_feature=categories, params=setting
    )
    return lightgbm.train(setting, data, trees)
