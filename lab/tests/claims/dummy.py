"""A claim about roots, for tests of the framework."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table
from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims import CLAIMS, package_of
from smoothbandits_lab.claims.claim import Check, Finding, Size
from smoothbandits_lab.studies import HELP

COMPUTED: list[float] = []


def square(cell: Cell) -> Result:
    COMPUTED.append(cell.settings["of"])
    return {"square": cell.settings["of"] ** 2}


class Squares:
    """Squares are below a bound."""

    title = "Squares & bounds"
    source = "a school book"
    words = "The square of a number below 4 is < 16."
    formula = "x < 4  =>  x^2 < 16"

    def __init__(self, name: str = "dummy", bound: float = 16.0) -> None:
        self.name, self.bound = name, bound

    def cells(self, size: Size) -> list[Cell]:
        numbers = [1.0, 2.0] if size == "tiny" else [1.0, 2.0, 3.0]
        return [
            Cell(square, "theory", self.name, "square", i, {"of": number})
            for i, number in enumerate(numbers)
        ]

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        squares = [result["square"] for result in results]
        below = Check(
            "no square above the bound", max(squares) < self.bound, f"largest {max(squares)}"
        )
        table = Table(["number", "square"], [[str(i), f"{x:g}"] for i, x in enumerate(squares)])
        return Finding([below], {"squares": squares}, table, "Some squares.", ["It is <easy>."])

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        figure.subplots().plot(finding.numbers["squares"])


@contextmanager
def registered(*claims: Squares) -> Iterator[None]:
    """Let the framework find these claims."""
    with pytest.MonkeyPatch.context() as patch:
        for claim in claims:
            patch.setitem(CLAIMS, claim.name, claim.words)
            patch.setitem(HELP, claim.name, claim.words)
            patch.setitem(sys.modules, package_of(claim.name), SimpleNamespace(CLAIM=claim))
        yield
