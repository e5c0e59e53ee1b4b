"""Whatever range a rule leaves, at least two floats wide: what is played lies inside."""

import json
import math

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

import smoothbandits as sb
from smoothbandits.measures import Empirical, LogUniform

SAMPLES = [0.1, 0.30000000000000004, 0.7, 1.1, 2.3, 19.99, 20.0, 20.000000000000004, 33.3]
SIDES = {
    "unit": sb.Interval(0.0, 1.0),
    "prices": sb.Interval(5.0, 50.0),
    "around 0": sb.Interval(-1e9, 1e9),
    "tiny": sb.Interval(3e-9, 4e-9),
    "far away": sb.Interval(1e15, 1e15 + 10.0),
    "rates": sb.Interval(1e-6, 1e6, LogUniform()),
    "near 1": sb.Interval(0.9, 1.7, LogUniform()),
    "past prices": sb.Interval(0.0, 40.0, Empirical(SAMPLES)),
}
LAW = {"explorer": sb.SmoothIGW(h=0.2, gamma=50.0), "engine": "python", "seed": 1}


def taught(space, **given):
    """A bandit whose predictions differ from action to action."""
    bandit = sb.Bandit(space, policy="fast", **LAW, **given)
    for _ in range(20):
        decision = bandit.act()
        bandit.learn(decision, loss=abs(decision.point[0] - 0.4))
    return bandit


BANDITS = {name: taught(side) for name, side in SIDES.items()}
KNOBS = sb.Box({"wide": SIDES["around 0"], "rate": SIDES["rates"]})
OFFERS = sb.Product(SIDES["around 0"], sb.Catalog(["a", "b"]))


@st.composite
def ranges(draw, side):
    """Two numbers of a side that differ, often neighbours, often ends or samples."""
    low, high = side.support
    special = [low, high, *(x for x in SAMPLES if low <= x <= high)]
    first = draw(st.one_of(st.floats(low, high), st.sampled_from(special)))
    last = first
    if draw(st.booleans()):
        last = draw(st.one_of(st.floats(low, high), st.sampled_from(special)))
    else:
        for _ in range(draw(st.integers(1, 4))):
            last = math.nextafter(last, high)
    if first == last:  # the upper end
        first = math.nextafter(first, -math.inf)
    return min(first, last), max(first, last)


@st.composite
def cases(draw):
    name = draw(st.sampled_from(sorted(SIDES)))
    return name, draw(ranges(SIDES[name]))


def assert_inside(bandit, within, low, high, number=lambda action: action):
    """Decisions, greedy ones and draws; they are replayed, and learned from a log."""
    for explore in (True, True, False):
        decision = bandit.act(within=within, explore=explore)
        assert low <= number(decision.action) <= high
        assert low <= number(decision.greedy_action) <= high
        if explore and not decision.explored:
            stated = bandit.propensity(None, decision.action, within=within)
            assert np.allclose(stated, decision.propensity, rtol=0.0, atol=1e-9, equal_nan=True)
        again = bandit.replay(decision)
        assert again.action == decision.action
        assert low <= number(again.draws.proposal) <= high
        log = sb.Decision.from_dict(json.loads(json.dumps(decision.to_dict())))
        assert bandit.replay(log).action == decision.action
    assert low <= number(bandit.oracle.best(within=within)[0]) <= high


@settings(max_examples=150, deadline=None)
@given(cases())
@example(("around 0", (5.0, math.nextafter(5.0, 6.0))))
@example(("past prices", (19.99, 20.0)))
@example(("rates", (0.3, math.nextafter(0.3, 1.0))))
def test_numbers(case) -> None:
    name, (low, high) = case
    assert_inside(BANDITS[name], (low, high), low, high)


@settings(max_examples=200, deadline=None)
@given(cases(), st.lists(st.floats(0.0, 1.0), min_size=1, max_size=20))
def test_every_place_of_a_part(case, shares) -> None:
    """Not only what was drawn: all coordinates between the bounds."""
    name, (low, high) = case
    side = SIDES[name]
    part = side.allowed((low, high))
    ((bottom, top),) = part.state.bounds
    assert 0.0 <= bottom <= top <= 1.0
    places = [min(top, bottom + share * (top - bottom)) for share in shares]
    places += [bottom, top, math.nextafter(bottom, top), math.nextafter(top, bottom)]
    for place in places:
        user = side.action_in(part, np.array([place]))
        assert low <= user <= high


def test_knobs_and_offers() -> None:
    rng = np.random.default_rng(3)
    box, offers = taught(KNOBS, atoms=False), taught(OFFERS)
    for _ in range(5):
        rules = {}
        for name, side in zip(KNOBS.names, KNOBS.sides, strict=True):
            low = float(rng.uniform(*side.support))
            rules[name] = (low, math.nextafter(low, math.inf))
        for explore in (True, False):
            decision = box.act(within=rules, explore=explore)
            for action in (decision.action, decision.greedy_action):
                assert all(low <= action[name] <= high for name, (low, high) in rules.items())
            assert box.replay(decision).action == decision.action
        low, high = rules["wide"]
        assert_inside(offers, ((low, high), ["b"]), low, high, lambda action: action[0])
