"""Rules for one decision: mu, the best action and the propensity are relative to what they leave.

Laws are compared with `tests/reference/parts.py`, which knows predictions alone.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import smoothbandits as sb
from smoothbandits.bandit.decision import Decision
from smoothbandits.errors import InvalidAction, InvalidContext, InvalidParameter
from smoothbandits.explorers import RandomPlay
from smoothbandits.features import Items, Polynomial
from smoothbandits.measures import Custom, Empirical, LogUniform
from smoothbandits.oracles import CurveOracle, FiniteClassOracle, OutcomeOracle, ScaledOracle
from smoothbandits.payoffs import Sale
from smoothbandits.spaces.allowed import ItemsDigest
from tests.reference.parts import law_of_points, mass_of_range

H, GAMMA = 0.25, 60.0
IGW = sb.SmoothIGW(h=H, gamma=GAMMA)
UNIT = sb.Interval(0.0, 1.0)
PRICES = sb.Interval(5.0, 50.0)
STEPS = sb.Interval(5.0, 50.0, values=[5.0, 9.99, 14.99, 19.99, 29.99, 49.99])
TREES = {"first": 30, "trees": 8, "leaves": 6, "background": False, "watch": False}
RNG = np.random.default_rng(8)
CLASS = RNG.random((4, 3, 12))


class Bowl:
    """An oracle of a user's."""

    def predict(self, context, actions, weight=1.0):
        return np.abs(np.asarray(actions, dtype=float) - 0.4)

    def learn(self, context, action, loss, weight=1.0):
        pass


def taught(space, oracle, *, contexts=0, rounds=80, payoff=None, engine="python", explorer=IGW):
    """A bandit that has learned something with a shape."""
    bandit = sb.Bandit(
        space,
        oracle=oracle,
        explorer=explorer,
        context_size=contexts,
        payoff=payoff,
        seed=5,
        engine=engine,
    )
    rng = np.random.default_rng(3)
    for _ in range(rounds):
        context = np.floor(3.0 * rng.random(contexts)) if contexts else None
        decision = bandit.act(context)
        point = np.array(decision.point)
        place = point[0] if point.size and space.parts.sides else point[0] / (space.size or 1)
        bend = 0.3 if context is None else 0.2 + 0.2 * context[0]
        costs = 0.3 * (point[1] == 1.0) if point.size == 2 and space.parts.categories else 0.0
        loss = min(1.0, abs(place - bend) + 0.2 * rng.random() + costs)
        told = {"outcome": float(place < bend)} if payoff is not None else {"loss": loss}
        bandit.learn(decision, **told)
    return bandit


CONTEXT = np.array([1.0])
ON_INTERVALS = {
    "additive": lambda space: taught(space, sb.AdditiveOracle(knots=3), contexts=1),
    "dispersion": lambda space: taught(space, sb.DispersionOracle(), contexts=1),
    "curve": lambda space: taught(space, CurveOracle(16)),
    "class": lambda space: taught(space, FiniteClassOracle(CLASS), contexts=1),
    "harmonic": lambda space: taught(space, sb.HarmonicOracle(order=4), contexts=1),
    "linear": lambda space: taught(space, sb.LinearOracle(Polynomial(2)), contexts=1),
    "scaled": lambda space: taught(space, ScaledOracle(sb.HarmonicOracle(order=3)), contexts=1),
    "outcome": lambda space: taught(space, OutcomeOracle(), contexts=1, payoff=Sale()),
    "surface": lambda space: taught(space, sb.BoostedOracle(**TREES), contexts=1, rounds=400),
    "valley": lambda space: taught(space, sb.BoostedOracle(**TREES), contexts=1, rounds=60),
    "before a fit": lambda space: taught(space, sb.BoostedOracle(first=900), contexts=1),
}


def given_to(bandit):
    return CONTEXT if bandit.context_size else None


# ------------------------------------------------------------------------------ laws


