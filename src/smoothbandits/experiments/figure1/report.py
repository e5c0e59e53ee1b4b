"""The files of Figure 1."""

from pathlib import Path

from smoothbandits.experiments.figure1.page import figure1_page, overview
from smoothbandits.experiments.figure1.results import Figure1
from smoothbandits.experiments.figure1.summary import markdown, numbers
from smoothbandits.reports import write_results

__all__ = ["write_report"]


def write_report(result: Figure1, folder: str | Path) -> list[Path]:
    """Write figure1.json, figure1.md, figure1.png and report.html."""
    return write_results(
        folder,
        "figure1",
        numbers=numbers(result),
        markdown=markdown(result),
        picture=overview(result),
        page=figure1_page(result),
    )
