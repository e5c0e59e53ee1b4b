import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import smoothbandits as sb
from smoothbandits.apps import demo
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


@pytest.mark.parametrize(
    "space",
    [
        sb.Interval(0, 1),
        sb.Box([0, 0], [1, 1]),
        sb.Catalog(10),
        sb.Product(sb.Interval(0, 1), sb.Catalog(2)),
    ],
)
def test_the_default_of_every_space_is_usual(space):
    bandit = sb.Bandit(space)
    parts = (type(part).__name__ for part in (space, bandit.oracle.oracle, bandit.explorer))
    assert ", ".join(parts) in warmup.usual_combinations()


def test_so_is_what_fast_is_with_contexts():
    bandit = sb.Bandit(sb.Interval(0, 1), policy="fast", context_size=2)
    oracle = warmup.usual_combinations()["Interval, WatchedOracle, AdaptiveIGW"].args[1]
    assert oracle == bandit.oracle.oracle


@pytest.mark.parametrize("policy", ["fast", "best"])
def test_the_default_of_a_payoff_is_usual(policy):
    bandit = sb.Bandit(sb.Interval(0, 1), payoff=sb.payoffs.Sale(), policy=policy, context_size=2)
    parts = (type(part).__name__ for part in (bandit.oracle.oracle, bandit.explorer))
    warmup.usual_combinations()[f"Interval, {', '.join(parts)}"]()


def test_the_default_explorer_of_a_catalogue_is_what_is_compiled(quick):
    explorer = warmup.usual_combinations()[quick].args[2]
    assert explorer == sb.Bandit(sb.Catalog(10)).explorer


def test_the_demo_is_played_with_few_rows(monkeypatch):
    played = []
    monkeypatch.setattr(demo, "run_demo", lambda problem, **_: played.append(problem.rounds))
    warmup.usual_combinations()["the demo"]()
    assert played == [100]


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
