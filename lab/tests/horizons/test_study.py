import json
from pathlib import Path

import pytest

from lab.tests.horizons.tables import NAME, ROWS, made_up
from smoothbandits.baselines import vw
from smoothbandits.errors import MissingData, MissingExtra
from smoothbandits_lab.horizons.settings import DATASETS, HorizonsSettings
from smoothbandits_lab.horizons.study import STUDY
from smoothbandits_lab.study import run_study


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A small table in a folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        folder = made_up(tmp_path_factory.mktemp("data"), patch)
        yield HorizonsSettings(
            datasets=[NAME], policies=["full", "fast"], seeds=2, data_dir=folder
        )


@pytest.fixture(scope="module")
def folder(asked, tmp_path_factory) -> Path:
    """A finished run."""
    made = tmp_path_factory.mktemp("horizons")
    STUDY.report(run_study(STUDY, asked, made / "cells")).write(made)
    return made


def test_the_rival_and_the_constant_always_play(folder):
    scores = json.loads((folder / "horizons.json").read_text())["scores"]
    keys = [(score["loss"], score["horizon"], score["policy"]) for score in scores]
    policies = ["rival", "constant", "full", "fast"]
    assert keys == [
        (k, h, p) for k in ("absolute", "3:1", "price") for h in ("500", "all") for p in policies
    ]
    for score in scores:
        (place,) = score["tables"].values()
        assert place["rounds"] == (500 if score["horizon"] == "500" else ROWS)
        assert len(place["by_seed"]) == 2
        ratio = place["to_rival"]
        assert ratio["low"] <= ratio["mean"] <= ratio["high"]
        assert score["to_rival"]["mean"] == pytest.approx(ratio["mean"])
        lost = ratio["high"] < 1 / 1.05 if score["loss"] == "price" else ratio["low"] > 1.05
        assert score["behind"] == ([NAME] if lost else [])
    found = {(s["loss"], s["horizon"], s["policy"]): s["to_rival"]["mean"] for s in scores}
    assert found["price", "all", "full"] > 1.0
    assert found["absolute", "all", "full"] < found["absolute", "all", "rival"] == 1.0


def test_all_four_files_are_written(folder):
    page = (folder / "report.html").read_text()
    assert page.count("data:image/png") == 2 and "absolute loss, all rows" in page
    assert "price, revenue, all rows" in page and "above 1 is better" in page
    assert f"--dataset {NAME} --policy full --policy fast --seeds 2." in page
    text = (folder / "horizons.md").read_text()
    assert "fast, 3:1 loss" in text and "CC BY 4.0" in text and "100,000 rows count as all" in text
    assert (folder / "horizons.png").read_bytes()[1:4] == b"PNG"


def test_three_seeds_go_on_to_all_rows():
    settings = HorizonsSettings(datasets=["synthetic-cats"], policies=["rival"])
    cells = STUDY.cells(settings)
    rounds = [cell.settings["rounds"] for cell in cells if cell.policy == "rival"]
    assert rounds == [100_000] * 9 + [5_000] * 21  # three losses
    assert [cell.policy for cell in cells[:2]] == ["rival", "constant"]
    assert len({cell.file_name for cell in cells}) == len(cells) == 60
    quick = HorizonsSettings(quick=True)
    assert quick.runs == [(0, 3_000), (1, 3_000)]


def test_what_is_missing_is_skipped_with_the_reason(tmp_path, monkeypatch):
    def missing() -> None:
        raise MissingExtra("vowpalwabbit is not installed")

    monkeypatch.setattr(vw, "check_installed", missing)
    monkeypatch.setattr("smoothbandits.datasets.folders.downloads", lambda: tmp_path)
    settings = HorizonsSettings(data_dir=tmp_path, seeds=1)
    cells, skipped = STUDY.cells(settings), settings.skipped
    away = {name for name in DATASETS if name.startswith("uci-")}
    assert away | {"vw-cats", "vw-discrete"} <= set(skipped)
    assert not {cell.dataset for cell in cells} & away
    assert "vw-cats" not in {cell.policy for cell in cells}
    with pytest.raises(MissingData, match="uci-sml is not on this machine"):
        STUDY.cells(HorizonsSettings(datasets=["uci-sml"], data_dir=tmp_path))
    with pytest.raises(MissingExtra):
        STUDY.cells(HorizonsSettings(policies=["vw-cats"], data_dir=tmp_path))
