"""What users report of their decisions, losses, rewards or outcomes, as numbers in [0, 1]."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.bandit.decision import Decision, Decisions
from smoothbandits.bandit.reading import NumberedContexts
from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.oracles import Model, Oracle
from smoothbandits.payoffs import KnownPayoff
from smoothbandits.scale import Scale
from smoothbandits.spaces import Space

__all__ = ["Feedback"]


class Feedback:
    """Reads losses and rewards by their scale, or outcomes by what they pay.

    What is read is what the oracle learns: the loss, or with a payoff the outcome, whose loss
    then depends on the decision.

    Attributes
    ----------
    scale
        Units of losses and rewards; a payoff says its own.
    payoff
        What is known of the reward; None where users report losses or rewards.
    """

    def __init__(self, space: Space, contexts: NumberedContexts, scale: Any, payoff: Any) -> None:
        self._space = space
        self.payoff: KnownPayoff | None = payoff
        self._paying = None if payoff is None else checked_payoff(payoff, scale, contexts)
        if self.payoff is not None:
            scale = self.payoff.scale(space)
        self.scale: Scale = Scale() if scale is None else scale
        if not isinstance(self.scale, Scale):
            raise InvalidParameter(f"scale is {scale!r}; give a Scale(low, high)")

    def pay(self, model: Model) -> None:
        """Tell an oracle of outcomes what they pay; refuse one that does not fit."""
        oracle = model.oracle
        learns_outcomes = isinstance(oracle, Oracle) and oracle.learns_outcomes
        if self._paying is None:
            if learns_outcomes:
                raise InvalidParameter(
                    f"oracle is {oracle!r}, which learns outcomes; give payoff="
                )
            return
        if not learns_outcomes:
            raise InvalidParameter(
                f"oracle is {oracle!r}, which learns losses; with a payoff give OutcomeOracle "
                "or BoostedOutcomeOracle, or leave payoff= out"
            )
        model.state = self.paid(model, model.state)

    def paid(self, model: Model, state: Any) -> Any:
        """A state of the oracle that is told what outcomes pay, where they do."""
        if self._paying is None:
            return state
        return model.oracle.paid(state, self._paying.state(self._space))

    # ------------------------------------------------------------------------- one

    def value(self, *, loss: Any, reward: Any, outcome: Any) -> float:
        """The number that the oracle learns from one decision: a loss, or an outcome."""
        if self.payoff is None and outcome is None:
            return self.scale.loss(loss=loss, reward=reward)
        return self._payoff_for(outcome, loss=loss, reward=reward).outcome(outcome)

    def loss(self, decision: Decision, value: float) -> float:
        """The loss that such a number stands for."""
        if self._paying is None:
            return value
        row = None if decision.encoded is None else np.array([decision.encoded])
        given = np.array([decision.action]), np.array([value]), row
        return float(self._paying.losses(self.scale, *given)[0])

    # ------------------------------------------------------------------------ many

    def values(
        self,
        *,
        losses: ArrayLike | None,
        rewards: ArrayLike | None,
        outcomes: ArrayLike | None,
    ) -> Floats:
        """The numbers that the oracle learns from many decisions: losses, or outcomes."""
        if self.payoff is None and outcomes is None:
            return self.scale.losses(losses=losses, rewards=rewards)
        return self._payoff_for(outcomes, losses=losses, rewards=rewards).outcomes(outcomes)

    def losses(self, decisions: Decisions, values: Floats) -> Floats:
        """The losses that such numbers stand for."""
        if self._paying is None:
            return values
        actions = decisions.played(self._space)
        return self._paying.losses(self.scale, actions, values, decisions.contexts)

    def _payoff_for(self, outcome: Any, **others: Any) -> KnownPayoff:
        """The payoff that an outcome is given for; refuses what does not go with it."""
        if self.payoff is None:
            raise InvalidLoss(
                f"outcome is {outcome!r} and the bandit has no payoff; give loss or reward, or "
                "make it with payoff="
            )
        for name, value in others.items():
            if value is not None:
                raise InvalidLoss(
                    f"{name} is {value!r} and the bandit has the payoff {self.payoff!r}; give "
                    "the outcome, what it pays is known"
                )
        if outcome is None:
            raise InvalidLoss("no outcome given; this bandit has a payoff, give outcome=")
        return self.payoff


def checked_payoff(payoff: Any, scale: Any, contexts: NumberedContexts) -> KnownPayoff:
    """The payoff with the place of its entry; refuses one that does not fit the rest."""
    if not isinstance(payoff, KnownPayoff):
        raise InvalidParameter(
            f"payoff is {payoff!r}; give one of smoothbandits.payoffs, as in Sale()"
        )
    if scale is not None:
        raise InvalidParameter(
            f"scale is {scale!r} beside a payoff; leave it out, it follows from the payoff"
        )
    resolved = contexts.resolve(payoff)
    entry: Any = resolved.entry
    if entry is not None and entry >= contexts.size:
        raise InvalidParameter(
            f"payoff reads entry {entry} of contexts of {contexts.size}; "
            "give a place that there is"
        )
    return resolved
