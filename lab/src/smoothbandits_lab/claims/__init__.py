"""What the paper claims, each claim as an experiment that can fail, in a folder of its own."""

from importlib import import_module
from typing import TYPE_CHECKING

from smoothbandits.errors import InvalidParameter

if TYPE_CHECKING:
    from smoothbandits_lab.claims.claim import Claim

__all__ = ["CLAIMS", "find_claim", "package_of"]

#: in the order of the page, what each says in one line
CLAIMS: dict[str, str] = {
    "certificate": "What a round can cost beyond the oracle's error: (2 - M - h)/(h gamma).",
    "rate": "Theorem 1: smooth regret grows like the root of T/h, and stays below its bound.",
    "adaptive": "Theorem 2: one run that knows no h against runs with the best fixed h.",
    "narrow": "Theorem 2 in its beta form: a master that is tuned for narrow regions.",
    "stability": "A base that is invoked ever more rarely loses no more than sqrt(rho) promises.",
    "weighted": "Weighted regression from unweighted oracles: bounds, and a counterexample.",
    "best-arms": "Section 5.1: many best arms among up to a million.",
    "holder": "Section 5.2: Hoelder losses, smoothness known and unknown.",
    "dominance": "Section 2: smooth regret is at least quantile and fixed-kernel regret.",
    "cost": "Time and memory of a round against actions, dimension and bases.",
    "needle": "Where this method should not be used, and what to take instead.",
}


def package_of(name: str) -> str:
    """Name of the package of a claim, which exports ``CLAIM``.

    Examples
    --------
    >>> package_of("best-arms")
    'smoothbandits_lab.claims.best_arms'
    """
    return f"{__package__}.{name.replace('-', '_')}"


def find_claim(name: str) -> "Claim":
    """Import a claim.

    Raises
    ------
    InvalidParameter
        If there is none of that name.
    """
    if name not in CLAIMS:
        raise InvalidParameter(f"there is no claim {name!r}; there are {', '.join(CLAIMS)}")
    claim: Claim = import_module(package_of(name)).CLAIM
    return claim
