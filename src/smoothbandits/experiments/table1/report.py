"""The files of the table."""

from pathlib import Path

from smoothbandits.experiments.table1.page import overview, table1_page
from smoothbandits.experiments.table1.run import Table1
from smoothbandits.experiments.table1.summary import markdown, numbers
from smoothbandits.reports import write_results

__all__ = ["write_report"]


def write_report(result: Table1, folder: str | Path) -> list[Path]:
    """Write table1.json, table1.md, table1.png and report.html."""
    return write_results(
        folder,
        "table1",
        numbers=numbers(result),
        markdown=markdown(result),
        picture=overview(result),
        page=table1_page(result),
    )
