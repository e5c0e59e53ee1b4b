"""The online oracle of outcomes, for bandits with a payoff: logistic and monotone."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats, check_count, check_positive
from smoothbandits.kernels.states import NO_ENTRY, OutcomeState
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.functions import entry_functions
from smoothbandits.oracles.kept import Kept, sampled
from smoothbandits.payoffs import Payoff, check_direction
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import require_number

__all__ = ["OutcomeLearner", "OutcomeOracle"]

KNOTS = 6
MOST_VALUES = 600  # with more context entries each gets fewer knots
MOST_PAIRS = 1_200  # beyond this many values only the diagonal of their covariance is kept
SAMPLE = 512  # contexts that place the knots
PIECES = 8
FIRST_CLIMB = 6.0  # of the logit over the whole interval, before any example
VARIANCE_OF_CLIMB, VARIANCE_OF_SLOPE = 9.0, 0.25  # of all slopes together, and of each
PRIOR_OF_CONSTANT = 4.0


class OutcomeLearner(Oracle):
    """An oracle that learns the outcome behind the loss: what a bandit with a payoff needs."""

    takes_missing = True
    takes_any_size = True
    learns_outcomes = True
    #: -1 where outcomes fall as the action grows, +1 where they grow, None where nobody knows
    monotone: int | None


def own_outcome(space: Space) -> Payoff:
    """The payoff of an oracle that stands alone: the outcome itself."""
    return Payoff(np.zeros_like, np.ones_like)


@dataclass(frozen=True)
class OutcomeOracle(OutcomeLearner):
    """Outcomes sigmoid(f_1(x_1) + ... + f_n(x_n) + g(a)); what "fast" uses beside a payoff.

    The f_i are piecewise linear on quantiles of x_i, so contexts need no scaling; g is piecewise
    linear, and all its slopes have one sign where ``monotone`` says so.  Standing alone, its loss
    is one minus the outcome, and what it learns is the outcome.

    Parameters
    ----------
    monotone
        -1 where outcomes fall as the action grows, +1 where they grow, None where nobody knows.
    knots
        Number of knots per context entry; by default 6, fewer from 101 entries on.
    prior
        Variance of the sum of the functions before any example.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = OutcomeOracle(monotone=-1).bind(Interval(0, 1))
    >>> for _ in range(20):
    ...     model.learn(None, 0.3, 1.0), model.learn(None, 0.6, 0.0)  # doctest: +ELLIPSIS
    (...
    >>> low, high = model.predict(None, [0.3, 0.6])
    >>> bool(low < 0.3 and high > 0.7)
    True
    """

    monotone: int | None = None
    knots: int | None = None
    prior: float = 4.0

    takes_weights = True

    def __post_init__(self) -> None:
        check_direction(self.monotone)
        if self.knots is not None:
            check_count("knots", self.knots, least=2)
        check_positive("prior", self.prior)

    def functions(self, state: OutcomeState, contexts: Floats) -> Floats | None:
        """What is added up before all else."""
        if state.payoff.entry[0] != NO_ENTRY:
            return None  # that entry counts in money too
        return entry_functions(state.values, state.knots, contexts)

    def kept(self, state: OutcomeState) -> Kept:
        """A sample of the contexts seen so far."""
        return sampled(state.sample, state.seen)

    def build(self, space: Space, width: int, seed: int) -> OutcomeState:
        """A gentle slope in the direction that is known."""
        require_number(space, "OutcomeOracle")
        knots = self.knots or max(2, min(KNOTS, MOST_VALUES // max(width, 1)))
        size = width * knots + 1
        functions = np.full(size - 1, self.prior / max(width, 1))
        shared = VARIANCE_OF_CLIMB / PIECES**2
        variances = np.concatenate(
            [functions, [PRIOR_OF_CONSTANT], np.full(PIECES, shared + VARIANCE_OF_SLOPE)]
        )
        covariance = variances[None]
        if size <= MOST_PAIRS:
            covariance = np.diag(variances)
            covariance[size:, size:] = shared + VARIANCE_OF_SLOPE * np.eye(PIECES)
        direction = float(self.monotone or 0)
        return OutcomeState(
            values=np.zeros(size),
            slopes=np.full(PIECES, direction * FIRST_CLIMB / PIECES),
            covariance=covariance,
            direction=np.array([direction]),
            knots=np.tile(np.linspace(-1.0, 1.0, knots), (width, 1)),
            sample=np.zeros((SAMPLE, width)),
            seen=np.zeros(1, dtype=np.int64),
            payoff=own_outcome(space).state(space),
        )
