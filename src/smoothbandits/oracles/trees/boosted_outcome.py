"""Boosted trees of outcomes, for bandits with a payoff."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.engines import entries_of
from smoothbandits.errors import CorruptSave
from smoothbandits.kernels.states import (
    BoostedOutcomeState,
    ForgettingState,
    OutcomeState,
    TreesState,
    TypicalState,
)
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.changes import no_watch
from smoothbandits.oracles.forgetting import ForgettingOracle
from smoothbandits.oracles.outcome import OutcomeLearner, OutcomeOracle, own_outcome
from smoothbandits.oracles.refitted import remembered
from smoothbandits.oracles.trees.base import How, TreesOracle
from smoothbandits.oracles.trees.boosted import boost
from smoothbandits.oracles.trees.flat import FlatTrees, stump
from smoothbandits.oracles.trees.judge import decided_since_fit
from smoothbandits.oracles.trees.lightgbm import from_lightgbm
from smoothbandits.oracles.trees.soundness import is_sound
from smoothbandits.oracles.trees.typical import fit_typical, is_typical, logits_of, no_curve
from smoothbandits.payoffs import CELLS, check_direction
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import require_number

__all__ = ["BoostedOutcomeOracle"]

SHARES = np.linspace(0.0, 1.0, 9)  # weights of the trees that are judged
FIRST_SHARE = 0.5
MEMORY = 0.7  # of the evidence of earlier fits: old trees were fitted to fewer examples
FEWEST_LEAVES, ROWS_PER_LEAF = 7, 100
LEAST_CURVATURE, PENALTY = 0.1, 1.0  # of a leaf
CELL_EDGES = np.arange(1, CELLS) / CELLS  # where pieces of trees on the typical curve end at most
FEWEST_TREES, ROWS_PER_TREE = 50, 50  # on the typical curve
PLACE_TREES, PLACE_LEAVES, PLACE_ROWS = 60, 31, 40  # of the typical curve
FITS = 4  # least number of fits in a half-life


@dataclass(frozen=True)
class BoostedOutcomeOracle(OutcomeLearner, TreesOracle):
    """Outcomes by gradient-boosted trees over (context, action); "best" beside a payoff.

    Trees are fitted with the log loss, monotone in the action where a direction is known, at
    geometric times.  Where a direction is known they stand on a typical curve, moved to where
    each context's outcomes turn (``typical.py``).  `OutcomeOracle` plays until the first
    fit; afterwards the predicted outcome is a mixture of both, whose weight is the one that
    explains later examples best.

    Parameters
    ----------
    monotone
        -1 where outcomes fall as the action grows, +1 where they grow, None where nobody knows.
    first, growth, trees, leaves, learning_rate, memory, categories, background, patience
        As for `BoostedOracle`.
    forget
        Half-life in examples: fits leave out older ones at random, half of those that are a
        half-life old, and `OutcomeOracle` forgets too (`ForgettingOracle`).  Fits then come four
        times in a half-life or more often.  None keeps all.
    watch
        Whether to begin anew where the world has changed: a challenger like the oracle that plays
        first is compared with the mixture, as in `WatchedOracle`.  Where it wins all examples are
        dropped, and the oracle that plays first does so again until the next fit.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = BoostedOutcomeOracle(monotone=-1).bind(Interval(0, 1), context_size=3)
    >>> 0.0 <= model.best([0.1, 2.0, 3e5])[0] < 0.1
    True
    >>> BoostedOutcomeOracle(monotone=-1, forget=500).room_after(10_000)  # the next fit is soon
    10125
    """

    monotone: int | None = None
    first: int = 30
    growth: float = 1.4
    trees: int = 200
    leaves: int = 63
    learning_rate: float = 0.1
    memory: int = 200_000_000
    categories: tuple[int, ...] = ()
    background: bool = True
    patience: float = 1.0
    forget: int | None = None
    watch: bool = False

    grown = ("trees", "typical", "contexts", "actions", "losses", "taught")

    def __post_init__(self) -> None:
        check_direction(self.monotone)
        super().__post_init__()

    def build(self, space: Space, width: int, seed: int) -> BoostedOutcomeState:
        """The oracle that learns online decides."""
        require_number(space, "BoostedOutcomeOracle")
        self.check_fits(width)
        online: Any = self.online_oracle().build(space, width, seed)
        none = FlatTrees.join([stump(width, 0.5, 0.0, 0.0)], 0.0, width + 1)
        return BoostedOutcomeState(
            before=frozen(online),
            trees=none.state(),
            typical=no_curve(width),
            active=np.zeros(1, dtype=np.int64),
            shares=np.array([FIRST_SHARE]),
            evidence=np.zeros(len(SHARES)),
            **self.untaught(online, width, 1),
            payoff=own_outcome(space).state(space),
        )

    def online_oracle(self) -> Oracle:
        """The one that plays before the first fit, and is mixed with the trees afterwards."""
        online = OutcomeOracle(self.monotone)
        return online if self.forget is None else ForgettingOracle(online, self.forget)

    def check_state(self, state: BoostedOutcomeState) -> None:
        """Trees that can be walked, columns of one length, no more rows in use than there are."""
        width = state.before.knots.shape[0]
        if not (
            is_sound(state.trees, width)
            and is_typical(state.typical, width, self.monotone)
            and (self.has_curve(width) or not state.lifted[0])
            and state.active[0] in (0, 1)
            and 0.0 <= state.shares[0] <= 1.0
        ):
            raise CorruptSave("the trees in the file do not fit each other; load another copy")
        if (
            not self.columns_fit(state, width)
            or state.actions.shape[1:] != (1,)
            or not ((state.actions >= 0.0) & (state.actions <= 1.0)).all()
            or not ((state.losses >= 0.0) & (state.losses <= 1.0)).all()
        ):
            raise CorruptSave("the examples in the file do not fit each other; load another copy")

    def fitted(self, state: BoostedOutcomeState, seed: int, threads: int = 1) -> dict[str, Any]:
        """Judge both models by the examples since the last fit, then fit trees to all."""
        how = How(seed, threads)
        seen = int(state.kept[1])
        evidence = state.evidence
        if state.active[0]:
            evidence = self.judged(state, decided_since_fit(state))
        share = float(SHARES[int(np.argmin(evidence))]) if evidence.any() else FIRST_SHARE
        examples = self.remembered(state, seed)
        trees, typical = self.surface(*examples, how), state.typical
        lifted = self.has_curve(examples[0].shape[1])
        if lifted:
            typical = self.typical(trees, examples[0], how)
            trees = self.lifted(typical, *examples, how)
        return {
            "before": frozen(state.online),
            "trees": trees,
            "typical": typical,
            "lifted": np.array([lifted]),
            "active": np.ones(1, dtype=np.int64),
            "shares": np.array([share]),
            "evidence": evidence,
            "since": np.array([seen]),
        }

    def remembered(self, state: BoostedOutcomeState, seed: int) -> tuple[Floats, Floats, Floats]:
        """The examples to fit to: each that is one half-life older is there half as often."""
        rows: Any = slice(int(state.kept[0]))
        if self.forget is not None:
            rows = np.flatnonzero(remembered(rows.stop, self.forget, self.first, seed))
        return state.contexts[rows], state.actions[rows], state.losses[rows]

    def room_after(self, kept: int) -> int:
        """Trees of a world that drifts are soon out of date: they do not wait for long."""
        room = super().room_after(kept)
        if self.forget is not None:
            room = min(room, kept + max(1, self.forget // FITS))
        return room

    def judged(self, state: BoostedOutcomeState, rows: NDArray[np.int64]) -> Floats:
        """Log losses of mixtures on these examples, and some of those that were judged before."""
        later = MEMORY * state.evidence
        columns = (state.contexts[rows], state.actions[rows, 0], state.losses[rows])
        given = (column.astype(np.float64) for column in columns)
        alone = state._replace(online=state.before, watch=no_watch())  # only what was mixed
        entries_of("compiled").mixture_losses(alone, *given, SHARES, later)
        return later

    def has_curve(self, width: int) -> bool:
        """Whether there is a typical curve: outcomes turn one way, and contexts at places."""
        return self.monotone is not None and width > 0

    def surface(self, contexts: Floats, actions: Floats, outcomes: Floats, how: How) -> TreesState:
        """Trees over (context, action), of the outcome's logit."""
        rows = np.column_stack([contexts, actions])
        setting = self.surface_setting(rows, how)
        booster = boost(rows, outcomes, self.trees, setting, list(self.categories))
        return from_lightgbm(booster, logits=True).state()

    def typical(self, trees: TreesState, contexts: Floats, how: How) -> TypicalState:
        """The typical curve of such trees."""
        n = len(contexts)
        setting = {
            **self.usual_setting(n, how),
            "objective": "l2",
            "num_leaves": int(np.clip(n // ROWS_PER_LEAF, 4, PLACE_LEAVES)),
            "min_data_in_leaf": int(np.clip(n // 40, 5, PLACE_ROWS)),
            "lambda_l2": PENALTY,
        }

        def regress(rows: Floats, places: Floats) -> Any:
            return boost(rows, places, PLACE_TREES, setting, list(self.categories))

        return fit_typical(trees, contexts, self.monotone or 0, regress)

    def lifted(
        self,
        typical: TypicalState,
        contexts: Floats,
        actions: Floats,
        outcomes: Floats,
        how: How,
    ) -> TreesState:
        """Trees that stand on the typical curve: fewer while there are few examples.

        The curve is a good guess already, and each tree follows noise as well.
        """
        rows = np.column_stack([contexts, actions])
        setting = self.surface_setting(rows, how)
        begin = logits_of(typical, contexts, actions[:, 0])
        enough = max(FEWEST_TREES, len(rows) // ROWS_PER_TREE)
        booster = boost(
            rows, outcomes, min(self.trees, enough), setting, list(self.categories), begin
        )
        return from_lightgbm(booster, logits=True).state(CELL_EDGES)

    def surface_setting(self, rows: Floats, how: How) -> dict[str, Any]:
        """LightGBM's parameters for trees over (context, action)."""
        n, entries = rows.shape
        setting = {
            **self.usual_setting(n, how),
            "objective": "cross_entropy",
            "num_leaves": int(np.clip(n // ROWS_PER_LEAF, FEWEST_LEAVES, self.leaves)),
            "min_sum_hessian_in_leaf": LEAST_CURVATURE,
            "lambda_l2": PENALTY,
        }
        if self.monotone is not None:
            setting["monotone_constraints"] = [0] * (entries - 1) + [self.monotone]
        return setting

    def prepared(self, state: BoostedOutcomeState) -> None:
        """Fit to made-up examples, and judge."""
        self.fitted(self.made_up(state)._replace(active=np.ones(1, dtype=np.int64)), 0)

    def handed_over(self, state: BoostedOutcomeState) -> BoostedOutcomeState:
        """Rows that are filled never change; what the online oracle predicts with is copied."""
        return state._replace(online=frozen(state.online), **self.filled_rows(state))


def frozen(online: OutcomeState | ForgettingState) -> OutcomeState:
    """What an oracle predicts with now; what only learning needs is left out."""
    if isinstance(online, ForgettingState):
        return frozen(online.inner)
    return online._replace(
        values=online.values.copy(),
        slopes=online.slopes.copy(),
        covariance=np.empty((0, 0)),
        knots=online.knots.copy(),
        sample=online.sample[:0],
        seen=online.seen.copy(),
    )
