"""The page: an overview, then a section per claim."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from smoothbandits.experiments.theory.claim import Check
from smoothbandits.experiments.theory.run import Judged, Theory
from smoothbandits.reports import (
    Section,
    Table,
    badge,
    bullets,
    page,
    paragraph,
    picture,
    versions,
)

__all__ = ["TITLE", "theory_page"]

TITLE = "Every claim as an experiment that can fail"
LEAD = (
    "Smooth regret compares a learner with the best distribution over actions that is spread out: "
    "its density relative to a reference measure is at most 1/h. What the paper proves about it "
    "is put to the test here, claim by claim. Each verdict is computed from the runs below: it "
    "holds where every check does."
)
#: how words of plain text are shown
SYMBOLS = {
    **{
        rf"(?<![A-Za-z]){name}(?![A-Za-z])": letter
        for name, letter in {
            "alpha": "α",
            "beta": "β",
            "gamma": "γ",
            "eta": "η",
            "mu": "μ",
            "rho": "ρ",
            "fhat": "f̂",
            "Hoelder": "Hölder",
        }.items()
    },
    r"\bsqrt(?=\()": "√",
    "<=": "≤",
    ">=": "≥",
    "<<": "≪",
}
MOST_SHOWN = 8  # checks, before they are folded
SIZES = {
    "tiny": "This is the smallest size, which only shows that everything runs.",
    "quick": "This is the quick version: fewer and shorter runs than the full one.",
    "full": "",
}


def theory_page(theory: Theory, pictures: Sequence[tuple[bytes, bytes]], command: str = "") -> str:
    """Return the whole page as HTML.

    Parameters
    ----------
    theory
        What was found.
    pictures
        The figure of each claim, light and dark.
    command
        What made it.
    """
    sections = [Section("Overview", overview(theory))]
    for one, (light, dark) in zip(theory.judged, pictures, strict=True):
        sections.append(Section(symbols(one.claim.title), body(one, light, dark), one.claim.name))
    lead = f"{LEAD} {SIZES[theory.size]}".strip()
    return page(TITLE, lead, sections, footer=footer(theory, command))


def overview(theory: Theory) -> str:
    """A line per claim, with a link to its section."""
    rows = "".join(
        f'<tr><th scope="row"><a href="#{escape(one.claim.name)}">{escape(one.claim.name)}</a>'
        f'</th><td class="words">{escape(symbols(one.claim.title))}</td>'
        f"<td>{verdict(one)}</td></tr>"
        for one in theory.judged
    )
    head = '<th scope="col">claim</th><th scope="col" class="words">what</th><th scope="col"></th>'
    count = sum(one.finding.verdict == "holds" for one in theory.judged)
    words = f"{count} of {len(theory.judged)} claims hold."
    return (
        f'{paragraph(words)}<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def verdict(judged: Judged) -> str:
    """The word, in its colour."""
    word = judged.finding.verdict
    return badge(word, good=word == "holds")


def body(judged: Judged, light: bytes, dark: bytes) -> str:
    """The section of a claim."""
    claim, finding = judged.claim, judged.finding
    parts = [
        f"<p>{verdict(judged)} <small>{escape(claim.source)}</small></p>",
        paragraph(symbols(claim.words)),
        f'<pre class="formula"><code>{escape(symbols(claim.formula))}</code></pre>',
        "<h3>What was run</h3>",
        paragraph(symbols(finding.ran)),
        "<h3>What decides</h3>",
        check_list(finding.checks),
        f'<div class="wide">{picture(light, dark, alt=f"Figure: {claim.title}")}</div>',
        in_symbols(finding.table).to_html(),
    ]
    if finding.remarks:
        parts += ["<h3>Worth knowing</h3>", bullets(map(symbols, finding.remarks))]
    return "".join(parts)


def symbols(text: str) -> str:
    """Greek letters and signs instead of their names, for reading.

    Examples
    --------
    >>> symbols("2/(h gamma) <= sqrt(T), epsilon-greedy")
    '2/(h γ) ≤ √(T), epsilon-greedy'
    """
    for pattern, sign in SYMBOLS.items():
        text = re.sub(pattern, sign, text)
    return text


def in_symbols(table: Table) -> Table:
    """The same for all texts of a table."""
    headers = [symbols(text) for text in table.headers]
    return replace(table, headers=headers, rows=[[*map(symbols, row)] for row in table.rows])


def check_list(checks: Sequence[Check]) -> str:
    """All of them; where they are many, those that hold are folded away."""

    def listed(shown: Sequence[Check]) -> str:
        return f'<ul class="checks">{"".join(map(check_line, shown))}</ul>'

    if len(checks) <= MOST_SHOWN:
        return listed(checks)
    failed = [check for check in checks if not check.holds]
    words = f"{len(checks) - len(failed)} of {len(checks)} checks hold"
    return (
        listed(failed) if failed else ""
    ) + f"<details><summary>{badge(words, good=not failed)}</summary>{listed(checks)}</details>"


def check_line(check: Check) -> str:
    """A condition, whether it holds, and by what numbers."""
    mark = badge("holds" if check.holds else "fails", good=check.holds)
    return (
        f"<li>{mark} {escape(symbols(check.condition))}"
        f'<br><span class="measured">{escape(symbols(check.measured))}</span></li>'
    )


def footer(theory: Theory, command: str) -> str:
    """How the page was made."""
    made = ", ".join(f"{name} {number}" for name, number in versions().items())
    total = sum(one.seconds for one in theory.judged)
    by = f"Made by: {command}. " if command else ""
    return (
        f"{by}{total:,.0f} seconds of one core. {made}. All numbers are in theory.json and in "
        "NAME.json for each claim."
    )
