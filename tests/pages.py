"""Pages whose code runs: Python from top to bottom; a block of text after it is its output.

``python -m tests.pages README.md docs/how-to/save.md`` writes anew what the blocks print.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
TOLERANCE = 0.1  # where nothing else is said: trees differ between versions and machines


class Said(NamedTuple):
    """What the page shows, where, and what its code printed."""

    shown: str
    printed: str
    span: tuple[int, int]


def run_page(path: Path) -> list[Said]:
    """Run a page's Python from top to bottom in an empty folder, shells' lines among it."""
    text = path.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "page"}
    found, printed, end = [], None, 0
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for fence in FENCE.finditer(text):
            kind, code = fence.groups()
            if kind == "text" and printed is not None and not text[end : fence.start()].strip():
                found.append(Said(code, printed, fence.span(2)))
            printed = None
            if kind == "python":
                said = io.StringIO()
                with contextlib.redirect_stdout(said):
                    exec(compile(code, str(path), "exec"), names)
                printed = said.getvalue()
            elif kind == "sh":
                for line in re.findall(r"^smoothbandits (run .*)$", code, flags=re.MULTILINE):
                    run_command(line)
            end = fence.end()
    return found


def run_command(line: str) -> None:
    """A line for a shell, where its table is there."""
    from smoothbandits.cli import main

    words = shlex.split(line, comments=True)
    if Path(words[1]).exists():
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            main(words)


def check_page(path: Path, tolerance: float = TOLERANCE) -> None:
    """What code prints is what the page shows; numbers may differ by a part of themselves."""
    for said in run_page(path):
        assert NUMBER.sub("#", said.printed) == NUMBER.sub("#", said.shown)
        assert numbers(said.printed) == pytest.approx(numbers(said.shown), rel=tolerance)


def numbers(text: str) -> list[float]:
    """All numbers of a text."""
    return [float(number.replace(",", "").rstrip(".")) for number in NUMBER.findall(text)]


def renew(path: Path) -> None:
    """Write what the code of a page prints into it."""
    text = path.read_text(encoding="utf-8")
    for said in reversed(run_page(path)):
        begin, end = said.span
        text = text[:begin] + said.printed + text[end:]
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        renew(Path(os.path.abspath(name)))
