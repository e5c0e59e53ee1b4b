"""Putting together why a decision was made, from as much as is left."""

import math
import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.bandit.decision import Decision, Propensity
from smoothbandits.bandit.looking.asking import best_of, features_of, losses_of
from smoothbandits.bandit.looking.choice import choice_of
from smoothbandits.bandit.looking.contributions import Contributions, contributions
from smoothbandits.bandit.looking.explanation import Explanation, number, said
from smoothbandits.bandit.looking.fields import background, fields_of, words_of
from smoothbandits.bandit.looking.neighbours import Neighbour, nearest
from smoothbandits.bandit.looking.recalling import Recalled, recalled
from smoothbandits.bandit.looking.replaying import (
    Replay,
    asked_to_explore,
    checked,
    draws_in,
    looked_back,
    moved_on,
    same,
)
from smoothbandits.bandit.looking.sight import Sight
from smoothbandits.bandit.looking.units import Units
from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidParameter, ModelMovedOn
from smoothbandits.explorers import EpsilonGreedy, Greedy, RandomPlay, SmoothIGW, StableCorral
from smoothbandits.features import identity
from smoothbandits.oracles import Oracle
from smoothbandits.rules import ByField

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["explain"]

NOT_ASKED = "it was asked not to explore (explore=False) and played its best guess"
UNKNOWN = Propensity(math.nan, math.nan, math.nan)
#: explorers whose recorded density is the probability with which the draw was accepted
ONE_RATE = SmoothIGW | StableCorral | EpsilonGreedy | Greedy | RandomPlay


class Evidence(NamedTuple):
    """What the model of the time still says."""

    again: Replay
    sight: Sight


def explain(
    bandit: "Bandit",
    decision: Decision,
    *,
    at: Any,
    within: Any,
    contexts: ArrayLike | None,
    reward: bool | None,
) -> Explanation:
    """What `Bandit.explain` returns."""
    decision = checked(bandit, decision)
    units = Units.of(bandit, reward)
    if at is None:
        rule = recalled(bandit, decision, within)
        return explained(bandit, decision, rule, units, contexts, "model")
    asked = snapshot(bandit, at)
    decision = checked(asked, decision)
    rule = recalled(asked, decision, within)
    if rule.unknown:
        raise InvalidParameter(
            f"decision {decision.id!r} cannot be held against the bandit of at: {rule.unknown}; "
            "give them again (within=)"
        )
    return explained(asked, decision, rule, units, contexts, "snapshot")


def snapshot(bandit: "Bandit", at: Any) -> "Bandit":
    """The bandit as it was: one that is given, or one in a file."""
    if isinstance(at, type(bandit)):
        return at
    if not isinstance(at, str | os.PathLike):
        raise InvalidParameter(
            f"at is {at!r}; give a bandit, or the path of a file that one saved"
        )
    from smoothbandits.bandit import persistence  # it makes bandits

    rule = bandit.within
    own: dict[str, Any] = {} if rule is None or isinstance(rule, ByField) else {"within": rule}
    return persistence.load(at, engine=bandit.engine, **own)


def explained(
    bandit: "Bandit",
    decision: Decision,
    rule: Recalled,
    units: Units,
    contexts: ArrayLike | None,
    source: Literal["model", "snapshot"],
) -> Explanation:
    """From the model where it is that of the decision, else from the record."""
    with bandit._lock:
        bandit._learner.settle()
        rows = background(bandit, contexts)
        reason, evidence = moved_on(bandit, decision), None
        if reason is None and not rule.unknown:
            evidence = Evidence(*looked_back(bandit, decision, rule))
            if not same(*evidence[:2], decision):
                reason = "its model was changed otherwise, or another copy of it decided"
        if reason is None and evidence is not None:
            return from_model(bandit, decision, units, rows, evidence, source)
    if source == "snapshot":
        raise ModelMovedOn(
            f"decision {decision.id!r} was not made by the bandit of at: {reason}; give one that "
            "was saved just before the decision, or leave at out for what the record says"
        )
    return from_record(bandit, decision, rule, units, reason)


# ------------------------------------------------------------------------- from the model


