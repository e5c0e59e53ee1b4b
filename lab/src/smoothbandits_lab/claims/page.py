"""The page of the claims: an overview, then a section for each; and each as Markdown."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from smoothbandits.apps.reports import (
    Section,
    Table,
    badge,
    bullets,
    page,
    paragraph,
    picture,
)
from smoothbandits_lab.claims.claim import Check, Judged, Size
from smoothbandits_lab.claims.ideas import IDEAS, SIZE
from smoothbandits_lab.pages import Drawing

__all__ = ["TITLE", "claim_markdown", "theory_page"]

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


def theory_page(
    judged: Sequence[Judged], size: Size, pictures: Sequence[tuple[bytes, bytes]], footer: str
) -> str:
    """Return the whole page as HTML.

    Parameters
    ----------
    judged, size
        The claims, and how much was run.
    pictures
        The figure of each claim, light and dark.
    footer
        How the page was made.
    """
    sections = [Section("Three ideas", ideas(), "ideas"), Section("Overview", overview(judged))]
    for one, (light, dark) in zip(judged, pictures, strict=True):
        sections.append(Section(symbols(one.claim.title), body(one, light, dark), one.claim.name))
    return page(TITLE, f"{LEAD} {SIZES[size]}".strip(), sections, footer=footer)


def ideas() -> str:
    """What one has to know of the paper, each with a picture."""
    parts = []
    for idea in IDEAS:
        drawing = Drawing(idea.draw, alt=f"Figure: {idea.title}", options=SIZE)
        parts += [f"<h3>{escape(idea.title)}</h3>", paragraph(symbols(idea.words))]
        parts.append(drawing.html())
    return "".join(parts)


def overview(judged: Sequence[Judged]) -> str:
    """A line per claim, with a link to its section."""
    rows = "".join(
        f'<tr><th scope="row"><a href="#{escape(one.claim.name)}">{escape(one.claim.name)}</a>'
        f'</th><td class="words">{escape(symbols(one.claim.title))}</td>'
        f"<td>{verdict(one)}</td></tr>"
        for one in judged
    )
    head = '<th scope="col">claim</th><th scope="col" class="words">what</th><th scope="col"></th>'
    count = sum(one.finding.verdict == "holds" for one in judged)
    words = f"{count} of {len(judged)} claims hold."
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


def claim_markdown(judged: Judged) -> str:
    """The section of one claim, with its figure beside it."""
    claim, finding = judged.claim, judged.finding
    checks = "\n".join(
        f"- {'holds' if check.holds else '**FAILS**'}: {check.condition} ({check.measured})"
        for check in finding.checks
    )
    parts = [
        f"# {claim.title}",
        f"Verdict: **{finding.verdict}**",
        f"{claim.words} ({claim.source})",
        f"    {claim.formula}",
        finding.ran,
        checks,
        finding.table.to_markdown(),
        f"![{claim.title}]({claim.name}.png)",
    ]
    if finding.remarks:
        parts.append("\n".join(f"- {remark}" for remark in finding.remarks))
    return "\n\n".join(parts) + "\n"
