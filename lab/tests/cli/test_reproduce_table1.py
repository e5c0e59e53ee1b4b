import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from typer.testing import CliRunner

from smoothbandits.cli import app

SMALL = ["--dataset", "synthetic-cats", "--policy", "constant", "--policy", "linear"]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["reproduce", "table1", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_it_prints_the_table_and_writes_four_files(tmp_path: Path) -> None:
    said = run("--quick", "--rows", "1000", "--jobs", "1", "--out", str(tmp_path / "a"), *SMALL)
    assert "synthetic-cats" in said and "Written" in said
    names = {path.name for path in (tmp_path / "a").iterdir()}
    assert names == {"table1.json", "table1.md", "table1.png", "report.html", "cells"}


def test_json_is_the_file(tmp_path: Path) -> None:
    said = run("--rows", "1000", "--jobs", "1", "--out", str(tmp_path), "--json", *SMALL)
    found = json.loads(said)
    assert found == json.loads((tmp_path / "table1.json").read_text())
    wanted = {
        "dataset",
        "policy",
        "loss",
        "low",
        "high",
        "rounds",
        "seeds",
        "seconds",
        "published",
    }
    assert [row["policy"] for row in found["rows"]] == ["constant", "linear"]
    assert all(wanted <= set(row) for row in found["rows"])


def test_a_killed_command_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    """Two processes at work are killed; the next start keeps what they had finished."""
    arguments = ["--seeds", "4", "--rows", "30000", *SMALL, "--out"]
    whole = json.loads(run(*arguments, str(tmp_path / "whole"), "--jobs", "1", "--json"))
    process = subprocess.Popen(
        [sys.executable, "-c", "from smoothbandits.cli import main; main()"]
        + ["reproduce", "table1", *arguments, str(tmp_path / "halves"), "--jobs", "2"],
        env={**os.environ, "SMOOTHBANDITS_QUIET": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    cells = tmp_path / "halves" / "cells"
    until = time.monotonic() + 120.0
    while len(list(cells.glob("*.json"))) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=30)
    time.sleep(1.0)  # workers notice and end
    before = {path.name: path.stat().st_mtime_ns for path in cells.glob("*.json")}
    assert before
    resumed = json.loads(run(*arguments, str(tmp_path / "halves"), "--jobs", "1", "--json"))
    after = {path.name: path.stat().st_mtime_ns for path in cells.glob("*.json")}
    assert len(after) == 5 and before.items() <= after.items()
    for row, other in zip(resumed["rows"], whole["rows"], strict=True):
        assert {**row, "seconds": 0} == {**other, "seconds": 0}
