"""The master, its bases, and the adaptive explorers."""

from tests.mutants.mutant import Mutant

__all__ = ["CORRAL"]

CORRAL: tuple[Mutant, ...] = ()
