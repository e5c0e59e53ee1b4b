"""Stable bases: the importance-weighted regret of Algorithm 3 grows like sqrt(rho), no faster."""

from smoothbandits_lab.claims.stability.claim import CLAIM

__all__ = ["CLAIM"]
