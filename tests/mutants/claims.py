"""The laboratory: claims, their instances, and the paper's experiments."""

from tests.mutants.mutant import Mutant

__all__ = ["CLAIMS"]

CLAIMS: tuple[Mutant, ...] = ()
