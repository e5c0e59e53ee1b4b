"""What is on the picture of runs."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from smoothbandits.drawing.runs import Run, draw_runs, panels_of
from smoothbandits.drawing.themes import LIGHT

RNG = np.random.default_rng(1)


def run(rounds=1000, *, known=True, explores=True, benchmark="the best"):
    losses = RNG.random(rounds)
    explored = RNG.random(rounds) < (0.25 if explores else 0.0)
    return Run(losses, explored, np.cumsum(losses) if known else None, benchmark)


def drawn(runs):
    figure = Figure()
    draw_runs(figure, LIGHT, runs=runs)
    return figure.axes


def test_three_panels_of_one_run() -> None:
    one = run()
    loss, regret, exploration = drawn({"one": [one]})
    x, y = loss.lines[0].get_xydata().T
    assert (x[0], x[-1]) == (1.0, 1000.0) and len(x) <= 400
    for at in (0, 50, -1):
        assert y[at] == pytest.approx(one.losses[: int(x[at])].mean())
    x, y = regret.lines[0].get_xydata().T
    assert y[-1] == pytest.approx(one.losses.sum()) and x[-1] == 1000.0
    assert regret.get_title(loc="left") + regret.get_title() == "against the best"
    x, y = exploration.lines[0].get_xydata().T
    widths = np.diff(np.concatenate([[0.0], x]))
    assert (y * widths).sum() == pytest.approx(one.explored.sum())
    assert loss.get_legend() is None


def test_several_runs_are_their_mean_and_a_band() -> None:
    several = [run(), run(), run(800)]
    loss, *_ = drawn({"a": several, "b": [run()]})
    x, y = loss.lines[0].get_xydata().T
    assert x[-1] == 800.0  # as far as the shortest goes
    assert y[-1] == pytest.approx(np.mean([each.losses[:800].mean() for each in several]))
    assert len(loss.collections) == 1
    assert [text.get_text() for text in loss.get_legend().get_texts()] == ["a", "b"]
    assert loss.get_xlim()[1] == 1000.0


def test_panels_that_say_nothing_are_left_out() -> None:
    assert panels_of({"a": [run()], "b": [run(known=False)]}) == ["loss", "exploration"]
    assert panels_of({"a": [run(explores=False)]}) == ["loss", "regret"]
    quiet = {"a": [run()], "b": [run(explores=False)]}
    assert len(drawn(quiet)[2].lines) == 1


def test_runs_against_different_benchmarks_say_none() -> None:
    axes = drawn({"a": [run()], "b": [run(benchmark="another")]})
    assert axes[1].get_title() == "" == axes[1].get_title(loc="left")


@pytest.mark.parametrize("rounds", [1, 2, 3, 10])
def test_short_runs_can_be_drawn(rounds) -> None:
    for axes in drawn({"a": [run(rounds)]}):
        low, high = axes.get_xlim()
        assert low < high
