"""Theorem 2: one run that knows no h against runs with the best fixed h."""

from smoothbandits_lab.claims.adaptive.claim import CLAIM

__all__ = ["CLAIM"]
