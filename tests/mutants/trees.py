"""Trees, their slices, valleys, and who decides."""

from tests.mutants.mutant import Mutant

__all__ = ["TREES"]

TREES: tuple[Mutant, ...] = ()
