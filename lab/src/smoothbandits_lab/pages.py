"""Reports of one page: the same chapters as HTML and as Markdown, numbers and a figure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from matplotlib.figure import Figure

from smoothbandits.apps.reports import (
    Section,
    Table,
    bullets,
    page,
    paragraph,
    picture,
    result_files,
)
from smoothbandits.apps.reports.figures import DARK, LIGHT, Theme, render
from smoothbandits_lab.study import Done, Report

__all__ = ["Block", "Chapter", "Drawing", "Html", "one_page"]


@dataclass(frozen=True)
class Drawing:
    """A figure of the page, drawn once for light and once for dark; files have it in light.

    Parameters
    ----------
    draw
        Takes an empty figure and a theme.
    caption
        What is to be seen; nothing is written below the figure where it is left out.
    alt
        For those who cannot see it; the caption if left out.
    options
        Of `render`: width and height, say.
    """

    draw: Callable[[Figure, Theme], None]
    caption: str = ""
    alt: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def png(self, theme: Theme = LIGHT) -> bytes:
        """The figure as a file."""
        return render(self.draw, theme=theme, **self.options)

    def html(self) -> str:
        """Both pictures, of which the page shows the one that fits."""
        words = self.alt or self.caption
        return picture(self.png(LIGHT), self.png(DARK), alt=words, caption=self.caption)


class Html(NamedTuple):
    """What only the page shows."""

    text: str


Block = str | Sequence[str] | Table | Drawing | Html  # a sequence is a list of points


@dataclass(frozen=True)
class Chapter:
    """A part of the page and of NAME.md; empty blocks are left out."""

    title: str
    blocks: Sequence[Block]

    def section(self) -> Section:
        """For the page."""
        return Section(self.title, "".join(block_html(block) for block in self.blocks if block))

    def markdown(self) -> list[str]:
        """Heading and paragraphs; nothing where all there is are drawings."""
        shown = [text for block in self.blocks if (text := block_markdown(block))]
        return [f"## {self.title}", *shown] if shown else []


def block_html(block: Block) -> str:
    """A block for the page."""
    if isinstance(block, str):
        return paragraph(block)
    if isinstance(block, Html):
        return block.text
    if isinstance(block, Table):
        return block.to_html() if block.rows else ""
    return block.html() if isinstance(block, Drawing) else bullets(block)


def block_markdown(block: Block) -> str:
    """A block as plain text; nothing where there is none of it."""
    if isinstance(block, str):
        return block
    if isinstance(block, Drawing | Html):
        return ""
    if isinstance(block, Table):
        return block.to_markdown() if block.rows else ""
    return "\n".join(f"- {line}" for line in block)


def one_page(
    done: Done[Any, Any],
    *,
    title: str,
    lead: str,
    chapters: Sequence[Chapter],
    overview: Drawing,
    numbers: Mapping[str, Any],
    tables: Sequence[tuple[Table, str]],
    lines: Sequence[str],
    top: str = "",
) -> Report:
    """The report of a study with one page: NAME.json, NAME.md, NAME.png and report.html.

    Parameters
    ----------
    done
        The study.
    title, lead, top
        How the page begins: a heading, what is played, and HTML such as cards.
    chapters
        The rest of the page, and of NAME.md.
    overview
        The figure for NAME.png.
    numbers
        For NAME.json, beside the circumstances.
    tables, lines
        For the terminal.
    """
    name, sections = done.name, [chapter.section() for chapter in chapters]
    footer = f"{done.made_by()} All numbers are in {name}.json."
    text = [f"# {title}", lead]
    for chapter in chapters:
        text += chapter.markdown()
    every = {**numbers, **done.surroundings()}
    files = result_files(
        name,
        numbers=every,
        markdown="\n\n".join(text) + "\n",
        picture=overview.png(),
        page=page(title, lead, sections, top=top, footer=footer),
    )
    return Report(every, files, tables, lines)
