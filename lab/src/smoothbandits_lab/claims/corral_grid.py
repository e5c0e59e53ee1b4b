"""CORRAL, as the paper's experiments run it, with the rates that its theorem has."""

import math

from smoothbandits.explorers import AdaptiveIGW
from smoothbandits.theory.theorem import theorem_gamma

__all__ = ["corral_grid"]


def corral_grid(rounds: int, bound: float, beta: float) -> AdaptiveIGW:
    """One oracle under the bases 1/2, 1/4, ..., 1/T, each with Theorem 1's gamma; eta = T^-beta.

    Examples
    --------
    >>> explorer = corral_grid(1024, bound=2.0, beta=0.5)
    >>> explorer.bases, explorer.lowest, explorer.highest  # of h gamma = sqrt(8 T h/Reg_Sq)
    (10, 2.0, 45.254834)
    """
    bases = math.ceil(math.log2(rounds))
    return AdaptiveIGW(
        lowest=theorem_gamma(1, 1.0, bound),  # at h = 1/T
        highest=math.sqrt(4.0 * rounds / bound),
        bases=bases,
        eta=bases * rounds**-beta,  # which AdaptiveIGW divides among the bases
        mixing=1.0 / rounds,
    )
