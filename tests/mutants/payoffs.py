"""Payoffs and oracles of outcomes."""

from tests.mutants.mutant import Mutant

__all__ = ["PAYOFFS"]

PAYOFFS: tuple[Mutant, ...] = ()
