from dataclasses import replace

import numpy as np
import pytest

from smoothbandits.environments import MarketEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.pricing import METHODS, run_pricing
from smoothbandits.experiments.pricing.results import window_bounds
from smoothbandits.experiments.pricing.run import make_bandit
from smoothbandits.experiments.pricing.summary import markdown, numbers, table, verdict
from smoothbandits.simulation import simulate

SETTINGS = {"rounds": 410, "seeds": 2, "seed": 3}


@pytest.fixture(scope="module")
def result():
    return run_pricing(**SETTINGS, threads=1)


def with_revenues(result, **revenues):
    """The same result with other revenues per seed."""
    outcomes = {
        method: replace(outcome, revenue=np.array(revenues.get(method, [1.0, 1.0])))
        for method, outcome in result.outcomes.items()
    }
    return replace(result, outcomes=outcomes)


def test_windows_cover_every_round():
    bounds = window_bounds(410)
    assert (bounds[0], bounds[-1]) == (0, 410)
    assert set(np.diff(bounds)) == {10, 11}


def test_a_run_in_windows_is_one_simulation(result):
    market = MarketEnvironment(410, seed=3)
    trace = simulate(make_bandit("AdaptiveIGW", seed=3), market, rounds=410)
    outcome = result.outcomes["AdaptiveIGW"]
    assert outcome.revenue[0] == pytest.approx(50.0 * (1.0 - trace.expected_losses.mean()))
    assert outcome.realised[0] == pytest.approx(50.0 * (1.0 - trace.mean_loss))
    assert outcome.exploration[0].mean() == pytest.approx(trace.exploration_rate, abs=0.01)
    assert outcome.late_exploration[0] == pytest.approx(trace.explored[-82:].mean())


def test_threads_change_nothing(result):
    again = run_pricing(**SETTINGS, threads=4)
    for method in METHODS:
        one, other = result.outcomes[method], again.outcomes[method]
        assert np.array_equal(one.revenue, other.revenue)
        assert np.array_equal(one.prices, other.prices)


def test_progress_reports_every_round():
    told = dict.fromkeys(METHODS, 0)

    def count(method, played, loss):
        assert 0.0 <= loss <= 1.0
        told[method] += played

    run_pricing(rounds=200, seeds=1, progress=count)
    assert set(told.values()) == {200}


def test_an_interruption_ends_all_runs():
    def stop(method, played, loss):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_pricing(rounds=200, seeds=1, threads=1, progress=stop)


def test_nothing_beats_the_best_prices(result):
    for outcome in result.outcomes.values():
        assert (outcome.revenue < result.best).all()
        assert (outcome.learned < 1.0).all()
    assert (result.single < result.best).all()


def test_fixed_explorers_explore_as_they_say(result):
    assert result.outcomes["Greedy"].exploration.max() == 0.0
    assert result.outcomes["RandomPlay"].exploration.min() == 1.0


def test_the_table_is_ranked_and_stresses_the_winner(result):
    ranked = with_revenues(result, Greedy=[3.0, 3.0], RandomPlay=[2.0, 2.0])
    shown = table(ranked)
    assert [row[0] for row in shown.rows[1:3]] == ["Greedy", "RandomPlay"]
    assert shown.strong == 1


@pytest.mark.parametrize(
    ("winner", "ending"),
    [
        ([3.0, 3.1], "2.05 ± 0.05 more than AdaptiveIGW."),
        ([1.0, 1.4], "0.20 ± 0.20 more than AdaptiveIGW, which is within the noise."),
    ],
)
def test_the_verdict_knows_noise(result, winner, ending):
    said = verdict(with_revenues(result, Greedy=winner))
    assert said.startswith("Greedy earned most") and said.endswith(ending)


def test_the_verdict_on_one_seed_claims_no_error():
    said = verdict(run_pricing(rounds=200, seeds=1))
    assert "one seed" in said and "±" not in said


def test_numbers_and_markdown_agree(result):
    assert numbers(result)["verdict"] in markdown(result)
    assert numbers(result)["seeds"] == [3, 4]


@pytest.mark.parametrize("bad", [{"rounds": 199}, {"seeds": 0}, {"seed": -1}])
def test_bad_settings_are_refused(bad):
    with pytest.raises(InvalidParameter):
        run_pricing(**{**SETTINGS, **bad})


@pytest.mark.slow
def test_adaptive_exploration_pays_at_the_demo_s_size():
    result = run_pricing()
    revenue = {method: float(o.revenue.mean()) for method, o in result.outcomes.items()}
    assert revenue["AdaptiveIGW"] > 0.9 * result.best.mean() > result.single.mean()
    assert revenue["AdaptiveIGW"] > 1.5 * revenue["RandomPlay"]
