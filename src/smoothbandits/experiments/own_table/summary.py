"""What a run or a comparison on a table says: tables, verdicts, plain numbers, Markdown."""

from typing import Any

from smoothbandits.bandit import Bandit
from smoothbandits.experiments.bootstrap import Estimate
from smoothbandits.experiments.own_table.compare import Comparison
from smoothbandits.experiments.own_table.problem import TableProblem
from smoothbandits.experiments.own_table.run import TableRun
from smoothbandits.experiments.policies import POLICIES
from smoothbandits.reports import Table, cores, versions

__all__ = [
    "amount",
    "compare_markdown",
    "compare_numbers",
    "compare_table",
    "compare_verdict",
    "interval_note",
    "lead",
    "run_markdown",
    "run_numbers",
    "run_table",
    "run_verdict",
    "speed",
    "title",
]

CURVE_POINTS = 200


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
    cover = "other rows like these"
    cover += f" and other seeds ({seeds} were played)" if seeds > 1 else "; one seed was played"
    return (
        "Loss: mean over all rounds, learning included (progressive loss), in [0, 1]. Intervals "
        f"and bands cover 95 % by a block bootstrap, for {cover}. Cost: the same in units "
        "of the target."
    )


def run_table(run: TableRun) -> Table:
    """The policy and the best single action."""
    unit = run.problem.unit
    rows = [
        [run.played.policy, *cells(run.loss, unit), speed(run.problem.rounds, run.played.seconds)],
        ["best constant", *cells(run.reference, unit), "–"],
        ["difference", *cells(run.difference, unit, signed=True), "–"],
    ]
    return Table(["policy", "loss", "95 % interval", "cost", "rounds/s"], rows, strong=0)


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


def compare_table(comparison: Comparison) -> Table:
    """Policies by loss, and how far each is from the best on the same rows and seeds."""
    rows = []
    for name, found in comparison.contestants.items():
        loss, interval, cost = cells(found.loss, comparison.problem.unit)
        gap = found.difference
        behind = "–"
        if name != comparison.best:
            behind = f"{gap.mean:+.4f}±{0.5 * (gap.high - gap.low):.4f}"
        rounds = comparison.problem.rounds * len(found.losses)
        pace = "–" if name == "constant" else speed(rounds, found.seconds)
        rows.append([name, loss, interval, cost, behind, pace])
    headers = ["policy", "loss", "95 % interval", "cost", "behind", "speed"]
    return Table(headers, rows, strong=0)


def compare_verdict(comparison: Comparison) -> str:
    """Who did best, and whether the lead is more than noise."""
    names = list(comparison.contestants)
    best = comparison.contestants[names[0]]
    sentence = f"{names[0]} has the least loss: {best.loss.mean:.4f}"
    if len(names) == 1:
        return sentence + "."
    second = comparison.contestants[names[1]]
    sure = "" if second.difference.low > 0.0 else ", which is within the noise"
    if names[0] == "constant":
        percent = 100.0 * second.difference.mean / max(best.loss.mean, 1e-300)
        return (
            "No policy beats the best single action, known only in hindsight "
            f"({best.loss.mean:.4f}); {names[1]} is next with {percent:.1f} % more{sure}."
        )
    percent = 100.0 * second.difference.mean / max(second.loss.mean, 1e-300)
    return f"{sentence}, {percent:.1f} % less than {names[1]}{sure}."


def compare_numbers(comparison: Comparison) -> dict[str, Any]:
    """Everything as plain numbers, for ``compare.json``."""
    return {
        "command": "compare",
        **comparison.problem.describe(),
        "seeds": comparison.seeds,
        "policies": {
            name: {
                "meaning": POLICIES[name].meaning,
                **found.loss._asdict(),
                "difference": found.difference._asdict(),
                "losses": found.losses.tolist(),
                "curve": thinned(found.curve._asdict()),
                "regret": thinned(found.regret._asdict()),
                "seconds": round(found.seconds, 3),
            }
            for name, found in comparison.contestants.items()
        },
        "seconds": round(comparison.seconds, 3),
        "versions": versions(),
        "cores": cores(),
        "verdict": compare_verdict(comparison),
    }


def thinned(curve: dict[str, Any]) -> dict[str, list[float]]:
    """A curve with not too many points; the last one stays."""
    return {
        name: values[:: -max(1, len(values) // CURVE_POINTS)][::-1].tolist()
        for name, values in curve.items()
    }


def run_markdown(run: TableRun) -> str:
    """The table with its explanation."""
    return markdown(run.problem, run_verdict(run), run_table(run), interval_note())


def compare_markdown(comparison: Comparison) -> str:
    """The table with its explanation."""
    note = interval_note(len(comparison.seeds))
    return markdown(
        comparison.problem, compare_verdict(comparison), compare_table(comparison), note
    )


def markdown(problem: TableProblem, verdict: str, table: Table, note: str) -> str:
    """What both commands write."""
    columns = "\n".join(f"- `{name}`: {what}" for name, what in problem.encoder.notes.items())
    notes = "\n".join(f"- {line}" for line in problem.notes)
    parts = [f"# {title(problem)}", lead(problem), f"**{verdict}**", table.to_markdown(), note]
    return "\n\n".join([*parts, "## Columns", columns, "## Remarks", notes]) + "\n"