def from_model(
    bandit: "Bandit",
    decision: Decision,
    units: Units,
    rows: Floats | None,
    evidence: Evidence,
    source: Literal["model", "snapshot"],
) -> Explanation:
    """All that can be said."""
    again, sight = evidence
    point = np.array(decision.point)
    chance = again.acceptance_probability
    found, on_action, notes = context_of(bandit, decision, units, rows, sight)
    near, more = neighbours_of(bandit, units, sight, point)
    greedy = decision.propensity if not decision.explored else sight.propensity(sight.greedy)
    return Explanation(
        decision=decision,
        source=source,
        noun=units.noun,
        context=said_context(bandit, decision),
        predicted=float(units.shown(decision.predicted_loss)),
        greedy_predicted=float(units.shown(again.greedy_loss)),
        draws=again.draws,
        replay=again,
        acceptance=(0.0, 0.0) if chance is None else (chance, chance),
        why=why(again) if bandit.explorer.has_atom else why_drawn(again, decision.propensity),
        propensity=decision.propensity,
        greedy_propensity=greedy,
        choice=choice_of(sight, units, point),
        contributions=found,
        best_action_contributions=on_action,
        neighbours=near,
        notes=(*notes, *more),
    )


def why(again: Replay) -> str:
    """Whether and why a decision explored."""
    if again.acceptance_probability is None:
        return NOT_ASKED
    drawn = said(again.draws.proposal)
    chance = (
        f"the draw from mu, {drawn}, was to be played with probability "
        f"{number(again.acceptance_probability)} (rate h*gamma {number(again.rate)}, predicted "
        f"{number(again.gap)} worse on the scale of [0, 1]), and the coin fell on "
        f"{number(again.draws.acceptance)}"
    )
    if again.explored:
        return f"it explored: {chance}, below it"
    return f"it played its best guess: {chance}, not below it"


def why_drawn(again: Replay, propensity: Propensity) -> str:
    """Whether and why a decision played what it drew from a density of its own."""
    if again.acceptance_probability is None:
        return NOT_ASKED
    return (
        f"it drew {said(again.action)} from its law, which gives it the density "
        f"{number(propensity.density)}: gamma is {number(again.gamma)}, and {number(again.gap)} "
        "worse than the best guess is predicted, on the scale of [0, 1]"
    )


def context_of(
    bandit: "Bandit", decision: Decision, units: Units, rows: Floats | None, sight: Sight
) -> tuple[Contributions | None, Contributions | None, list[str]]:
    """What the fields add to the prediction and to the best action, or why that is unknown."""
    if not bandit.context_size:
        return None, None, []
    if rows is None:
        name = type(bandit.oracle.oracle).__name__
        return (
            None,
            None,
            [
                f"what the context contributed is unknown: {name} keeps no contexts to compare "
                "with; give some (contexts=)"
            ],
        )
    fields = fields_of(bandit)
    values = [field.value(decision.context) for field in fields]
    oracle, functions = bandit.oracle.oracle, None
    if isinstance(oracle, Oracle) and bandit.oracle.transform is identity:
        functions = oracle.functions(sight.oracle, np.vstack([rows, sight.row]))
    share = partial(
        contributions, row=sight.row, rows=rows, fields=fields, values=values, seed=decision.key,
        functions=functions,
    )  # fmt: skip
    point = np.array([decision.point])

    def prediction(row: Floats) -> float:
        features = features_of(bandit, row)
        (loss,) = losses_of(bandit, sight.oracle, features, point, sight.weight)
        return float(units.shown(loss))

    def best(row: Floats) -> float:
        place, _ = best_of(
            bandit, sight.oracle, features_of(bandit, row), sight.weight, sight.where
        )
        return float(bandit.space.to_user(place))

    is_number = bandit.space.parts.only_number is not None
    return share(prediction), share(best) if is_number else None, []


