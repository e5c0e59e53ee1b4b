"""Looking at decisions in contexts by names, under rules, on steps, names and labels."""

import json

import numpy as np
import pytest

import smoothbandits as sb
from tests.interpreted import InterpretedBandit

SCHEMA = {"temperature": "number", "country": "category", "sold_at": "date"}
SPACES = {
    "steps": sb.Interval(1, 64, step=1),
    "names": sb.Box(
        {
            "ttl": sb.Interval(1, 3600, sb.measures.LogUniform()),
            "threads": sb.Interval(1, 64, step=1),
        }
    ),
    "labels": sb.Catalog(["red", "blue", "green"]),
}


@pytest.fixture(scope="module")
def shop():
    bandit = InterpretedBandit(sb.Interval(5.0, 50.0), context=SCHEMA, policy="fast", seed=1)
    rng = np.random.default_rng(0)
    for i in range(100):
        context = {"temperature": float(rng.uniform(0, 30)), "country": "PT" if i % 3 else "DE"}
        decision = bandit.act(context, within=(10, 40) if i % 2 else None)
        far = abs(decision.action - 20.0 - context["temperature"] / 3.0)
        bandit.learn(decision, loss=min(1.0, far / 30.0))
    return bandit


@pytest.mark.parametrize("within", [None, (10, 22), (15, 15.5), (15, 15)])
@pytest.mark.parametrize("explore", [True, False])
def test_decisions_under_rules_are_made_again(shop, within, explore) -> None:
    for _ in range(6):
        context = {"temperature": 7.5, "country": "PT"}
        decision = shop.act(context, within=within, explore=explore)
        again = shop.replay(sb.Decision.from_dict(json.loads(json.dumps(decision.to_dict()))))
        assert again.action == decision.action
        if within is not None:
            assert within[0] <= again.draws.proposal <= within[1]


def test_an_explanation_stays_inside_the_rule(shop) -> None:
    decision = shop.act({"temperature": 28.0, "country": "DE"}, within=(10, 22))
    found = shop.explain(decision)
    assert found.context == {"temperature": "28", "country": "DE", "sold_at": "missing"}
    parts = found.best_action_contributions
    total = parts.average + sum(part.amount for part in parts.parts)
    assert total == pytest.approx(decision.greedy_action) and total <= 22.0
    (line,) = found.choice.panels[0].lines
    outside = (line.actions < 10.0) | (line.actions > 22.0)
    assert (line.density[outside] == 0.0).all() and line.density[~outside].min() > 0.0
    json.loads(found.to_json())


def test_fields_have_their_names_on_pictures(shop) -> None:
    labels = [axes.get_xlabel() for axes in shop.plot_effects().axes]
    assert labels[-3:] == ["temperature", "country", "sold_at"]
    context = {"temperature": 28.0, "country": "DE"}
    _, law = shop.plot(context, within=(10, 22)).axes
    actions, density = law.lines[0].get_xydata().T
    assert (density[actions > 22.5] == 0.0).all()
    assert shop.plot_effects([context] * 3).axes


@pytest.mark.parametrize("kind", SPACES)
def test_steps_names_and_labels(kind) -> None:
    bandit = InterpretedBandit(SPACES[kind], seed=1)
    for _ in range(20):
        bandit.learn(bandit.act(), loss=0.5)
    for _ in range(5):
        decision = bandit.act()
        assert bandit.replay(decision).action == decision.action
        json.loads(bandit.explain(decision).to_json())
    axes = bandit.plot().axes
    if kind == "names":
        assert [each.get_xlabel() for each in axes[2:]] == ["ttl", "threads"]
    if kind == "labels":
        assert {tick.get_text() for tick in axes[1].get_xticklabels()} == {"red", "blue", "green"}


def test_the_curve_over_values_is_at_values():
    """Every value once, with its own prediction and density."""
    bandit = sb.Bandit(sb.Interval(0, 4, step=1), policy="fast", engine="python", seed=1)
    for _ in range(60):
        decision = bandit.act()
        bandit.learn(decision, loss=abs(decision.action - 2) / 4)
    stated = [bandit.propensity(None, value).density for value in range(5)]
    record = json.loads(bandit.explain(bandit.act()).to_json())
    line = record["choice"]["panels"][0]["lines"][0]
    assert line["actions"] == [0, 1, 2, 3, 4]
    for value, predicted in zip(line["actions"], line["predicted"], strict=True):
        assert predicted == pytest.approx(bandit.predicted_loss(None, value), abs=1e-9)
    assert line["density"] == pytest.approx(stated, abs=1e-9)


def test_examples_are_told_by_the_names_of_their_fields():
    fields = {"age": "number", "plan": "category", "since": "date"}
    oracle = sb.BoostedOracle(first=20, trees=3, background=False)
    bandit = sb.Bandit(sb.Interval(5, 50), context=fields, oracle=oracle, seed=1)
    for number in range(40):
        given = {"age": float(number), "plan": ["basic", "gold"][number % 2]}
        given |= {"since": "2026-03-01"} if number % 3 else {}
        bandit.learn(bandit.act(given), loss=0.3)
    told = str(bandit.explain(bandit.act({"age": 9.0, "plan": "gold", "since": "2026-03-01"})))
    assert "plan = gold" in told and "since = 2026-03-01" in told and "age = " in told


def test_items_under_a_rule_have_their_conditioned_chances():
    bandit = sb.Bandit(sb.Catalog(10), seed=1, engine="python")
    line = bandit.explain(bandit.act(within=[1, 2, 3])).choice.panels[0].lines[0]
    assert line.density.sum() == pytest.approx(1.0) and len(line.actions) == 3


def test_an_only_value_is_made_again():
    bandit = sb.Bandit(sb.Interval(5, 50, values=[7.0]), seed=1, engine="python", policy="fast")
    for _ in range(5):
        decision = bandit.act()
        assert bandit.replay(decision).action == 7.0


def test_what_was_taught_since_moves_the_law_and_is_noticed():
    explorer = sb.SmoothIGW(h=0.2, gamma=100.0)
    bandit = sb.Bandit(sb.Catalog(5), seed=1, engine="python", explorer=explorer)
    for _ in range(60):
        decision = bandit.act()
        bandit.learn(decision, loss=[0.1, 0.4, 0.5, 0.6, 0.7][decision.action])
    decision = next(d for d in (bandit.act() for _ in range(50)) if not d.explored)
    proposal = bandit.replay(decision).draws.proposal
    other = (decision.action + 1) % 5 if proposal == decision.action else proposal
    bandit.teach(None, [other] * 200, losses=[1.0] * 200)
    with pytest.raises(sb.errors.ModelMovedOn):
        bandit.replay(decision)
    assert bandit.explain(decision).source == "record"


def test_kept_examples_are_of_their_own_values():
    space = sb.Interval(0, 10, step=1)
    bandit = sb.Bandit(space, context_size=1, seed=1, engine="python")
    for value in range(11):
        bandit.teach([[0.5]] * 3, [value] * 3, losses=[value / 10] * 3, weights=[1.0] * 3)
    explained = bandit.explain(bandit.act([0.5]))
    assert explained.neighbours
    for near in explained.neighbours:
        assert near.loss == pytest.approx(near.action / 10, abs=1e-6)
