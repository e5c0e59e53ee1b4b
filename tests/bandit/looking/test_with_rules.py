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
