"""Decisions among so many items that their records keep a digest of them."""

import json

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter, ModelMovedOn

ODD = list(range(1, 400, 2))  # 200 items
LAW = {"explorer": sb.SmoothIGW(h=0.2, gamma=40.0), "engine": "python", "seed": 4}


def of_shelf(context):
    """What is in stock: more items than a record lists."""
    return ODD if context is None or context[0] < 5.0 else ODD[:-1]


def made(bandit, *, explored, within=ODD, context=None):
    """A decision that explored, or did not, as it comes out of a log."""
    tries = (bandit.act(context, within=within) for _ in range(200))
    decision = next(each for each in tries if each.explored is explored)
    return sb.Decision.from_dict(json.loads(json.dumps(decision.to_dict())))


@pytest.fixture
def shop():
    bandit = sb.Bandit(sb.Catalog(400), **LAW)
    for _ in range(60):
        decision = bandit.act()
        bandit.learn(decision, loss=0.2 + 0.5 * (decision.action % 3) / 2)
    return bandit


@pytest.mark.parametrize("explored", [True, False])
def test_the_record_is_told_and_what_it_cannot_say(shop, explored) -> None:
    decision = made(shop, explored=explored)
    found = shop.explain(decision)
    assert found.source == "record" and found.propensity == decision.propensity
    assert found.predicted == decision.predicted_loss
    assert found.draws.proposal == (decision.action if explored else None)
    assert found.draws == shop.replay(decision, draws_only=True)
    (note,) = found.notes
    assert "digest" in note and "within=" in note
    assert str(found) and json.loads(found.to_json())["source"] == "record"
    with pytest.raises(ModelMovedOn, match="within="):
        found.plot()
    with pytest.raises(InvalidParameter, match="within="):
        shop.replay(decision)
    with pytest.raises(InvalidParameter, match="within="):
        shop.explain(decision, at=shop)


@pytest.mark.parametrize("explored", [True, False])
def test_with_the_rule_again_all_is_told(shop, explored) -> None:
    decision = made(shop, explored=explored)
    found = shop.explain(decision, within=ODD)
    assert found.source == "model" and found.choice is not None
    assert found.draws.proposal in ODD and found.replay.action == decision.action
    assert shop.replay(decision, within=np.array(ODD)).greedy_action == decision.greedy_action
    assert shop.explain(decision, at=shop, within=set(ODD)).source == "snapshot"
    shop.learn(decision, loss=0.3)
    assert shop.explain(decision, within=ODD).draws == found.draws
    assert shop.replay(decision, within=ODD, draws_only=True) == found.draws


def test_another_rule_is_refused(shop) -> None:
    decision = made(shop, explored=False)
    for other in (ODD[:-1], [*ODD, 2], [1, 2, 3]):
        with pytest.raises(InvalidParameter, match="not what decision"):
            shop.explain(decision, within=other)
    free = shop.act()
    with pytest.raises(InvalidParameter, match="not what decision"):
        shop.replay(free, within=ODD)
    few = shop.act(within=[3, 5])
    assert shop.replay(few, within=[5, 3]).action == few.action


@pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")
def test_the_rule_of_the_bandit_need_not_be_given() -> None:
    bandit = sb.Bandit(sb.Catalog(400), within=of_shelf, context_size=1, **LAW)
    bandit.learn(bandit.act([9.0], within=[5]), loss=0.1)  # untaught it would always explore
    decision = made(bandit, explored=False, within=None, context=[9.0])
    assert bandit.replay(decision).action == decision.action
    assert bandit.explain(decision).source == "model"
    both = made(bandit, explored=False, within=range(395), context=[9.0])
    assert bandit.explain(both).source == "record"
    assert bandit.explain(both, within=range(395)).source == "model"
    later = sb.from_bytes(bandit.to_bytes(), within=lambda context: 1 / 0, engine="python")
    found = later.explain(decision)
    assert found.source == "record" and "digest" in found.notes[0]


def test_the_categories_of_a_product() -> None:
    space = sb.Product(sb.Interval(5.0, 50.0, values=[5.0, 20.0, 50.0]), sb.Catalog(110))
    bandit, some = sb.Bandit(space, **LAW, atoms=False), list(range(105))
    decision = made(bandit, explored=True, within=((5, 20), some))
    assert bandit.explain(decision).draws.proposal == decision.action
    assert bandit.explain(decision, within=((5, 20), some)).source == "model"
    with pytest.raises(InvalidParameter, match="not what decision"):
        bandit.explain(decision, within=((5, 50), some))
