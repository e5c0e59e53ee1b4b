"""Dominance: no benchmark of the same smoothness is harder than Smooth_h."""

from smoothbandits_lab.claims.dominance.claim import CLAIM

__all__ = ["CLAIM"]
