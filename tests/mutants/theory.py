"""Benchmarks, certificates, quadrature."""

from tests.mutants.mutant import Mutant

__all__ = ["THEORY"]

THEORY: tuple[Mutant, ...] = ()
