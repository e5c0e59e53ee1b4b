"""Where results go: NAME.json, NAME.md, NAME.png and report.html in one folder."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from smoothbandits.errors import InvalidParameter

__all__ = ["prepare", "write_results"]


def prepare(folder: str | Path) -> Path:
    """Make the folder, or refuse it before any work is done."""
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise InvalidParameter(f"{str(path)!r} is a file; give a folder")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidParameter(
            f"{str(path)!r} cannot be made ({error.strerror}); give another folder"
        ) from None
    if not os.access(path, os.W_OK):
        raise InvalidParameter(f"{str(path)!r} cannot be written; give another folder")
    return path


def write_results(
    folder: str | Path,
    name: str,
    *,
    numbers: Mapping[str, Any],
    markdown: str,
    picture: bytes,
    page: str,
) -> list[Path]:
    """Write the four files and return their paths.

    Examples
    --------
    >>> import tempfile
    >>> paths = write_results(
    ...     tempfile.mkdtemp(), "demo", numbers={}, markdown="", picture=b"", page=""
    ... )
    >>> [path.name for path in paths]
    ['demo.json', 'demo.md', 'demo.png', 'report.html']
    """
    path = prepare(folder)
    files = {
        f"{name}.json": (json.dumps(numbers, indent=2, allow_nan=False) + "\n").encode(),
        f"{name}.md": markdown.encode(),
        f"{name}.png": picture,
        "report.html": page.encode(),
    }
    for file, content in files.items():
        (path / file).write_bytes(content)
    return [path / file for file in files]
