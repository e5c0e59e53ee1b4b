import json
import re

import numpy as np
import polars
import pytest

import smoothbandits as sb
from smoothbandits.apps.own_table import (
    TableSettings,
    compare_policies,
    load_problem,
    parse_payoff,
    run_policy,
)
from smoothbandits.apps.own_table.compare_report import (
    compare_numbers,
    compare_report,
    compare_table,
)
from smoothbandits.apps.own_table.currency import Cost, Money
from smoothbandits.apps.own_table.run_report import run_report, save_for_production, snippet
from smoothbandits.apps.statistics import Estimate, running_means
from smoothbandits.errors import InvalidParameter, InvalidTable
from smoothbandits.scale import Scale
from tests.apps.own_table.tables import ROWS, cars, write_cars

COST = 5.0


@pytest.fixture(scope="module")
def problem(tmp_path_factory):
    path = write_cars(tmp_path_factory.mktemp("tables"))
    asked = TableSettings(data=str(path), target="price", ignore=("cost",), payoff="sale:5")
    return load_problem(asked)


@pytest.fixture(scope="module")
def run(problem):
    return run_policy(problem, policy="fast", seed=4)


def earned(problem, prices):
    worths = problem.environment.worths
    return np.where(prices <= worths, prices - COST, 0.0)


def test_reports_speak_of_money(problem, run, tmp_path):
    money = earned(problem, run.played.actions)
    run_report(run, tmp_path, "the command").write(tmp_path)
    numbers = json.loads((tmp_path / "run.json").read_text())
    assert numbers["mean_revenue"]["mean"] == pytest.approx(money.mean())
    assert numbers["mean_revenue"]["low"] < money.mean() < numbers["mean_revenue"]["high"]
    assert numbers["share_sold"] == (run.played.actions <= problem.environment.worths).mean()
    constant = earned(problem, np.full(ROWS, numbers["constant"]["action"]))
    assert numbers["constant"]["mean"] == pytest.approx(constant.mean())
    assert numbers["difference"]["mean"] == pytest.approx(money.mean() - constant.mean())
    assert numbers["payoff"] == "sale:5" and "loss" not in numbers
    text = (tmp_path / "run.md").read_text()
    assert "revenue" in text and "earned" in text
    assert "loss" not in text.lower()
    page = (tmp_path / "report.html").read_text()
    shown = re.sub(r"<[^>]*>", " ", page)
    assert "revenue per round" in shown and "were paid" in shown


def test_the_best_single_price(problem, run):
    grid = np.linspace(*problem.space.support, 500)
    best = earned(problem, np.full(ROWS, run.constant.actions[0])).mean()
    assert best >= max(earned(problem, np.full(ROWS, price)).mean() for price in grid)


def test_a_comparison_is_in_money_and_sorted_by_it(problem, tmp_path):
    names = ["random", "constant", "fast"]
    comparison = compare_policies(problem, policies=names, seeds=2)
    numbers = compare_numbers(comparison)
    means = [numbers["policies"][name]["mean"] for name in comparison.contestants]
    assert means == sorted(means, reverse=True) and list(comparison.contestants)[-1] == "random"
    last = numbers["policies"]["random"]
    assert last["difference"]["mean"] == pytest.approx(means[-1] - means[0])
    assert last["difference"]["high"] < 0.0 < means[-1]
    assert np.mean(last["revenues"]) == pytest.approx(means[-1])
    assert last["curve"]["mean"][-1] == pytest.approx(means[-1])
    assert 0.0 < last["share_sold"] < 1.0
    table = compare_table(comparison)
    assert list(table.headers[1:4]) == ["revenue", "95 % interval", "sold"]
    assert "earned m" in numbers["verdict"]
    compare_report(comparison).write(tmp_path)
    assert "loss" not in (tmp_path / "compare.md").read_text().lower()


def test_the_saved_policy_goes_on_in_money(run, tmp_path):
    save_for_production(run, tmp_path)
    code = snippet(run, tmp_path).replace("sold = ...", "sold = True")
    scope: dict = {}
    exec(code, scope)  # what a user would paste
    assert sb.load(tmp_path / "policy.bandit").rounds == ROWS + 1


def test_those_that_can_are_told_what_a_price_is(problem, run, tmp_path):
    assert run.policy.payoff == sb.payoffs.Sale(cost=COST)
    assert "outcome=sold" in snippet(run, tmp_path)
    harmonic = run_policy(problem, policy="harmonic")
    assert harmonic.policy.payoff is None
    save_for_production(harmonic, tmp_path)
    assert sb.load(tmp_path / "policy.bandit").scale == problem.environment.scale(problem.space)
    assert "reward=a - 5 if sold else 0.0" in snippet(harmonic, tmp_path)


def test_money_turns_losses_over():
    money, cost = Money(Scale(-10.0, 30.0)), Cost(Scale(0.0, 40.0))
    losses = np.array([0.0, 0.25, 1.0])
    np.testing.assert_array_equal(money.shown(losses), [30.0, 20.0, -10.0])
    assert money.estimate(Estimate(0.5, 0.25, 1.0)) == (10.0, -10.0, 20.0)
    assert money.difference(Estimate(0.1, -0.05, 0.2)) == pytest.approx((-4.0, -8.0, 2.0))
    assert money.words(0.25) == "revenue 20" and cost.words(0.25) == "loss 0.2500"
    means = running_means(np.linspace(1.0, 0.0, 50))
    curve = money.curve(means)
    assert (curve.low <= curve.mean).all() and (curve.mean <= curve.high).all()
    np.testing.assert_allclose(curve.mean, 30.0 - 40.0 * means.mean)
    np.testing.assert_allclose(money.total(means).high, -40.0 * means.low)


@pytest.mark.parametrize("text", ["sales", "sale:", "sale:high", "sale:inf", "", "units:3"])
def test_what_is_no_payoff(text):
    with pytest.raises(InvalidParameter, match=r"payoff is .*; give sale, or sale:12"):
        parse_payoff(text)


def test_formulas():
    assert parse_payoff(" sale ").formula == "a if sold else 0.0"
    assert eval(parse_payoff("sale:12").formula, {"a": 20.0, "sold": True}) == 8.0


@pytest.mark.parametrize("kind", [int, bool])
def test_a_log_cannot_be_replayed(tmp_path, kind):
    path = tmp_path / "log.csv"
    sold = [kind(i % 3 == 0) for i in range(ROWS)]
    cars().with_columns(polars.Series("sold", sold)).write_csv(path)

    def load(**given):
        return load_problem(TableSettings(data=str(path), payoff="sale", **given))

    with pytest.raises(InvalidTable, match=r"'sold' holds only 0 and 1.*cannot be replayed"):
        load(target="sold")
    with pytest.raises(InvalidTable, match=r"column 'sold' beside 'price'.*--ignore sold"):
        load(target="price")
    assert load(target="price", ignore=("sold",)).currency.noun == "revenue"


def test_a_loss_and_a_payoff(tmp_path):
    with pytest.raises(InvalidParameter, match="give one of the two"):
        TableSettings(
            data=str(write_cars(tmp_path)), target="price", payoff="sale", loss="squared"
        )


def test_prices_begin_at_zero(tmp_path):
    path = tmp_path / "low.csv"
    cars().with_columns(price=polars.col("price") - 20.0).write_csv(path)
    problem = load_problem(TableSettings(data=str(path), target="price", payoff="sale"))
    assert problem.space.support[0] == 0.0
    assert any("buy at the lowest price" in note for note in problem.notes)
