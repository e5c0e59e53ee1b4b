import json

import numpy as np
import polars
import pytest
from typer.testing import CliRunner

import smoothbandits as sb
from smoothbandits.cli import app, main

BOUNDS = ["--low", "5", "--high", "50"]


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> str:
    """Prices of which half were drawn at random, the others being 20."""
    rng, n = np.random.default_rng(3), 3000
    explored = rng.random(n) < 0.5
    price = np.where(explored, rng.uniform(5.0, 50.0, n), 20.0)
    earned = price * (rng.random(n) < 1.0 - price / 60.0)
    log = polars.DataFrame(
        {
            "action": price,
            "density": np.full(n, 0.5),
            "atom": np.where(explored, 0.0, 0.5),
            "explored": explored,
            "loss": 1.0 - earned / 50.0,
        }
    )
    file = tmp_path_factory.mktemp("logs") / "log.parquet"
    log.write_parquet(file)
    return str(file)


def test_a_table_sentences_and_a_page(path, tmp_path):
    asked = ["evaluate", path, "--policy", "30", "--policy", "greedy", *BOUNDS, "--best", "50"]
    result = CliRunner().invoke(app, [*asked, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "30: reward" in result.stdout and "smoothed over" in result.stdout
    assert {file.name for file in tmp_path.iterdir()} == {
        "evaluate.json", "evaluate.md", "evaluate.png", "report.html",
    }  # fmt: skip
    numbers = json.loads((tmp_path / "evaluate.json").read_text())
    values = {one["policy"]: one for one in numbers["values"]}
    assert values["30"]["low"] < 15.0 < values["30"]["high"]
    assert values["greedy"]["low"] < 20.0 * (1.0 - 20.0 / 60.0) < values["greedy"]["high"]
    page = (tmp_path / "report.html").read_text()
    assert "mean weight" in page and "http" not in page.replace("http://www.w3.org", "")


def test_json_is_the_whole_of_stdout_and_a_bandit_is_asked(path, tmp_path):
    bandit = sb.Bandit(sb.Interval(5.0, 50.0), policy="fast", engine="python")
    bandit.save(tmp_path / "price.bandit")
    saved = str(tmp_path / "price.bandit")
    asked = ["evaluate", path, "--policy", "25.5", "--bandit", saved, "--method", "snips"]
    result = CliRunner().invoke(app, [*asked, "--json", "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    numbers = json.loads(result.stdout)
    assert numbers["values"][0]["method"] == "snips" and numbers["rounds"] == 3000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--policy", "30"], "what the actions are is not clear"),
        (["--policy", "nobody", *BOUNDS], "policy 'nobody' is no action"),
        (["--policy", "60", *BOUNDS], "policy is 60"),
        (["--policy", "30", *BOUNDS, "--method", "magic"], "method is 'magic'"),
    ],
)
def test_bad_input_ends_with_one_sentence(path, arguments, words, tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["evaluate", path, *arguments, "--out", str(tmp_path / "results")])
    said = capsys.readouterr()
    assert stop.value.code == 2 and said.out == ""
    assert words in said.err and len(said.err.strip().splitlines()) == 1
    assert not (tmp_path / "results").exists()
