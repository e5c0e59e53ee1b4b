"""Bandits whose contexts have names, in environments whose contexts are rows of numbers."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.environments import RegressionEnvironment
from smoothbandits.errors import InvalidParameter

ROWS = np.random.default_rng(3).uniform(-4.0, 9.0, (60, 2))
ROWS[7, 1] = np.nan
TARGETS = np.random.default_rng(4).random(60)
NAMES = {"height": "number", "age": "number"}
UNIT = sb.Interval(0.0, 1.0)


def bandit_of(**given) -> sb.Bandit:
    return sb.Bandit(UNIT, policy="fast", seed=2, engine="python", **given)


def test_plain_numbers_are_the_entries_in_their_order() -> None:
    environment = RegressionEnvironment(ROWS, TARGETS)
    named, numbered = bandit_of(context=NAMES), bandit_of(context_size=2)
    traces = [sb.simulate(bandit, environment, rounds=60) for bandit in (named, numbered)]
    assert np.array_equal(traces[0].actions, traces[1].actions)
    age, height = 3.0, -1.0
    decided = named.act({"age": age, "height": height}), numbered.act([height, age])
    assert decided[0].action == decided[1].action
    assert decided[0].propensity == decided[1].propensity
    assert sb.from_bytes(named.to_bytes(), engine="python").rounds == 61


def test_a_rule_reads_them_by_their_names() -> None:
    environment = RegressionEnvironment(ROWS, TARGETS)
    seen = []

    def rule(context):
        seen.append(context)
        return (0.0, 0.3) if context["height"] < 0.0 else (0.5, 0.7)

    trace = sb.simulate(bandit_of(context=NAMES, within=rule), environment, rounds=60)
    low = ROWS[:, 0] < 0.0
    assert low.any() and (trace.actions[low] <= 0.3).all()
    assert not low.all() and ((trace.actions[~low] >= 0.5) & (trace.actions[~low] <= 0.7)).all()
    assert np.array_equal([list(row.values()) for row in seen], ROWS, equal_nan=True)
    by_field = sb.ByField("height", {1.0: (0.0, 0.1)}, otherwise=(0.2, 0.4))
    trace = sb.simulate(bandit_of(context=NAMES, within=by_field), environment, rounds=20)
    assert ((trace.actions >= 0.2) & (trace.actions <= 0.4)).all()


@pytest.mark.parametrize(
    "kind", ["category", sb.fields.Number(0.0, 1.0), sb.fields.Number(middle=0.0), "date"]
)
def test_other_fields_are_refused(kind) -> None:
    bandit = bandit_of(context={"age": "number", "other": kind})
    with pytest.raises(InvalidParameter, match="have names"):
        sb.simulate(bandit, RegressionEnvironment(ROWS, TARGETS), rounds=2)
    assert bandit.rounds == 0


def test_as_many_numbers_are_needed() -> None:
    with pytest.raises(InvalidParameter, match="2 context features and the bandit expects 1"):
        sb.simulate(bandit_of(context={"a": "number"}), RegressionEnvironment(ROWS, TARGETS))
