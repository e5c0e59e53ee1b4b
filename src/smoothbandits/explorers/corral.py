"""CORRAL: a master that chooses among bases by importance-weighted losses."""

import math

import numpy as np

from smoothbandits.checks import (
    Floats,
    check_count,
    check_finite,
    check_fraction,
    check_positive,
    check_seed,
)
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import (
    MIXED,
    PROBABILITY,
    RATE,
    RUNNING,
    SLOT_CHOICE,
    THRESHOLD,
    CorralState,
)

__all__ = ["MOST_BASES", "Corral", "corral_state", "doubling_factor"]

MOST_BASES = 100_000  # each decision looks at all of them


def doubling_factor(rounds: int) -> float:
    """beta = exp(1 / ln T): the rates of a base grow by this when it becomes unlikely."""
    return math.exp(1.0 / math.log(max(rounds, 3)))


def corral_state(
    bases: int, eta: float, *, mixing: float = 0.0, beta: float = 1.0, shift: float = 0.0
) -> CorralState:
    """All bases equally likely, thresholds at 2 B."""
    rows = np.zeros((6, bases))
    rows[PROBABILITY] = rows[MIXED] = 1.0 / bases
    rows[RATE] = eta
    rows[THRESHOLD] = 2.0 * bases
    rows[RUNNING] = bases
    return CorralState(rows, float(mixing), float(beta), float(shift))


class Corral:
    """The master alone; it knows nothing of oracles.

    Mixing 1/T, thresholds that double, rates that grow by beta = exp(1/ln T), so that the
    final rates are at most 4.2321 eta; the normaliser is solved by monotone Newton steps.

    Parameters
    ----------
    bases
        Number of bases.
    rounds
        Horizon T.
    eta
        Learning rate.

    Examples
    --------
    >>> master = Corral(2, rounds=1000, eta=0.1)
    >>> base, probability, rho = master.choose(key=7)
    >>> master.update(base, probability, loss=1.0)
    >>> bool(master.probabilities[base] < 0.5)
    True
    """

    def __init__(self, bases: int, *, rounds: int, eta: float) -> None:
        self.bases = check_count("bases", bases, most=MOST_BASES)
        self.rounds = check_count("rounds", rounds, least=2)
        self.eta = check_positive("eta", eta)
        self.state = corral_state(
            self.bases, self.eta, mixing=1.0 / rounds, beta=doubling_factor(rounds)
        )

    @property
    def probabilities(self) -> Floats:
        """What bases are drawn with (after mixing)."""
        return np.array(self.state.rows[MIXED])

    @property
    def rates(self) -> Floats:
        """Learning rate of each base."""
        return np.array(self.state.rows[RATE])

    @property
    def thresholds(self) -> Floats:
        """1/probability at which a base's rate grows next."""
        return np.array(self.state.rows[THRESHOLD])

    def choose(self, key: int) -> tuple[int, float, float]:
        """Draw a base: (base, probability, rho), rho the running maximum of 1/probability."""
        kernels = entries_of("python")
        u, _ = kernels.uniforms(check_seed(key, "key"), SLOT_CHOICE)
        base = int(kernels.corral_choose(self.state, u))
        return base, float(self.state.rows[MIXED, base]), float(self.state.rows[RUNNING, base])

    def update(self, base: int, probability: float, loss: float) -> None:
        """Learn the loss of the base that was drawn with this probability.

        A loss so large for its probability that no probabilities would come out is refused, and
        leaves the master unchanged.
        """
        check_count("base", base, least=0)
        if base >= self.bases:
            raise InvalidParameter(f"base is {base}; there are {self.bases}, counted from 0")
        rows, before = self.state.rows, self.state.rows.copy()
        given = np.float64(check_finite("loss", loss)), check_fraction("probability", probability)
        with np.errstate(all="ignore"):
            entries_of("python").corral_credit(self.state, base, given[1], given[0])
            entries_of("python").corral_rebalance(self.state)
        if not (np.isfinite(rows).all() and (rows[PROBABILITY] > 0.0).all()):
            rows[...] = before
            raise InvalidParameter(
                f"loss is {loss!r} and probability {probability!r}; their ratio is too large, "
                "give losses in [0, 1] and the probability that choose returned"
            )
