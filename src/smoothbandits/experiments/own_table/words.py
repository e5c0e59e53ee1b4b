"""Words and cells that both reports share."""

from collections.abc import Sequence

from smoothbandits.experiments.own_table.problem import TableProblem
from smoothbandits.reports import Table

__all__ = [
    "against_constant",
    "changes_words",
    "interval_note",
    "lead",
    "markdown",
    "speed",
    "title",
]


def title(problem: TableProblem) -> str:
    """Heading of both reports."""
    return f"{problem.target} in {problem.name}"


def lead(problem: TableProblem) -> str:
    """What the problem is, in two sentences."""
    low, high = problem.space.support
    if problem.sale:
        return (
            f"{problem.rounds:,} rows in {problem.order}. In each round a policy sees "
            f"{len(problem.encoder.columns)} columns, asks a price between {low:g} and {high:g}, "
            f"and is told nothing but whether it sold: it earns {problem.sale.meaning}."
        )
    return (
        f"{problem.rounds:,} rows in {problem.order}. In each round a policy sees "
        f"{len(problem.encoder.columns)} columns, names a value between {low:g} and {high:g}, "
        f"and is told nothing but its cost: {problem.loss.meaning}, as a share of the worst "
        "that can happen."
    )


def interval_note(problem: TableProblem, seeds: int = 1) -> str:
    """What the numbers, the intervals and bands are."""
    if seeds > 1:
        cover = f"cover 95 %, for other rows like these and other seeds ({seeds} were played)"
    else:
        cover = (
            "cover 95 % of the luck in this run's rounds; what a run learns early is luck too, "
            "and another seed may end outside: compare plays several"
        )
    return problem.measure.note.format(f"Intervals and bands {cover}.")


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


def markdown(problem: TableProblem, verdict: str, table: Table, note: str) -> str:
    """What both commands write."""
    columns = "\n".join(f"- `{name}`: {what}" for name, what in problem.encoder.notes.items())
    notes = "\n".join(f"- {line}" for line in problem.notes)
    parts = [f"# {title(problem)}", lead(problem), f"**{verdict}**", table.to_markdown(), note]
    return "\n\n".join([*parts, "## Columns", columns, "## Remarks", notes]) + "\n"


def against_constant(problem: TableProblem) -> str:
    """What the sum of differences from the best constant is called."""
    if problem.sale:
        return "revenue more than the best constant's"
    return "regret against the best constant"
