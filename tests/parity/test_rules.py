"""Decisions under rules: both engines, and act and act_many, give the same bits."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.measures import LogUniform
from smoothbandits.oracles import FiniteClassOracle, OutcomeOracle, ScaledOracle
from smoothbandits.payoffs import Sale

PRICES = sb.Interval(5.0, 50.0)
STEPPED = sb.Interval(1, 64, step=1)
KNOBS = sb.Box({"ttl": sb.Interval(1, 100, LogUniform()), "n": sb.Interval(1, 8, step=1)})
PAIRS = sb.Product(PRICES, sb.Catalog(["x", "y", "z"]))
TREES = {"first": 20, "trees": 5, "leaves": 4, "background": False, "watch": False}
CLASS = np.random.default_rng(2).random((3, 1, 12))
slow = pytest.mark.slow  # each compiles a decision of its own

CASES = {
    "additive": (PRICES, lambda: sb.AdditiveOracle(knots=3), [(7, 12), None, (20, 20), (30, 99)]),
    "trees of pairs": (
        PAIRS,
        lambda: sb.BoostedOracle(**TREES),
        [((7, 12), ["x"]), None, (None, ["y", "z"]), ((9, 9), ["z"])],
    ),
    "trees": (PRICES, lambda: sb.BoostedOracle(**TREES), [(7, 12), None, (30, 99)]),
    "values": (STEPPED, lambda: sb.AdditiveOracle(knots=3), [(3, 9), None, (60, None)]),
    "dispersion": (PRICES, sb.DispersionOracle, [(7, 12), (30, 99)]),
    "outcomes": (PRICES, OutcomeOracle, [(7, 12), (30, 99)]),
    "class": (PRICES, lambda: FiniteClassOracle(CLASS), [(7, 12), (30, 99)]),
    "knobs": (KNOBS, lambda: sb.HarmonicOracle(order=2), [{"n": (2, 4)}, {"ttl": (3, 9)}]),
    "pairs": (PAIRS, lambda: ScaledOracle(sb.HarmonicOracle(order=2)), [((7, 12), ["x", "z"])]),
    "items": (sb.Catalog(9), sb.TableOracle, [[1, 4, 7], None, [8]]),
}
QUICK = ("additive", "values", "items")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=slow) for name in CASES]
)
def test_engines_agree_under_rules(name):
    space, oracle, rules = CASES[name]
    size = 0 if name in ("items", "class") else 2

    def make(engine):
        return sb.Bandit(
            space,
            oracle=oracle(),
            explorer=sb.AdaptiveIGW(bases=3),
            context_size=size,
            payoff=Sale() if name == "outcomes" else None,
            seed=9,
            engine=engine,
        )

    bandits = [make(engine) for engine in ("compiled", "python")]
    rng, explored = np.random.default_rng(4), 0
    for i in range(60):
        context = rng.random(size) if size else None
        within, told = rules[i % len(rules)], float(rng.random())
        made = [bandit.act(context, within=within) for bandit in bandits]
        fields = [{**one.to_dict(), "id": 0, "bandit": 0} for one in made]
        assert fields[0] == fields[1]
        explored += made[0].explored
        for bandit, decision in zip(bandits, made, strict=True):
            bandit.learn(decision, **{"outcome" if bandit.payoff else "loss": told})
    assert 0 < explored < 60
    one, other = (bandit.state_arrays() for bandit in bandits)
    for key in one:
        np.testing.assert_array_equal(one[key], other[key], err_msg=key)
    rows = rng.random((8, size)) if size else 8
    column = [rules[i % len(rules)] for i in range(8)]
    blocks = [bandit.act_many(rows, within=column) for bandit in bandits]
    assert (blocks[0].points == blocks[1].points).all()
    assert (blocks[0].densities == blocks[1].densities).all()
    assert blocks[0].within == blocks[1].within
