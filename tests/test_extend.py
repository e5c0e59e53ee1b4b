"""The code of docs/extend.md, applied to a copy of the library and run there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "extend.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", TEXT, flags=re.MULTILINE | re.DOTALL))
FENCE = re.compile(
    r"(?:^`(?P<file>[\w./]+)`, (?P<how>[\w ]+):\n\n)?^```(?P<kind>\w+)\n(?P<code>.*?)^```$",
    flags=re.MULTILINE | re.DOTALL,
)
NAMES = [name for name, text in SECTIONS.items() if "```" in text]


class Block(NamedTuple):
    """A piece of code: what is done to which file, or a program and what it prints."""

    file: str | None
    how: str | None
    kind: str
    code: str


def blocks_of(section: str) -> list[Block]:
    return [Block(**match.groupdict()) for match in FENCE.finditer(SECTIONS[section])]


def with_lines(text: str, diff: str) -> str:
    """Text after a change that only adds lines, each below a line that is there once."""
    above = None
    for line in diff.splitlines():
        if line.startswith("+"):
            assert text.count(f"{above}\n") == 1, above
            text = text.replace(f"{above}\n", f"{above}\n{line[1:]}\n")
        above = line[1:]
    return text


def apply(block: Block, root: Path) -> None:
    """Do to a file what the page says."""
    path = root / block.file
    if block.how == "new":
        assert not (ROOT / block.file).exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.code, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if block.how == "at the end":
        path.write_text(f"{text}\n\n{block.code}", encoding="utf-8")
    else:
        assert (block.how, block.kind) == ("with two more lines", "diff")
        path.write_text(with_lines(text, block.code), encoding="utf-8")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The source and a folder of tests, to be changed."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    shutil.copytree(ROOT / "tests" / "reference", tmp_path / "tests" / "reference", ignore=ignored)
    (tmp_path / "tests" / "__init__.py").touch()
    return tmp_path


def run(root: Path, *arguments: str) -> str:
    """What a program prints that imports the changed library; none may say anything else."""
    environment = os.environ | {
        "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}",
        "SMOOTHBANDITS_CACHE": str(root / "cache"),
        "SMOOTHBANDITS_QUIET": "1",
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def test_every_section_is_there() -> None:
    kinds = [block.kind for name in NAMES for block in blocks_of(name)]
    assert len(NAMES) == kinds.count("text") == 6


@pytest.mark.parametrize("section", NAMES)
def test_the_page_does_what_it_says(section: str, copied: Path) -> None:
    program = None
    for block in blocks_of(section):
        if block.file is not None:
            apply(block, copied)
        elif block.kind == "python":
            (copied / "program.py").write_text(block.code, encoding="utf-8")
            program = run(copied, "program.py")
        else:
            assert program == block.code
    for block in blocks_of(section):
        if ">>>" in block.code:
            run(copied, "-m", "pytest", "-q", "--doctest-modules", block.file)
        elif "def test_" in block.code:
            run(copied, "-m", "pytest", "-q", "-k", "not compiled", block.file)


@pytest.mark.slow
@pytest.mark.parametrize("section", ["A compiled oracle", "An explorer"])
def test_its_tests_pass_on_the_compiled_engine(section: str, copied: Path) -> None:
    for block in blocks_of(section):
        if block.file is not None:
            apply(block, copied)
            if "test_" in block.file:
                passed = run(copied, "-m", "pytest", "-q", "-k", "compiled", block.file)
                assert "2 passed" in passed
