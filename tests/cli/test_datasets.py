import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from smoothbandits.cli import app, main
from smoothbandits.datasets import load, names


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["datasets", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["datasets", *arguments])
    assert stopped.value.code == 2
    said = capsys.readouterr().err.strip().splitlines()
    return said[-1]


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smoothbandits.datasets.cache.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr("smoothbandits.datasets.folders.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr("smoothbandits.datasets.entries.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.delenv("SMOOTHBANDITS_DATA", raising=False)


def test_list_shows_all_and_what_is_at_hand() -> None:
    facts = json.loads(run("list", "--json"))["datasets"]
    assert [fact["name"] for fact in facts] == names()
    at_hand = {fact["name"]: fact["at_hand"] for fact in facts}
    assert at_hand["bng-cpu"] and at_hand["caption-synthetic"] and not at_hand["zurich"]
    assert "bng-wisconsin" in run("list")


def test_info_says_licence_source_and_sizes() -> None:
    facts = json.loads(run("info", "bng-price", "--rows", "500", "--seed", "3", "--json"))
    assert facts["rows"] == 500 and facts["target"] == "price"
    assert "reconstructed" in facts["note"] and "seed 3" in facts["note"]
    assert facts["licence"] == "public domain" and "OpenML 1189" in facts["source"]
    text = run("info", "bng-price", "--rows", "500")
    assert "public domain" in text and "reconstructed" in text and "best constant loss" in text


def test_info_of_arms_and_of_what_is_not_at_hand() -> None:
    facts = json.loads(run("info", "caption-synthetic", "--json"))
    assert facts["arms"] == 10_025 and facts["best_arms"] == 54
    facts = json.loads(run("info", "zurich", "--json"))
    assert facts["at_hand"] is False and "rows" not in facts


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_fetch_can_write_the_table(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"table.{ending}"
    run("fetch", "synthetic-cats", "--rows", "50", "--out", str(out))
    frame = pl.read_csv(out) if ending == "csv" else pl.read_parquet(out)
    expected = load("synthetic-cats", rows=50)
    assert frame.columns == [*expected.columns, expected.target]
    np.testing.assert_array_equal(frame["y"].to_numpy(), expected.y)


def test_fetch_and_path_of_a_given_file(tmp_path: Path) -> None:
    file = tmp_path / "black_friday.csv"
    file.write_text("Gender,Purchase\nF,1\nM,2\n")
    folder = ["--data-dir", str(tmp_path)]
    facts = json.loads(run("fetch", "black-friday", "--json", *folder))
    assert facts["path"] == str(file) and facts["rows"] == 2
    assert run("path", "black-friday", *folder).strip() == str(file)
    assert json.loads(run("path", "black-friday", "--json", *folder))["path"] == str(file)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["info", "nothing"], "no dataset is called 'nothing'"),
        (["info", "bng-cpu", "--rows", "0"], "rows is 0"),
        (["info", "caption-synthetic", "--rows", "5"], "leave --rows out"),
        (["fetch", "synthetic-cats", "--rows", "5", "--out", "x.xls"], ".csv or .parquet"),
        (["fetch", "black-friday-part"], "which is not there"),
        (["path", "zurich"], "datasets fetch zurich"),
        (["path", "bng-cpu"], "datasets fetch bng-cpu"),
        (["path", "synthetic-linear"], "made in memory"),
        (["list", "--data-dir", "nowhere"], "'nowhere' is no folder"),
    ],
)
def test_bad_input_ends_with_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    said = refused(capsys, *arguments)
    assert said.startswith("smoothbandits: ") and words in said


def test_no_network_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from smoothbandits.datasets import caption

    monkeypatch.setattr(caption, "REMOTE", caption.REMOTE._replace(url="http://127.0.0.1:9/x"))
    assert "cannot be reached" in refused(capsys, "fetch", "caption-652")
