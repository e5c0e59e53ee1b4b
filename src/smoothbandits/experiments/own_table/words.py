"""Words and cells that both reports share."""

from smoothbandits.experiments.bootstrap import Estimate
from smoothbandits.experiments.own_table.problem import TableProblem
from smoothbandits.reports import Table

__all__ = ["amount", "cells", "interval_note", "lead", "markdown", "speed", "title"]


def title(problem: TableProblem) -> str:
    """Heading of both reports."""
    return f"{problem.target} in {problem.name}"


def lead(problem: TableProblem) -> str:
    """What the problem is, in two sentences."""
    low, high = problem.space.support
    return (
        f"{problem.rounds:,} rows in {problem.order}. In each round a policy sees "
        f"{len(problem.encoder.columns)} columns, names a value between {low:g} and {high:g}, "
        f"and is told nothing but its cost: {problem.loss.meaning}, as a share of the worst "
        "that can happen."
    )


def interval_note(seeds: int = 1) -> str:
    """What the intervals and bands are."""
    if seeds > 1:
        cover = f"cover 95 %, for other rows like these and other seeds ({seeds} were played)"
    else:
        cover = (
            "cover 95 % of the luck in this run's rounds; what a run learns early is luck too, "
            "and another seed may end outside: compare plays several"
        )
    return (
        "Loss: mean over all rounds, learning included (progressive loss), in [0, 1]. Intervals "
        f"and bands {cover}. Cost: the same in units of the target."
    )


def cells(found: Estimate, unit: float, *, signed: bool = False) -> list[str]:
    """Loss, interval and cost as text."""
    form = "+.4f" if signed else ".4f"
    return [
        f"{found.mean:{form}}",
        f"{found.low:{form}}{' to ' if signed else '–'}{found.high:{form}}",
        amount(found.mean * unit, signed=signed),
    ]


def amount(value: float, *, signed: bool = False) -> str:
    """A cost with about four digits.

    Examples
    --------
    >>> amount(14049.6), amount(5.58812, signed=True)
    ('14,050', '+5.588')
    """
    sign = "+" if signed else ""
    return f"{value:{sign},.0f}" if abs(value) >= 1000.0 else f"{value:{sign}.4g}"


def speed(rounds: int, seconds: float) -> str:
    """Rounds per second, in thousands.

    Examples
    --------
    >>> speed(300_000, 1.0), speed(850, 0.1)
    ('300k', '8.5k')
    """
    thousands = rounds / max(seconds, 1e-9) / 1000.0
    return f"{thousands:,.0f}k" if thousands >= 10.0 else f"{thousands:.2g}k"


def markdown(problem: TableProblem, verdict: str, table: Table, note: str) -> str:
    """What both commands write."""
    columns = "\n".join(f"- `{name}`: {what}" for name, what in problem.encoder.notes.items())
    notes = "\n".join(f"- {line}" for line in problem.notes)
    parts = [f"# {title(problem)}", lead(problem), f"**{verdict}**", table.to_markdown(), note]
    return "\n\n".join([*parts, "## Columns", columns, "## Remarks", notes]) + "\n"
