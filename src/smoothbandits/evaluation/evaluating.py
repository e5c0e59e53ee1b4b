"""From a log and policies to their values."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.bandit.decision import Decisions
from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats, check_choice, check_fraction
from smoothbandits.errors import InvalidLog, InvalidParameter
from smoothbandits.evaluation.bandwidths import EXACT, Smoothing, choose_bandwidth
from smoothbandits.evaluation.intervals import (
    Range,
    cressie_read,
    cressie_read_interval,
    effective_size,
    ips,
    ips_error,
    normal_interval,
    snips,
    snips_error,
)
from smoothbandits.evaluation.log import Log
from smoothbandits.evaluation.regression import EarlierRows
from smoothbandits.evaluation.result import Evaluation, Look, PolicyValue, known
from smoothbandits.evaluation.rows import Rows, chosen
from smoothbandits.evaluation.sequences import betting_interval, sequence_interval
from smoothbandits.evaluation.soundness import MeanWeight
from smoothbandits.evaluation.sources import source_of
from smoothbandits.evaluation.sums import COUNT, Moment, Sums, W, slices_after
from smoothbandits.evaluation.targets import Target, named_targets
from smoothbandits.evaluation.weights import block_of
from smoothbandits.scale import Scale
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space

__all__ = ["evaluate"]

Method = Literal["auto", "ips", "snips", "dr", "cressie-read"]
Interval = Literal["auto", "asymptotic", "empirical-likelihood", "sequence", "betting"]
USUAL: Mapping[str, str] = {
    "ips": "asymptotic",
    "snips": "asymptotic",
    "dr": "asymptotic",
    "cressie-read": "empirical-likelihood",
}
FITS: Mapping[str, tuple[str, ...]] = {
    "ips": ("asymptotic", "sequence", "betting"),
    "snips": ("asymptotic",),
    "dr": ("asymptotic",),
    "cressie-read": ("empirical-likelihood",),
}
FEWEST_FOR_MODEL, MOST_FOR_MODEL = 1_000, 1_000_000


def evaluate(
    log: Any,
    policy: Any,
    *,
    losses: ArrayLike | None = None,
    rewards: ArrayLike | None = None,
    outcomes: ArrayLike | None = None,
    bandit: Bandit | None = None,
    space: Space | None = None,
    scale: Scale | None = None,
    reward: bool | None = None,
    method: Method = "auto",
    interval: Interval = "auto",
    level: float = 0.95,
    bandwidth: float | None = None,
    seed: int = 0,
) -> Evaluation:
    """What policies would have cost or earned, from the log of another one.

    Parameters
    ----------
    log
        What `Bandit.act_many` returned, a list of decisions, a `Trace` with propensities, a frame
        of polars or pandas, a mapping of columns, or the path of a Parquet or CSV file, which may
        be larger than memory.  A table needs ``action`` or ``point``, ``density``, ``atom``,
        ``explored`` and ``loss``, the loss being of [0, 1].
    policy
        An action; a function of the context that gives one; a `Density`; another `Bandit` as it
        would act now; "greedy", the best actions that the log names; or several by their names
        or in a list, which are all valued in one pass.
    losses, rewards, outcomes
        What came of the rounds, where the log does not say it, in the units of ``scale``.
    bandit
        Whose log it is: its space, scale and payoff.
    space, scale
        Instead of it.
    reward
        Whether to answer in rewards; by default where ``rewards`` or ``outcomes`` are given or
        the bandit has a payoff.
    method
        "ips" (importance sampling) and "dr" (doubly robust) have no bias.  "snips" and
        "cressie-read" have one that falls as 1/n, and less scatter.  "dr" subtracts what a model
        predicts, which was fitted to earlier rows.  "auto" takes "dr" from 1,000 to 1,000,000
        rounds, else "cressie-read".
    interval
        "asymptotic" and "empirical-likelihood" hold after many rounds, at one look.  "sequence"
        holds at all looks at once, however the bandit learned, for "ips"; "betting" is narrower
        and assumes that all rounds have one mean.  By default that of the method.
    level
        How often the interval is to hold.
    bandwidth
        Where actions are numbers, a policy that plays one action is smoothed uniformly over this
        share of mu to each side.  By default a quarter of the widest share whose answer agrees
        with those of all narrower ones.
    seed
        Of the model's fits.

    Returns
    -------
    The answer in the user's units, with what it rests on.

    Raises
    ------
    InvalidLog
        If the log lacks a column, or densities cannot be right.

    Examples
    --------
    >>> import smoothbandits as sb
    >>> bandit = sb.Bandit(sb.Catalog(2), scale=sb.Scale(0.0, 10.0), engine="python")
    >>> decisions = bandit.act_many(400)
    >>> rewards = [7.0 if item == 1 else 2.0 for item in decisions.actions]
    >>> found = sb.evaluate(decisions, {"item 0": 0, "item 1": 1}, rewards=rewards, bandit=bandit)
    >>> found["item 1"].low < 7.0 < found["item 1"].high
    True
    """
    space, scale = units_of(bandit, space, scale)
    check_choice("method", method, get_args(Method))
    check_choice("interval", interval, get_args(Interval))
    level = check_fraction("level", level)
    given = told(log, bandit, scale, losses=losses, rewards=rewards, outcomes=outcomes)
    book = Log(source_of(log), space, given)
    targets = named_targets(policy, space, bandwidth, atoms=wants_atoms(policy, book))
    pays = rewards is not None or outcomes is not None
    pays = pays or (bandit is not None and bandit.payoff is not None)
    units = Units(scale, pays if reward is None else bool(reward))
    first = first_pass(book, targets)
    can = can_be_modelled(book, targets)
    asked = Asked(*settled(method, interval, first.rounds, can), level, bandwidth is None)
    smoothings = {
        name: choose_bandwidth(first.sums[name].now, target.halves)
        if len(target.halves) > 1
        else Smoothing(0.0, 0, 0.0, 0.0)
        for name, target in targets.items()
    }
    if bandwidth is not None:
        smoothings = {
            name: replace_place(one, first.sums[name].now, targets[name])
            for name, one in smoothings.items()
        }
    second: dict[str, Any] = {}
    if asked.method == "dr" or asked.interval == "betting":
        second = second_pass(book, targets, smoothings, asked, seed)
    values = [
        valued(name, first.sums[name], smoothings[name], asked, second.get(name), units)
        for name in targets
    ]
    return Evaluation(
        values=tuple(values),
        unit=units.name,
        logged=units.of(first.loss / first.rounds),
        rounds=first.rounds,
        waiting=book.waiting,
        certain=book.certain,
        mean_weight=first.mean_weight,
        method=asked.reason,
    )


class Units(NamedTuple):
    """From losses of [0, 1] to what the user counts in."""

    scale: Scale
    reward: bool

    @property
    def name(self) -> str:
        """Reward or loss."""
        return "reward" if self.reward else "loss"

    def of(self, loss: float) -> float:
        """A loss in the user's units."""
        if math.isnan(loss):
            return loss
        low, high = self.scale.low, self.scale.high
        return high - loss * (high - low) if self.reward else low + loss * (high - low)

    def range(self, one: Range) -> tuple[float, float]:
        """An interval of losses in the user's units."""
        ends = self.of(one.low), self.of(one.high)
        return min(ends), max(ends)

    def difference(self, losses: float) -> float:
        """A difference of losses in the user's units."""
        span = self.scale.high - self.scale.low
        return -losses * span if self.reward else losses * span


