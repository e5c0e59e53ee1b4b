import json
import re

import pytest
from typer.testing import CliRunner

from smoothbandits.cli import app, main

TINY = ["--rounds", "200", "--seeds", "2", "--seed", "5"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results") / "new" / "folder"
    result = CliRunner().invoke(app, ["demo", *TINY, "--out", str(folder)])
    assert result.exit_code == 0, result.output
    return folder, result.stdout


def test_it_prints_a_table_and_a_verdict(finished):
    _, out = finished
    for word in ("AdaptiveIGW", "EpsilonGreedy", "Greedy", "RandomPlay", "earned most"):
        assert word in out
    assert "…" not in out  # nothing is cut at 80 columns


def test_it_writes_four_files(finished):
    folder, _ = finished
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["demo.json", "demo.md", "demo.png", "report.html"]


def test_the_numbers_say_how_they_were_made(finished):
    numbers = json.loads((finished[0] / "demo.json").read_text())
    assert numbers["rounds"] == 200
    assert numbers["seeds"] == [5, 6]
    assert numbers["seconds"] > 0.0
    assert {"python", "numba", "smoothbandits"} <= numbers["versions"].keys()
    for method in numbers["methods"].values():
        assert len(method["revenue"]) == 2
        assert len(method["share_curves"][0]) == len(numbers["curve_rounds"])


def test_the_page_needs_no_other_file(finished):
    page = (finished[0] / "report.html").read_text()
    sources = re.findall(r'(?:src|srcset|href)="([^"]*)"', page)
    assert len(sources) == 6
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert "url(" not in page and "@import" not in page and "<script" not in page


def test_the_picture_is_small_enough_to_keep(finished):
    picture = (finished[0] / "demo.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 200_000


def test_json_is_the_whole_of_stdout(tmp_path):
    result = CliRunner().invoke(app, ["demo", *TINY, "--out", str(tmp_path), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads((tmp_path / "demo.json").read_text())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rounds", "199"], "rounds is 199; give a whole number of at least 200"),
        (["--seeds", "0"], "seeds is 0; give a whole number of at least 1"),
        (["--seed", "-1"], "seed is -1; give a whole number of at least 0"),
    ],
)
def test_bad_settings_leave_nothing_behind(arguments, sentence, tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["demo", *arguments, "--out", str(tmp_path / "results")])
    assert stop.value.code == 2
    assert capsys.readouterr().err == f"smoothbandits: {sentence}\n"
    assert not (tmp_path / "results").exists()


def test_a_file_is_no_folder(tmp_path, capsys):
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(SystemExit) as stop:
        main(["demo", *TINY, "--out", str(tmp_path / "taken")])
    assert stop.value.code == 2
    assert "is a file; give a folder" in capsys.readouterr().err
    assert (tmp_path / "taken").read_text() == "mine"
