"""One HTML page that needs no other file: styles and pictures are inside it."""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

__all__ = [
    "Section",
    "badge",
    "bullets",
    "cards",
    "code",
    "gallery",
    "page",
    "paragraph",
    "picture",
]

STYLE = """
:root { color-scheme: light dark; --ground: #f4f6f9; --sheet: #ffffff; --ink: #1d2430;
  --soft: #566172; --line: #e1e5eb; --accent: #0072b2; --tint: #eaf4fb;
  --good: #00664b; --good-tint: #e0f4ed; --bad: #a83a00; --bad-tint: #fdeadd; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --sheet: #161b22; --ink: #e4e8ee; --soft: #9aa5b4;
    --line: #2a313c; --accent: #56b4e9; --tint: #13293a;
    --good: #5fd6b0; --good-tint: #10302a; --bad: #ffa366; --bad-tint: #3a2214; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 48px 20px 64px; }
h1 { font-size: 2.1rem; line-height: 1.2; letter-spacing: -0.02em; margin: 0 0 12px; }
h2 { font-size: 1.2rem; letter-spacing: -0.01em; margin: 0 0 10px; }
h3 { font-size: 1rem; margin: 20px 0 6px; }
a { color: var(--accent); }
small { color: var(--soft); font-size: 0.88rem; }
p { margin: 0 0 12px; max-width: 74ch; }
.lead { font-size: 1.1rem; color: var(--soft); margin-bottom: 28px; }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px;
  padding: 26px 28px; margin: 0 0 20px; }
section > :last-child { margin-bottom: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 16px;
  margin: 0 0 20px; }
.card { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px;
  padding: 18px 20px; }
.card b { display: block; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em;
  color: var(--accent); font-variant-numeric: tabular-nums; }
.card span { color: var(--soft); font-size: 0.9rem; line-height: 1.4; display: block;
  margin-top: 4px; }
figure { margin: 8px 0 14px; }
img { display: block; width: 100%; height: auto; border-radius: 8px; }
.gallery { display: grid; gap: 4px 24px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); }
ul { margin: 0 0 12px; padding-left: 22px; max-width: 74ch; }
li { margin: 0 0 6px; overflow-wrap: anywhere; }
figcaption { color: var(--soft); font-size: 0.92rem; margin-top: 8px; max-width: 80ch; }
.scroll { overflow-x: auto; margin: 0 0 14px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 9px 12px; border-bottom: 1px solid var(--line); text-align: right; }
thead th { color: var(--soft); font-weight: 600; font-size: 0.86rem; vertical-align: bottom; }
th:first-child { text-align: left; }
tbody th { font-weight: 500; white-space: nowrap; }
td { white-space: nowrap; }
th.words, td.words { text-align: left; white-space: normal; }
.badge { display: inline-block; padding: 1px 10px; border-radius: 99px; font-weight: 600;
  font-size: 0.86rem; }
.good { color: var(--good); background: var(--good-tint); }
.bad { color: var(--bad); background: var(--bad-tint); }
.checks { list-style: none; padding: 0; }
.measured { color: var(--soft); font-size: 0.92rem; }
.wide { overflow-x: auto; }
.formula { white-space: pre-wrap; }
summary { cursor: pointer; margin: 0 0 10px; }
tbody tr:last-child > * { border-bottom: 0; }
tr.strong > * { background: var(--tint); font-weight: 700; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 8px;
  padding: 14px 16px; margin: 0; overflow-x: auto; }
code { font: 0.88rem/1.55 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
footer { color: var(--soft); font-size: 0.88rem; margin-top: 24px; overflow-wrap: anywhere; }
@media (max-width: 600px) {
  main { padding: 28px 12px 40px; }
  h1 { font-size: 1.6rem; overflow-wrap: anywhere; }
  section { padding: 18px 16px; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 10px; }
  .card b { font-size: 1.4rem; }
  .wide img { width: 760px; max-width: none; }
  th, td { padding: 8px 6px; font-size: 0.86rem; } }
"""


@dataclass(frozen=True)
class Section:
    """A titled part of the page; ``body`` is HTML, ``anchor`` a name to link to."""

    title: str
    body: str
    anchor: str = ""


def page(
    title: str, lead: str, sections: Sequence[Section], *, top: str = "", footer: str = ""
) -> str:
    """Return the whole page.

    Parameters
    ----------
    title, lead
        Heading and opening sentences, as plain text.
    sections
        In order.
    top
        HTML between the opening and the sections, such as `cards`.
    footer
        Plain text at the end.

    Examples
    --------
    >>> "<h2>Losses</h2>" in page("Demo", "A try.", [Section("Losses", "<p>None.</p>")])
    True
    """
    parts = "\n".join(
        f"<section{identity(section)}><h2>{escape(section.title)}</h2>\n{section.body}</section>"
        for section in sections
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f'<body><main><h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n'
        f"{top}\n{parts}\n<footer>{escape(footer)}</footer></main></body></html>\n"
    )


def identity(section: Section) -> str:
    """The attribute that links find."""
    return f' id="{escape(section.anchor)}"' if section.anchor else ""


def paragraph(words: str) -> str:
    """Plain text as a paragraph.

    Examples
    --------
    >>> paragraph("a < b")
    '<p>a &lt; b</p>'
    """
    return f"<p>{escape(words)}</p>"


def code(source: str) -> str:
    """Source text as it is.

    Examples
    --------
    >>> code("x = 1")
    '<pre><code>x = 1</code></pre>'
    """
    return f"<pre><code>{escape(source)}</code></pre>"


def badge(word: str, *, good: bool) -> str:
    """A short word on a tinted ground.

    Examples
    --------
    >>> badge("holds", good=True)
    '<span class="badge good">holds</span>'
    """
    return f'<span class="badge {"good" if good else "bad"}">{escape(word)}</span>'


def bullets(lines: Iterable[str]) -> str:
    """Plain sentences as a list.

    Examples
    --------
    >>> bullets(["a < b"])
    '<ul><li>a &lt; b</li></ul>'
    """
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def gallery(pictures: Iterable[str]) -> str:
    """Pictures side by side where the page is wide, one below the other on a phone.

    Examples
    --------
    >>> gallery(["<figure>1</figure>"])
    '<div class="gallery"><figure>1</figure></div>'
    """
    return f'<div class="gallery">{"".join(pictures)}</div>'


def cards(facts: Iterable[tuple[str, str]]) -> str:
    """A row of figures, each with what it means.

    Examples
    --------
    >>> cards([("93 %", "of the best revenue")])
    '<div class="cards"><div class="card"><b>93 %</b><span>of the best revenue</span></div></div>'
    """
    items = "".join(
        f'<div class="card"><b>{escape(value)}</b><span>{escape(meaning)}</span></div>'
        for value, meaning in facts
    )
    return f'<div class="cards">{items}</div>'


def picture(light: bytes, dark: bytes, *, alt: str, caption: str = "") -> str:
    """A PNG in two versions; the reader's setting chooses.

    Examples
    --------
    >>> picture(b"l", b"d", alt="a curve").count("data:image/png;base64,")
    2
    """

    def source(png: bytes) -> str:
        return "data:image/png;base64," + base64.b64encode(png).decode("ascii")

    note = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return (
        f'<figure><picture><source media="(prefers-color-scheme: dark)" srcset="{source(dark)}">'
        f'<img src="{source(light)}" alt="{escape(alt)}"></picture>{note}</figure>'
    )
