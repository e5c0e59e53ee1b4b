"""CORRAL where h is not known: as Theorem 2 has it, and as the paper's experiments run it."""

import math

from smoothbandits.engines import Engine
from smoothbandits.explorers import AdaptiveIGW, StableCorral
from smoothbandits.theory.theorem import theorem_gamma

__all__ = ["corral_grid", "engine_for", "stable_bases"]

COMPILED_FROM = 1_000  # rounds; each number of bases is compiled anew, for longer than a short run


def stable_bases(rounds: int, beta: float) -> StableCorral:
    """Algorithm 3's bases 1/2, 1/4, ..., 1/T, each with an oracle of its own; eta = T^-beta.

    Examples
    --------
    >>> stable_bases(1024, beta=0.5).bases
    10
    """
    return StableCorral(rounds=rounds, eta=rounds**-beta)


def engine_for(rounds: int) -> Engine:
    """Interpreted where compiling for this number of bases would take longer than the run.

    Examples
    --------
    >>> engine_for(256), engine_for(4096)
    ('python', 'compiled')
    """
    return "compiled" if rounds >= COMPILED_FROM else "python"


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
