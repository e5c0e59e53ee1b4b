"""The certificate: what a round of SmoothIGW can cost beyond the oracle's error."""

from smoothbandits_lab.claims.certificate.claim import CLAIM

__all__ = ["CLAIM"]
