import datetime
import decimal
import inspect
import json
import zoneinfo

import numpy as np
import polars
import pytest

import smoothbandits as sb
from smoothbandits.apps.own_table import TableSettings, load_problem, run_policy
from smoothbandits.apps.own_table.playing import checkpoints
from smoothbandits.apps.own_table.run_report import (
    plain,
    run_numbers,
    run_report,
    run_verdict,
    save_for_production,
    snippet,
)
from smoothbandits.cli.run import run as command
from smoothbandits.scale import Scale
from tests.apps.own_table.tables import ROWS, cars, write_cars


@pytest.fixture(scope="module")
def problem(tmp_path_factory):
    path = write_cars(tmp_path_factory.mktemp("tables"))
    return load_problem(TableSettings(data=str(path), target="price", ignore=("cost",)))


@pytest.fixture(scope="module")
def run(problem):
    told = []
    result = run_policy(problem, policy="fast", seed=4, progress=lambda *args: told.append(args))
    assert sum(played for _, played, _, _ in told) == ROWS
    assert told[-1][3] == pytest.approx(result.loss.mean)
    # bar and table divide by the same seconds
    assert sum(seconds for _, _, seconds, _ in told) == pytest.approx(result.played.seconds)
    return result


def test_the_best_policy_plays_where_none_is_named() -> None:
    for function in (run_policy, command):
        assert inspect.signature(function).parameters["policy"].default == "best"


def test_windows_change_nothing(problem, run) -> None:
    size = problem.encoder.width
    bandit = sb.Bandit(problem.space, policy="fast", context_size=size, seed=4)
    trace = sb.simulate(bandit, problem.environment)
    assert (trace.losses == run.played.losses).all()
    assert (trace.actions == run.played.actions).all()
    starts = [0, *run.played.ends[:-1]]
    for i, end in enumerate(run.played.ends):
        assert run.played.recent[i] == pytest.approx(trace.losses[starts[i] : end].mean())
        assert run.played.exploration[i] == pytest.approx(trace.explored[starts[i] : end].mean())


def test_corral_is_watched(run) -> None:
    played = run.played
    if played.rates.size:
        assert played.probabilities.shape == (len(played.ends), played.rates.size)
        assert played.probabilities.sum(axis=1) == pytest.approx(1.0)


def test_the_constant_is_the_best_one(problem, run) -> None:
    y = problem.environment.y
    width = y.max() - y.min()
    assert run.constant.actions[0] == np.quantile(y, 0.5, method="inverted_cdf")
    assert run.reference.mean == pytest.approx(np.abs(y - np.median(y)).mean() / width, rel=1e-3)
    assert run.difference.mean == pytest.approx(run.loss.mean - run.reference.mean)
    assert run.loss.low < run.loss.mean < run.loss.high
    assert "best single action in hindsight" in run_verdict(run)


def test_the_surface_is_what_the_oracle_predicts(problem, run) -> None:
    surface = run.surface
    assert (np.diff(surface.best) >= 0.0).all()
    assert surface.predicted.shape == (len(surface.best), len(surface.actions))
    low, middle, high = (shown.target for shown in surface.shown)
    assert low < middle < high
    for shown in surface.shown:
        assert 0.0 <= shown.atom <= 1.0
        mass = np.trapezoid(shown.density, surface.actions) / np.ptp(surface.actions)
        assert mass + shown.atom == pytest.approx(1.0, abs=0.1)
        # the best guess is at least as good as anything on the grid
        assert run.policy.oracle.best is not None and shown.predicted.min() >= 0.0


def test_files_and_production(run, tmp_path) -> None:
    bounds = run.problem.space.support
    assert run.policy.scale == Scale(0.0, bounds[1] - bounds[0])  # as played, not as reported
    report = run_report(run, tmp_path, "smoothbandits run cars.csv")
    paths = [*report.write(tmp_path), *save_for_production(run, tmp_path)]
    assert sorted(path.name for path in paths) == [
        "encoder.json",
        "policy.bandit",
        "report.html",
        "run.json",
        "run.md",
        "run.png",
    ]
    numbers = json.loads((tmp_path / "run.json").read_text())
    assert numbers == json.loads(json.dumps(run_numbers(run)))
    assert numbers["mean_loss"]["low"] < numbers["mean_loss"]["high"]
    page = (tmp_path / "report.html").read_text()
    assert page.count("<img ") == page.count('alt="') and page.count("<img ") >= 8
    assert "smoothbandits run cars.csv" in page and "width=device-width" in page
    # the snippet runs as it is printed, once the outcome is known
    # and whatever it is: 1e6 is far outside the table's range
    low, high = run.problem.space.support
    for number, y in enumerate(("25.0", "1e6"), start=1):
        scope: dict = {}
        exec(snippet(run, tmp_path).replace("y = ...", f"y = {y}"), scope)
        assert low <= scope["a"] <= high and scope["bandit"].rounds == ROWS + number
    again = sb.load(tmp_path / "policy.bandit")
    assert again.rounds == ROWS + 2 and again.scale.high == pytest.approx(high - low)
    encoder = sb.tables.Encoder.load(tmp_path / "encoder.json")
    later = polars.DataFrame([{"age": 3.0, "make": "never seen"}])
    assert again.act(encoder.transform(later)[0]).action >= low
    assert (encoder.transform(cars()) == run.problem.environment.X).all()


def test_values_of_all_types_read_well_in_the_snippet() -> None:
    zone = zoneinfo.ZoneInfo("Pacific/Auckland")
    values = {
        "when": datetime.datetime(2026, 3, 1, 9, 30, tzinfo=zone),
        "day": datetime.date(2026, 3, 1),
        "wait": datetime.timedelta(seconds=90),
        "at": datetime.time(1, 0),
        "money": decimal.Decimal("2.50"),
        "word": "it's",
        "flag": True,
        "gap": None,
    }
    shown = {name: plain(name, value) for name, value in values.items()}
    assert eval(repr(shown)) == shown
    table = polars.DataFrame({name: [value, None] for name, value in values.items()})
    encoder = sb.tables.Encoder.fit(table)
    assert (encoder.transform(shown) == encoder.transform(table)[0]).all()


def test_a_baseline_has_no_surface_and_is_not_saved(problem, tmp_path) -> None:
    run = run_policy(problem, policy="constant")
    assert run.surface is None and run.difference == (0.0, 0.0, 0.0)
    run_report(run, tmp_path).write(tmp_path)
    names = {path.name for path in save_for_production(run, tmp_path)}
    assert "policy.bandit" not in names and "encoder.json" in names
    assert "In production" not in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize("rounds", [1, 2, 20, 59, 1000, 1_000_000])
def test_windows_grow_and_end_at_the_end(rounds: int) -> None:
    ends = checkpoints(rounds)
    assert ends[0] >= 1 and ends[-1] == rounds and (np.diff(ends) > 0).all()
