"""One claim, or all of them on one page: cells in one pool, then each claim judges its own."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Any, Literal

import typer
from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table, as_json, cores, versions
from smoothbandits.apps.reports.figures import DARK, LIGHT, Theme
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims import CLAIMS, find_claim
from smoothbandits_lab.claims.claim import Claim, Judged, Size
from smoothbandits_lab.claims.page import claim_markdown, theory_page
from smoothbandits_lab.options import check_names
from smoothbandits_lab.pages import Drawing
from smoothbandits_lab.study import Done, Report, Run

__all__ = ["ClaimSettings", "TheorySettings", "TheoryStudy"]

Quick = Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs.")]
Names = Annotated[
    list[str] | None, typer.Option("--claim", help="Only this claim; may be repeated.")
]


@dataclass(frozen=True)
class ClaimSettings:
    """How much is run."""

    quick: Quick = False

    @property
    def size(self) -> Size:
        """In the word of the claims."""
        return "quick" if self.quick else "full"


@dataclass(frozen=True)
class TheorySettings(ClaimSettings):
    """How much is run, and of which claims; of all if left out."""

    claims: Names = None

    def __post_init__(self) -> None:
        check_names("claim", self.claims, list(CLAIMS))


class TheoryStudy:
    """The study of all claims, or of one.

    Parameters
    ----------
    only
        Name of the one.
    """

    def __init__(self, only: str | None = None) -> None:
        self.name = only or "theory"
        self.settings: type[ClaimSettings] = ClaimSettings if only else TheorySettings

    def claims(self, settings: ClaimSettings) -> list[Claim]:
        """In the order of the page."""
        if isinstance(settings, TheorySettings):
            return [find_claim(name) for name in dict.fromkeys(settings.claims or CLAIMS)]
        return [find_claim(self.name)]

    def cells(self, settings: ClaimSettings) -> list[Cell]:
        """Those of all claims, for one pool of processes."""
        return [cell for claim in self.claims(settings) for cell in claim.cells(settings.size)]

    def judge(self, settings: ClaimSettings, runs: Sequence[Run]) -> list[Judged]:
        """Each claim judges its own."""
        found, rest = [], list(runs)
        for claim in self.claims(settings):
            count = len(claim.cells(settings.size))
            own, rest = rest[:count], rest[count:]
            finding = claim.judge(settings.size, [run.result for run in own])
            found.append(Judged(claim, finding, sum(run.seconds for run in own)))
        return found

    def report(self, done: Done[ClaimSettings, list[Judged]]) -> Report:
        """NAME.json, NAME.md and NAME.png of each claim, theory.json and theory.html."""
        size, judged = done.settings.size, done.finding
        files: dict[str, bytes] = {}
        pictures = []
        for one in judged:
            name, drawing = one.claim.name, Drawing(partial(draw, one))
            files[f"{name}.json"] = as_json(claim_numbers(one, size))
            files[f"{name}.md"] = claim_markdown(one).encode()
            files[f"{name}.png"] = light = drawing.png(LIGHT)
            pictures.append((light, drawing.png(DARK)))
        numbers = theory_numbers(done)
        total = sum(one.seconds for one in judged)
        footer = (
            f"{done.made_by()} {total:,.0f} seconds of one core. All numbers are in theory.json "
            "and in NAME.json for each claim."
        )
        files["theory.json"] = as_json(numbers)
        files["theory.html"] = theory_page(judged, size, pictures, footer).encode()
        only = not isinstance(done.settings, TheorySettings)
        return Report(
            claim_numbers(judged[0], size) if only else numbers,
            files,
            tables=[(overview(judged), "")],
            lines=[
                f"FAILS: {one.claim.name}: {check.condition} ({check.measured})"
                for one in judged
                for check in one.finding.checks
                if not check.holds
            ],
            verdict=verdict_of(judged),
        )

    def warnings(self, settings: ClaimSettings) -> Sequence[str]:
        """No warnings: claims need nothing that could be missing."""
        return ()

    def brief(self, cell: Cell, result: Result) -> str:
        """Whose cell it is."""
        return f"{cell.dataset}: {cell.policy} {cell.seed}"


def draw(judged: Judged, figure: Figure, theme: Theme) -> None:
    """The figure of a claim, which may set another size."""
    judged.claim.draw(figure, judged.finding, theme)


def verdict_of(judged: Sequence[Judged]) -> Literal["holds", "fails"]:
    """Whether every claim holds."""
    return "holds" if all(one.finding.verdict == "holds" for one in judged) else "fails"


def claim_numbers(judged: Judged, size: str) -> dict[str, Any]:
    """Everything about one claim."""
    claim, finding = judged.claim, judged.finding
    return {
        "name": claim.name,
        "claim": claim.words,
        "verdict": finding.verdict,
        "numbers": finding.numbers,
        "seconds": round(judged.seconds, 3),
        "title": claim.title,
        "source": claim.source,
        "formula": claim.formula,
        "size": size,
        "ran": finding.ran,
        "checks": [asdict(check) for check in finding.checks],
        "table": {
            "headers": list(finding.table.headers),
            "rows": [list(row) for row in finding.table.rows],
        },
        "remarks": list(finding.remarks),
        "cores": cores(),
        "versions": versions(),
    }


def theory_numbers(done: Done[ClaimSettings, list[Judged]]) -> dict[str, Any]:
    """Everything about all claims."""
    size = done.settings.size
    return {
        "command": "theory",
        "size": size,
        "verdict": verdict_of(done.finding),
        "seconds": round(done.seconds, 3),
        "claims": [claim_numbers(one, size) for one in done.finding],
    }


def overview(judged: Sequence[Judged]) -> Table:
    """One row per claim."""
    rows = [
        [
            one.claim.name,
            one.finding.verdict,
            f"{sum(c.holds for c in one.finding.checks)} of {len(one.finding.checks)}",
            f"{one.seconds:,.1f}",
        ]
        for one in judged
    ]
    return Table(["claim", "verdict", "checks that hold", "core seconds"], rows)
