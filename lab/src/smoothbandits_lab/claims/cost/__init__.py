"""What a round costs: O(1) calls of the oracle, its memory, a factor B for CORRAL."""

from smoothbandits_lab.claims.cost.claim import CLAIM

__all__ = ["CLAIM"]
