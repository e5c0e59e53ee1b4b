import json

import pytest

from smoothbandits.baselines import vw
from smoothbandits.errors import MissingData, MissingExtra
from smoothbandits_lab.change.settings import DATASETS, ChangeSettings
from smoothbandits_lab.change.study import STUDY
from smoothbandits_lab.study import run_study

NAME = "synthetic-cats"


@pytest.fixture(scope="module")
def asked():
    return ChangeSettings(
        datasets=[NAME],
        policies=["fast-watch", "rival-window"],
        worlds=["flip", "none"],
        quick=True,
    )


@pytest.fixture(scope="module")
def folder(asked, tmp_path_factory):
    """A finished run."""
    made = tmp_path_factory.mktemp("change")
    STUDY.report(run_study(STUDY, asked, made / "cells")).write(made)
    return made


def test_what_others_are_compared_with_always_plays(folder):
    written = json.loads((folder / "change.json").read_text())
    keys = [(score["world"], score["policy"]) for score in written["scores"]]
    names = ["fast", "fast-watch", "fast-restarted", "rival", "rival-window", "rival-restarted"]
    assert keys == [(world, name) for world in ("flip", "none") for name in names]
    for score in written["scores"]:
        (place,) = score["tables"].values()
        assert len(place["changes"]) == 2
        assert score["to_restarted"]["mean"] == pytest.approx(place["to_restarted"]["mean"])
    found = {(s["world"], s["policy"]): s["to_restarted"]["mean"] for s in written["scores"]}
    assert found["flip", "fast"] > 1.2 and found["flip", "fast-restarted"] == 1.0
    assert written["settings"] == {
        "seeds": [0, 1], "rounds": 1_200, "at": 800, "last": 200, "quick": True
    }  # fmt: skip


def test_all_four_files_are_written(folder):
    page = (folder / "report.html").read_text()
    assert page.count("data:image/png") == 2 and "flip: from one round on y is 1 - y" in page
    assert "reproduce change --dataset synthetic-cats --policy fast-watch" in page
    assert "--quick --world flip --world none" in page
    text = (folder / "change.md").read_text()
    assert "fast-watch: where nothing changes it costs" in text
    assert (folder / "change.png").read_bytes()[1:4] == b"PNG"


def test_what_is_missing_is_skipped_with_the_reason(tmp_path, monkeypatch):
    def missing() -> None:
        raise MissingExtra("vowpalwabbit is not installed")

    monkeypatch.setattr(vw, "check_installed", missing)
    monkeypatch.setattr("smoothbandits.datasets.folders.downloads", lambda: tmp_path)
    settings = ChangeSettings(data_dir=tmp_path, seeds=1)
    cells, skipped = STUDY.cells(settings), settings.skipped
    away = {name for name in DATASETS if name.startswith("uci-")}
    assert away | {"vw-discrete", "vw-discrete-restarted"} <= set(skipped)
    assert {cell.dataset for cell in cells} <= set(DATASETS) - away
    assert not any(cell.policy.startswith("vw-") for cell in cells)
    with pytest.raises(MissingData, match="uci-sml is not on this machine"):
        STUDY.cells(ChangeSettings(datasets=["uci-sml"], data_dir=tmp_path))
    with pytest.raises(MissingExtra):
        STUDY.cells(ChangeSettings(policies=["vw-discrete"], data_dir=tmp_path))
