import math

import numpy as np
import pytest

from smoothbandits import (
    BernoulliEnvironment,
    Box,
    Catalog,
    FunctionEnvironment,
    Interval,
    RegressionEnvironment,
    simulate,
)
from smoothbandits.baselines import Choice, Constant
from smoothbandits.errors import (
    AlreadyLearned,
    InvalidContext,
    InvalidLoss,
    InvalidParameter,
    UnsupportedEngine,
)

UNIT = Interval(0.0, 1.0)
ROWS = RegressionEnvironment(np.array([[1.0], [2.0], [3.0]]), [0.25, 0.5, 1.0])


class Interpreted(Constant):
    """Runs without a compiler."""

    engine = "python"


def test_a_baseline_acts_and_learns() -> None:
    baseline = Interpreted(Interval(0.0, 10.0), 2.5, context_size=2)
    choice = baseline.act([0.1, 0.2])
    assert (choice.action, choice.density, choice.number) == (2.5, 1.0, 0)
    assert choice.context.tolist() == [0.1, 0.2] and choice.key >= 0
    baseline.learn(choice, reward=0.3)
    assert baseline.act([0.0, 0.0]).number == 1 and baseline.rounds == 2


def test_actions_come_in_the_types_of_the_space() -> None:
    assert type(Interpreted(Catalog(5), 3).act().action) is int
    assert type(Interpreted(UNIT, 0.5).act().action) is float
    box = Interpreted(Box([0.0, 0.0], [1.0, 5.0]), [0.5, 4.0]).act().action
    assert isinstance(box, np.ndarray) and box.tolist() == [0.5, 4.0]


def test_choices_are_learned_once_in_any_order() -> None:
    baseline = Interpreted(UNIT, 0.5)
    first, second = baseline.act(), baseline.act()
    baseline.learn(second, loss=0.5)
    baseline.learn(first, loss=0.5)
    for wrong in (first, second._replace(number=7)):
        with pytest.raises(AlreadyLearned, match="does not wait"):
            baseline.learn(wrong, loss=0.5)


def test_what_a_baseline_refuses() -> None:
    baseline = Interpreted(UNIT, 0.5, context_size=1)
    with pytest.raises(InvalidContext, match="nan"):
        baseline.act([math.nan])
    with pytest.raises(InvalidContext, match="expects 1"):
        baseline.act()
    choice = baseline.act([1.0])
    assert choice.number == 0
    with pytest.raises(InvalidLoss, match=r"1\.5"):
        baseline.learn(choice, loss=1.5)
    with pytest.raises(InvalidLoss, match="neither"):
        baseline.learn(choice)
    with pytest.raises(InvalidParameter, match="choice is 3"):
        baseline.learn(3, loss=0.5)  # type: ignore[arg-type]
    baseline.learn(choice, loss=0.5)  # still waits after all that
    with pytest.raises(InvalidParameter, match="space is 'x'"):
        Constant("x", 1)  # type: ignore[arg-type]


def test_a_simulation_gives_a_trace() -> None:
    baseline = Interpreted(UNIT, 0.5, context_size=1)
    trace = simulate(baseline, ROWS, rounds=2)
    assert trace.losses.tolist() == [0.25, 0.0] and trace.actions.tolist() == [0.5, 0.5]
    assert trace.engine == "python" and baseline.rounds == 2
    later = simulate(baseline, ROWS, rounds=2, batch=2)  # goes on where it was
    assert later.first == 2 and later.losses.tolist() == [0.5, 0.25]
    assert not later.explored.any() and later.bases.tolist() == [0, 0]


def test_simulations_that_cannot_be() -> None:
    baseline = Interpreted(UNIT, 0.5)
    with pytest.raises(UnsupportedEngine):
        simulate(baseline, FunctionEnvironment(lambda c, a: 0.5), rounds=3, engine="compiled")
    with pytest.raises(InvalidParameter, match="engine is 'gpu'"):
        simulate(baseline, FunctionEnvironment(lambda c, a: 0.5), rounds=3, engine="gpu")  # type: ignore[arg-type]
    with pytest.raises(InvalidLoss, match="7"):
        simulate(baseline, FunctionEnvironment(lambda c, a: 7.0), rounds=3)
    bad = FunctionEnvironment(lambda c, a: 0.5, context_size=1, sampler=lambda g: [math.inf])
    with pytest.raises(InvalidContext, match="inf"):
        simulate(Interpreted(UNIT, 0.5, context_size=1), bad, rounds=3)
    assert baseline.rounds == 0


def test_the_compiled_loop_gives_the_same_bits() -> None:
    arms = BernoulliEnvironment([0.2, 0.6, 0.9], seed=4)
    traces = [
        simulate(kind(Catalog(3), 1), arms, rounds=200, batch=3)
        for kind in (Constant, Interpreted)
    ]
    assert [trace.engine for trace in traces] == ["compiled", "python"]
    assert traces[0].losses.tobytes() == traces[1].losses.tobytes()
    assert 0.2 < traces[0].mean_loss < 0.6
    compiled = Constant(Catalog(3), 2)
    choice = compiled.act()
    assert choice == Choice(2, 1.0, choice.context, 0, Interpreted(Catalog(3), 2).act().key)
    compiled.learn(choice, loss=1.0)