@pytest.mark.parametrize("kind", ON_INTERVALS)
@pytest.mark.parametrize("ends", [(7.0, 12.0), (15.0, 45.0), (5.0, 50.0)])
def test_the_law_on_a_range_is_that_of_predictions(kind, ends):
    bandit = ON_INTERVALS[kind](PRICES)
    low, high = ends
    context = given_to(bandit)

    def predict(action):
        return float(bandit.oracle.predict(context, [action])[0])

    greedy, best = bandit.oracle.best(context, within=ends)
    assert low <= greedy <= high
    grid = np.linspace(low, high, 4001)
    seen = bandit.oracle.predict(context, grid)
    assert best <= seen.min() + 1e-6
    assert best == pytest.approx(predict(greedy), abs=1e-9)
    # where predictions jump, so that the twin can integrate
    jumps = grid[1:][np.abs(np.diff(seen)) > 1e-3] if kind in ("class", "curve") else ()
    if kind in ("outcome", "surface"):
        jumps = grid[1:][np.diff(seen) != 0.0]
    stated = bandit.propensity(context, greedy, within=ends)
    if len(jumps):  # a sum over a fine grid is what it can be compared with
        fine = np.linspace(low, high, 200_001)[:-1] + 0.5 * (high - low) / 200_000
        values = bandit.oracle.predict(context, fine[::20])
        mass = float(np.mean(1.0 / (1.0 + H * GAMMA * np.maximum(0.0, values - best))))
        assert stated.atom == pytest.approx(1.0 - mass, abs=2e-3)
    else:
        mass = mass_of_range(predict, low, high, H * GAMMA, best)
        assert stated.atom == pytest.approx(1.0 - mass, abs=1e-7 + stated.error)
    for action in np.linspace(low, high, 7):
        density = 1.0 / (1.0 + H * GAMMA * (predict(action) - best))
        found = bandit.propensity(context, float(action), within=ends)
        assert found.density == pytest.approx(density, abs=1e-9)
    for outside in (low - 1.0, high + 1.0):
        if 5.0 <= outside <= 50.0:
            assert bandit.propensity(context, outside, within=ends) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("kind", ON_INTERVALS)
@pytest.mark.parametrize("ends", [None, (9.0, 30.0), (9.99, 14.99), (20.0, None)])
def test_the_law_on_values_is_an_exact_sum(kind, ends):
    bandit = ON_INTERVALS[kind](STEPS)
    context = given_to(bandit)
    allowed = STEPS.allowed(ends)
    first, last = allowed.ranges[0].rungs
    values = STEPS.ladder.values[first:last].tolist()
    predicted = bandit.oracle.predict(context, values)
    expected = law_of_points(predicted, STEPS.ladder.masses[first:last], H * GAMMA)
    masses = STEPS.ladder.masses[first:last] / STEPS.ladder.masses[first:last].sum()
    stated = [bandit.propensity(context, value, within=ends) for value in values]
    found = [m * p.density + p.atom for m, p in zip(masses, stated, strict=True)]
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert all(p.error == 0.0 for p in stated)
    greedy, best = bandit.oracle.best(context, within=ends)
    assert greedy == values[int(predicted.argmin())] and best == predicted.min()


def box_of(kind):
    knobs = {
        "free": sb.Box([0.0, 1.0], [1.0, 9.0]),
        "mixed": sb.Box(
            {"ttl": sb.Interval(1, 100, LogUniform()), "n": sb.Interval(1, 8, step=1)}
        ),
        "whole": sb.Box({"a": sb.Interval(0, 4, step=1), "b": sb.Interval(1, 8, step=1)}),
    }[kind]
    return taught(knobs, sb.HarmonicOracle(order=2), contexts=1)


