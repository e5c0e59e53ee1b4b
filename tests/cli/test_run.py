import json

import polars
import pytest
from typer.testing import CliRunner

import smoothbandits as sb
from smoothbandits.cli import app, main
from tests.apps.logged_table.logs import write_prices
from tests.apps.own_table.tables import ROWS, cars, write_cars

COMMANDS = ["run", "compare"]


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> str:
    return str(write_cars(tmp_path_factory.mktemp("tables")))


def refuse(arguments: list[str], folder, capsys) -> str:
    """Exit code 2, one sentence on stderr, nothing on stdout, nothing written."""
    with pytest.raises(SystemExit) as stop:
        main([*arguments, "--out", str(folder / "results")])
    said = capsys.readouterr()
    assert stop.value.code == 2 and said.out == ""
    assert not (folder / "results").exists()
    lines = said.err.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("smoothbandits: ")
    return lines[0]


def test_run_prints_a_table_and_writes_a_report(path: str, tmp_path) -> None:
    out = tmp_path / "new" / "folder"
    asked = ["run", path, "--target", "price", "--ignore", "cost", "--out", str(out)]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 0, result.output
    assert "best constant" in result.stdout and "…" not in result.stdout
    assert "Column 'country' dropped: constant." in result.stderr
    files = {file.name for file in out.iterdir()}
    assert files == {
        "run.json", "run.md", "run.png", "report.html", "encoder.json", "policy.bandit",
    }  # fmt: skip


def test_json_is_the_whole_of_stdout(path: str, tmp_path) -> None:
    asked = ["--target", "price", "--policies", "constant,random", "--seeds", "2", "--json"]
    result = CliRunner().invoke(app, ["compare", path, *asked, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    numbers = json.loads(result.stdout)
    assert numbers == json.loads((tmp_path / "compare.json").read_text())
    assert numbers["command"] == "compare" and numbers["rounds"] == ROWS


@pytest.mark.parametrize("command", COMMANDS)
def test_prices_are_reported_in_money(path: str, command: str, tmp_path) -> None:
    plays = ["--policy", "fast"] if command == "run" else ["--policies", "fast,constant"]
    asked = [command, path, "--target", "price", "--ignore", "cost", "--payoff", "sale", *plays]
    result = CliRunner().invoke(app, [*asked, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "revenue" in result.stdout and "sold" in result.stdout
    assert "loss" not in result.stdout
    numbers = json.loads((tmp_path / f"{command}.json").read_text())
    assert numbers["payoff"] == "sale"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--target", "Prices"], "no column 'Prices'; did you mean 'price'?"),
        ([], "no target is given; give --target"),
        (["--target", "cost"], "drop these rows with --drop-missing"),
        (["--target", "country"], "is not a number"),
        (["--target", "price", "--loss", "hinge"], "loss is 'hinge'; give absolute"),
        (["--target", "price", "--payoff", "rent"], "payoff is 'rent'; give sale"),
        (
            ["--target", "price", "--payoff", "sale", "--loss", "squared"],
            "loss is 'squared' and payoff 'sale'; give one of the two",
        ),
        (["--target", "price", "--rows", "3"], "rows is 3"),
        (["--target", "price", "--low", "9", "--high", "2"], "low must be the smaller"),
        (["--target", "price", "--seed", "-1"], "seed is -1"),
    ],
)
def test_bad_input(path: str, command: str, arguments: list, says: str, tmp_path, capsys) -> None:
    assert says in refuse([command, path, *arguments], tmp_path, capsys)


def test_unknown_policies(path: str, tmp_path, capsys) -> None:
    asked = [path, "--target", "price"]
    for command in (["run", *asked, "--policy"], ["compare", *asked, "--policies"]):
        assert "did you mean 'greedy'" in refuse([*command, "gready"], tmp_path, capsys)


@pytest.mark.parametrize("command", COMMANDS)
def test_bad_files(command: str, tmp_path, capsys) -> None:
    tables = {
        "flat.csv": cars().with_columns(price=polars.lit(3.0)),
        "nothing.csv": cars().with_columns(price=polars.lit(None, polars.Float64)),
        "short.csv": cars().head(7),
        "alone.csv": cars().select("price"),
    }
    for name, table in tables.items():
        table.write_csv(tmp_path / name)
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "header.csv").write_text("age,price\n")
    says = {
        "flat.csv": "is 3 in every row",
        "nothing.csv": "has no values",
        "short.csv": "7 rows with a target; give at least 20",
        "alone.csv": "no column besides the target",
        "empty.csv": "is empty",
        "header.csv": "has no rows",
        "absent.csv": "there is no file",
    }
    for name, sentence in says.items():
        arguments = [command, str(tmp_path / name), "--target", "price"]
        assert sentence in refuse(arguments, tmp_path, capsys)


def test_a_file_is_no_folder(path: str, tmp_path, capsys) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(SystemExit) as stop:
        main(["run", path, "--target", "price", "--out", str(tmp_path / "taken")])
    assert stop.value.code == 2
    assert "is a file; give a folder" in capsys.readouterr().err
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_log_is_taught_and_leaves_a_warm_bandit(tmp_path) -> None:
    path = str(write_prices(tmp_path))
    asked = ["run", path, "--action", "price", "--reward", "revenue", "--ignore", "sold"]
    out = tmp_path / "warm"
    result = CliRunner().invoke(app, [*asked, "--policy", "fast", "--out", str(out), "--json"])
    assert result.exit_code == 0, result.output
    numbers = json.loads(result.stdout)
    assert numbers == json.loads((out / "run.json").read_text())
    assert "15 rows without price were left out." in result.stderr
    assert sb.load(out / "policy.bandit").taught == numbers["taught"] == 285


def test_who_names_the_price_of_a_log_as_target_is_told_of_action(tmp_path) -> None:
    path = str(write_prices(tmp_path))
    asked = ["run", path, "--target", "price", "--drop-missing", "--policy", "constant"]
    result = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    said = " ".join(result.stderr.split())
    assert "give --action price --reward sold instead of --target" in said


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ([], "or --action and --reward for a log"),
        (["--reward", "revenue"], "give --action"),
        (["--action", "price"], "give --reward"),
        (["--action", "price", "--reward", "revenu"], "did you mean 'revenue'"),
        (["--action", "price", "--reward", "revenue", "--target", "sold"], "leave --target out"),
    ],
)
def test_bad_words_about_a_log_are_one_sentence(asked, words: str, tmp_path, capsys) -> None:
    assert words in refuse(["run", str(write_prices(tmp_path)), *asked], tmp_path, capsys)
