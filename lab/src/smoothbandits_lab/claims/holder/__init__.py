"""Section 5.2: losses that rise like |a - a*|^alpha, with contexts; alpha known or not."""

from smoothbandits_lab.claims.holder.claim import CLAIM

__all__ = ["CLAIM"]