@pytest.mark.parametrize("within", [None, {"a": (1, 3)}, {"a": (2, 2), "b": (None, 5)}])
def test_a_box_of_values_is_an_exact_sum(within):
    bandit = box_of("whole")
    ranges = bandit.space.allowed(within).ranges
    each = [
        side.ladder.values[one.rungs[0] : one.rungs[1]]
        for side, one in zip(bandit.space.sides, ranges, strict=True)
    ]
    actions = [{"a": int(a), "b": int(b)} for a, b in itertools.product(*each)]
    predicted = bandit.oracle.predict(CONTEXT, actions)
    expected = law_of_points(predicted, np.ones(len(actions)), H * GAMMA)
    stated = [bandit.propensity(CONTEXT, action, within=within) for action in actions]
    found = [p.density / len(actions) + p.atom for p in stated]
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("kind", ["free", "mixed"])
def test_a_box_with_a_continuum_states_its_error(kind):
    bandit = box_of(kind)
    within = [(0.2, 0.4), (2.0, 6.0)] if kind == "free" else {"ttl": (2.0, 20.0), "n": (2, 4)}
    greedy, best = bandit.oracle.best(CONTEXT, within=within)
    stated = bandit.propensity(CONTEXT, greedy, within=within)
    allowed = bandit.space.allowed(within)
    assert allowed.holds(bandit.space.to_unit(greedy))
    rng, sides = np.random.default_rng(1), bandit.space.sides
    columns = []
    for side, one in zip(sides, allowed.ranges, strict=True):
        if side.ladder is None:
            units = one.low + (one.high - one.low) * rng.random(20_000)
            columns.append([side.to_user(np.array([u])) for u in units[:2_000]])
        else:
            columns.append(rng.integers(2, 5, 2_000).tolist())
    rows = [bandit.space.from_row(row) for row in zip(*columns, strict=True)]
    accepted = 1.0 / (1.0 + H * GAMMA * (bandit.oracle.predict(CONTEXT, rows) - best))
    # the mean of 2,000 draws: five standard errors, false alarm below 1e-6
    slack = 5.0 * accepted.std() / np.sqrt(2_000)
    assert stated.atom == pytest.approx(1.0 - accepted.mean(), abs=slack + stated.error)
    assert 0.0 < stated.error < 0.05


ITEMS = Items(RNG.normal(size=(9, 2)))
ON_CATALOGUES = {
    "table": lambda space: taught(space, sb.TableOracle(), rounds=30),
    "linear": lambda space: taught(space, sb.LinearOracle(ITEMS), contexts=1),
    "class": lambda space: taught(space, FiniteClassOracle(RNG.random((4, 3, 9))), contexts=1),
}


@pytest.mark.parametrize("kind", ON_CATALOGUES)
@pytest.mark.parametrize("weights", [None, np.arange(9.0)])
def test_the_law_on_items_is_an_exact_sum(kind, weights):
    bandit = ON_CATALOGUES[kind](sb.Catalog(9, weights))
    context = given_to(bandit)
    mask = np.isin(np.arange(9), [0, 2, 3, 7])
    items = (
        [2, 3, 7] if weights is not None else [0, 2, 3, 7]
    )  # an item of weight 0 is never played
    predicted = bandit.oracle.predict(context, items)
    masses = bandit.space.masses[items]
    expected = law_of_points(predicted, masses, H * GAMMA)
    for within in (mask, [7, 3, 2, 0], mask.tolist()):
        stated = [bandit.propensity(context, item, within=within) for item in items]
        found = masses / masses.sum() * [p.density for p in stated] + [p.atom for p in stated]
        np.testing.assert_allclose(found, expected, atol=1e-12)
    assert bandit.propensity(context, 1, within=mask) == (0.0, 0.0, 0.0)


PAIRS = sb.Product(PRICES, sb.Catalog(["web", "shop", "app"], weights=[1.0, 2.0, 1.0]))
STEPPED = sb.Product(STEPS, sb.Catalog(3))


@pytest.mark.parametrize("oracle", ["harmonic", "surface"])
def test_the_law_on_pairs(oracle):
    made = {
        "harmonic": lambda: sb.HarmonicOracle(order=2),
        "surface": lambda: sb.BoostedOracle(**TREES),
    }[oracle]
    rounds = 200 if oracle == "surface" else 60
    stepped = taught(STEPPED, made(), contexts=1, rounds=rounds)
    within = ((9.0, 30.0), [0, 2])
    actions = [(v, c) for v in (9.99, 14.99, 19.99, 29.99) for c in (0, 2)]
    masses = np.repeat(STEPS.ladder.masses[1:5], 2)
    predicted = stepped.oracle.predict(CONTEXT, actions)
    expected = law_of_points(predicted, masses, H * GAMMA)
    stated = [stepped.propensity(CONTEXT, action, within=within) for action in actions]
    found = masses / masses.sum() * [p.density for p in stated] + [p.atom for p in stated]
    np.testing.assert_allclose(found, expected, atol=1e-12)

    bandit = taught(PAIRS, made(), contexts=1, rounds=rounds)
    within = ((7.0, 12.0), ["shop"])
    greedy, best = bandit.oracle.best(CONTEXT, within=within)
    assert greedy[1] == "shop" and 7.0 <= greedy[0] <= 12.0
    assert best == pytest.approx(bandit.oracle.predict(CONTEXT, [greedy])[0], abs=1e-9)
    grid = np.linspace(7.0, 12.0, 5001)
    values = bandit.oracle.predict(CONTEXT, [(a, "shop") for a in grid])
    assert best <= values.min() + 1e-6
    mass = float(np.mean(1.0 / (1.0 + H * GAMMA * np.maximum(0.0, values - best))))
    stated = bandit.propensity(CONTEXT, greedy, within=within)
    assert stated.atom == pytest.approx(1.0 - mass, abs=2e-3)


