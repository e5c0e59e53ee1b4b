import json
from pathlib import Path

import numpy as np
import pytest

from smoothbandits.baselines import vw
from smoothbandits.datasets import load
from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.experiments.table1 import Table1Settings, run_table1
from smoothbandits.experiments.table1.plan import plan
from smoothbandits.experiments.table1.report import write_report
from smoothbandits.experiments.table1.summary import facts

ASKED = Table1Settings(
    datasets=["bng-price", "synthetic-cats"],
    policies=["constant", "cats", "linear", "fast"],
    rows=2_000,
    seeds=2,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run."""
    made = tmp_path_factory.mktemp("table1")
    write_report(run_table1(ASKED, made / "cells"), made)
    return made


def test_the_table_has_what_was_asked_for(folder: Path) -> None:
    found = json.loads((folder / "table1.json").read_text())
    keys = [(row["dataset"], row["policy"]) for row in found["rows"]]
    assert keys == [(d, p) for d in ASKED.datasets for p in ASKED.used_policies]
    for row in found["rows"]:
        assert 0.0 <= row["low"] <= row["loss"] <= row["high"] <= 1.0
        assert row["rounds"] == 2_000 and row["seconds"] >= 0.0
        assert row["seeds"] == (1 if row["policy"] == "constant" else 2) == len(row["by_seed"])
        low, high = row["paper_interval"]
        assert low < high
    price = {row["policy"]: row for row in found["rows"] if row["dataset"] == "bng-price"}
    assert price["linear"]["published"] == 0.07036 and price["fast"]["published"] is None
    y = load("bng-price", rows=2_000).scaled().y
    assert price["constant"]["loss"] == pytest.approx(np.abs(y - np.median(y)).mean())


def test_all_four_files_are_written(folder: Path) -> None:
    text = (folder / "table1.md").read_text()
    assert "reconstructed" in text and "public domain" in text
    assert "Only 2,000 rows" in text and "70.4" in text
    page = (folder / "report.html").read_text()
    assert "<h1>Table 1" in page and page.count("data:image/png") == 4
    assert "--dataset bng-price --dataset synthetic-cats --policy constant --policy cats" in page
    assert (folder / "table1.png").read_bytes()[1:4] == b"PNG"


def test_a_second_run_does_nothing_and_says_the_same(folder: Path) -> None:
    kept: list[bool] = []
    again = run_table1(ASKED, folder / "cells", progress=lambda *done: kept.append(done[2]))
    assert all(kept) and len(kept) == 2 * (1 + 3 * 2)
    found = json.loads((folder / "table1.json").read_text())["rows"]
    assert json.loads(json.dumps([row.to_json() for row in again.rows])) == found


def test_a_run_stopped_halfway_gives_the_same_table(folder: Path, tmp_path: Path) -> None:
    """Control-C in the middle; the second start does only the rest and finds the same losses."""
    cells, _ = plan(ASKED)
    half = len(cells) // 2
    seen: list[str] = []

    def stop(cell: Cell, result: dict, kept: bool) -> None:
        seen.append(cell.file_name)
        if len(seen) == half:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_table1(ASKED, tmp_path, progress=stop)
    assert sum(Cells(tmp_path).get(cell) is not None for cell in cells) == half
    redone: list[str] = []

    def watch(cell: Cell, result: dict, kept: bool) -> None:
        if not kept:
            redone.append(cell.file_name)

    result = run_table1(ASKED, tmp_path, progress=watch)
    assert len(redone) == len(cells) - half and not set(redone) & set(seen)
    whole = json.loads((folder / "table1.json").read_text())["rows"]
    for row, other in zip(result.rows, whole, strict=True):
        here = json.loads(json.dumps(row.to_json()))
        assert {**here, "seconds": 0} == {**other, "seconds": 0}


def test_the_best_of_several_settings_is_reported(tmp_path: Path) -> None:
    asked = Table1Settings(
        datasets=["synthetic-cats"], policies=["linear-tuned"], rows=1_000, tune=3
    )
    (row,) = run_table1(asked, tmp_path).rows
    cells, _ = plan(asked)
    losses = [result["loss"] for result in map(Cells(tmp_path).get, cells) if result]
    assert row.tried == 3 and row.loss == min(losses)
    assert row.settings == cells[int(np.argmin(losses))].settings["policy"]


def test_best_is_played_beyond_its_first_fit(tmp_path: Path) -> None:
    asked = Table1Settings(
        datasets=["synthetic-cats"], policies=["constant", "fast", "best"], rows=9_000
    )
    result = run_table1(asked, tmp_path)
    constant, fast, best = result.rows
    assert best.published is None and best.origin == "none" and best.rounds == 9_000
    assert best.loss < 0.6 * constant.loss
    count = int(best.loss < fast.loss)
    said = f"best has the lower mean than fast on {count} of 1"
    assert any(line.startswith(said) for line in facts(result))


def test_vowpal_wabbit_joins_in(tmp_path: Path) -> None:
    if not vw.available():
        pytest.skip("vowpalwabbit is not installed; pip install 'smoothbandits[peers]'")
    policies = ["vw-cats", "vw-cats-bare", "vw-discrete"]
    asked = Table1Settings(datasets=["synthetic-cats"], policies=policies, rows=500)
    rows = run_table1(asked, tmp_path).rows
    assert [row.policy for row in rows] == policies
    assert all("Beta" in row.interval and row.low < row.loss < row.high for row in rows)


def test_the_batch_regressor_joins_in(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    asked = Table1Settings(datasets=["synthetic-cats"], policies=["batch", "constant"], rows=4_000)
    constant, batch = run_table1(asked, tmp_path).rows
    assert batch.rounds == 800 and batch.loss < 0.6 * constant.loss


@pytest.mark.slow
@pytest.mark.parametrize("dataset", ["bng-cpu", "bng-price", "bng-wisconsin"])
def test_the_paper_s_learners_come_out_again(dataset: str, tmp_path: Path) -> None:
    asked = Table1Settings(datasets=[dataset], policies=["linear", "rff"])
    for row in run_table1(asked, tmp_path).rows:
        assert row.published is not None
        assert row.loss == pytest.approx(row.published, rel=0.025)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dataset", "most"), [("bng-cpu", 0.0360), ("bng-price", 0.0635), ("bng-wisconsin", 0.1351)]
)
def test_fast_beats_what_was_tuned_in_hindsight(dataset: str, most: float, tmp_path: Path) -> None:
    """The bars are 4 to 7 % (Cpu, Price) and 1 % (Wis) below the published rff."""
    (row,) = run_table1(Table1Settings(datasets=[dataset], policies=["fast"]), tmp_path).rows
    assert row.loss <= most
