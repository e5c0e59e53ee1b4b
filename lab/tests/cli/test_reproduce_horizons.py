import json

from typer.testing import CliRunner

from lab.tests.horizons.tables import NAME, made_up
from smoothbandits.cli import app


def test_it_writes_its_files_and_goes_on_where_it_was(monkeypatch, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    made_up(data, monkeypatch)
    folder = tmp_path / "results"
    command = ["reproduce", "horizons", "--quick", "--jobs", "1", "--dataset", NAME]
    command += ["--policy", "fast", "--data-dir", str(data), "--out", str(folder)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "fast, price, revenue" in result.stdout
    assert "fast, 3:1 loss" in result.stdout and "500: 1 table" in result.stdout
    assert "…" not in result.stdout
    names = {path.name for path in folder.iterdir()}
    assert names == {"cells", "horizons.json", "horizons.md", "horizons.png", "report.html"}
    cells = {path: path.stat().st_mtime_ns for path in (folder / "cells").iterdir()}
    assert len(cells) == 3 * 2 * 3  # losses, seeds, policies
    again = CliRunner().invoke(app, [*command, "--json"])
    printed = json.loads(again.stdout)
    assert printed == json.loads((folder / "horizons.json").read_text())
    assert printed["settings"]["runs"][1] == {"seed": 1, "rounds": 3_000}
    assert {path: path.stat().st_mtime_ns for path in (folder / "cells").iterdir()} == cells