def test_an_oracle_of_a_user():
    bandit = sb.Bandit(UNIT, oracle=Bowl(), explorer=IGW, seed=1)
    greedy, best = bandit.oracle.best(within=(0.6, 0.9))
    assert greedy == pytest.approx(0.6, abs=1e-6) and best == pytest.approx(0.2, abs=1e-6)
    mass = np.log1p(H * GAMMA * 0.3) / (H * GAMMA * 0.3)
    stated = bandit.propensity(None, greedy, within=(0.6, 0.9))
    assert stated.atom == pytest.approx(1.0 - mass, abs=1e-6)


# ----------------------------------------------------------------------------- draws


def test_draws_are_uniform_in_the_conditioned_measure():
    """2,000 draws each; Kolmogorov-Smirnov, false alarm 1e-4 each."""
    for measure in (sb.measures.Uniform(), LogUniform(), Empirical(RNG.random(40) * 45.0 + 5.0)):
        space = sb.Interval(5.0, 50.0, measure)
        low, high = np.quantile(space.sample(key=1, n=500), [0.2, 0.6])
        bandit = sb.Bandit(space, explorer=RandomPlay(), seed=3, engine="python")
        drawn = bandit.act_many(2_000, within=[(low, high)] * 2_000).actions
        assert low <= drawn.min() and drawn.max() <= high
        shares = space.measure.cdf(drawn, *space.support)
        bottom, top = space.measure.cdf([low, high], *space.support)
        _, p = stats.kstest((shares - bottom) / (top - bottom), "uniform")
        assert p > 1e-4, measure


def test_decisions_follow_the_law_of_values():
    """4,000 decisions, chi-square, false alarm 1e-4."""
    bandit = ON_INTERVALS["additive"](STEPS)
    made = bandit.act_many(np.tile(CONTEXT, (4_000, 1)), within=[(9.0, 30.0)] * 4_000)
    values = [9.99, 14.99, 19.99, 29.99]
    masses = STEPS.ladder.masses[1:5] / STEPS.ladder.masses[1:5].sum()
    stated = [bandit.propensity(CONTEXT, value, within=(9.0, 30.0)) for value in values]
    law = masses * [p.density for p in stated] + [p.atom for p in stated]
    counts = [(made.actions == value).sum() for value in values]
    assert sum(counts) == 4_000
    assert stats.chisquare(counts, 4_000 * law).pvalue > 1e-4


@settings(max_examples=150, deadline=None)
@given(
    st.floats(-1e6, 1e6),
    st.floats(1e-3, 1e6),
    st.floats(0.0, 1.0),
    st.floats(0.0, 1.0),
    st.booleans(),
    st.integers(0, 50),
)
def test_no_rounding_exceeds_a_cap(low, width, a, b, logarithmic, seed):
    if logarithmic:
        low = abs(low) + 1e-3
    space = sb.Interval(low, low + width, LogUniform() if logarithmic else sb.measures.Uniform())
    ends = sorted(low + width * share for share in (a, b))
    bottom, top = max(ends[0], space.low), min(ends[1], space.high)
    one = space.allowed((bottom, top)).ranges[0]
    if bottom < top:  # the ends themselves are played where the best action is beyond them
        assert space.to_user(np.array([one.low])) >= bottom
        assert space.to_user(np.array([one.high])) <= top
    bandit = sb.Bandit(space, explorer=RandomPlay(), seed=seed, engine="python")
    made = bandit.act_many(20, within=[(bottom, top)] * 20)
    assert (made.actions >= bottom).all() and (made.actions <= top).all()