class Asked(NamedTuple):
    """How to value: what "auto" took, and why."""

    method: str
    interval: str
    reason: str
    level: float
    chosen: bool

    @property
    def alpha(self) -> float:
        """How often the interval may miss."""
        return 1.0 - self.level


class Pass(NamedTuple):
    """What the first pass over a log has summed."""

    sums: dict[str, Sums]
    rounds: int
    loss: float
    mean_weight: float


def units_of(
    bandit: Bandit | None, space: Space | None, scale: Scale | None
) -> tuple[Space, Scale]:
    """Space and scale, from the bandit or by themselves."""
    if bandit is not None and not isinstance(bandit, Bandit):
        raise InvalidParameter(f"bandit is {bandit!r}; give the Bandit whose log it is")
    if bandit is None and space is None:
        raise InvalidParameter("give bandit=, whose log it is, or the space= of its actions")
    if bandit is not None and space is None:
        space = bandit.space
    if scale is None:
        scale = Scale() if bandit is None else bandit.scale
    return check_space(space), scale  # type: ignore[arg-type]


def told(
    log: Any, bandit: Bandit | None, scale: Scale, *, losses: Any, rewards: Any, outcomes: Any
) -> Floats | None:
    """Losses of [0, 1] that were given beside the log."""
    if losses is None and rewards is None and outcomes is None:
        return None
    if outcomes is None:
        return scale.losses(losses=losses, rewards=rewards)
    if bandit is None or bandit.payoff is None or not isinstance(log, Decisions):
        raise InvalidParameter(
            "outcomes are given; that needs the decisions of act_many and bandit=, which knows "
            "what they pay. Give losses= or rewards="
        )
    values = bandit._feedback.values(losses=losses, rewards=rewards, outcomes=outcomes)
    return bandit._feedback.losses(log, values)


