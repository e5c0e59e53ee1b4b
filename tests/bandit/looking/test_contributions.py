"""What fields add to a prediction: Shapley's values, whose sum is exact."""

import math
from itertools import permutations

import numpy as np
import pytest

from smoothbandits.bandit.looking.contributions import contributions
from smoothbandits.bandit.looking.fields import Field, background, fields_of
from smoothbandits.errors import InvalidContext
from tests.kinds import KINDS, contexts_of, taught

FIELDS = [Field(name, (i,)) for i, name in enumerate("abc")]
RNG = np.random.default_rng(1)
ROWS = RNG.normal(size=(50, 3))
ROW = np.array([1.0, -2.0, 0.5])


def product(row):
    return float(row[0] * row[1] + math.sin(row[2]) * row[0])


def shapley(predict, row, rows):
    """By all orders and all contexts."""
    found = np.zeros(len(row))
    for order in permutations(range(len(row))):
        for start in rows:
            now = start.copy()
            for i in order:
                before = predict(now)
                now[i] = row[i]
                found[i] += predict(now) - before
    return found / math.factorial(len(row)) / len(rows)


def test_they_add_up_to_the_prediction() -> None:
    for seed in range(20):
        found = contributions(product, ROW, ROWS, FIELDS, "123", seed)
        total = found.average + sum(part.amount for part in found.parts)
        assert total == pytest.approx(product(ROW), abs=1e-12)
    assert found.contexts == 50 and found.average == pytest.approx(
        np.mean([product(row) for row in ROWS])
    )


def test_they_are_shapley_values() -> None:
    exact = dict(zip("abc", shapley(product, ROW, ROWS), strict=True))
    runs = [contributions(product, ROW, ROWS, FIELDS, "123", seed) for seed in range(40)]
    for name, value in exact.items():
        amounts = [part.amount for run in runs for part in run.parts if part.field == name]
        assert np.mean(amounts) == pytest.approx(value, abs=0.03)


def test_what_is_additive_is_found_exactly() -> None:
    weights = np.array([2.0, -1.0, 3.0])
    found = contributions(lambda row: float(weights @ row), ROW, ROWS, FIELDS, "123", seed=1)
    exact = dict(zip("abc", weights * (ROW - ROWS.mean(axis=0)), strict=True))
    assert {part.field: part.amount for part in found.parts} == pytest.approx(exact)
    assert [abs(part.amount) for part in found.parts] == sorted(
        (abs(part.amount) for part in found.parts), reverse=True
    )


def test_what_is_not_looked_at_adds_nothing() -> None:
    found = contributions(lambda row: float(row[0] ** 2), ROW, ROWS, FIELDS, "123", seed=1)
    others = [part for part in found.parts if part.field != "a"]
    assert [(part.amount, part.error) for part in others] == [(0.0, 0.0)] * 2


def test_functions_of_entries_need_no_orders() -> None:
    values = np.column_stack([np.sin(ROWS[:, 0]), ROWS[:, 1] ** 3, 0.5 * ROWS[:, 2]])
    here = np.array([math.sin(ROW[0]), ROW[1] ** 3, 0.5 * ROW[2]])

    def predict(row):
        total = math.sin(row[0]) + row[1] ** 3 + 0.5 * row[2]
        return 1.0 / (1.0 + math.exp(-total))

    functions = np.vstack([values, here])
    exact = contributions(predict, ROW, ROWS, FIELDS, "123", 1, functions)
    total = exact.average + sum(part.amount for part in exact.parts)
    assert total == pytest.approx(predict(ROW), abs=1e-12)
    assert exact == contributions(predict, ROW, ROWS, FIELDS, "123", 2, functions)
    sampled = contributions(predict, ROW, ROWS, FIELDS, "123", 1)
    for part in sampled.parts:
        other = next(each for each in exact.parts if each.field == part.field)
        assert part.amount == pytest.approx(other.amount, abs=0.06)
    linear = contributions(lambda row: 2.0 * row.sum(), ROW, ROWS, FIELDS, "123", 1,
                           np.vstack([ROWS, ROW]))  # fmt: skip
    by_name = {part.field: part.amount for part in linear.parts}
    assert by_name == pytest.approx(dict(zip("abc", 2.0 * (ROW - ROWS.mean(axis=0)), strict=True)))