# ------------------------------------------------------------- one action, blocks, rules


@pytest.mark.parametrize(
    ("space", "within", "action"),
    [
        (PRICES, (19.99, 19.99), 19.99),
        (PRICES, (50.0, 99.0), 50.0),
        (STEPS, (9.0, 10.0), 9.99),
        (sb.Catalog(["a", "b"]), ["b"], "b"),
        (sb.Product(STEPS, sb.Catalog(2)), ((9.0, 10.0), [1]), (9.99, 1)),
    ],
)
def test_an_only_action_is_played_with_atom_one(space, within, action):
    bandit = sb.Bandit(space, seed=1, engine="python")
    decision = bandit.act(within=within)
    assert decision.action == action and not decision.explored
    assert decision.propensity == (0.0, 1.0, 0.0)
    assert bandit.propensity(None, action, within=within) == (0.0, 1.0, 0.0)
    before = bandit.state_arrays()
    bandit.learn(decision, loss=0.4)  # the oracle learns; the master had no choice to judge
    after = bandit.state_arrays()
    assert any((after[k] != v).any() for k, v in before.items() if k.startswith("oracle"))
    assert all((after[k] == v).all() for k, v in before.items() if k.startswith("explorer"))


def test_a_column_of_rules_decides_as_a_loop():
    rules = [(5.0, 20.0), None, (30.0, 40.0), (30.0, 40.0), (7.0, 7.0)]
    rows = RNG.random((5, 1))
    one, many = (ON_INTERVALS["additive"](PRICES) for _ in range(2))
    made = many.act_many(rows, within=rules)
    for i, (row, rule) in enumerate(zip(rows, rules, strict=True)):
        decision = one.act(row, within=rule)
        twin = made[i]
        assert (twin.action, twin.propensity, twin.within) == (
            decision.action,
            decision.propensity,
            decision.within,
        )
    many.learn_many(made, losses=[0.3] * 5)


def test_rules_of_the_bandit_hold_with_those_of_a_call():
    bandit = sb.Bandit(
        PRICES,
        context_size=1,
        within=lambda context: (5.0, 20.0) if context[0] > 0.5 else None,
        seed=1,
        engine="python",
    )
    assert bandit.act([0.9]).within == (5.0, 20.0)
    assert bandit.act([0.9], within=(10.0, 30.0)).within == (10.0, 20.0)
    assert bandit.act([0.1]).within is None
    assert bandit.act_many(np.array([[0.9], [0.1]])).within == [(5.0, 20.0), None]
    assert bandit.propensity([0.9], 30.0) == (0.0, 0.0, 0.0)
    with pytest.raises(InvalidAction, match="together with the bandit's own rule"):
        bandit.act([0.9], within=(30.0, 40.0))


def test_a_table_of_rules_by_a_field():
    caps = sb.ByField(0, {1.0: (5.0, 20.0), 2: [10.0, 35.0]})
    bandit = sb.Bandit(PRICES, context_size=1, within=caps, seed=1, engine="python")
    assert bandit.act([1.0]).within == (5.0, 20.0)
    assert bandit.act([2.0]).within == (10.0, 35.0)
    with pytest.raises(InvalidAction, match=r"no rule for 0 3\.0"):
        bandit.act([3.0])
    assert bandit.rounds == 2
    open_ended = sb.ByField(0, {1.0: (5.0, 20.0)}, otherwise=None)
    bandit = sb.Bandit(PRICES, context_size=1, within=open_ended, seed=1, engine="python")
    assert bandit.act([3.0]).within is None
    with pytest.raises(InvalidAction, match=r"outside \[5.0, 50.0\]"):
        sb.Bandit(PRICES, within=sb.ByField(0, {1: (60, 70)}), context_size=1)
    with pytest.raises(InvalidContext, match="no field 'country'"):
        sb.Bandit(PRICES, within=sb.ByField("country", {"PT": (5, 20)}), context_size=1).act([1.0])


# -------------------------------------------------------------------- records and files

