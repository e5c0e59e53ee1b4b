"""Forgetting, watching, and beginning anew."""

from tests.mutants.mutant import Mutant

__all__ = ["CHANGE"]

CHANGE: tuple[Mutant, ...] = ()
