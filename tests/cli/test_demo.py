import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smoothbandits.apps.demo import DEMO_POLICIES
from smoothbandits.cli import app, main

TINY = ["--rows", "300", "--seeds", "2", "--seed", "5"]
PICTURE = Path(__file__).parents[2] / "docs" / "images" / "demo.png"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results") / "new" / "folder"
    result = CliRunner().invoke(app, ["demo", *TINY, "--out", str(folder)])
    assert result.exit_code == 0, result.output
    return folder, result.stdout


def test_it_prints_a_table_and_a_verdict(finished):
    _, out = finished
    assert all(policy in out for policy in DEMO_POLICIES)
    assert re.search(r"least loss|best single action", out)
    assert "…" not in out  # nothing is cut at 80 columns


def test_it_writes_four_files(finished):
    folder, _ = finished
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["demo.json", "demo.md", "demo.png", "report.html"]


def test_the_numbers_say_how_they_were_made(finished):
    numbers = json.loads((finished[0] / "demo.json").read_text())
    assert (numbers["command"], numbers["data"]) == ("demo", "bng-price")
    assert (numbers["rounds"], numbers["seeds"]) == (300, [5, 6])
    assert numbers["seconds"] > 0.0
    assert {"python", "numba", "smoothbandits"} <= numbers["versions"].keys()
    assert set(numbers["policies"]) == set(DEMO_POLICIES)
    first = numbers["first_run"]
    assert len(first["probabilities"]) == len(first["rounds"])
    for probabilities in first["probabilities"]:
        assert len(probabilities) == len(first["rates"])
        assert sum(probabilities) == pytest.approx(1.0)


def test_the_page_needs_no_other_file(finished):
    page = (finished[0] / "report.html").read_text()
    sources = re.findall(r'(?:src|srcset|href)="([^"]*)"', page)
    assert len(sources) == 2 * page.count("<figure>") == 18  # light and dark
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert "url(" not in page and "@import" not in page and "<script" not in page


def test_the_page_shows_what_was_learned_and_how(finished):
    page = (finished[0] / "report.html").read_text()
    shown = " ".join(re.findall(r'alt="([^"]*)"', page))
    for words in ("Mean loss so far", "explore", "CORRAL", "Predicted loss of every action"):
        assert words in shown
    assert shown.count("density of actions") == 3
    assert "smoothbandits demo --rows 300 --seeds 2 --seed 5" in page


def test_json_is_the_whole_of_stdout(tmp_path):
    result = CliRunner().invoke(app, ["demo", *TINY, "--out", str(tmp_path), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads((tmp_path / "demo.json").read_text())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rows", "19"], "rows is 19; give a whole number of at least 20"),
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


@pytest.mark.slow
def test_the_picture_of_the_readme_is_the_demo_s(tmp_path):
    result = CliRunner().invoke(app, ["demo", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "demo.png").read_bytes() == PICTURE.read_bytes()