SPACES = {
    "interval": (PRICES, (7.0, 12.0)),
    "values": (sb.Interval(1, 64, step=1), (2, 9)),
    "box": (sb.Box([0.0, 1.0], [1.0, 9.0]), [(0.2, 0.4), None]),
    "names": (
        sb.Box({"ttl": sb.Interval(1, 100, LogUniform()), "n": sb.Interval(1, 8, step=1)}),
        {"n": (2, 4)},
    ),
    "catalog": (sb.Catalog(12), [1, 5, 7]),
    "labels": (sb.Catalog(["a", "b", "c", "d"]), ["d", "a"]),
    "many items": (sb.Catalog(300), np.arange(300) % 2 == 0),
    "product": (sb.Product(PRICES, sb.Catalog(["x", "y", "z"])), ((7.0, 12.0), ["x", "z"])),
}


@pytest.mark.parametrize("name", SPACES)
def test_decisions_go_through_a_log_and_a_restart(name, tmp_path):
    space, within = SPACES[name]
    contexts = 2 if space.parts.sides else 0
    bandit = sb.Bandit(space, seed=4, engine="python", context_size=contexts, policy="fast")
    context = np.array([0.3, 0.8]) if contexts else None
    for _ in range(10):
        bandit.learn(bandit.act(context, within=within), loss=0.5)
    waiting, logged = bandit.act(context, within=within), bandit.act(context, within=within)
    bandit.save(tmp_path / "b")
    import json

    again = Decision.from_dict(json.loads(json.dumps(logged.to_dict())))
    assert again.within == logged.within
    loaded = sb.load(tmp_path / "b", engine="python")
    assert [d.within for d in loaded.waiting] == [waiting.within, logged.within]
    np.testing.assert_equal(
        space.to_columns([loaded.waiting[0].action]), space.to_columns([waiting.action])
    )
    loaded.learn(again, loss=0.2)
    bandit.learn(logged, loss=0.2)
    mine, its = bandit.state_arrays(), loaded.state_arrays()
    assert all((mine[k] == its[k]).all() for k in mine)
    next_one, its_next = (b.act(context, within=within) for b in (bandit, loaded))
    assert (next_one.point, next_one.key) == (its_next.point, its_next.key)


def test_many_items_are_recorded_by_their_digest():
    bandit = sb.Bandit(sb.Catalog(300), engine="python")
    decision = bandit.act(within=np.arange(300) < 200)
    assert isinstance(decision.within, ItemsDigest) and decision.within.items == 200
    assert bandit.act(within=np.arange(300) < 3).within == (0, 1, 2)
    assert bandit.act(within=range(200)).within == decision.within


def test_an_edited_record_is_refused():
    bandit = sb.Bandit(PRICES, engine="python")
    decision = bandit.act(within=(7.0, 12.0))
    twin = sb.from_bytes(bandit.to_bytes(), engine="python")
    with pytest.raises(InvalidAction, match="outside of within"):
        twin.learn(decision._replace(within=(40.0, 45.0), id="x"), loss=0.5)
    assert twin.learned == 0


def test_rules_survive_a_file(tmp_path):
    caps = sb.ByField(0, {1.0: (5.0, 20.0), 2.0: (10.0, 35.0)}, otherwise=(5.0, 10.0))
    bandit = sb.Bandit(PRICES, context_size=1, within=caps, seed=1, engine="python")
    bandit.save(tmp_path / "b")
    loaded = sb.load(tmp_path / "b", engine="python")
    assert [loaded.act([c]).within for c in (1.0, 2.0, 7.0)] == [
        (5.0, 20.0),
        (10.0, 35.0),
        (5.0, 10.0),
    ]
    own = sb.Bandit(PRICES, within=lambda context: (5.0, 20.0), engine="python")
    own.save(tmp_path / "own")
    with pytest.raises(sb.errors.UnsupportedSave, match="within"):
        sb.load(tmp_path / "own")
    again = sb.load(tmp_path / "own", within=lambda context: (5.0, 6.0), engine="python")
    assert again.act().within == (5.0, 6.0)


# ------------------------------------------------------------------------- certificates


