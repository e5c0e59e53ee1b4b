"""What fields do to the best action that a bandit's own rule allows."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.bandit.looking.effects import effects_of
from smoothbandits.bandit.looking.fields import context_in
from smoothbandits.errors import InvalidContext
from tests.bandit.looking.test_effects import ROWS

SPACE = sb.Interval(0.0, 10.0)
FIELDS = {
    "age": "number",
    "plan": sb.fields.Category(places=3),
    "sex": sb.fields.Category(["f", "m"], places=2, other=False),
    "since": "date",
    "note": "text",
}


class Rising:
    """The loss rises with the action, so that the best one is the least that is allowed."""

    def predict(self, context, actions, weight=1.0):
        return np.asarray(actions) / 10.0

    def learn(self, context, action, loss, weight=1.0) -> None:
        pass


def rising(rule, **options):
    return sb.Bandit(
        SPACE, oracle=Rising(), explorer=sb.Greedy(), within=rule, engine="python", **options
    )


def people():
    """Contexts in which something is missing now and then."""
    rng = np.random.default_rng(1)
    for i in range(24):
        person = {"age": float(rng.integers(20, 60)), "plan": [3, "gold", None][i % 3]}
        person |= {"sex": "fm"[i % 2], "since": f"2026-03-{1 + i % 9:02}", "note": "hello"}
        yield person


def test_rows_of_numbers() -> None:
    bandit = rising(lambda x: (8.0 * x[0] * x[1], None), context_size=2)
    found = effects_of(bandit, ROWS, reward=None)
    rows = ROWS[np.linspace(0, 89, 32).round().astype(int)]
    first, second = found.effects
    assert first.best[0].mean == pytest.approx(8.0 * first.values * rows[:, 1].mean())
    assert second.predicted.mean == pytest.approx(0.8 * second.values * rows[:, 0].mean())
    assert bandit.plot_effects(ROWS).axes


def test_no_rule_in_some_contexts() -> None:
    bandit = rising(lambda x: None if x[0] < 0.5 else (4.0, 5.0), context_size=1)
    (found,) = effects_of(bandit, [[0.0], [1.0]], reward=None).effects
    assert found.best[0].mean == pytest.approx([0.0, 4.0])


def test_given_contexts_are_seen_as_they_are() -> None:
    least = {3: 1.0, "gold": 2.0}  # 3 is no text here
    seen = []

    def rule(x):
        seen.append(x)
        return (least.get(x.get("plan"), 3.0), None)

    bandit = rising(rule, context=FIELDS)
    given = list(people())
    for person in given:  # levels get their places
        bandit.act(person)
    seen.clear()
    found = {each.field: each for each in effects_of(bandit, given, reward=None).effects}
    plan = found["plan"]
    means = dict(zip(plan.labels, plan.best[0].mean.tolist(), strict=True))
    assert means["3"] == pytest.approx(1.0) and means["gold"] == pytest.approx(2.0)
    assert found["age"].best[0].mean == pytest.approx(np.full(len(found["age"].values), 2.0))
    assert {x["note"] for x in seen} == {"hello"} and {x["sex"] for x in seen} == {"f", "m"}


def test_kept_contexts_are_read_back() -> None:
    seen = []

    def rule(x):
        seen.append(x)
        return (5.0 if x.get("plan") == "gold" and x.get("sex") == "m" else 2.0, None)

    bandit = sb.Bandit(
        SPACE, context=FIELDS, policy="fast", within=rule, engine="python", seed=1, atoms=False
    )
    given = list(people())
    for person in given:
        decision = bandit.act(person)
        bandit.learn(decision, loss=decision.action / 10.0)
    seen.clear()
    found = {each.field: each for each in effects_of(bandit, None, reward=None).effects}
    assert (found["sex"].best[0].low >= 2.0).all()
    assert {x.get("plan") for x in seen} == {"3", "gold", None}
    assert {x["since"] for x in seen} <= {person["since"] for person in given}
    ages = [person["age"] for person in given]
    assert min(ages) <= min(x["age"] for x in seen) <= max(x["age"] for x in seen) <= max(ages)
    assert not any("note" in x for x in seen)


def test_a_rule_without_an_answer_is_told() -> None:
    caps = {"gold": (0, 6), "basic": (0, 5)}
    bandit = rising(lambda x: caps[x["plan"]], context={"age": "number", "plan": "category"})
    given = [{"age": 3.0, "plan": "gold"}, {"age": 4.0, "plan": "basic"}]
    bandit.act_many(given)
    effects_of(bandit, given, reward=None)
    with pytest.raises(InvalidContext, match="KeyError"):
        effects_of(bandit, [*given, {"age": 4.0}], reward=None)


def test_numbers_on_a_scale_and_moments_are_read_back() -> None:
    schema = sb.fields.Schema(
        {
            "age": sb.fields.Number(0.0, 80.0, middle=40.0, missing=True),
            "at": sb.fields.Date(missing=True),
            "plan": sb.fields.Category(["a", "b"], missing=True),
        }
    )
    bandit = sb.Bandit(SPACE, context=schema, policy="fast", engine="python")
    given = [{"age": 20.0, "at": "2026-03-01T20:00", "plan": "b"}, {}]
    bandit.act_many(given)
    rows = [bandit._contexts.look(context) for context in given]
    assert context_in(bandit, rows[0].astype(np.float32)) == {**given[0], "at": "2026-03-01"}
    assert context_in(bandit, rows[1]) == {}
