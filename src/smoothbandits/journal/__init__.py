"""Every decision and outcome of a bandit, durable, and the bandit made from them."""

from smoothbandits.journal.journal import Journal

__all__ = ["Journal"]
