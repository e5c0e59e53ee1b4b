"""Results of cells, and which checks of a finding fail."""

from collections.abc import Iterable

from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.claim import Finding


def results_of(cells: Iterable[Cell]) -> list[Result]:
    """Compute cells one after the other."""
    return [cell.compute(cell) for cell in cells]


def failed(finding: Finding) -> list[int]:
    """Places of the checks that do not hold."""
    return [place for place, check in enumerate(finding.checks) if not check.holds]
