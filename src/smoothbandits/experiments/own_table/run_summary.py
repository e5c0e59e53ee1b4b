"""What one policy on a table comes to: a table, a verdict, plain numbers, Markdown."""

from typing import Any

from smoothbandits.bandit import Bandit
from smoothbandits.experiments.own_table.run import TableRun
from smoothbandits.experiments.own_table.words import (
    changes_words,
    interval_note,
    markdown,
    speed,
)
from smoothbandits.reports import Table, cores, versions

__all__ = ["run_markdown", "run_numbers", "run_table", "run_verdict"]


def run_table(run: TableRun) -> Table:
    """The policy and the best single action."""
    measure, sold, other = run.problem.measure, run.played.sold, run.reference_sold
    more = None if sold is None or other is None else sold - other
    pace = speed(run.problem.rounds, run.played.seconds)
    rows = [
        [run.played.policy, *measure.cells(run.loss, sold), pace],
        ["best constant", *measure.cells(run.reference, other), "–"],
        ["difference", *measure.gap_cells(run.difference, more), "–"],
    ]
    return Table(["policy", *measure.headers, "rounds/s"], rows, strong=0)


def run_verdict(run: TableRun) -> str:
    """Whether the policy beat the best single action, and when it found the world changed."""
    verdict = revenue_verdict(run) if run.problem.sale else loss_verdict(run)
    return f"{verdict} {changes_words(run.played.policy, [run.played.changes])}".rstrip()


def loss_verdict(run: TableRun) -> str:
    """Whether the policy cost less than the best single action."""
    better = -100.0 * run.difference.mean / max(run.reference.mean, 1e-300)
    name = run.played.policy
    constant = f"the best single action in hindsight ({run.reference_action:.4g})"
    if run.difference.high < 0.0:
        return f"{name} cost {better:.1f} % less than {constant}, what it paid to learn included."
    if run.difference.low > 0.0:
        return (
            f"{name} cost {-better:.1f} % more than {constant}: the columns say too little "
            "about the target, or the rows are too few to learn it."
        )
    return f"{name} and {constant} cost the same within the noise ({better:+.1f} % less)."


def revenue_verdict(run: TableRun) -> str:
    """Whether the policy earned more than the best single price."""
    measure, name = run.problem.measure, run.played.policy
    more = measure.difference(run.difference)
    earned = measure.estimate(run.reference).mean
    percent = 100.0 * more.mean / max(abs(earned), 1e-300)
    constant = f"the best single price in hindsight ({run.reference_action:.4g})"
    if more.low > 0.0:
        return (
            f"{name} earned {percent:.1f} % more than {constant}, what it paid to learn included."
        )
    if more.high < 0.0:
        return (
            f"{name} earned {-percent:.1f} % less than {constant}: the columns say too little "
            "about what customers pay, or the rows are too few to learn it."
        )
    return f"{name} and {constant} earned the same within the noise ({percent:+.1f} %)."


def run_numbers(run: TableRun) -> dict[str, Any]:
    """Everything as plain numbers, for ``run.json``."""
    played, measure = run.played, run.problem.measure
    reference = measure.estimate(run.reference)._asdict()
    constant = {"action": run.reference_action, **reference}
    sold = {}
    if run.problem.sale:
        sold = {"share_sold": played.sold}
        constant["share_sold"] = run.reference_sold
    return {
        "command": "run",
        **run.problem.describe(),
        "policy": played.policy,
        "seed": played.seed,
        f"mean_{measure.noun}": measure.estimate(run.loss)._asdict(),
        **sold,
        "constant": constant,
        "difference": measure.difference(run.difference)._asdict(),
        "changes": list(played.changes),
        "exploration_rate": float(played.explored.mean()),
        "curves": {
            "rounds": played.ends.tolist(),
            "exploration": played.exploration.tolist(),
            "rates": played.rates.tolist(),
            "probabilities": played.probabilities.tolist(),
        },
        "rounds_per_second": played.losses.size / max(played.seconds, 1e-9),
        "seconds": round(run.seconds, 3),
        "saved": isinstance(run.policy, Bandit),
        "versions": versions(),
        "cores": cores(),
        "verdict": run_verdict(run),
    }


def run_markdown(run: TableRun) -> str:
    """The table with its explanation."""
    return markdown(run.problem, run_verdict(run), run_table(run), interval_note(run.problem))
