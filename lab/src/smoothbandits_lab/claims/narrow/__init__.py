"""Narrow: the adaptive bound in its beta form."""

from smoothbandits_lab.claims.narrow.claim import CLAIM

__all__ = ["CLAIM"]
