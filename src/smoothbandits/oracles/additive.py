"""The default on intervals: one valley whose place is an additive function of the context."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats, check_count, check_positive
from smoothbandits.kernels.states import AdditiveState
from smoothbandits.oracles.base import ELSEWHERE, Oracle
from smoothbandits.oracles.functions import entry_functions
from smoothbandits.oracles.kept import Kept, sampled
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import require_number

__all__ = ["AdditiveOracle"]

KNOTS = 6
MOST_VALUES = 600  # with more context entries each gets fewer knots
MOST_PAIRS = 1_200  # beyond this many values only the diagonal of their covariance is kept
SAMPLE = 512  # contexts that place the knots
FIRST_SHAPE = (0.0, 0.3, 0.18, 0.0)  # slope 1, width 0.3, least loss 0.18, no skew
PRIOR_OF_SHAPE = (0.5, 0.05, 0.05, 0.3)  # their variances
PRIOR_OF_CONSTANT = 2.0  # variance of the constant term
FIRST_NOISE = 0.1  # variance of a residual before any was seen


@dataclass(frozen=True)
class AdditiveOracle(Oracle):
    """A hyperbola around ahat(x) = place(f_1(x_1) + ... + f_n(x_n)); the default on intervals.

    In the paper's class g(ahat(x) - a), with a g that is round at its minimum, straight far away
    and steeper on one side if need be; ``place`` is a sigmoid that reaches both ends.  Contexts
    need no scaling, and nothing has to be set: the function of a missing entry (nan) is left out;
    the f_i are piecewise linear on quantiles of x_i and are learned together with g by recursive
    least squares.  The probability of exploring has a closed form.  Fits losses with one valley;
    for others take `HarmonicOracle`.

    Parameters
    ----------
    knots
        Number of knots per context entry; by default 6, fewer from 101 entries on.
    prior
        Variance of the sum of the functions before any example; larger learns faster at first,
        smaller makes fewer early mistakes.

    Notes
    -----
    An explored example costs (entries * knots)^2 operations, another one almost none, and
    (entries * knots)^2 numbers are kept.  From 1,200 values on, that is 600 entries, only the
    diagonal is.  Knots come from 512 sampled contexts: a level of an entry that is rarer than
    about 1 in 500 may not be told apart from its neighbours.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = AdditiveOracle().bind(Interval(0, 1), context_size=2)
    >>> for _ in range(50):
    ...     model.learn([30.0, -1e5], 0.9, 0.2), model.learn([30.0, -1e5], 0.5, 0.2)
    ...     # doctest: +ELLIPSIS
    (...
    >>> action, _ = model.best([30.0, -1e5])
    >>> bool(0.6 < action < 0.8)
    True
    """

    knots: int | None = None
    prior: float = 1.0

    takes_weights = True
    takes_missing = True
    takes_any_size = True

    def __post_init__(self) -> None:
        if self.knots is not None:
            check_count("knots", self.knots, least=2)
        check_positive("prior", self.prior)

    def functions(self, state: AdditiveState, contexts: Floats) -> Floats:
        """What is added up before all else."""
        return entry_functions(state.values, state.knots, contexts)

    def kept(self, state: AdditiveState) -> Kept:
        """A sample of the contexts seen so far."""
        return sampled(state.sample, state.seen)

    def build(self, space: Space, width: int, seed: int) -> AdditiveState:
        """The middle of the interval for every context."""
        require_number(space, "AdditiveOracle", ELSEWHERE)
        knots = self.knots or max(2, min(KNOTS, MOST_VALUES // max(width, 1)))
        size = width * knots + 1
        functions = np.full(size - 1, self.prior / max(width, 1))
        variances = np.concatenate([functions, [PRIOR_OF_CONSTANT], PRIOR_OF_SHAPE])
        return AdditiveState(
            values=np.zeros(size),
            shape=np.array(FIRST_SHAPE),
            covariance=np.diag(variances) if size <= MOST_PAIRS else variances[None],
            noise=np.array([FIRST_NOISE, 0.0]),
            knots=np.tile(np.linspace(-1.0, 1.0, knots), (width, 1)),
            sample=np.zeros((SAMPLE, width)),
            seen=np.zeros(1, dtype=np.int64),
        )
