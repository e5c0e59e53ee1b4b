"""Theorem 1: smooth regret grows like the root of T/h, and stays below its bound."""

from smoothbandits_lab.claims.rate.claim import CLAIM

__all__ = ["CLAIM"]
