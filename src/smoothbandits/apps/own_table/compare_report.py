"""Several policies on a table: their table, verdict, numbers and page."""

from typing import Any

from smoothbandits.apps.own_table import words
from smoothbandits.apps.own_table.contest import Comparison
from smoothbandits.apps.own_table.currency import Currency
from smoothbandits.apps.own_table.figures import (
    compare_overview,
    exploration_pictures,
    loss_pictures,
)
from smoothbandits.apps.policies import POLICIES
from smoothbandits.apps.reports import (
    Report,
    Section,
    Table,
    bullets,
    cards,
    gallery,
    page,
    paragraph,
    result_files,
)
from smoothbandits.apps.reports.figures import render
from smoothbandits.apps.statistics import Estimate

__all__ = [
    "compare_numbers",
    "compare_page",
    "compare_report",
    "compare_table",
    "compare_verdict",
    "result_section",
    "time_pictures",
]

CURVE_POINTS = 200


def compare_table(comparison: Comparison) -> Table:
    """Policies by loss, and how far each is from the best on the same rows and seeds."""
    rows, currency = [], comparison.problem.currency
    for name, found in comparison.contestants.items():
        behind = "–" if name == comparison.best else behind_words(found.difference, currency)
        rounds = comparison.problem.rounds * len(found.losses)
        pace = "–" if name == "constant" else words.speed(rounds, found.seconds)
        rows.append([name, *currency.cells(found.loss, found.sold), behind, pace])
    return Table(["policy", *currency.headers, "behind", "speed"], rows, strong=0)


def behind_words(losses: Estimate, currency: Currency) -> str:
    """The difference from the best with half its interval.

    Examples
    --------
    >>> from smoothbandits.apps.own_table.currency import Cost, Money
    >>> from smoothbandits.scale import Scale
    >>> losses, scale = Estimate(0.0125, 0.01, 0.015), Scale(0, 40)
    >>> behind_words(losses, Cost(scale)), behind_words(losses, Money(scale))
    ('+0.0125±0.0025', '-0.5±0.1')
    """
    gap = currency.difference(losses)
    return f"{currency.text(gap.mean, signed=True)}±{currency.text(0.5 * (gap.high - gap.low))}"


def compare_verdict(comparison: Comparison) -> str:
    """Who did best, whether the lead is more than noise, and who found the world changed."""
    contestants = comparison.contestants.items()
    changes = [words.changes_words(name, found.changes) for name, found in contestants]
    return " ".join([lead_words(comparison), *filter(None, changes)])


def lead_words(comparison: Comparison) -> str:
    """Who did best, and whether the lead is more than noise."""
    (first, best), *others = comparison.contestants.items()
    currency = comparison.problem.currency
    mean = f"{currency.each(best.loss.mean)}{currency.each_round}"
    sentence = f"{first} {currency.leads}: {mean}"
    if not others:
        return f"{sentence}."
    name, second = others[0]
    sure = "" if second.difference.low > 0.0 else ", which is within the noise"
    if first == "constant":
        behind = -currency.gain(second.difference.mean, best.loss.mean)
        return (
            f"No policy {currency.verb} {currency.better} than the best single {currency.choice}, "
            f"known only in hindsight ({mean}); {name} is next with {behind:.1f} % "
            f"{currency.worse}{sure}."
        )
    ahead = currency.gain(-second.difference.mean, second.loss.mean)
    return f"{sentence}, {ahead:.1f} % {currency.better} than {name}{sure}."


def compare_numbers(comparison: Comparison) -> dict[str, Any]:
    """Everything as plain numbers, for ``compare.json``; of prices all are in money."""
    problem, currency = comparison.problem, comparison.problem.currency
    sums = "regret" if currency.falls else "more"
    return {
        "command": "compare",
        **problem.describe(),
        "seeds": comparison.seeds,
        "policies": {
            name: {
                "meaning": POLICIES[name].meaning,
                **currency.estimate(found.loss)._asdict(),
                "difference": currency.difference(found.difference)._asdict(),
                currency.nouns: currency.shown(found.losses).tolist(),
                **({} if found.sold is None else {"share_sold": found.sold}),
                "curve": thinned(currency.curve(found.curve)._asdict()),
                sums: thinned(currency.total(found.regret)._asdict()),
                "changes": [list(run) for run in found.changes],
                "seconds": round(found.seconds, 3),
            }
            for name, found in comparison.contestants.items()
        },
        **words.made_with(comparison),
        "verdict": compare_verdict(comparison),
    }


def thinned(curve: dict[str, Any]) -> dict[str, list[float]]:
    """A curve with not too many points; the last one stays."""
    return {
        name: values[:: -max(1, len(values) // CURVE_POINTS)][::-1].tolist()
        for name, values in curve.items()
    }


def compare_page(comparison: Comparison, command: str = "") -> str:
    """The page of several policies on a table."""
    problem = comparison.problem
    sections = [
        result_section(comparison),
        Section("Over time", time_pictures(comparison)),
        words.columns_section(problem),
    ]
    top, end = compare_cards(comparison), words.footer("compare", command)
    return page(words.title(problem), words.lead(problem), sections, top=top, footer=end)


def result_section(comparison: Comparison) -> Section:
    """Verdict, table, and what its words mean."""
    meanings = [f"{name}: {POLICIES[name].meaning}." for name in comparison.contestants]
    behind = (
        "Behind: difference from the best on the same rows and seeds, with half its 95 % "
        "interval. Speed: rounds per second."
    )
    return Section(
        "Result",
        paragraph(compare_verdict(comparison))
        + compare_table(comparison).to_html()
        + paragraph(f"{words.interval_note(comparison)} {behind}")
        + bullets(meanings),
    )


def time_pictures(comparison: Comparison) -> str:
    """Losses and exploration over time."""
    return gallery([*loss_pictures(comparison), *exploration_pictures(comparison)])


def compare_cards(comparison: Comparison) -> str:
    """The numbers to remember."""
    best, currency = comparison.contestants[comparison.best], comparison.problem.currency
    seeds = len(comparison.seeds)
    return cards(
        [
            (comparison.best, f"is best: {currency.words(best.loss.mean)} per round"),
            (
                f"{len(comparison.contestants)}",
                f"policies on the same {comparison.problem.rounds:,} rows",
            ),
            (f"{seeds}", "seeds each" if seeds > 1 else "seed each"),
            (f"{comparison.seconds:.0f} s", "for everything, compiling included"),
        ]
    )


def compare_report(comparison: Comparison, command: str = "") -> Report:
    """compare.json, compare.md, compare.png and report.html."""
    table, verdict = compare_table(comparison), compare_verdict(comparison)
    numbers = compare_numbers(comparison)
    files = result_files(
        "compare",
        numbers=numbers,
        markdown=words.markdown(comparison, verdict, table),
        picture=render(lambda f, t: compare_overview(f, comparison, t), width=11.0, height=4.2),
        page=compare_page(comparison, command),
    )
    return Report(
        numbers, files, tables=[(table, words.title(comparison.problem))], lines=[verdict]
    )
