import json

import numpy as np
import pytest
from typer.testing import CliRunner

from smoothbandits.cli import app
from smoothbandits_lab.figure1 import study as figure1


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A quick version that takes seconds, on a machine without the contest."""
    monkeypatch.setattr(figure1, "QUICK_ROUNDS", 300)
    monkeypatch.delenv("SMOOTHBANDITS_DATA", raising=False)
    monkeypatch.setattr("smoothbandits.datasets.folders.downloads", lambda: tmp_path)
    return ["reproduce", "figure1", "--quick", "--seeds", "2", "--jobs", "1"]


def test_it_finishes_offline_and_says_that_the_data_are_synthetic(small, tmp_path):
    folder = tmp_path / "results"
    result = CliRunner().invoke(app, [*small, "--out", str(folder)])
    assert result.exit_code == 0, result.output
    assert "synthetic twin" in result.stderr and "caption-synthetic" in result.stdout
    assert "…" not in result.stdout  # nothing is cut at 80 columns
    names = {path.name for path in folder.iterdir()}
    assert names == {"cells", "figure1.json", "figure1.md", "figure1.png", "report.html"}
    assert len(list((folder / "cells").iterdir())) == 16
    again = CliRunner().invoke(app, [*small, "--out", str(folder), "--json"])
    printed = json.loads(again.stdout)
    assert printed == json.loads((folder / "figure1.json").read_text())
    assert printed["dataset"] == "caption-synthetic" and printed["rounds"] == 300
    assert {policy["runs"] for policy in printed["policies"].values()} == {2}


def test_the_contest_is_found_in_a_folder(small, tmp_path):
    means = np.linspace(0.1, 0.7, 10_025)
    means[:54] = 1.0
    data = tmp_path / "data" / "caption652"
    data.mkdir(parents=True)
    np.save(data / "652_contest.npy", means)
    out = ["--out", str(tmp_path / "out"), "--data-dir", str(data.parent), "--json"]
    result = CliRunner().invoke(app, [*small, *out])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["dataset"] == "caption-652"
    assert "synthetic" not in result.stderr
