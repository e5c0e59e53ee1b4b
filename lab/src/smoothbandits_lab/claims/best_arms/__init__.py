"""Section 5.1: many best arms, whose share is known or not, with contexts or without."""

from smoothbandits_lab.claims.best_arms.claim import CLAIM

__all__ = ["CLAIM"]
