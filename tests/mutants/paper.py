"""Statements of the paper that the other lists leave out."""

from tests.mutants.mutant import Mutant

__all__ = ["PAPER"]

PAPER: tuple[Mutant, ...] = ()
