"""What one policy on a table comes to: a table, a verdict, plain numbers, Markdown."""

from typing import Any

from smoothbandits.bandit import Bandit
from smoothbandits.experiments.own_table.run import TableRun
from smoothbandits.experiments.own_table.words import cells, interval_note, markdown, speed
from smoothbandits.reports import Table, cores, versions

__all__ = ["run_markdown", "run_numbers", "run_table", "run_verdict"]


def run_table(run: TableRun) -> Table:
    """The policy and the best single action."""
    unit = run.problem.unit
    rows = [
        [run.played.policy, *cells(run.loss, unit), speed(run.problem.rounds, run.played.seconds)],
        ["best constant", *cells(run.reference, unit), "–"],
        ["difference", *cells(run.difference, unit, signed=True), "–"],
    ]
    return Table(["policy", "loss", "95 % interval", "cost", "rounds/s"], rows, strong=0)


def run_verdict(run: TableRun) -> str:
    """Whether the policy beat the best single action."""
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


def run_numbers(run: TableRun) -> dict[str, Any]:
    """Everything as plain numbers, for ``run.json``."""
    played = run.played
    return {
        "command": "run",
        **run.problem.describe(),
        "policy": played.policy,
        "seed": played.seed,
        "mean_loss": run.loss._asdict(),
        "constant": {"action": run.reference_action, **run.reference._asdict()},
        "difference": run.difference._asdict(),
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
    return markdown(run.problem, run_verdict(run), run_table(run), interval_note())
