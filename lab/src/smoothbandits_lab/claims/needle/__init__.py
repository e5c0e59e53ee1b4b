"""The limits: a rare best action, without and with structure that other methods use."""

from smoothbandits_lab.claims.needle.claim import CLAIM

__all__ = ["CLAIM"]
