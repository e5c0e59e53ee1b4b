import json

import pytest
from typer.testing import CliRunner

from lab.tests.claims import dummy
from lab.tests.claims.dummy import Squares, registered
from smoothbandits.cli import app
from smoothbandits_lab.claims import CLAIMS


def command(folder, *more):
    return ["reproduce", "theory", "--quick", "--jobs", "1", "--out", str(folder), *more]


def test_it_writes_its_files_and_goes_on_where_it_was(tmp_path):
    folder = tmp_path / "results"
    dummy.COMPUTED.clear()
    with registered(Squares(), Squares("other")):
        result = CliRunner().invoke(app, command(folder, "--claim", "dummy"))
        assert result.exit_code == 0, result.output
        assert "Verdict: holds" in result.stdout and "…" not in result.stdout
        names = {path.name for path in folder.iterdir()}
        own = {"dummy.json", "dummy.md", "dummy.png"}
        assert names == {"cells", "theory.json", "theory.html"} | own
        page = (folder / "theory.html").read_text()
        assert "smoothbandits reproduce theory --quick --claim dummy" in page
        again = CliRunner().invoke(app, command(folder, "--claim", "dummy", "--json"))
    assert dummy.COMPUTED == [1.0, 2.0, 3.0]
    assert json.loads(again.stdout)["claims"][0] == json.loads((folder / "dummy.json").read_text())


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_verdict_that_fails_is_the_exit_code(more, tmp_path):
    with registered(Squares(), Squares("wrong", bound=4.0)):
        named = ["--claim", "dummy", "--claim", "wrong", "--claim", "dummy", *more]
        result = CliRunner().invoke(app, command(tmp_path, *named))
    assert result.exit_code == 1
    if more:
        printed = json.loads(result.stdout)
        assert printed["verdict"] == "fails"
        assert [claim["name"] for claim in printed["claims"]] == ["dummy", "wrong"]
    else:
        assert "FAILS: wrong: no square above the bound (largest 9.0)" in result.stdout
        assert "Verdict: fails" in result.stdout


def test_each_claim_is_a_command():
    shown = CliRunner().invoke(app, ["reproduce", "--help"]).stdout
    for name in [*CLAIMS, "theory"]:
        assert f" {name} " in shown
