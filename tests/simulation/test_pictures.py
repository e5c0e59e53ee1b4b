"""The figures of traces."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits import extras
from smoothbandits.errors import InvalidParameter, MissingExtra
from smoothbandits.simulation import compare_plot
from tests.interpreted import InterpretedBandit

ARMS = sb.BernoulliEnvironment([0.1, 0.9, 0.5])


def trace_of(seed=1, rounds=200, explorer=None):
    bandit = InterpretedBandit(sb.Catalog(3), seed=seed, explorer=explorer)
    return sb.simulate(bandit, ARMS, rounds=rounds)


def test_a_trace_shows_what_it_holds() -> None:
    trace = trace_of()
    loss, regret, exploration = trace.plot().axes
    assert loss.lines[0].get_ydata()[-1] == pytest.approx(trace.mean_loss)
    assert regret.lines[0].get_ydata()[-1] == pytest.approx(trace.regrets[-1])
    x, y = exploration.lines[0].get_xydata().T
    shares = (y * np.diff(np.concatenate([[0.0], x]))).sum() / 200
    assert shares == pytest.approx(trace.exploration_rate)


def test_regret_is_left_out_where_the_best_losses_are_unknown() -> None:
    trace = trace_of()
    unknown = sb.simulation.Trace(**{**vars(trace), "best_losses": np.full(200, np.nan)})
    labels = [axes.get_ylabel() for axes in unknown.plot().axes]
    assert labels == ["mean loss so far", "share of rounds that explore"]


def test_traces_are_compared_by_name() -> None:
    figure = compare_plot({"usual": [trace_of(1), trace_of(2)], "greedy": trace_of(3, 150,
                           sb.Greedy())}, dark=True)  # fmt: skip
    names = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert names == ["usual", "greedy"]
    both = np.mean([trace_of(1).mean_loss, trace_of(2).mean_loss])
    assert figure.axes[0].lines[0].get_ydata()[-1] == pytest.approx(both)
    assert len(figure.axes[2].lines) == 1  # greedy play never explores


@pytest.mark.parametrize(
    ("traces", "message"),
    [
        ([], "traces is"),
        ({}, "traces is"),
        ({"a": []}, "give a trace, or a list"),
        ({"a": 3}, "give a trace, or a list"),
        ({"a": [3]}, "holds 3"),
    ],
)
def test_what_is_no_trace_is_refused(traces, message) -> None:
    with pytest.raises(InvalidParameter, match=message):
        compare_plot(traces)


def test_without_matplotlib_the_extra_is_named(monkeypatch) -> None:
    bandit = InterpretedBandit(sb.Interval(0, 1), policy="fast", context_size=1)
    explained = bandit.explain(bandit.act([0.5]))
    trace = trace_of()
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    drawings = (
        lambda: bandit.plot([0.5]),
        lambda: bandit.plot_effects([[0.5]]),
        explained.plot,
        trace.plot,
    )
    for draw in drawings:
        with pytest.raises(MissingExtra, match=r"matplotlib .*smoothbandits\[plots\]"):
            draw()
    assert str(explained) and explained.to_json()  # these need nothing
