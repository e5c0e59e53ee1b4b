"""What commands and experiments leave behind: figures, tables, one self-contained page."""

from smoothbandits.apps.reports.folder import (
    Report,
    as_json,
    prepare,
    result_files,
)
from smoothbandits.apps.reports.page import (
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
from smoothbandits.apps.reports.provenance import cores, versions
from smoothbandits.apps.reports.tables import Table

__all__ = [
    "Report",
    "Section",
    "Table",
    "as_json",
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
    "result_files",
    "versions",
]
