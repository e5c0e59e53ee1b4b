"""CappedIGW and the probability of parts: both engines on spaces and oracles of every kind."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.oracles import CurveOracle
from smoothbandits.payoffs import Sale

UNIT = sb.Interval(0.0, 1.0)
PRICES = sb.Product(sb.Interval(5.0, 50.0), sb.Catalog(3, weights=[1.0, 2.0, 1.0]))
BOX = sb.Box([sb.Interval(0, 1, step=0.01), sb.Interval(5, 9)])
TREES = {"oracle": sb.BoostedOracle(first=30, trees=5, leaves=4, background=False)}
FAST = {"policy": "fast"}

CASES = {
    "trees": (UNIT, TREES, (0.2, 0.7), (0.4, 0.9)),
    "trees on a product": (PRICES, TREES, ((10, 40), [0, 2]), ((5, 20), None)),
    "box": (BOX, FAST, [(0.1, 0.9), None], [(0.205, 0.5), (6, 8)]),
    "product": (PRICES, FAST, ((10, 40), [0, 2]), ((5, 20), None)),
    "values": (sb.Interval(0, 1, step=0.1), FAST, (0.2, 0.7), (0.4, 0.9)),
    "sale": (UNIT, {"policy": "fast", "payoff": Sale()}, (0.2, 0.7), (0.4, 0.9)),
    "watched": (UNIT, {"policy": "fast", "drift": "watch"}, (0.2, 0.7), (0.4, 0.9)),
    "cells": (UNIT, {"oracle": CurveOracle(16)}, (0.2, 0.7), (0.4, 0.9)),
    "items": (sb.Catalog(9), FAST, [1, 4, 5], [4, 7]),
}
QUICK = ("items",)


def answers(engine, space, options, within, part, explorer):
    size = 0 if space.size is not None or isinstance(options.get("oracle"), CurveOracle) else 2
    bandit = sb.Bandit(
        space, explorer=explorer, context_size=size, seed=5, engine=engine, **options
    )
    rng = np.random.default_rng(6)
    contexts = rng.random((40, size)) if size else [None] * 40
    paid = "outcome" if "payoff" in options else "loss"
    for context in contexts:
        decision = bandit.act(context)
        bandit.learn(decision, **{paid: rng.random()})
    for context in contexts[:6]:
        for rule in (None, within):
            decision = bandit.act(context, within=rule)
            yield decision.point, tuple(decision.propensity), decision.predicted_loss
            yield tuple(bandit.propensity(context, decision.action, within=rule))
            if explorer.has_atom and isinstance(space, sb.Box):
                continue
            yield bandit.probability(context, of=part, within=rule)
    if explorer.has_atom:
        return
    block = contexts[:6] if size else 6
    yield from bandit.act_many(block, within=[within] * 6).points.ravel()
    yield bandit.certificate(contexts[0])
    rules = [within] * 6
    yield from bandit.probabilities(block, of=part, within=rules)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.slow) for n in CASES]
)
def test_both_engines_give_the_same_bits(name):
    explorer = sb.CappedIGW(h=0.2, gamma=sb.Anytime(8.0))
    compiled = list(answers("compiled", *CASES[name], explorer))
    assert repr(compiled) == repr(list(answers("python", *CASES[name], explorer)))
    assert len(set(map(repr, compiled))) > 12


@pytest.mark.slow
@pytest.mark.parametrize("name", ["trees", "trees on a product", "product", "values", "items"])
def test_both_engines_give_the_same_probabilities_of_a_law_with_an_atom(name):
    explorer = sb.SmoothIGW(h=1.0, gamma=sb.Anytime(8.0))
    compiled = list(answers("compiled", *CASES[name], explorer))
    assert repr(compiled) == repr(list(answers("python", *CASES[name], explorer)))


@pytest.mark.slow
def test_blocks_are_asked_on_all_cores():
    bandit = sb.Bandit(UNIT, policy="fast", reusable=True, context_size=1, seed=2)
    rng = np.random.default_rng(1)
    bandit.teach([[0.2]] * 3, [0.1, 0.5, 0.9], losses=[0.8, 0.2, 0.4])
    contexts, ends = rng.random((50_000, 1)), np.sort(rng.random((50_000, 2)), axis=1)
    found = bandit.probabilities(contexts, of=ends)
    for i in (0, 1, 24_999, 25_000, 49_999):
        assert found[i] == bandit.probability(contexts[i], of=tuple(ends[i]))