def wants_atoms(policy: Any, book: Log) -> bool:
    """Whether the logged greedy actions have atoms, which only a look at the log can tell."""
    if isinstance(policy, Mapping):
        policies = list(policy.values())
    else:
        policies = policy if isinstance(policy, list) else [policy]
    if not any(isinstance(one, str) and one == "greedy" for one in policies):
        return False
    some = False
    for rows in book.blocks(contexts=False, greedy=False):
        if np.isnan(rows.atom).any():
            return False
        some = some or bool((rows.atom > 0.0).any())
    return some or not book.names_greedy


def can_be_modelled(book: Log, targets: Mapping[str, Target]) -> bool:
    """Whether the log says enough for a model: what greedy actions were, and no rules."""
    greedy = any(target.greedy for target in targets.values())
    return (book.names_greedy or not greedy) and not book.has_rules


def settled(method: str, interval: str, rounds: int, modelled: bool) -> tuple[str, str, str]:
    """Method and interval, with the reason where "auto" took them."""
    if method == "auto" and interval != "auto":
        method = next(name for name, fits in FITS.items() if interval in fits)
        reason = f"Method {method}, which the interval {interval!r} belongs to."
    elif method == "auto":
        some = modelled and FEWEST_FOR_MODEL <= rounds <= MOST_FOR_MODEL
        method = "dr" if some else "cressie-read"
        why = (
            f"a model of earlier rows takes scatter away from {rounds:,} rounds"
            if some
            else "the log does not say enough for a model"
            if not modelled
            else f"{rounds:,} rounds are too few for a model"
            if rounds < FEWEST_FOR_MODEL
            else f"{rounds:,} rounds are valued in one pass, without a model"
        )
        reason = f"Method {method}: {why}."
    else:
        reason = f"Method {method}, as asked for."
    if interval == "auto":
        interval = USUAL[method]
    if interval not in FITS[method]:
        raise InvalidParameter(
            f"interval is {interval!r} and method is {method!r}; with it give one of "
            f"{', '.join(map(repr, FITS[method]))}"
        )
    return method, interval, reason


def replace_place(one: Smoothing, moment: Moment, target: Target) -> Smoothing:
    """The kernel that was asked for, which is the wider of the two."""
    from smoothbandits.evaluation.bandwidths import smoothing_at

    return one if len(target.halves) == 1 else smoothing_at(moment, target.halves, 0, 0)


def first_pass(book: Log, targets: Mapping[str, Target]) -> Pass:
    """Sums of all policies and all bandwidths in one pass over the log."""
    sums = {name: Sums(len(target.halves)) for name, target in targets.items()}
    check, rounds, loss = MeanWeight(), 0, 0.0
    contexts = any(target.contexts for target in targets.values())
    greedy = any(target.greedy for target in targets.values())
    for rows in book.blocks(contexts=contexts, greedy=greedy):
        if not len(rows):
            continue
        block, ends = block_of(rows, book.space), slices_after(rounds, len(rows))
        check.add(block, ends)
        for name, target in targets.items():
            sums[name].add(ends, target.weigh(block, target.halves), rows.losses)
        rounds += len(rows)
        loss += float(rows.losses.sum())
    if not rounds:
        raise InvalidLog(
            f"none of the {book.seen:,} rounds can be used: {book.waiting:,} have no loss and in "
            f"{book.certain:,} nothing was left to chance; give a log of a bandit that explores"
        )
    check.check()
    return Pass(sums, rounds, loss, check.mean)


class Second(NamedTuple):
    """What a second pass has found of one policy."""

    value: float
    error: float
    lost: Floats
    kept: Floats


def second_pass(
    book: Log,
    targets: Mapping[str, Target],
    smoothings: Mapping[str, Smoothing],
    asked: Asked,
    seed: int,
) -> dict[str, Second]:
    """Doubly robust estimates, or the weights themselves, at the bandwidths that were chosen."""
    modelled = asked.method == "dr"
    model, total, square, n = EarlierRows(book.space, seed), zeros(targets), zeros(targets), 0
    lost: dict[str, list[Floats]] = {name: [] for name in targets}
    kept: dict[str, list[Floats]] = {name: [] for name in targets}
    contexts = any(target.contexts for target in targets.values())
    for rows in book.blocks(contexts=contexts or modelled, greedy=True):
        for part in parts_of(rows, model if modelled else None):
            block = block_of(part, book.space)
            predicted = model.predict(part, part.points) if modelled else None
            for name, target in targets.items():
                half = smoothings[name].half
                halves = np.array([half]) if half else EXACT
                (weighed,) = target.weigh(block, halves)
                dense = np.zeros(len(part))
                dense[weighed.places] = weighed.weights
                if predicted is None:
                    lost[name].append(dense * part.losses)
                    kept[name].append(dense * (1.0 - part.losses))
                    continue

                def ask(points: Floats, part: Rows = part) -> Floats:
                    return model.predict(part, points)

                found = target.expected(block, half, ask) + dense * (part.losses - predicted)
                total[name] += float(found.sum())
                square[name] += float((found**2).sum())
            n += len(part)
            if modelled:
                model.learn(part)
    results = {}
    for name in targets:
        mean = total[name] / n
        error = math.sqrt(max(0.0, square[name] / n - mean**2) / n)
        series = [
            np.concatenate(many) if many else np.empty(0) for many in (lost[name], kept[name])
        ]
        results[name] = Second(mean, error, *series)
    return results