def test_the_certificate_is_relative_to_the_part():
    bandit = ON_INTERVALS["additive"](PRICES)
    ends = (15.0, 45.0)
    greedy, _ = bandit.oracle.best(CONTEXT, within=ends)
    mass = 1.0 - bandit.propensity(CONTEXT, greedy, within=ends).atom
    expected = (2.0 - mass - H) / (H * GAMMA)
    assert bandit.certificate(CONTEXT, within=ends) == pytest.approx(expected, abs=1e-7)


# ------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("space", "within", "words"),
    [
        (PRICES, (30.0, 20.0), "empty"),
        (PRICES, (60.0, 70.0), "nothing is left"),
        (PRICES, 7.0, r"give \(low, high\)"),
        (PRICES, (7.0, float("nan")), r"give \(low, high\)"),
        (PRICES, ("a", "b"), r"give \(low, high\)"),
        (STEPS, (10.0, 14.0), "holds none of the 6 values; 9.99 is the nearest"),
        (sb.Catalog(4), [], "leaves no item"),
        (sb.Catalog(4), [7], "0 to 3"),
        (sb.Catalog(4), np.array([7]), "items 0 to 3"),
        (sb.Catalog(4), np.ones(3, dtype=bool), "one flag for each of the 4 items"),
        (sb.Catalog(4), 2, "a list of items or a mask"),
        (sb.Catalog(["red", "blue"]), ["reds"], "did you mean 'red'"),
        (sb.Catalog(["red", "blue"]), "red", "a list of items or a mask"),
        (sb.Catalog(3, [0.0, 1.0, 1.0]), [0], "leaves no item"),
        (sb.Box([0, 1], [1, 9]), [(0, 1)], "each of the 2 knobs"),
        (sb.Box({"ttl": PRICES}), {"tll": (5, 6)}, "did you mean 'ttl'"),
        (sb.Box({"ttl": PRICES}), {"ttl": (1, 2)}, "within of knob 'ttl'"),
        (sb.Product(PRICES, sb.Catalog(2)), (5.0, 7.0, 8.0), "give a pair"),
        (sb.Product(PRICES, sb.Catalog(2)), ((5.0, 7.0), [5]), "0 to 1"),
    ],
)
def test_bad_rules_are_refused_and_nothing_changes(space, within, words):
    bandit = sb.Bandit(space, engine="python")
    for call in (
        lambda: bandit.act(within=within),
        lambda: bandit.act_many(2, within=[None, within]),
        lambda: bandit.oracle.best(within=within),
    ):
        with pytest.raises(InvalidAction, match=words):
            call()
    assert bandit.rounds == 0


def test_columns_of_rules_must_fit():
    bandit = sb.Bandit(PRICES, engine="python")
    with pytest.raises(InvalidAction, match="2 rules for 3 contexts"):
        bandit.act_many(3, within=(5.0, 7.0))
    with pytest.raises(InvalidAction, match="no list for 3 contexts"):
        bandit.act_many(3, within=5.0)
    with pytest.raises(InvalidParameter, match="give a function of the context"):
        sb.Bandit(PRICES, within=(5.0, 7.0))
    with pytest.raises(InvalidParameter, match="a mapping from values"):
        sb.ByField("country", {})


def test_a_sampler_of_a_user_takes_no_rules():
    measure = Custom(lambda rng: rng.triangular(0, 1, 1), lambda a: 2 * a)
    bandit = sb.Bandit(sb.Interval(0.0, 1.0, measure))
    with pytest.raises(InvalidParameter, match="cannot be conditioned"):
        bandit.act(within=(0.2, 0.4))


# ------------------------------------------------------------------- tables and names


def test_a_table_knows_values_as_categories_do():
    caps = sb.ByField("zone", {3: (None, 20), "x": (None, 30)}, otherwise=None)
    bandit = sb.Bandit(PRICES, context={"zone": "category"}, within=caps, engine="python")
    for zone in (3, 3.0, "3", np.int64(3)):
        assert bandit.act({"zone": zone}).within == (5.0, 20.0)
    assert bandit.act({"zone": True}).within is None
    number = sb.Bandit(PRICES, context={"zone": "number"}, within=caps, engine="python")
    assert number.act({"zone": "3.0"}).within == (5.0, 20.0)
    with pytest.raises(InvalidParameter, match="are one value"):
        sb.ByField("zone", {3: (5, 6), "3": (5, 7)})