def neighbours_of(
    bandit: "Bandit", units: Units, sight: Sight, point: Floats
) -> tuple[tuple[Neighbour, ...] | None, list[str]]:
    """The kept examples that are most like a decision, or why there are none."""
    oracle = bandit.oracle.oracle
    kept = oracle.kept(sight.oracle) if isinstance(oracle, Oracle) else None
    if kept is None or kept.actions is None or kept.losses is None:
        return None, [f"no examples are shown: {type(oracle).__name__} keeps none"]
    order, far = nearest(kept, bandit.space, sight.features, point)
    actions = bandit.space.to_user_many(np.ascontiguousarray(kept.actions[order]))
    contexts, losses, outcomes = kept.contexts[order], kept.losses[order], None
    if bandit.payoff is not None:
        outcomes = losses
        losses = bandit.payoff.losses(bandit.scale, actions, outcomes, contexts)
    plain_actions = [bandit.space.to_user(kept.actions[i]) for i in order.tolist()]
    named = bandit.oracle.transform is identity  # else these are features of contexts
    return tuple(
        Neighbour(
            context=tuple(contexts[i].tolist()) if named else (),
            fields=words_of(bandit, contexts[i]) if named else {},
            action=plain_actions[i],
            loss=float(units.shown(losses[i])),
            outcome=None if outcomes is None else float(outcomes[i]),
            distance=float(far[i]),
        )
        for i in range(len(order))
    ), []


def said_context(bandit: "Bandit", decision: Decision) -> dict[str, str]:
    """The context, field by field."""
    if not bandit.context_size:
        return {}
    return {field.name: field.value(decision.context) for field in fields_of(bandit)}


# ------------------------------------------------------------------------ from the record


def from_record(
    bandit: "Bandit", decision: Decision, rule: Recalled, units: Units, reason: str | None
) -> Explanation:
    """What the record alone says, and what follows from its key."""
    draws, explored = draws_in(bandit, decision, rule), decision.explored
    asked = asked_to_explore(bandit, decision)
    one_rate = isinstance(bandit.explorer, ONE_RATE)
    if not asked:
        acceptance = (0.0, 0.0)
    elif not bandit.explorer.has_atom:
        acceptance = (1.0, 1.0)
    elif not explored:
        acceptance = (0.0, draws.acceptance)
    elif one_rate:
        acceptance = (decision.propensity.density, decision.propensity.density)
    else:
        acceptance = (draws.acceptance, 1.0)
    return Explanation(
        decision=decision,
        source="record",
        noun=units.noun,
        context=said_context(bandit, decision),
        predicted=float(units.shown(decision.predicted_loss)),
        greedy_predicted=math.nan if explored else float(units.shown(decision.predicted_loss)),
        draws=draws,
        replay=None,
        acceptance=acceptance,
        why=why_by_record(draws.proposal, draws.acceptance, acceptance, explored, asked),
        propensity=decision.propensity,
        greedy_propensity=UNKNOWN if explored else decision.propensity,
        choice=None,
        contributions=None,
        best_action_contributions=None,
        neighbours=None,
        notes=tuple(notes_of(rule, reason)),
    )


def notes_of(rule: Recalled, reason: str | None) -> Iterator[str]:
    """What the record cannot say, and why."""
    needed = "curve, contributions and examples need"
    if reason is not None:
        yield f"the model has moved on: {reason}; {needed} the bandit as it was (at=)"
    if rule.unknown:
        yield f"{rule.unknown}; {needed} them (within=), and so does a draw that was not played"


def why_by_record(
    proposal: Any, coin: float, acceptance: tuple[float, float], explored: bool, asked: bool
) -> str:
    """Whether and why a decision explored, as far as its record says."""
    if not asked:
        return NOT_ASKED
    if proposal is None:
        return "it drew its action from a density of its own, which the record states"
    low, high = acceptance
    drawn = "the draw from mu" + ("" if proposal is None else f", {said(proposal)},")
    if not explored:
        return (
            f"it played its best guess: {drawn} was to be played with a probability of at most "
            f"{number(high)}, on which the coin fell"
        )
    if low == high:
        return (
            f"it explored: {drawn} was to be played with probability {number(low)}, and the coin "
            f"fell on {number(coin)}, below it"
        )
    return (
        f"it explored: {drawn} was to be played with a probability above {number(coin)}, on which "
        "the coin fell"
    )
