"""What the pricing experiment says: a table, a verdict, Markdown and plain numbers."""

from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.experiments.pricing.results import PricingResult
from smoothbandits.experiments.pricing.run import METHODS
from smoothbandits.reports import Table, cores, versions, with_error

__all__ = ["markdown", "method_note", "numbers", "share", "table", "verdict"]

TITLE = "Learning prices online"
PROBLEM = (
    "A delivery service names one price between 10 and 50 to each customer, who buys or leaves. "
    "It sees six features of the customer, not whether she is private (pays around 24) or a "
    "business (pays around 42), and learns from nothing but its own sales."
)
WHY_ORACLE = (
    "All four methods share one oracle, KernelOracle. Revenue against price is lopsided: a price "
    "slightly too high loses the whole sale, one slightly too low only the difference. Here it "
    "also has two peaks. The default oracle of an interval, DispersionOracle, draws one symmetric "
    "valley and could say neither."
)
WHY_EXPLORE = (
    "The methods differ only in how they explore. Greedy always names the price it believes best, "
    "so a run that settles on the wrong peak does not find out; the column 'worst' shows what "
    "that can cost. EpsilonGreedy draws a price from the whole range in 5 % of the rounds, "
    "for ever. AdaptiveIGW also draws prices, but names a drawn price the less often the worse "
    "it looks, and finds out by itself how sharply: CORRAL chooses among eight rates."
)


def standard_error(values: Floats) -> float:
    """Of a mean over seeds; 0 where there is one seed."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0


def table(result: PricingResult) -> Table:
    """Methods by revenue, between two references that know the market."""
    single = float((result.single / result.best).mean())
    rows = [["Best prices (known)", f"{result.best.mean():.2f}", share(1.0), *"––", share(1.0)]]
    for method in result.ranking():
        outcome = result.outcomes[method]
        rows.append(
            [
                method,
                with_error(float(outcome.revenue.mean()), standard_error(outcome.revenue)),
                share(float((outcome.revenue / result.best).mean())),
                f"{outcome.revenue.min():.2f}",
                share(float(outcome.late_exploration.mean())),
                share(float(outcome.learned.mean())),
            ]
        )
    rows.append(["Best single price", f"{result.single.mean():.2f}", share(single), *"–––"])
    headers = ["method", "revenue", "of best", "worst", "explores", "learned"]
    return Table(headers, rows, strong=1)


def share(value: float) -> str:
    """A share as text."""
    return f"{100.0 * value:.1f} %"


def verdict(result: PricingResult) -> str:
    """Who earned most, and whether the lead is more than noise."""
    first, second = result.ranking()[:2]
    lead = result.outcomes[first].revenue - result.outcomes[second].revenue
    earned = float(result.outcomes[first].revenue.mean())
    part = share(float((result.outcomes[first].revenue / result.best).mean()))
    sentence = f"{first} earned most: {earned:.2f} per customer, {part} of the best possible"
    if len(lead) == 1:
        return f"{sentence}, {lead[0]:.2f} more than {second} (one seed: no error known)."
    error = standard_error(lead)
    sure = "" if abs(lead.mean()) > 2.0 * error else ", which is within the noise"
    return f"{sentence}, {with_error(float(lead.mean()), error)} more than {second}{sure}."


def numbers(result: PricingResult) -> dict[str, Any]:
    """Everything as plain numbers, for ``demo.json``."""
    return {
        "experiment": "pricing",
        "rounds": result.rounds,
        "seeds": result.seeds,
        "seconds": round(result.seconds, 3),
        "versions": versions(),
        "cores": cores(),
        "best_revenue": result.best.tolist(),
        "single_price_revenue": result.single.tolist(),
        "methods": {
            method: {
                "explorer": repr(METHODS[method]),
                "revenue": outcome.revenue.tolist(),
                "realised_revenue": outcome.realised.tolist(),
                "learned_share": outcome.learned.tolist(),
                "late_exploration": outcome.late_exploration.tolist(),
                "share_curves": outcome.shares.tolist(),
                "exploration_curves": outcome.exploration.tolist(),
                "seconds": round(outcome.seconds, 3),
            }
            for method, outcome in result.outcomes.items()
        },
        "curve_rounds": result.ends.tolist(),
        "verdict": verdict(result),
    }


def method_note(result: PricingResult) -> str:
    """How the numbers were made."""
    n = len(result.seeds)
    return (
        f"{n} seed{'s' * (n > 1)} of {result.rounds:,} customers each; all methods meet the same "
        "customers. Revenue: expected revenue per customer of the prices named, exploring "
        "included, with its standard error over seeds; worst: that of the worst seed. Explores: "
        "share of exploring rounds in the last fifth. Learned: what the prices learned by the "
        "end would earn from new customers without exploring, as a share of the best. The best "
        "prices and the best single price are computed from the market, which no method sees."
    )


def markdown(result: PricingResult) -> str:
    """The table with its explanation."""
    parts = [f"# {TITLE}", PROBLEM, f"**{verdict(result)}**", table(result).to_markdown()]
    return "\n\n".join([*parts, method_note(result), WHY_ORACLE, WHY_EXPLORE]) + "\n"
