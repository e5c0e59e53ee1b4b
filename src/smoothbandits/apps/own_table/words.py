"""What the reports of runs, comparisons and the demo have in common."""

from collections.abc import Sequence
from typing import Any

from smoothbandits.apps.own_table.contest import Contest
from smoothbandits.apps.own_table.problem import TableProblem
from smoothbandits.apps.reports import Section, Table, bullets, cores, paragraph, versions

__all__ = [
    "changes_words",
    "columns_section",
    "footer",
    "interval_note",
    "lead",
    "made_with",
    "markdown",
    "speed",
    "title",
]

SHOWN_COLUMNS = 40


def title(problem: TableProblem) -> str:
    """Heading of both reports."""
    return f"{problem.target} in {problem.name}"


def lead(problem: TableProblem) -> str:
    """What the problem is, in two sentences."""
    return (
        f"{problem.rounds:,} rows in {problem.order}. In each round a policy sees "
        f"{len(problem.encoder.columns)} columns, {problem.stakes.task(*problem.space.support)}"
    )


def interval_note(contest: Contest) -> str:
    """What the numbers, the intervals and bands are."""
    seeds = len(contest.seeds)
    if seeds > 1:
        cover = f"cover 95 %, for other rows like these and other seeds ({seeds} were played)"
    else:
        cover = (
            "cover 95 % of the luck in this run's rounds; what a run learns early is luck too, "
            "and another seed may end outside (the command compare plays several seeds)"
        )
    return contest.problem.currency.note.format(f"Intervals and bands {cover}.")


def changes_words(policy: str, runs: Sequence[Sequence[int]]) -> str:
    """When a policy found the world changed, in each of its runs; nothing where it never did.

    Examples
    --------
    >>> changes_words("fast", [[8021]])
    'fast found the world changed after 8,021 rounds, and began anew.'
    >>> changes_words("fast", [[], [8021, 9400]])
    'fast found the world changed in 1 of 2 runs (after 8,021 and 9,400 rounds), and began anew.'
    >>> changes_words("fast", [[]])
    ''
    """
    found = [run for run in runs if run]
    if not found:
        return ""
    when = "; ".join(" and ".join(f"{n:,}" for n in run) for run in found)
    where = f"after {when} rounds"
    if len(runs) > 1:
        where = f"in {len(found)} of {len(runs)} runs ({where})"
    return f"{policy} found the world changed {where}, and began anew."


def speed(rounds: int, seconds: float) -> str:
    """Rounds per second, in thousands.

    Examples
    --------
    >>> speed(300_000, 1.0), speed(850, 0.1)
    ('300k', '8.5k')
    """
    thousands = rounds / max(seconds, 1e-9) / 1000.0
    return f"{thousands:,.0f}k" if thousands >= 10.0 else f"{thousands:.2g}k"


def markdown(contest: Contest, verdict: str, table: Table) -> str:
    """The table with its explanation."""
    problem = contest.problem
    columns = "\n".join(f"- `{name}`: {what}" for name, what in problem.encoder.notes.items())
    notes = "\n".join(f"- {line}" for line in problem.notes)
    parts = [f"# {title(problem)}", lead(problem), f"**{verdict}**", table.to_markdown()]
    parts += [interval_note(contest), "## Columns", columns, "## Remarks", notes]
    return "\n\n".join(parts) + "\n"


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
    """The command and the versions of packages."""
    made = ", ".join(f"{package} {number}" for package, number in versions().items())
    by = f"Made by: {command}. " if command else ""
    return f"{by}{made}. All numbers are in {name}.json."


def made_with(contest: Contest) -> dict[str, Any]:
    """Time, versions and cores, for JSON files."""
    return {"seconds": round(contest.seconds, 3), "versions": versions(), "cores": cores()}
