"""Which decisions wait, what was learned from them, and files."""

from tests.mutants.mutant import Mutant

__all__ = ["KEEPING"]

KEEPING: tuple[Mutant, ...] = ()
