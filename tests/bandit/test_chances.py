"""The probability of a part of the space: one question, many, and what they should be."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.explorers import Greedy, RandomPlay
from smoothbandits.oracles import CurveOracle, FiniteClassOracle
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit
from tests.reference import hyperbola as twin

UNIT = sb.Interval(0.0, 1.0)
SMOOTH, CAPPED = sb.SmoothIGW(h=0.5, gamma=40.0), sb.CappedIGW(h=0.2, gamma=40.0)
PRICES = sb.Product(sb.Interval(5.0, 50.0), sb.Catalog(3, weights=[1.0, 2.0, 1.0]))
TREES = {"first": 30, "trees": 5, "leaves": 4, "background": False}
BOTH = pytest.mark.parametrize("explorer", [SMOOTH, CAPPED], ids=["smooth", "capped"])


def taught(space, rounds=40, *, context_size=1, **options):
    bandit = InterpretedBandit(space, context_size=context_size, seed=3, drift=None, **options)
    rng = np.random.default_rng(4)
    for action in space.sample(1, rounds):
        place = space.to_unit(action)
        loss = min(1.0, abs(place[0] % 1.0 - 0.4) + 0.1 * rng.random() + 0.05 * place[-1])
        bandit.oracle.learn(rng.random(context_size) if context_size else None, action, loss)
    return bandit


def by_points(bandit, context, low, high, *, within=None, n=1500):
    """Sum of densities in the middles of cells of mu, and the atom of the greedy action."""
    space = bandit.space
    one, whole = space.allowed((low, high)), space.allowed(within)
    side, limits = one.ranges[0], whole.ranges[0]
    bottom, top = max(side.low, limits.low), min(side.high, limits.high)
    middles = bottom + (top - bottom) * (np.arange(n) + 0.5) / n
    stated = [
        bandit.propensity(context, space.to_user(np.array([u])), within=within).density
        for u in middles
    ]
    found = np.mean(stated) * (top - bottom) / (limits.high - limits.low)
    greedy, _ = bandit.oracle.best(context, within=within)
    if low <= greedy <= high:
        found += bandit.propensity(context, greedy, within=within).atom
    return found


@BOTH
@pytest.mark.parametrize(
    "space, options, size",
    [
        (UNIT, {"policy": "fast"}, 1),
        (sb.Interval(1.0, 100.0, sb.measures.LogUniform()), {"policy": "fast"}, 1),
        (UNIT, {"oracle": sb.BoostedOracle(**TREES)}, 1),
        (UNIT, {"oracle": CurveOracle(16)}, 0),
    ],
    ids=["additive", "logarithmic", "trees", "cells"],
)
def test_a_range_has_the_integral_of_the_density_and_the_atom(space, options, size, explorer):
    bandit = taught(space, explorer=explorer, context_size=size, **options)
    context, (low, high) = [0.3] if size else None, space.support
    ends = [low + share * (high - low) for share in (0.0, 0.13, 0.35, 0.55, 1.0)]
    parts = [bandit.probability(context, of=pair) for pair in zip(ends, ends[1:], strict=False)]
    assert sum(parts) == pytest.approx(1.0, abs=1e-7)
    assert bandit.probability(context, of=(low, high)) == pytest.approx(1.0, abs=1e-7)
    expected = by_points(bandit, context, ends[1], ends[2], n=100)
    assert parts[1] == pytest.approx(expected, abs=5e-3)


def test_the_formula_is_the_integral_of_the_hyperbola():
    bandit = taught(UNIT, explorer=SMOOTH, policy="fast", rounds=60)
    context, x = [0.3], np.array([0.3])
    (ahat, least), shape = bandit.oracle.best(context), bandit.oracle.state.shape
    for low, high in ((0.0, 0.2), (0.25, 0.6), (0.9, 0.97), (ahat, 1.0)):
        grid = low + (high - low) * (np.arange(20_000) + 0.5) / 20_000
        losses = np.minimum(1.0, [twin.loss(shape, u - ahat) for u in grid])
        expected = np.mean(1.0 / (1.0 + 20.0 * (losses - least))) * (high - low)
        if low <= ahat <= high:
            expected += bandit.propensity(x, ahat).atom
        assert bandit.probability(context, of=(low, high)) == pytest.approx(expected, abs=1e-7)


@BOTH
@pytest.mark.parametrize(
    "space, within, parts",
    [
        (UNIT, (0.2, 0.8), [(0.0, 0.3), (0.3, 0.55), (0.55, 1.0)]),
        (sb.Interval(0, 1, step=0.1), None, [(0.0, 0.34), (0.36, 0.84), (0.86, 1.0)]),
        (sb.Interval(0, 1, step=0.1), (0.2, 0.7), [(0.0, 0.44), (0.46, 1.0)]),
        (PRICES, None, [((5, 12), None), ((12, 50), [0, 1]), ((12, 50), [2])]),
        (PRICES, ((10, 40), [0, 2]), [((5, 12), None), ((12, 50), [0, 1]), ((12, 50), [2])]),
    ],
    ids=["rule", "values", "values and rule", "product", "product and rule"],
)
def test_parts_that_make_up_a_space_have_all_of_the_probability(space, within, parts, explorer):
    bandit = taught(space, explorer=explorer, policy="fast")
    found = [bandit.probability([0.3], of=part, within=within) for part in parts]
    assert sum(found) == pytest.approx(1.0, abs=1e-6)
    assert all(0.0 <= one <= 1.0 for one in found) and sum(one > 0.0 for one in found) > 1
    if space is UNIT:
        expected = by_points(bandit, [0.3], 0.3, 0.55, within=within)
        assert found[1] == pytest.approx(expected, abs=2e-3)


@BOTH
def test_some_items_have_the_sum_of_their_probabilities(explorer):
    weights, predictions = np.arange(6.0), np.array([[0.1, 0.5, 0.2, 0.8, 0.2, 0.6]])
    space = sb.Catalog(6, weights)
    bandit = InterpretedBandit(space, oracle=FiniteClassOracle(predictions), explorer=explorer)
    for within in (None, [1, 2, 4, 5]):
        masses = space.masses.copy()
        if within is not None:
            masses[[0, 3]] = 0.0
        masses /= masses.sum()
        stated = [bandit.propensity(None, a, within=within) for a in range(6)]
        law = masses * [p.density for p in stated] + [p.atom for p in stated]
        for items in ([2], [1, 5], [1, 2, 4], [3], [1, 2, 3, 4, 5]):
            found = bandit.probability(of=items, within=within)
            assert found == pytest.approx(law[items].sum(), abs=1e-12)


def test_boxes_are_summed_and_groups_of_values_are_divided():
    side = sb.Interval(0, 1, step=0.002)
    space = sb.Box([side, side, sb.Interval(0.0, 1.0)])
    bandit = InterpretedBandit(space, explorer=CAPPED, policy="fast")
    bandit.oracle.learn(None, [0.2, 0.4, 0.5], 0.0)
    whole = [None, None, None]
    assert bandit.probability(of=whole) == pytest.approx(1.0)
    pieces = [(0.0, 0.3369), (0.3371, 0.812), (0.814, 1.0)]
    found = [bandit.probability(of=[piece, None, (0.25, 0.75)]) for piece in pieces]
    assert sum(found) == pytest.approx(bandit.probability(of=[None, None, (0.25, 0.75)]))
    assert bandit.probability(of=[None, 0.5 * np.ones(2), None]) > 0.0  # one value of a group
    assert bandit.probability(of=[None, None, (0.5, 0.5)]) == 0.0  # one number of a continuum


@pytest.mark.parametrize("rule", [None, (0.2, 0.7)])
@pytest.mark.parametrize("explorer", [SMOOTH, CAPPED, sb.EpsilonGreedy(0.1), Greedy()], ids=str)
def test_many_questions_are_those_one_by_one(explorer, rule):
    bandit = taught(UNIT, explorer=explorer, policy="fast")
    rng = np.random.default_rng(5)
    contexts, ends = rng.random((12, 1)), np.sort(rng.random((12, 2)), axis=1)
    ends[3], ends[4], ends[5] = (0.0, 0.1), (0.7, 1.0), (0.5, 0.5)
    ends[6] = bandit.oracle.best(contexts[6], within=rule)[0]  # the atom alone
    rules = None if rule is None else [rule] * 12
    many = bandit.probabilities(contexts, of=ends, within=rules)
    for i, found in enumerate(many):
        one = bandit.probability(contexts[i], of=tuple(ends[i]), within=rule)
        assert found == pytest.approx(one, abs=1e-12)
    assert many[5] == 0.0 and (many[6] > 0.3) == explorer.has_atom
    same = bandit.probabilities(contexts, of=(0.3, 0.6), within=rules)
    ones = [bandit.probability(x, of=(0.3, 0.6), within=rule) for x in contexts]
    np.testing.assert_allclose(same, ones, atol=1e-14)


def test_rules_may_differ_from_row_to_row():
    bandit = taught(UNIT, explorer=CAPPED, policy="fast")
    contexts, rules = np.full((4, 1), 0.3), [None, (0.5, 0.9), (0.5, 0.9), (0.1, 0.2)]
    found = bandit.probabilities(contexts, of=(0.4, 0.6), within=rules)
    ones = [bandit.probability([0.3], of=(0.4, 0.6), within=rule) for rule in rules]
    np.testing.assert_allclose(found, ones, atol=1e-14)
    assert found[3] == 0.0 < found[1] == found[2]


def test_decisions_fall_into_a_part_as_often_as_it_says():
    bandit = taught(UNIT, explorer=CAPPED, policy="fast")
    actions = bandit.act_many(np.full((400, 1), 0.3)).actions
    chance = bandit.probability([0.3], of=(0.3, 0.45))
    hits = ((actions >= 0.3) & (actions <= 0.45)).sum()
    # five standard deviations
    assert abs(hits - 400 * chance) < 5.0 * np.sqrt(400 * chance * (1.0 - chance))


def test_it_is_marginal_over_bases_with_oracles_of_their_own():
    bandit = InterpretedCorralBandit(sb.Catalog(4), oracle=sb.TableOracle(), rounds=16)
    for _ in range(10):
        decision = bandit.act()
        bandit.learn(decision, loss=0.1 * decision.action)
    law = []
    for action in range(4):
        stated = bandit.propensity(None, action)
        law.append(0.25 * stated.density + stated.atom)
    assert bandit.probability(of=[1, 2]) == pytest.approx(law[1] + law[2], abs=1e-12)


def test_an_only_action_has_all_of_it():
    bandit = InterpretedBandit(UNIT, explorer=SMOOTH, policy="fast")
    assert bandit.probability(of=(0.2, 0.5), within=(0.3, 0.3)) == 1.0
    assert bandit.probability(of=(0.4, 0.5), within=(0.3, 0.3)) == 0.0


def test_names_are_looked_at_and_get_no_places():
    options = {"context": {"shop": "category"}, "policy": "fast", "explorer": CAPPED}
    bandit = InterpretedBandit(UNIT, drift=None, **options)
    bandit.learn(bandit.act({"shop": "a"}), loss=0.5)
    found = bandit.probabilities([{"shop": "a"}, {"shop": "new"}], of=(0.0, 0.5))
    assert found[1] == bandit.probability({"shop": "new"}, of=(0.0, 0.5))
    assert bandit._contexts.levels == 1


def test_what_is_not_known_well_enough_is_refused():
    space = sb.Box([0.0, 0.0], [1.0, 1.0])
    bandit = taught(space, explorer=SMOOTH, policy="fast", context_size=0)
    with pytest.raises(InvalidParameter, match="known up to"):
        bandit.probability(of=[(0.0, 0.5), None])
    random = InterpretedBandit(space, explorer=RandomPlay(), policy="fast")
    assert random.probability(of=[(0.0, 0.5), None]) == pytest.approx(0.5)


def test_parts_that_make_no_sense_are_refused():
    bandit = InterpretedBandit(UNIT, explorer=SMOOTH, policy="fast", context_size=1)
    with pytest.raises(InvalidAction, match="empty"):
        bandit.probability([0.3], of=(0.5, 0.2))
    with pytest.raises(InvalidParameter, match="row 1"):
        bandit.probabilities([[0.3], [0.3]], of=[[0.1, 0.2], [0.5, 0.2]])
    with pytest.raises(InvalidParameter, match="3 rows for 2 contexts"):
        bandit.probabilities([[0.3], [0.3]], of=np.zeros((3, 2)))
    with pytest.raises(InvalidParameter, match="low, high"):
        bandit.probabilities([[0.3], [0.3]], of=np.zeros((2, 3)))
    assert bandit.rounds == 0