def zeros(targets: Mapping[str, Target]) -> dict[str, float]:
    """A sum for each policy."""
    return dict.fromkeys(targets, 0.0)


def parts_of(rows: Rows, model: EarlierRows | None) -> Any:
    """A block, cut where the model is fitted anew."""
    first = 0
    while first < len(rows):
        last = len(rows) if model is None else min(len(rows), first + model.until_fit())
        if first == 0 and last == len(rows):
            yield rows
        else:
            yield chosen(rows, np.arange(first, last))
        first = last


def valued(
    name: str, sums: Sums, smoothing: Smoothing, asked: Asked, second: Second | None, units: Units
) -> PolicyValue:
    """Estimate and intervals of one policy."""
    place, bandwidths = smoothing.place, len(sums.now.largest)
    now = sums.now.of(place)
    # the bandwidth was chosen by the same losses: then the sequences of all are to hold at once
    alpha = asked.alpha / (bandwidths if asked.chosen else 1)
    value, found = estimate(now, asked, alpha, second)
    always = sequence_interval(now, alpha)
    mean = float(now.totals[W]) / now.rounds
    looks = tuple(look_at(moment.of(place), alpha, units) for moment in sums.history)
    low, high = units.range(found)
    always_low, always_high = units.range(always)
    result = PolicyValue(
        policy=name,
        value=units.of(value),
        low=low,
        high=high,
        method=asked.method,
        interval=asked.interval,
        level=asked.level,
        always_low=always_low,
        always_high=always_high,
        rounds=now.rounds,
        counted=int(now.totals[COUNT]),
        effective=effective_size(now),
        largest=float(now.largest),
        mean_weight=mean,
        bandwidth=smoothing.half,
        bias=units.difference(smoothing.bias),
        hidden=abs(units.difference(smoothing.hidden)),
        looks=looks,
    )
    return replace(result, remarks=tuple(remarks_on(result, units)))


def estimate(
    now: Moment, asked: Asked, alpha: float, second: Second | None
) -> tuple[float, Range]:
    """The estimate of a method, with its interval."""
    if asked.method == "cressie-read":
        range_ = cressie_read_interval(now, math.inf, asked.level)
        return min(1.0, max(0.0, cressie_read(now, math.inf))), range_
    if asked.method == "dr":
        assert second is not None
        return second.value, normal_interval(second.value, second.error, asked.level)
    if asked.method == "snips":
        return snips(now), normal_interval(snips(now), snips_error(now), asked.level)
    if asked.interval == "sequence":
        return ips(now), sequence_interval(now, alpha)
    if asked.interval == "betting":
        assert second is not None
        return ips(now), betting_interval(second.lost, second.kept, alpha)
    return ips(now), normal_interval(ips(now), ips_error(now), asked.level)


def look_at(moment: Moment, alpha: float, units: Units) -> Look:
    """Estimate and sequence at one moment."""
    low, high = units.range(sequence_interval(moment, alpha))
    return Look(moment.rounds, units.of(ips(moment)), low, high)


def remarks_on(one: PolicyValue, units: Units) -> list[str]:
    """What the answer rests on, in sentences."""
    found = []
    if not one.trusted:
        found.append(
            f"{one.counted:,} of {one.rounds:,} rounds say anything, as much as "
            f"{one.effective:,.1f} of equal weight; the largest weight is {one.largest:,.4g}."
        )
    if one.bandwidth:
        hides = (
            f"which seems to add {one.bias:+.2g} to the {units.name} and may hide up to "
            f"{one.hidden:.2g}"
            if known(one.hidden)
            else "and nothing narrower tells what that hides"
        )
        found.append(
            f"smoothed over {one.bandwidth:.3g} of mu to each side, {hides}; intervals are for "
            "the smoothed policy."
        )
    return found
