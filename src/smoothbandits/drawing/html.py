"""Small HTML tables for notebooks: the reader's own colours, so that they suit light and dark."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["facts", "rows_of"]

LINE = "1px solid rgba(128,128,128,.35)"
TABLE = "border-collapse:collapse;background:none;color:inherit;margin:4px 0"
CELL = f"padding:3px 10px;border:0;border-bottom:{LINE};background:none;color:inherit"
LEFT, RIGHT = f"{CELL};text-align:left", f"{CELL};text-align:right"
LONGEST = 200  # characters of a cell


def facts(title: str, rows: Mapping[str, Any]) -> str:
    """A title and a row per fact.

    Examples
    --------
    >>> "<td" in facts("Trace", {"rounds": "<200>"}), "&lt;200&gt;" in facts("T", {"r": "<200>"})
    (True, True)
    """
    body = "".join(
        f'<tr><th scope="row" style="{LEFT};font-weight:normal;opacity:.7">{text(name)}</th>'
        f'<td style="{LEFT}">{text(value)}</td></tr>'
        for name, value in rows.items()
    )
    return f'<div><b>{text(title)}</b><table style="{TABLE}"><tbody>{body}</tbody></table></div>'


def rows_of(title: str, headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A title and a table with a header.

    Examples
    --------
    >>> rows_of("Losses", ["round", "loss"], [[1, "0.5"]]).count("<tr>")
    2
    """
    head = "".join(f'<th scope="col" style="{RIGHT}">{text(name)}</th>' for name in headers)
    body = "".join(
        "<tr>" + "".join(f'<td style="{RIGHT}">{text(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f'<div><b>{text(title)}</b><table style="{TABLE}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def text(value: Any) -> str:
    """A value as escaped text, cut where it is long."""
    words = str(value)
    return escape(words if len(words) <= LONGEST else words[: LONGEST - 1] + "…")
