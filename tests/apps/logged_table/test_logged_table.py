"""A log becomes a warm bandit, and the report says what it rests on."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

import smoothbandits as sb
from smoothbandits.apps.logged_table import (
    LogSettings,
    findings_of,
    read_log,
    warm_bandit,
)
from smoothbandits.apps.logged_table.report import log_report, save_warm, snippet, verdicts
from smoothbandits.apps.own_table import TableSettings
from smoothbandits.errors import InvalidParameter, InvalidTable, UnknownColumn
from tests.apps.logged_table.logs import ROWS, prices, write_prices


def settings(path: Path, *, reward: str | None = "revenue", **given: Any) -> LogSettings:
    of_log = {name: given.pop(name) for name in ("outcome", "policy") if name in given}
    table = TableSettings(data=str(path), **{"ignore": ("sold",), **given})
    return LogSettings(table=table, action="price", reward=reward, **{"policy": "fast", **of_log})


def looked_at(asked: LogSettings) -> Any:
    log = read_log(asked)
    warm = warm_bandit(log, asked)
    return warm, findings_of(warm, warm_bandit(log, asked, slice(0, len(log.actions) * 4 // 5)))


def test_rows_that_cannot_be_used_are_counted_by_reason(tmp_path: Path) -> None:
    frame = prices()
    frame[0, "price"], frame[1, "revenue"] = 99.0, None
    path = tmp_path / "log.csv"
    frame.write_csv(path)
    log = read_log(settings(path, low=5.0, high=45.0))
    assert log.dropped == {
        "without price": ROWS // 20,
        "with price outside [5, 45]": 1,
        "without revenue": 1,
    }
    assert len(log.actions) == ROWS - 17 == len(log.contexts) == len(log.rewards)
    assert log.notes[0] == "15 rows without price were left out."
    kept = frame.filter(
        polars.col("price").is_not_null() & polars.col("revenue").is_not_null()
    ).filter(polars.col("price") < 45.0)
    assert np.array_equal(log.actions, kept["price"].to_numpy())
    assert np.array_equal(log.frame["age"].to_numpy(), kept["age"].to_numpy())


def test_ranges_are_those_of_the_log_and_said(tmp_path: Path) -> None:
    log = read_log(settings(write_prices(tmp_path)))
    low, high = log.space.support
    assert (low, high) == (log.actions.min(), log.actions.max())
    assert log.scale.low == 0.0 and log.scale.high == pytest.approx(1.25 * log.rewards.max())
    said = " ".join(log.notes)
    assert f"nothing below {low:g}" in said and f"nothing above {high:g}" in said
    assert "Rewards are taken to lie in [0," in said
    wider = read_log(settings(write_prices(tmp_path), low=1.0, high=60.0))
    assert wider.space.support == (1.0, 60.0) and "nothing below" not in " ".join(wider.notes)


def test_a_varied_log_tells_what_actions_do(tmp_path: Path) -> None:
    warm, found = looked_at(settings(write_prices(tmp_path)))
    assert warm.bandit.taught == found.told + found.held_out == ROWS - ROWS // 20
    assert found.variety > 0.8 and found.explained > 0.2
    assert found.quantiles[0] == warm.log.space.support[0]
    words = " ".join(verdicts(warm, found))
    assert "the log tells what price does" in words and "of the variance of revenue" in words


def test_a_log_whose_actions_follow_from_the_columns_is_said_to_tell_little(
    tmp_path: Path,
) -> None:
    warm, found = looked_at(settings(write_prices(tmp_path, follows=True)))
    assert found.variety < 0.03
    assert "nobody can tell what price did" in " ".join(verdicts(warm, found))


def test_outcomes_are_taught_with_what_they_pay(tmp_path: Path) -> None:
    path = write_prices(tmp_path)
    asked = settings(path, outcome="sold", ignore=())
    log = read_log(asked)
    assert log.dropped == {"without price": 15, "without sold": 6}
    assert set(log.outcomes) == {0.0, 1.0}
    assert np.array_equal(log.rewards, log.outcomes * log.actions)
    warm, found = looked_at(asked)
    assert warm.bandit.payoff == sb.payoffs.Sale()
    assert "all rows count in full" in " ".join(verdicts(warm, found))


def test_what_was_hardly_tried_is_counted(tmp_path: Path) -> None:
    frame = prices().with_columns(price=pl_choice([20.0, 22.0]))
    frame = frame.with_columns(revenue=polars.col("price"))
    path = tmp_path / "log.csv"
    frame.write_csv(path)
    asked = settings(path, low=5.0, high=80.0)
    warm, found = looked_at(asked)
    assert found.distinct == 2 and sum(share for _, share in found.common) == pytest.approx(1.0)
    near = np.abs(found.recommended[:, None] - [20.0, 22.0]).min(axis=1) <= 0.025 * 75.0
    assert found.untried == pytest.approx(1.0 - near.mean())


def pl_choice(values: list[float]) -> polars.Series:
    return polars.Series(np.random.default_rng(0).choice(values, ROWS))


def test_what_is_left_behind_loads_and_goes_on(tmp_path: Path) -> None:
    warm, found = looked_at(settings(write_prices(tmp_path)))
    report = log_report(warm, found, tmp_path)
    assert [path.name for path in report.write(tmp_path)] == [
        "run.json", "run.md", "run.png", "report.html",
    ]  # fmt: skip
    assert save_warm(warm, tmp_path) == [tmp_path / "policy.bandit"]
    numbers = json.loads((tmp_path / "run.json").read_text())
    assert numbers["taught"] == warm.bandit.taught and numbers["dropped"] == {"without price": 15}
    names: dict[str, Any] = {}
    exec(compile(snippet(warm, tmp_path), "snippet", "exec"), names)
    assert names["bandit"].taught == warm.bandit.taught and names["bandit"].learned == 1


@pytest.mark.parametrize("policy", ["fast", pytest.param("best", marks=pytest.mark.slow)])
def test_the_bandit_alone_reads_rows_of_the_table(tmp_path: Path, policy: str) -> None:
    asked = settings(write_prices(tmp_path), policy=policy)
    log = read_log(asked)
    warm = warm_bandit(log, asked, slice(0, 200))
    assert warm.bandit.schema == log.schema and warm.bandit.taught == 200
    (path,) = save_warm(warm, tmp_path)
    bandit = sb.load(path)
    for i in (0, 77, len(log.contexts) - 1):
        row = log.frame.row(i, named=True)
        assert np.array_equal(bandit.act(row).row, log.contexts[i], equal_nan=True)
        assert bandit.oracle.best(row) == warm.bandit.oracle.best(log.contexts[i])
    shown = {name: value for name, value in row.items() if name != "age"}
    assert bandit.act({**shown, "make": "never seen"}).action >= log.space.support[0]


def test_a_log_without_other_columns(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    prices().select("price", "revenue").write_csv(path)
    asked = settings(path, ignore=())
    warm, found = looked_at(asked)
    assert warm.bandit.context_size == 0 and warm.log.contexts.shape[1] == 0
    save_warm(warm, tmp_path)
    assert "bandit.act()" in snippet(warm, tmp_path)
    assert log_report(warm, found, tmp_path).numbers["context_size"] == 0


REFUSED: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "no column": ({"reward": "revenu"}, UnknownColumn, "did you mean 'revenue'"),
    "text": ({"reward": "make"}, InvalidTable, "is not a number"),
    "nothing that came of it": ({"reward": None}, InvalidParameter, "give --reward"),
    "a target too": ({"target": "price"}, InvalidParameter, "leave --target out"),
    "a loss": ({"loss": "squared"}, InvalidParameter, "leave --loss out"),
    "one column twice": ({"reward": "price"}, InvalidParameter, "different columns"),
    "a payoff without outcomes": ({"payoff": "sale"}, InvalidParameter, "without --outcome"),
    "outcomes that are none": ({"outcome": "age"}, InvalidTable, "0 and 1"),
    "revenue that is not the price": (
        {"outcome": "sold", "payoff": "sale:3"}, InvalidTable, "--payoff sale:COST",
    ),
    "a range without rows": ({"low": 100.0, "high": 200.0}, InvalidTable, "0 rows can be used"),
    "ends in disorder": ({"low": 50.0}, InvalidParameter, ""),
    "another policy": ({"policy": "dispersion"}, InvalidParameter, "policy is 'dispersion'"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_bad_input_is_named(what: str, tmp_path: Path) -> None:
    given, error, words = REFUSED[what]
    path = write_prices(tmp_path)
    with pytest.raises(error, match=words or "low"):
        read_log(settings(path, **given))


def test_one_price_needs_a_range(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    prices().with_columns(price=polars.lit(20.0)).write_csv(path)
    with pytest.raises(InvalidTable, match="is 20 in every row; give --low and --high"):
        read_log(settings(path))
    assert read_log(settings(path, low=5.0, high=40.0)).space.support == (5.0, 40.0)
