import json

from typer.testing import CliRunner

from smoothbandits.cli import app
from smoothbandits_lab.shapes import study as shapes


def test_it_writes_its_files_and_goes_on_where_it_was(monkeypatch, tmp_path):
    monkeypatch.setattr(shapes, "QUICK_ROUNDS", 300)
    folder = tmp_path / "results"
    command = ["reproduce", "shapes", "--quick", "--jobs", "1", "--out", str(folder)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "two valleys" in result.stdout and "…" not in result.stdout
    names = {path.name for path in folder.iterdir()}
    assert names == {"cells", "shapes.json", "shapes.md", "shapes.png", "report.html"}
    cells = {path: path.stat().st_mtime_ns for path in (folder / "cells").iterdir()}
    assert len(cells) == 16
    again = CliRunner().invoke(app, [*command, "--json"])
    printed = json.loads(again.stdout)
    assert printed == json.loads((folder / "shapes.json").read_text())
    assert (printed["rounds"], printed["seeds"]) == (300, 1)
    assert {path: path.stat().st_mtime_ns for path in (folder / "cells").iterdir()} == cells
