"""The page of several policies on a table."""

from smoothbandits.experiments.own_table.about import columns_section, footer
from smoothbandits.experiments.own_table.compare import Comparison
from smoothbandits.experiments.own_table.compare_figures import compare_pictures
from smoothbandits.experiments.own_table.compare_summary import compare_table, compare_verdict
from smoothbandits.experiments.own_table.words import interval_note, lead, title
from smoothbandits.experiments.policies import POLICIES
from smoothbandits.reports import Section, bullets, cards, gallery, page, paragraph

__all__ = ["compare_cards", "compare_page", "result_section"]


def compare_page(comparison: Comparison, command: str = "") -> str:
    """The page of several policies on a table."""
    problem = comparison.problem
    sections = [
        result_section(comparison),
        Section("Over time", gallery(compare_pictures(comparison))),
        columns_section(problem),
    ]
    return page(
        title(problem),
        lead(problem),
        sections,
        top=compare_cards(comparison),
        footer=footer("compare", command),
    )


def result_section(comparison: Comparison) -> Section:
    """Verdict, table, and what its words mean."""
    meanings = [f"{name}: {POLICIES[name].meaning}." for name in comparison.contestants]
    return Section(
        "Result",
        paragraph(compare_verdict(comparison))
        + compare_table(comparison).to_html()
        + paragraph(
            interval_note(comparison.problem, len(comparison.seeds))
            + " Behind: difference from the best on the "
            "same rows and seeds, with half its 95 % interval. Speed: rounds per second."
        )
        + bullets(meanings),
    )


def compare_cards(comparison: Comparison) -> str:
    """The numbers to remember."""
    best = comparison.contestants[comparison.best]
    rounds, measure = comparison.problem.rounds, comparison.problem.measure
    facts = [
        (comparison.best, f"is best: {measure.noun} {measure.each(best.loss.mean)} per round"),
        (f"{len(comparison.contestants)}", f"policies on the same {rounds:,} rows"),
        (f"{len(comparison.seeds)}", "seeds each"),
        (f"{comparison.seconds:.0f} s", "for everything, compiling included"),
    ]
    return cards(facts)
