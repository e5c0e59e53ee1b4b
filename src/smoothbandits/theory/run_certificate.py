"""What a finished run of SmoothIGW has proved about its own smooth regret."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import as_numbers, check_finite, check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.theory.theorem import theorem_regret

__all__ = ["RunCertificate", "run_certificate"]

TILTS = np.linspace(0.05, 1.0, 96)  # of the exponential that bounds the oracle's error


@dataclass(frozen=True, kw_only=True)
class RunCertificate:
    """Bounds on the smooth regret of one run, where the oracle's class holds the true losses.

    Each round costs at most (2 - M - h)/(h gamma) plus gamma/4 times the oracle's squared error.
    In place of M, the probability of exploring, stands whether the round did explore, whose mean
    is M.

    Attributes
    ----------
    rounds, h
        What was played.
    gamma
        The largest exploration parameter of the run.
    oracle_bound
        Reg_Sq after these rounds.
    exploring
        Sum of (2 - Z - h)/(h gamma) over rounds, Z whether the round explored.
    spread
        Sum of (1/(h gamma))^2: how far that sum may be from its mean.
    """

    rounds: int
    h: float
    gamma: float
    oracle_bound: float
    exploring: float
    spread: float

    @property
    def estimating(self) -> float:
        """What the oracle's mistakes can cost: gamma Reg_Sq/4."""
        return self.gamma * self.oracle_bound / 4.0

    @property
    def expected(self) -> float:
        """Unbiased: on average over runs, smooth regret is not above this."""
        return min(float(self.rounds), self.exploring + self.estimating)

    @property
    def promised(self) -> float:
        """What Theorem 1 promised before the run with its gamma, sqrt(4 T Reg_Sq/h)."""
        return min(float(self.rounds), theorem_regret(self.rounds, self.h, self.oracle_bound))

    def bound(self, confidence: float = 0.95) -> float:
        """Smooth regret of the actions that were played, with this probability.

        Three things may be unlucky, each with a third of what is left: the draws of actions, the
        draws of exploring (both by Hoeffding's inequality), and the noise that hides the
        oracle's error.  With d its error, (fhat - l)^2 - (f - l)^2 has mean d^2 and
        exp(-lam times it + (1 - exp(-lam (1 - lam/2))) E[d^2]) is a supermartingale, for every
        lam in (0, 1].  Needs an oracle whose bound holds on every sequence; those of `GLMOracle`
        and `WeightedOracle` hold on average.
        """
        share = (1.0 - check_fraction("confidence", confidence)) / 3.0
        if share == 0.0:
            return float(self.rounds)
        doubt = math.log(1.0 / share)
        luck = math.sqrt(self.rounds * doubt / 2.0) + math.sqrt(self.spread * doubt / 2.0)
        rates = -np.expm1(-TILTS * (1.0 - TILTS / 2.0))
        error = float(((TILTS * self.oracle_bound + doubt) / rates).min())
        return min(float(self.rounds), self.exploring + luck + self.gamma * error / 4.0)

    def __str__(self) -> str:
        return (
            f"smooth regret at h = {self.h:.4g} after {self.rounds:,} rounds: at most "
            f"{self.expected:,.0f} on average, {self.bound():,.0f} with 95 % confidence; "
            f"Theorem 1 promised {self.promised:,.0f}"
        )


def run_certificate(
    explored: ArrayLike,
    gamma: ArrayLike,
    *,
    h: float,
    oracle_bound: float,
    argmin_error: float = 0.0,
) -> RunCertificate:
    """Sum the certificates of the rounds of one run.

    Parameters
    ----------
    explored
        Whether each round played its draw from mu.
    gamma
        Exploration parameter of each round, or of all.
    h
        Smoothness level in (0, 1].
    oracle_bound
        Reg_Sq of the oracle after these rounds.
    argmin_error
        Bound on fhat(greedy) - min fhat in every round; it adds to each.

    Examples
    --------
    >>> found = run_certificate([True, False, False, True], 8.0, h=0.5, oracle_bound=0.1)
    >>> found.exploring, found.estimating
    (1.0, 0.2)
    """
    level, bound = check_fraction("h", h), check_positive("oracle_bound", oracle_bound)
    error = check_finite("argmin_error", argmin_error)
    if error < 0.0:
        raise InvalidParameter(f"argmin_error is {argmin_error!r}; give at least 0")
    try:
        draws = np.asarray(explored)
    except ValueError:
        raise InvalidParameter(f"explored is {explored!r}; give one bool per round") from None
    if draws.ndim != 1 or draws.dtype != np.bool_ or not draws.size:
        raise InvalidParameter(
            f"explored has shape {draws.shape} and type {draws.dtype}; give one bool per round"
        )
    given = as_numbers("gamma", gamma)
    if given.shape not in ((), draws.shape):
        raise InvalidParameter(f"gamma has shape {given.shape}; give one, or one per round")
    gammas = np.broadcast_to(given, draws.shape)
    if not ((gammas > 0.0) & (gammas < np.inf)).all():
        raise InvalidParameter(f"gamma is {gamma!r}; it must be positive and finite")
    scales = 1.0 / (level * gammas)
    return RunCertificate(
        rounds=draws.size,
        h=level,
        gamma=float(gammas.max()),
        oracle_bound=bound,
        exploring=float(((2.0 - draws - level) * scales).sum() + error * draws.size),
        spread=float((scales**2).sum()),
    )
