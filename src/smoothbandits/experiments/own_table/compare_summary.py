"""What several policies on a table come to: a table, a verdict, plain numbers, Markdown."""

from typing import Any

from smoothbandits.experiments.own_table.compare import Comparison
from smoothbandits.experiments.own_table.words import cells, interval_note, markdown, speed
from smoothbandits.experiments.policies import POLICIES
from smoothbandits.reports import Table, cores, versions

__all__ = ["compare_markdown", "compare_numbers", "compare_table", "compare_verdict"]

CURVE_POINTS = 200


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


def compare_markdown(comparison: Comparison) -> str:
    """The table with its explanation."""
    note = interval_note(len(comparison.seeds))
    return markdown(
        comparison.problem, compare_verdict(comparison), compare_table(comparison), note
    )
