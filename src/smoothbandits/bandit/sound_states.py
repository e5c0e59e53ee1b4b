"""Whether a state that was read from a file is one that learning can leave.

Compiled code trusts its states: places in arrays are not checked again where they are used.
"""

from functools import singledispatch
from typing import Any

import numpy as np

from smoothbandits.bandit.storage import built, parts
from smoothbandits.errors import CorruptSave
from smoothbandits.kernels.states import (
    LEAST_DISPERSION,
    MIXED,
    PROBABILITY,
    RATE,
    RUNNING,
    THRESHOLD,
    AdamState,
    AdditiveState,
    BoostedOutcomeState,
    BoostedState,
    CorralState,
    CurveState,
    ForgettingState,
    GLMState,
    LeastSquaresState,
    OutcomeState,
    OwnState,
    ScaledState,
    TableState,
    TreesState,
    WatchState,
    WeightedState,
)

__all__ = ["refuse_unsound"]

MOST_SEEN = 2**53  # contexts: beyond that counting ends
MOST_WEIGHT = 1e30 * MOST_SEEN  # of so many examples
UNSEEN, NEVER = -1, -2  # places of items that are not in a table's heap


def refuse_unsound(state: Any, fresh: Any, what: str) -> None:
    """Raise unless a state can be gone on with; ``fresh`` is one that has learned nothing."""
    with np.errstate(all="ignore"):
        if not is_sound(state, fresh):
            raise CorruptSave(
                f"the {what} in the file holds what no learning leads to; load another copy"
            )


@singledispatch
def is_sound(state: Any, fresh: Any) -> bool:
    """Whether a state is sound; where no rule is registered, whether its numbers are finite."""
    if isinstance(state, np.ndarray):
        return state.dtype.kind != "f" or bool(np.isfinite(state).all())
    if not isinstance(state, tuple):
        return True
    return others_are_sound(state, fresh, ())


def others_are_sound(state: Any, fresh: Any, known: tuple[str, ...]) -> bool:
    """Whether all parts but the ``known`` ones, which the caller has checked, are sound."""
    return all(
        is_sound(part, new)
        for (name, part), new in zip(parts(state), fresh, strict=True)
        if name not in built(state) and name not in known
    )


