"""The page of Figure 1."""

from matplotlib.figure import Figure

from smoothbandits.experiments.figure1.comparison import comparisons
from smoothbandits.experiments.figure1.figures import draw_figure1, draw_regrets, low_ones
from smoothbandits.experiments.figure1.policies import POLICIES, PUBLISHED_ROUNDS
from smoothbandits.experiments.figure1.results import Figure1
from smoothbandits.experiments.figure1.summary import (
    BANDS,
    EQUIVALENCE,
    INDEPENDENCE,
    REGRET,
    TITLE,
    comparison_table,
    lost_note,
    problem,
    table,
    verdict,
)
from smoothbandits.reports import Section, cards, page, paragraph, picture, versions
from smoothbandits.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["figure1_page", "overview"]

LOW = "Those with the least regret, enlarged; the same bands."
HOW_COMPARED = (
    "A negative difference favours the first. Welch: two means with unequal variances. Bootstrap: "
    "the same by resampling runs 10,000 times. Wins: share of pairs of runs in which the first "
    "has less regret, with the p-value of Mann and Whitney's test. The published row has only "
    "means and standard deviations to go by."
)


def overview(result: Figure1) -> bytes:
    """The figure for ``figure1.png``."""
    return render(
        lambda figure, theme: draw_figure1(figure, result, theme), width=13.0, height=4.8
    )


def figure1_page(result: Figure1) -> str:
    """Return the whole page as HTML."""
    sections = [result_section(result), curves_section(result)]
    if comparisons(result):
        notes = paragraph(HOW_COMPARED) + paragraph(INDEPENDENCE)
        body = paragraph(EQUIVALENCE) + comparison_table(result).to_html()
        sections.append(Section("As good as empMOSS++?", body + notes))
    players = [f"{POLICIES[name].label}: {POLICIES[name].meaning}." for name in result.ranking()]
    sections.append(Section("Who plays", "".join(map(paragraph, players))))
    return page(TITLE, problem(result), sections, top=headline(result), footer=footer(result))


def headline(result: Figure1) -> str:
    """The numbers to remember."""
    names = [name for name in ("fast", "reference", "empmoss++") if name in result.outcomes]
    facts = [
        (f"{result.outcomes[name].final.mean():,.0f}", f"mean regret of {POLICIES[name].label}")
        for name in names
    ]
    return cards([*facts, (f"{result.seconds:.0f} s", "of this command, finished cells left out")])


def result_section(result: Figure1) -> Section:
    """Verdict and table."""
    notes = paragraph(REGRET) + paragraph(lost_note(result))
    return Section("Result", paragraph(verdict(result)) + table(result).to_html() + notes)


def curves_section(result: Figure1) -> Section:
    """One panel under the other, so that a phone shows them large enough."""
    every = curves(result, list(result.outcomes), f"All policies. {BANDS}")
    return Section("Regret over time", every + curves(result, low_ones(result), LOW))


def curves(result: Figure1, names: list[str], words: str) -> str:
    """One panel."""

    def draw(figure: Figure, theme: Theme) -> None:
        draw_regrets(figure.subplots(), result, theme, names)

    light, dark = (
        render(draw, width=6.4, height=4.2, dpi=160, theme=theme) for theme in (LIGHT, DARK)
    )
    return picture(light, dark, alt=f"Regret over time. {words}", caption=words)


def footer(result: Figure1) -> str:
    """Settings and versions."""
    made = ", ".join(f"{name} {number}" for name, number in versions().items())
    command = f"smoothbandits reproduce figure1 --seeds {len(result.seeds)}"
    if result.rounds != PUBLISHED_ROUNDS:
        command += " --quick"
    return f"Made by: {command}. {made}. All numbers are in figure1.json."