def test_a_table_must_read_a_field_that_there_is():
    caps = {"PT": (None, 20)}
    for field, words in (("contry", "did you mean 'country'"), (0, "there are 'country'")):
        with pytest.raises(InvalidParameter, match=words):
            sb.Bandit(
                PRICES, context={"country": "category"}, within=sb.ByField(field, caps, None)
            )
    with pytest.raises(InvalidContext, match="contexts have names"):
        sb.ByField(0, {1: (5, 20)})({"country": "PT"})
    with pytest.raises(InvalidAction, match="the rule for 'PT': .*nothing is left"):
        sb.Bandit(PRICES, context_size=1, within=sb.ByField(0, {"PT": (60, 70)}))


def test_a_table_is_the_bandits_own_and_can_be_replaced(tmp_path):
    table = {1: [5, 20]}
    bandit = sb.Bandit(PRICES, context_size=1, within=sb.ByField(0, table), engine="python")
    table[1][1] = 50
    assert bandit.act([1.0]).within == (5.0, 20.0)
    bandit.save(tmp_path / "b")
    law = sb.ByField(0, {1: (5, 10)})
    again = sb.load(tmp_path / "b", within=law, engine="python")
    assert again.within is law and again.act([1.0]).within == (5.0, 10.0)


def test_best_keeps_the_bandits_rule():
    bandit = sb.Bandit(
        PRICES, context_size=1, within=sb.ByField(0, {1: (30, 40)}, None), engine="python"
    )
    for _ in range(20):
        bandit.learn(bandit.act([0.0]), loss=0.5)
    assert 30 <= bandit.oracle.best([1.0])[0] <= 40
    assert bandit.oracle.best([1.0], within=(5, 32))[0] <= 32
    assert bandit.oracle.best([1.0])[0] == bandit.act([1.0], explore=False).action


def test_a_mask_is_no_list_of_items():
    """True equals 1: the two must not be taken for each other."""
    bandit = sb.Bandit(sb.Catalog(2), seed=1, engine="python")
    bandit.act(within=(0, 1))
    assert {bandit.act(within=(False, True)).action for _ in range(20)} == {1}
    other = sb.Bandit(sb.Catalog(3), seed=1, engine="python")
    assert other.act(within=(True, False, True)).within == (0, 2)
    assert other.act(within=(1, 0, 1)).within == (0, 1)


def test_a_function_sees_the_same_context_in_every_call():
    seen = []

    def rule(context):
        seen.append(context)

    bandit = sb.Bandit(PRICES, context_size=2, within=rule, engine="python")
    bandit.act([0.1, 0.2])
    bandit.act_many([[0.1, 0.2]])
    bandit.propensity((0.1, 0.2), 7.0)
    bandit.oracle.best([0.1, 0.2])
    assert all(isinstance(one, np.ndarray) and one.tolist() == [0.1, 0.2] for one in seen)
    blind = sb.Bandit(PRICES, within=rule, engine="python")
    seen.clear()
    blind.act()
    blind.act_many(2)
    blind.propensity(None, 7.0)
    assert seen == [None] * 4


def test_an_action_at_a_cap_has_its_propensity():
    bandit = sb.Bandit(
        sb.Interval(1, 100, LogUniform()), seed=1, policy="fast", context_size=1, engine="python"
    )
    for _ in range(60):
        decision = bandit.act([0.5])
        bandit.learn(decision, loss=min(1, abs(decision.action - 3) / 97))
    for low in np.linspace(10, 90, 60):
        decision = bandit.act([0.5], within=(low, None), explore=False)
        stated = bandit.propensity([0.5], decision.action, within=(low, None))
        assert stated.density + stated.atom > 0.0


def test_a_mask_may_be_what_is_allowed_otherwise():
    mask = np.array([True, False, True])
    rule = sb.ByField(0, {1: [0]}, otherwise=mask)
    with pytest.warns(UserWarning, match="ignores contexts"):
        bandit = sb.Bandit(sb.Catalog(3), context_size=1, within=rule, engine="python")
    assert bandit.act([5.0]).within == (0, 2)