@is_sound.register
def _(state: TableState, fresh: TableState) -> bool:
    """Heap and places are inverse to each other, and the heap is in order."""
    size, place = len(state.heap), state.place
    seen, lowest = map(int, state.counters)
    if not 0 <= seen <= size:
        return False
    heap = state.heap[:seen]
    if ((heap < 0) | (heap >= size)).any():
        return False
    left = np.flatnonzero(place == UNSEEN)
    if not (
        np.array_equal(place[heap], np.arange(seen))
        and (place >= 0).sum() == seen
        and (place >= NEVER).all()
        and ((place >= 0) | (place == fresh.place)).all()
        and lowest == (left[0] if left.size else size)
        and is_sound(state.totals, None)
        and is_sound(state.counts, None)
    ):
        return False
    totals, counts = state.totals[heap], state.counts[heap]
    means = totals / counts
    ordered = means[(np.arange(1, seen) - 1) // 2] <= means[1:]
    within = (totals >= 0.0) & (totals <= counts * (1.0 + 1e-9))
    return bool(((counts > 0.0) & within).all() and ordered.all())


def are_knots(knots: Any) -> bool:
    """Finite numbers in ascending order."""
    return is_sound(knots, None) and bool((np.diff(knots, axis=1) >= 0.0).all())


def is_sample(state: Any) -> bool:
    """Contexts, whose entries may be missing, and how many there were."""
    return not np.isinf(state.sample).any() and 0 <= int(state.seen[0]) < MOST_SEEN


@is_sound.register(AdditiveState)
@is_sound.register(ScaledState)
def _(state: Any, fresh: Any) -> bool:
    known = ("knots", "sample", "seen")
    return are_knots(state.knots) and is_sample(state) and others_are_sound(state, fresh, known)


@is_sound.register
def _(state: CurveState, fresh: CurveState) -> bool:
    """Sums of losses in [0, 1], and a penalty that there is."""
    counts, totals = state.counts, state.totals
    so_far, next_choice = map(int, state.examples)
    return bool(
        np.isfinite(state.logits).all()
        and ((counts >= 0.0) & (counts <= MOST_WEIGHT)).all()
        and ((totals >= 0.0) & (totals <= counts * (1.0 + 1e-9))).all()
        and LEAST_DISPERSION <= state.dispersion[0] <= 1.0
        and 0 <= int(state.length[0]) < len(fresh.penalties)
        and 0 <= so_far < MOST_SEEN
        and 0 <= next_choice <= 2 * MOST_SEEN
    )


@is_sound.register
def _(state: BoostedState, fresh: BoostedState) -> bool:
    """What is fitted is checked by `BoostedOracle.check_state`."""
    known = ("trees", "valley", "contexts", "actions", "losses")
    return others_are_sound(state, fresh, known)


@is_sound.register
def _(state: OutcomeState, fresh: OutcomeState) -> bool:
    """Slopes have the sign that was promised."""
    known = ("knots", "sample", "seen")
    return bool(
        are_knots(state.knots)
        and is_sample(state)
        and np.array_equal(state.direction, fresh.direction)
        and (state.direction[0] * state.slopes >= 0.0).all()
        and others_are_sound(state, fresh, known)
    )


@is_sound.register
def _(state: BoostedOutcomeState, fresh: BoostedOutcomeState) -> bool:
    """What is fitted is checked by `BoostedOutcomeOracle.check_state`."""
    return others_are_sound(state, fresh, ("trees", "typical", "contexts", "actions", "losses"))


@is_sound.register
def _(state: TreesState, fresh: TreesState) -> bool:
    return True


@is_sound.register
def _(state: OwnState, fresh: OwnState) -> bool:
    """Nothing can be said of a user's own object."""
    return True


@is_sound.register
def _(state: WeightedState, fresh: WeightedState) -> bool:
    reduction, bound = state.memory
    same = reduction == fresh.memory[0] and fresh.memory[1] <= bound < np.inf
    return bool(same) and is_sound(state.inner, fresh.inner)


@is_sound.register
def _(state: ForgettingState, fresh: ForgettingState) -> bool:
    same = state.clock[0] == fresh.clock[0] and 0 <= state.clock[1] <= state.clock[0]
    return bool(same) and is_sound(state.inner, fresh.inner)


@is_sound.register
def _(state: WatchState, fresh: WatchState) -> bool:
    """Examples counted since the challenger began and since the last change, and ever."""
    ever, used, challenged, window, comparison, changes, owed = map(int, state.clock)
    return (
        0 <= used <= ever < MOST_SEEN
        and 0 <= challenged < window < MOST_SEEN
        and challenged <= ever
        and 1 <= comparison < MOST_SEEN
        and 0 <= changes < comparison
        and owed in (0, 1)
        and 0.0 <= state.usual[2] <= ever
        and others_are_sound(state, fresh, ("clock",))
    )


@is_sound.register
def _(state: LeastSquaresState, fresh: LeastSquaresState) -> bool:
    same = state.ridge[0] == fresh.ridge[0] and state.ridge[1] >= 0.0
    return bool(same) and others_are_sound(state, fresh, ())


@is_sound.register
def _(state: GLMState, fresh: GLMState) -> bool:
    same = state.setting[[0, 2, 3]] == fresh.setting[[0, 2, 3]]
    steps = 0.0 <= state.setting[1] < np.inf
    return bool(same.all() and steps) and others_are_sound(state, fresh, ())


@is_sound.register
def _(state: AdamState, fresh: AdamState) -> bool:
    if not len(state.clock):
        return True  # one that learns no more
    same = state.clock[1:3] == fresh.clock[1:3]
    return bool(same.all() and state.clock[0] >= 0.0) and others_are_sound(state, fresh, ())


@is_sound.register
def _(state: CorralState, fresh: CorralState) -> bool:
    """Probabilities, and rates above zero."""
    rows = state.rows
    chances = rows[[PROBABILITY, MIXED]]
    return bool(
        np.isfinite(rows).all()
        and ((chances > 0.0) & (chances <= 1.0 + 1e-9)).all()
        and (abs(chances.sum(axis=1) - 1.0) < 1e-6).all()
        and (rows[RATE] > 0.0).all()
        and (rows[[THRESHOLD, RUNNING]] >= 1.0 - 1e-9).all()
    )
