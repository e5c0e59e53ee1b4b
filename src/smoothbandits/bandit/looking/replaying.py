"""A decision once more: the same draws from its key, and what a model makes of them."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.lineage import lineage_of
from smoothbandits.bandit.looking.recalling import Recalled, recalled
from smoothbandits.bandit.looking.sight import Sight
from smoothbandits.bandit.looking.verbs import drawing_verbs, verbs
from smoothbandits.checks import Floats, check_count, check_finite, check_flag, check_fraction
from smoothbandits.contexts import as_context
from smoothbandits.errors import ForeignDecision, InvalidParameter, ModelMovedOn
from smoothbandits.explorers import Greedy
from smoothbandits.kernels.states import SLOT_CHOICE
from smoothbandits.spaces import Action

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = [
    "Draws",
    "Replay",
    "asked_to_explore",
    "checked",
    "draws_in",
    "draws_of",
    "looked_back",
    "moved_on",
    "replay",
    "same",
]


LAW = 1e-9  # that propensities may differ by where the law is the same


class Draws(NamedTuple):
    """The random draws of one decision: they follow from its key alone.

    Attributes
    ----------
    base
        Uniform on [0, 1) that chooses the base, where a master has several.
    proposal
        The draw from mu, in the user's units; None where it is not known, because it was not
        played and the record keeps a digest alone of what the decision was allowed, and where an
        explorer draws from a density of its own, which depends on the model (`CappedIGW`).
    acceptance
        Uniform on [0, 1): the proposal is played where this is below its acceptance probability.
        Where there is none, it says which share of the law lies below what is drawn.
    """

    base: float
    proposal: Action | None
    acceptance: float


class Replay(NamedTuple):
    """What the model of its time makes of the draws of a decision; losses in [0, 1].

    Attributes
    ----------
    draws
        The random draws.
    base, base_probability
        The base that was invoked, and with which probability.
    gamma, weight, rate
        Exploration, regression weight and h*gamma that were in force.
    greedy_action, greedy_loss
        The oracle's best action and what it predicted of it.
    proposal_loss, gap
        What it predicted of the draw, and by how much more than of the greedy action.
    acceptance_probability
        How likely the draw was to be played; None where exploring was switched off, 1 where the
        explorer draws from a density of its own.
    explored
        Whether it was.
    action, predicted_loss
        What was played, and what was predicted of it.
    """

    draws: Draws
    base: int
    base_probability: float
    gamma: float
    weight: float
    rate: float
    greedy_action: Action
    greedy_loss: float
    proposal_loss: float
    gap: float
    acceptance_probability: float | None
    explored: bool
    action: Action
    predicted_loss: float


def draws_of(bandit: "Bandit", decision: Decision, within: Any = None) -> Draws:
    """The draws of a decision; a model is not asked."""
    return draws_in(bandit, decision, recalled(bandit, decision, within))


def draws_in(bandit: "Bandit", decision: Decision, rule: Recalled) -> Draws:
    """The draws of a decision from what it was allowed."""
    u_base, u_accept = drawing_verbs().uniforms(decision.key, SLOT_CHOICE)
    if not bandit.explorer.has_atom:
        return Draws(float(u_base), None, float(u_accept))
    if not rule.unknown:
        point = proposal_of(bandit, decision, rule)
        proposal = bandit.space.action_in(rule.allowed, point)
    else:
        proposal = decision.action if decision.explored else None
    return Draws(float(u_base), proposal, float(u_accept))


def proposal_of(bandit: "Bandit", decision: Decision, rule: Recalled) -> Floats:
    """The draw from mu in unit coordinates."""
    point = np.empty(bandit.space.dimension)
    where = bandit.space.state if rule.allowed is None else rule.allowed.state
    verbs().sample(where, decision.key, point)
    return point


def replay(bandit: "Bandit", decision: Decision, within: Any = None) -> Replay:
    """Make a decision again, or raise `ModelMovedOn`.

    The slow twin of `kernels.steps.decide`, with every number on the way.
    """
    decision = checked(bandit, decision)
    rule = recalled(bandit, decision, within)
    if rule.unknown:
        raise InvalidParameter(
            f"decision {decision.id!r} cannot be made again: {rule.unknown}; give them again "
            "(within=), or ask for the draws alone (draws_only=True)"
        )
    with bandit._lock:
        bandit._learner.settle()
        reason = moved_on(bandit, decision)
        if reason is None:
            again, sight = looked_back(bandit, decision, rule)
            if same(again, sight, decision):
                return again
            reason = "other things have changed its model since, or another copy of it decided"
    raise ModelMovedOn(
        f"decision {decision.id!r} cannot be made again: {reason}; use the bandit as it was then, "
        "load(path) of a file saved at that time, or ask for the draws alone (draws_only=True)"
    )


def checked(bandit: "Bandit", decision: Any) -> Decision:
    """A decision of this bandit or of a copy of it, in its proper types; or the error in it."""
    if not isinstance(decision, Decision):
        raise InvalidParameter(
            f"decision is {decision!r}; give a Decision, as act returned it or as "
            "Decision.from_dict reads it from a log"
        )
    name = decision.bandit
    if not isinstance(name, str) or lineage_of(name) != lineage_of(bandit.name):
        raise ForeignDecision(
            f"decision {decision.id!r} was made by another bandit ({name!r}); "
            "ask the bandit that made it"
        )
    model = bandit.oracle
    whole = decision.checked(model.space, model.context_size, bandit._states.bases, model.entries)
    model.features_of(as_context(whole.encoded, model.context_size))
    return whole._replace(
        explored=check_flag("explored", decision.explored),
        greedy_action=model.space.check(decision.greedy_action),
        predicted_loss=check_fraction("predicted_loss", decision.predicted_loss, zero=True),
        gamma=check_finite("gamma", decision.gamma),
        version=check_count("version", decision.version, least=0),
    )


def moved_on(bandit: "Bandit", decision: Decision) -> str | None:
    """Why the model is known not to be that of the decision; None where nothing says so."""
    if bandit.learned != decision.version:
        return f"it was made after {decision.version:,} losses, and {bandit.learned:,} are learned"
    later = [swap for swap in bandit.swaps if swap.decided > decision.number and not swap.failed]
    if later:
        return f"a fit ended after {later[0].decided:,} decisions, and this is {decision.number:,}"
    return None


def asked_to_explore(bandit: "Bandit", decision: Decision) -> bool:
    """Whether `act` was called with ``explore``; otherwise all probability is on one action."""
    density, atom, _ = decision.propensity
    return not (density == 0.0 and atom == 1.0) or isinstance(bandit.explorer, Greedy)


def looked_back(bandit: "Bandit", decision: Decision, rule: Recalled) -> tuple[Replay, Sight]:
    """The decision as the present model makes it, and that model's view of the context."""
    draws = draws_in(bandit, decision, rule)
    with_exploring = asked_to_explore(bandit, decision)
    explorer = bandit._states.explorer
    allowed = rule.allowed
    single = verbs().is_single(bandit.space.state if allowed is None else allowed.state)
    if single:  # nothing was drawn from, whether exploring was asked for or not
        picked = verbs().pick(explorer, draws.base, True)
        with_exploring = picked == (decision.base, decision.base_probability)
    base, probability = verbs().pick(explorer, draws.base, with_exploring)
    row = as_context(decision.encoded, bandit.context_size)
    chosen = (int(base), float(probability), allowed)
    sight = Sight(bandit, row, decision.number, *chosen)
    if bandit.explorer.has_atom:
        point = proposal_of(bandit, decision, rule)
        proposal_loss = sight.loss(point)
        gap = max(0.0, proposal_loss - sight.least)
        likely = sight.acceptance(gap)
    else:
        point, proposal_loss = sight.drawn(decision.key, draws.acceptance)
        gap, likely = max(0.0, proposal_loss - sight.least), 1.0
    chance = likely if with_exploring and not single else None
    explored = chance is not None and draws.acceptance < chance
    replay = Replay(
        draws=draws,
        base=int(base),
        base_probability=float(probability),
        gamma=sight.gamma,
        weight=sight.weight,
        rate=sight.rate,
        greedy_action=sight.greedy_action,
        greedy_loss=sight.least,
        proposal_loss=proposal_loss,
        gap=gap,
        acceptance_probability=chance,
        explored=explored,
        action=bandit.space.action_in(allowed, point) if explored else sight.greedy_action,
        predicted_loss=proposal_loss if explored else sight.least,
    )
    return replay, sight


def same(again: Replay, sight: Sight, decision: Decision) -> bool:
    """Whether a replay gives what the record says, to the bit, and its law with that.

    What was taught since may have moved the law alone.
    """
    shared = not sight.bandit.explorer.oracle_per_base  # else the law is that of the base
    exploring = asked_to_explore(sight.bandit, decision)
    if shared and exploring and not verbs().is_single(sight.where):
        law = sight.propensity(np.array(decision.point))
        if not np.allclose(law, decision.propensity, rtol=0.0, atol=LAW, equal_nan=True):
            return False
    numbers = ("base", "base_probability", "gamma", "weight", "explored", "predicted_loss")
    return all(getattr(again, name) == getattr(decision, name) for name in numbers) and all(
        np.array_equal(getattr(again, name), getattr(decision, name))
        for name in ("action", "greedy_action")
    )
