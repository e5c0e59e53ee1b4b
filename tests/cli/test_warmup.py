import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from smoothbandits.cli import app, warmup


@pytest.fixture
def quick(monkeypatch):
    """Only one combination, which other tests compile as well."""
    usual = warmup.usual_combinations()
    name = "Catalog, TableOracle, AdaptiveIGW"
    monkeypatch.setattr(warmup, "usual_combinations", lambda: {name: usual[name]})
    return name


def test_it_says_how_long_each_took(quick):
    result = CliRunner().invoke(app, ["warmup"])
    assert result.exit_code == 0, result.output
    assert quick in result.stdout
    assert "total" in result.stdout


def test_as_json(quick):
    result = CliRunner().invoke(app, ["warmup", "--json"])
    report = json.loads(result.stdout)
    assert report["seconds"][quick] > 0.0
    assert "folder" in report["cache"]


def test_the_usual_combinations_cover_every_space():
    names = " ".join(warmup.usual_combinations())
    assert all(word in names for word in ("Interval", "Box", "Catalog", "the demo"))


def test_the_compiler_is_silent_only_meanwhile(monkeypatch):
    monkeypatch.delenv("SMOOTHBANDITS_QUIET", raising=False)
    with warmup.silent_compiler():
        assert os.environ["SMOOTHBANDITS_QUIET"] == "1"
    assert "SMOOTHBANDITS_QUIET" not in os.environ
    monkeypatch.setenv("SMOOTHBANDITS_QUIET", "yes")
    with warmup.silent_compiler():
        pass
    assert os.environ["SMOOTHBANDITS_QUIET"] == "yes"


@pytest.mark.slow
def test_a_second_run_finds_everything_compiled(tmp_path):
    script = "from smoothbandits.cli import main; main(['warmup', '--json'])"

    def run():
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "SMOOTHBANDITS_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert "compiling (" not in done.stderr
        return sum(json.loads(done.stdout)["seconds"].values())

    first, second = run(), run()
    assert second < 0.3 * first
