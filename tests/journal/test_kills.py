"""A process is killed at random and at aimed moments: nothing acknowledged is lost or doubled."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def kill(path: Path, kills: int, seed: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.journal.killing", str(path), str(kills), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_30_kills(tmp_path: Path) -> None:
    found = kill(tmp_path / "x.db", 30, 1)
    assert found["rounds"] > 30 and found["acknowledged"] > 15


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_300_kills(tmp_path: Path, seed: int) -> None:
    found = kill(tmp_path / "x.db", 30, seed)
    assert found["rounds"] > 30 and found["acknowledged"] > 15
