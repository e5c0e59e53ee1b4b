"""The one place where tests reach inside a bandit: to break it, or to look deeper than users."""

from typing import Any

from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.ledger import Ledger
from smoothbandits.bandit.lesson import Counts
from smoothbandits.bandit.live_states import LiveStates
from smoothbandits.bandit.refitting import Refits


def states_of(bandit: Bandit) -> LiveStates:
    """States of explorer and oracle, the latter a tuple where each base has its own."""
    return bandit._states


def refits_of(bandit: Bandit) -> Refits:
    """When the oracle is fitted anew, and the fit in flight."""
    refits = bandit._states.refits
    assert refits is not None
    return refits


def miscount(bandit: Bandit) -> None:
    """One more unit of loss than there was."""
    counts = bandit._learner.counts
    bandit._learner.counts = counts._replace(loss_sum=counts.loss_sum + 1.0)


def draw_others(bandit: Bandit) -> None:
    """Other random numbers from here on."""
    bandit._draws += 1


def put(bandit: Bandit, state: Any) -> None:
    """Another state in the oracle's place."""
    bandit._states.go_on_with(state)


def ledger_of(bandit: Bandit) -> Ledger:
    """Which decisions were learned, and under which names they were made."""
    return bandit._learner.ledger


def counts_of(bandit: Bandit) -> Counts:
    """How much was decided, explored and learned."""
    return bandit._learner.counts


def settled(bandit: Bandit) -> Bandit:
    """The same, after the step that an interruption left is finished or undone."""
    bandit._learner.settle()
    return bandit
