import json

from typer.testing import CliRunner

from smoothbandits.cli import app


def test_it_writes_its_files_and_goes_on_where_it_was(tmp_path):
    command = ["reproduce", "change", "--quick", "--jobs", "1", "--dataset", "synthetic-cats"]
    command += ["--policy", "fast-watch", "--world", "flip", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "times the loss of fast begun anew at the change" in result.stdout
    assert "…" not in result.stdout
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"cells", "change.json", "change.md", "change.png", "report.html"}
    cells = {path: path.stat().st_mtime_ns for path in (tmp_path / "cells").iterdir()}
    assert len(cells) == 2 * 3  # seeds, policies
    again = CliRunner().invoke(app, [*command, "--json"])
    assert json.loads(again.stdout) == json.loads((tmp_path / "change.json").read_text())
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cells").iterdir()} == cells
