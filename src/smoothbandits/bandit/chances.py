"""The probability that the next action lies in a part of the space, for one context or many."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.bandit.deciding_many import PARALLEL_ROWS, in_parallel, runs_of
from smoothbandits.bandit.live_states import LiveStates
from smoothbandits.checks import Floats, as_array
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import MIXED, OK
from smoothbandits.spaces import Space
from smoothbandits.spaces.allowed import Allowed, both

__all__ = ["chances"]

LARGEST_ERROR = 1e-6  # of a probability that is called exact
NOWHERE = 2.0  # a coordinate that no action has
ONE_FOR_ALL = np.empty((0, 2))


class Part(NamedTuple):
    """A part of the space, or one for each row.

    Attributes
    ----------
    state
        What the kernels see of it.
    shares
        Its share of mu, or one for each row.
    bounds
        Lowest and highest coordinate for each row; no rows where the part is the same for all.
    """

    state: Any
    shares: Floats
    bounds: Floats

    def rows(self, some: slice) -> "Part":
        """Of some rows, with bounds of its own to move."""
        if not len(self.bounds):
            return self
        state = self.state._replace(bounds=self.state.bounds.copy())
        return Part(state, self.shares[some], self.bounds[some])


def part_of(space: Space, of: Any, rule: Allowed | None) -> Part | None:
    """The part that ``of`` says, under a rule; None where nothing of it is left."""
    given = as_array(of)
    if given is not None and given.ndim == 2 and space.parts.only_number is not None:
        return ranges_of(space, given, rule)
    one = space.allowed(of)
    if rule is not None:
        try:
            one = both(space, one, rule)
        except InvalidAction:  # each of them leaves something, but not together
            return None
    return Part(one.state, np.array([share_of(space, one, rule)]), ONE_FOR_ALL)


def ranges_of(space: Space, given: Floats, rule: Allowed | None) -> Part:
    """A range for each row."""
    side = space.parts.only_number
    if side is None or side.ladder is not None or given.shape[1] != 2:
        raise InvalidParameter(
            f"of has shape {given.shape}; give one part of the space, or on an Interval without "
            "steps a row (low, high) for each context"
        )
    lows, highs = given[:, 0], given[:, 1]
    if not (lows <= highs).all():
        row = int(np.flatnonzero(~(lows <= highs))[0])
        raise InvalidParameter(f"of is {given[row].tolist()} in row {row}; give (low, high)")
    whole = side.allowed(None) if rule is None else rule
    (one,) = whole.ranges
    ends = np.clip(given, *side.support)
    units = np.asarray(side.measure.cdf(ends.ravel(), *side.support)).reshape(-1, 2)
    bounds = np.clip(units, one.low, one.high)
    outside = (highs < one.users[0]) | (lows > one.users[1])
    bounds[outside] = NOWHERE
    width = one.high - one.low
    shares = (bounds[:, 1] - bounds[:, 0]) / width if width > 0.0 else np.zeros(len(given))
    state = whole.state._replace(rungs=np.zeros((1, 2), dtype=np.int64))
    return Part(state, shares, np.ascontiguousarray(bounds))


def share_of(space: Space, one: Allowed, rule: Allowed | None) -> float:
    """mu of a part, conditioned on what a rule leaves."""
    whole, share = space.allowed(None) if rule is None else rule, 1.0
    for part, all_of_it in zip(one.ranges, whole.ranges, strict=True):
        if all_of_it.low == all_of_it.high:
            continue
        if all_of_it.ladder is not None:
            below = all_of_it.ladder.below
            left, right = (below[list(each.rungs)] for each in (part, all_of_it))
            share *= float((left[1] - left[0]) / (right[1] - right[0]))
        else:
            share *= (part.high - part.low) / (all_of_it.high - all_of_it.low)
    if one.items is not None:
        masses = space.parts.masses
        share *= float(masses[one.items].sum() / masses[whole.items].sum())
    return share


def chances(
    states: LiveStates,
    features: Floats,
    number: int,
    of: Any,
    rules: Sequence[Allowed | None] | None,
) -> Floats:
    """Probabilities in round ``number``, one for each row of features; rules are those of rows.

    Refuses what is an integral that is not known well enough.
    """
    given = as_array(of)
    each = given is not None and given.ndim == 2 and states.space.parts.only_number is not None
    if given is not None and each and len(given) != len(features):
        raise InvalidParameter(f"of has {len(given)} rows for {len(features)} contexts")
    found, errors, start = np.zeros(len(features)), np.zeros(len(features)), 0
    for rule, n in runs_of(rules, len(features)):
        some = slice(start, start + n)
        part = part_of(states.space, given[some] if given is not None and each else of, rule)
        if part is not None:
            found[some], errors[some] = marginal(states, features[some], number, part, rule)
        start += n
    off = float(errors.max(initial=0.0))
    if off > LARGEST_ERROR:
        raise InvalidParameter(
            f"of is {of!r}, whose probability is an integral that is known up to {off:.1g} only; "
            "it is a sum on a catalogue and of values, for cells and trees, and with CappedIGW, "
            "and has a formula for AdditiveOracle"
        )
    return found


def marginal(
    states: LiveStates, features: Floats, number: int, part: Part, rule: Allowed | None
) -> tuple[Floats, Floats]:
    """Probabilities, over all bases where each has an oracle of its own, and error bounds."""
    if type(states.oracle) is not tuple:
        return of_base(states, features, number, (0, 1.0), part, rule)
    found, errors = np.zeros(len(features)), np.zeros(len(features))
    for invoked in enumerate(states.explorer.corral.rows[MIXED].tolist()):
        out, off = of_base(states, features, number, invoked, part, rule)
        found, errors = found + invoked[1] * out, errors + invoked[1] * off
    return found, errors


def of_base(
    states: LiveStates,
    features: Floats,
    number: int,
    invoked: tuple[int, float],
    part: Part,
    rule: Allowed | None,
) -> tuple[Floats, Floats]:
    """Probabilities given a base, and bounds of their errors, on all cores."""
    n, handle = len(features), states.handle_on(rule)
    out, errors = np.empty(n), np.empty(n)

    def ask(some: slice) -> tuple[int, int]:
        one = part.rows(some)
        filled = (one.state, one.shares, one.bounds, out[some], errors[some])
        states.kernels.chances_of(handle, features[some], number, *invoked, *filled)
        return OK, some.start

    alone = n < PARALLEL_ROWS or states.model.engine != "compiled"
    in_parallel(ask, n, 1 if alone else os.cpu_count() or 1)
    return out, errors
