"""Weighted regression from unweighted oracles: three reductions, and where one of them fails."""

from smoothbandits_lab.claims.weighted.claim import CLAIM

__all__ = ["CLAIM"]
