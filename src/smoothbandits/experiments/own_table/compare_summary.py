"""What several policies on a table come to: a table, a verdict, plain numbers, Markdown."""

from typing import Any

from smoothbandits.experiments.bootstrap import Estimate
from smoothbandits.experiments.own_table.compare import Comparison
from smoothbandits.experiments.own_table.measure import amount
from smoothbandits.experiments.own_table.words import (
    changes_words,
    interval_note,
    markdown,
    speed,
)
from smoothbandits.experiments.policies import POLICIES
from smoothbandits.reports import Table, cores, versions

__all__ = ["compare_markdown", "compare_numbers", "compare_table", "compare_verdict"]

CURVE_POINTS = 200


def compare_table(comparison: Comparison) -> Table:
    """Policies by loss, and how far each is from the best on the same rows and seeds."""
    rows, measure = [], comparison.problem.measure
    for name, found in comparison.contestants.items():
        measured = measure.cells(found.loss, found.sold)
        gap = measure.difference(found.difference)
        behind = "–"
        if name != comparison.best:
            behind = behind_words(gap, plain=comparison.problem.sale is None)
        rounds = comparison.problem.rounds * len(found.losses)
        pace = "–" if name == "constant" else speed(rounds, found.seconds)
        rows.append([name, *measured, behind, pace])
    return Table(["policy", *measure.headers, "behind", "speed"], rows, strong=0)


def behind_words(gap: Estimate, *, plain: bool) -> str:
    """The difference from the best with half its interval: of losses, or of money.

    Examples
    --------
    >>> gap = Estimate(0.0125, 0.01, 0.015)
    >>> behind_words(gap, plain=True), behind_words(gap, plain=False)
    ('+0.0125±0.0025', '+0.0125±0.0025')
    """
    half = 0.5 * (gap.high - gap.low)
    if plain:
        return f"{gap.mean:+.4f}±{half:.4f}"
    return f"{amount(gap.mean, signed=True)}±{amount(half)}"


def compare_verdict(comparison: Comparison) -> str:
    """Who did best, whether the lead is more than noise, and who found the world changed."""
    sale = comparison.problem.sale
    verdict = revenue_verdict(comparison) if sale else loss_verdict(comparison)
    found = comparison.contestants.items()
    words = [changes_words(name, contestant.changes) for name, contestant in found]
    return " ".join([verdict, *filter(None, words)])


def loss_verdict(comparison: Comparison) -> str:
    """Who cost least, and whether the lead is more than noise."""
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


def revenue_verdict(comparison: Comparison) -> str:
    """Who earned most, and whether the lead is more than noise."""
    names, measure = list(comparison.contestants), comparison.problem.measure
    best = comparison.contestants[names[0]]
    earned = measure.estimate(best.loss).mean
    sentence = f"{names[0]} earned most: {amount(earned)} per round"
    if len(names) == 1:
        return sentence + "."
    second = comparison.contestants[names[1]]
    sure = "" if second.difference.low > 0.0 else ", which is within the noise"
    other = measure.estimate(second.loss).mean
    if names[0] == "constant":
        percent = 100.0 * (earned - other) / max(abs(earned), 1e-300)
        return (
            "No policy earned more than the best single price, known only in hindsight "
            f"({amount(earned)} per round); {names[1]} is next with {percent:.1f} % less{sure}."
        )
    percent = 100.0 * (earned - other) / max(abs(other), 1e-300)
    return f"{sentence}, {percent:.1f} % more than {names[1]}{sure}."


def compare_numbers(comparison: Comparison) -> dict[str, Any]:
    """Everything as plain numbers, for ``compare.json``; of prices all are in money."""
    measure = comparison.problem.measure
    return {
        "command": "compare",
        **comparison.problem.describe(),
        "seeds": comparison.seeds,
        "policies": {
            name: {
                "meaning": POLICIES[name].meaning,
                **measure.estimate(found.loss)._asdict(),
                "difference": measure.difference(found.difference)._asdict(),
                "revenues" if comparison.problem.sale else "losses": measure.shown(
                    found.losses
                ).tolist(),
                **({} if found.sold is None else {"share_sold": found.sold}),
                "curve": thinned(measure.curve(found.curve)._asdict()),
                "more" if comparison.problem.sale else "regret": thinned(
                    measure.total(found.regret)._asdict()
                ),
                "changes": [list(run) for run in found.changes],
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
    note = interval_note(comparison.problem, len(comparison.seeds))
    return markdown(
        comparison.problem, compare_verdict(comparison), compare_table(comparison), note
    )
