"""Fits beside a live bandit."""

from tests.mutants.mutant import Mutant

__all__ = ["REFITS"]

REFITS: tuple[Mutant, ...] = ()
