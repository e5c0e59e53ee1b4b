"""What experiments leave behind: figures, tables, one self-contained page."""

from smoothbandits.reports.folder import prepare, write_results
from smoothbandits.reports.page import (
    Section,
    badge,
    bullets,
    cards,
    code,
    gallery,
    page,
    paragraph,
    picture,
)
from smoothbandits.reports.provenance import cores, versions
from smoothbandits.reports.tables import Table

__all__ = [
    "Section",
    "Table",
    "badge",
    "bullets",
    "cards",
    "code",
    "cores",
    "gallery",
    "page",
    "paragraph",
    "picture",
    "prepare",
    "versions",
    "write_results",
]