@pytest.mark.parametrize("kind", ["additive", "forgetting", "watched", "sale", "watched sale"])
def test_the_functions_of_an_oracle_decide_its_predictions(kind: str) -> None:
    """Two contexts with one sum of functions are one context to it."""
    bandit = taught(kind, engine="python", rounds=60)
    oracle, state = bandit.oracle.oracle, bandit.oracle.state
    contexts = np.random.default_rng(4).uniform(-0.5, 1.5, (300, 2))
    sums = oracle.functions(state, contexts).sum(axis=1)
    order = np.argsort(sums)
    best = np.array([bandit.oracle.best(context)[0] for context in contexts[order]])
    if bandit.payoff is None:  # the place grows with the sum
        assert (np.diff(best) >= -1e-12).all() and np.ptp(best) > 0.0
    near = np.argmin(np.diff(sums[order]))
    one, other = contexts[order][near], contexts[order][near + 1]
    predicted = [bandit.oracle.predict(context, [0.3])[0] for context in (one, other)]
    assert predicted[0] == pytest.approx(predicted[1], abs=1e-3)
    assert np.ptp(sums) > 0.01


def test_an_entry_that_is_money_too_has_no_function() -> None:
    bandit = taught("auction", engine="python")
    assert bandit.oracle.oracle.functions(bandit.oracle.state, np.zeros((1, 2))) is None


def test_fields_of_several_columns_move_as_one() -> None:
    joint = [Field("ab", (0, 1)), Field("c", (2,))]
    found = contributions(lambda row: row[0] * row[1], ROW, ROWS, joint, "12", seed=1)
    first = next(part for part in found.parts if part.field == "ab")
    assert first.amount == pytest.approx(-2.0 - np.mean(ROWS[:, 0] * ROWS[:, 1]))


def test_many_fields_ask_for_few_contexts() -> None:
    asked = []

    def predict(row):
        asked.append(1)
        return float(row.sum())

    fields = [Field(str(i), (i,)) for i in range(600)]
    found = contributions(predict, np.ones(600), np.zeros((99, 600)), fields, ["1"] * 600, seed=1)
    assert found.contexts == 4 and len(asked) < 5000
    assert sum(part.amount for part in found.parts) == pytest.approx(600.0)


@pytest.mark.parametrize("kind", KINDS)
def test_kept_contexts_are_those_that_were_seen(kind: str) -> None:
    bandit = taught(kind, engine="python", rounds=40)
    rows = background(bandit, None)
    keeps = kind.startswith(("additive", "diagonal", "boosted", "sale", "auction"))
    keeps |= kind in ("box", "scaled", "scaled linear", "watched", "forgetting", "watched sale")
    keeps |= kind == "reusable"
    keeps |= kind in ("watched boosted", "watched boosted sale")
    keeps |= kind in ("forgetting sale", "forgetting boosted sale")
    assert (rows is not None) == keeps
    if rows is not None:
        contexts = contexts_of(bandit)
        seen = {next(contexts).tobytes() for _ in range(40)}
        assert {row.tobytes() for row in rows} <= seen and len(rows) <= 40
    assert len(fields_of(bandit)) == bandit.context_size


def test_given_contexts_are_checked() -> None:
    bandit = taught("harmonic", engine="python")
    assert background(bandit, [[1.0], [2.0]]).tolist() == [[1.0], [2.0]]
    for bad in ([[1.0, 2.0]], [[float("nan")]], [1.0], np.empty((0, 1)), "x"):
        with pytest.raises(InvalidContext):
            background(bandit, bad)


def test_values_are_said() -> None:
    field = Field("country", (0, 1))
    assert field.value(np.array([1.0, math.nan])) == "1, missing"
    assert field.value({"country": 1.0 / 3.0}) == "0.333333"
    assert field.value({"country": "PT"}) == "PT" and field.value({}) == "missing"
