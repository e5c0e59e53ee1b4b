"""The files of the pricing experiment."""

from pathlib import Path

from smoothbandits.experiments.pricing.figures import draw_overview
from smoothbandits.experiments.pricing.page import pricing_page
from smoothbandits.experiments.pricing.results import PricingResult
from smoothbandits.experiments.pricing.summary import markdown, numbers
from smoothbandits.reports import write_results
from smoothbandits.reports.figures import render

__all__ = ["write_report"]


def write_report(result: PricingResult, folder: str | Path, name: str = "demo") -> list[Path]:
    """Write NAME.json, NAME.md, NAME.png and report.html."""
    overview = render(
        lambda figure, theme: draw_overview(figure, result, theme), width=11.0, height=6.6, dpi=120
    )
    return write_results(
        folder,
        name,
        numbers=numbers(result),
        markdown=markdown(result),
        picture=overview,
        page=pricing_page(result),
    )
