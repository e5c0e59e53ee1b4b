"""Oracles that learn online."""

from tests.mutants.mutant import Mutant

__all__ = ["ORACLES"]

ORACLES: tuple[Mutant, ...] = ()
