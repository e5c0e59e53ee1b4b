"""One table, shown as Markdown or as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from smoothbandits.errors import InvalidParameter

__all__ = ["Table"]


@dataclass(frozen=True)
class Table:
    """Rows of text; the first column names the row, the others are aligned to the right.

    Parameters
    ----------
    headers
        One per column.
    rows
        Cells as they are to be read.
    strong
        Number of the row to stress, if any.

    Examples
    --------
    >>> print(Table(["method", "loss"], [["Greedy", "0.31"]]).to_markdown())
    | method | loss |
    |:-------|-----:|
    | Greedy | 0.31 |
    """

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    strong: int | None = None

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.headers):
                raise InvalidParameter(
                    f"row {list(row)!r} has {len(row)} cells for {len(self.headers)} headers"
                )

    def to_markdown(self) -> str:
        """As Markdown, padded so that it also reads well as plain text."""
        cells = [[text.replace("|", r"\|") for text in row] for row in self.rows]
        if self.strong is not None:
            cells[self.strong] = [f"**{text}**" if text else "" for text in cells[self.strong]]
        lines = [list(self.headers), *cells]
        widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(self.headers))]

        def join(line: Sequence[str]) -> str:
            first = line[0].ljust(widths[0])
            others = [text.rjust(width) for text, width in zip(line[1:], widths[1:], strict=True)]
            return "| " + " | ".join([first, *others]) + " |"

        rules = [":" + "-" * (widths[0] + 1)] + ["-" * (width + 1) + ":" for width in widths[1:]]
        return "\n".join([join(lines[0]), "|" + "|".join(rules) + "|", *map(join, lines[1:])])

    def to_html(self) -> str:
        """As a ``table`` element that scrolls by itself where the page is narrow."""
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in self.headers)
        body = "".join(self._html_row(i, row) for i, row in enumerate(self.rows))
        return (
            '<div class="scroll"><table>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _html_row(self, number: int, row: Sequence[str]) -> str:
        name = f'<th scope="row">{escape(row[0])}</th>'
        cells = "".join(f"<td>{escape(text)}</td>" for text in row[1:])
        return (
            f'<tr class="strong">{name}{cells}</tr>'
            if number == self.strong
            else (f"<tr>{name}{cells}</tr>")
        )
