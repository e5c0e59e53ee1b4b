"""Parts that both pages share: what the table is, and what the page was made with."""

from smoothbandits.experiments.own_table.problem import TableProblem
from smoothbandits.reports import Section, bullets, paragraph, versions

__all__ = ["columns_section", "footer"]

SHOWN_COLUMNS = 40


def columns_section(problem: TableProblem) -> Section:
    """What the columns were taken for, and what a reader has to know."""
    columns = [f"{name}: {what}" for name, what in problem.encoder.notes.items()]
    if len(columns) > SHOWN_COLUMNS:
        left = len(columns) - SHOWN_COLUMNS
        columns = [*columns[:SHOWN_COLUMNS], f"and {left} more; all are in the JSON file"]
    return Section(
        "The table", bullets(problem.notes) + paragraph("What each column is:") + bullets(columns)
    )


def footer(name: str, command: str) -> str:
    """Settings and versions."""
    made = ", ".join(f"{package} {number}" for package, number in versions().items())
    by = f"Made by: {command}. " if command else ""
    return f"{by}{made}. All numbers are in {name}.json."
