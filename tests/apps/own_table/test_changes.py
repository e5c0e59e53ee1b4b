"""A table whose world changes: what reports say about it."""

import numpy as np
import polars
import pytest

from smoothbandits.apps.own_table import (
    TableSettings,
    compare_policies,
    load_problem,
    run_policy,
)
from smoothbandits.apps.own_table.compare_report import (
    compare_numbers,
    compare_report,
    compare_verdict,
)
from smoothbandits.apps.own_table.run_report import run_numbers, run_report

ROWS, AT = 5_000, 3_500


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    rng = np.random.default_rng(1)
    x = rng.random((ROWS, 2))
    y = 0.1 + 0.8 * x[:, 0] + 0.02 * rng.normal(size=ROWS)
    y[AT:] = 1.0 - y[AT:]
    path = tmp_path_factory.mktemp("tables") / "flip.csv"
    polars.DataFrame({"x": x[:, 0], "z": x[:, 1], "y": y}).write_csv(path)
    return str(path)


@pytest.fixture(scope="module")
def problem(path):
    return load_problem(TableSettings(data=path, target="y"))


def test_a_run_says_when_it_found_the_world_changed(problem, tmp_path) -> None:
    run = run_policy(problem, policy="fast")
    (found,) = run.played.changes
    assert AT < found < AT + 600
    assert run_numbers(run)["changes"] == [found]
    run_report(run, tmp_path).write(tmp_path)
    words = f"fast found the world changed after {found:,} rounds, and began anew."
    assert words in (tmp_path / "run.md").read_text()
    page = (tmp_path / "report.html").read_text()
    assert words in page and "Dotted: the world was found changed." in page


def test_so_does_a_comparison(problem, tmp_path) -> None:
    comparison = compare_policies(problem, policies=["fast", "constant"], seeds=2)
    first, second = comparison.contestants["fast"].changes
    numbers = compare_numbers(comparison)["policies"]
    assert numbers["fast"]["changes"] == [list(first), list(second)] and len(first) == 1
    assert numbers["constant"]["changes"] == [[]]
    assert "fast found the world changed in 2 of 2 runs" in compare_verdict(comparison)
    compare_report(comparison).write(tmp_path)
    assert "found the world changed" in (tmp_path / "report.html").read_text()


def test_shuffled_rows_are_one_world(path) -> None:
    settings = TableSettings(data=path, target="y", shuffle=3)
    assert run_policy(load_problem(settings), policy="fast").played.changes == ()
