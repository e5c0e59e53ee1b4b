import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.bandit.defaults import POLICIES, explorer_for, oracle_for
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles import (
    AdditiveOracle,
    BoostedOracle,
    CurveOracle,
    HarmonicOracle,
    ScaledOracle,
    TableOracle,
    WatchedOracle,
)


@pytest.mark.parametrize(
    ("space", "oracle", "explorer"),
    [
        (sb.Interval(0, 1), BoostedOracle, sb.SmoothIGW),
        (sb.Product(sb.Interval(0, 1), sb.Catalog(3)), BoostedOracle, sb.SmoothIGW),
        (sb.Box([0, 0], [1, 1]), ScaledOracle, sb.AdaptiveIGW),
        (sb.Catalog(5), TableOracle, sb.AdaptiveIGW),
    ],
)
@pytest.mark.parametrize("size", [0, 2])
@pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")
def test_what_a_bandit_uses_where_nothing_is_said(space, oracle, explorer, size):
    bandit = sb.Bandit(space, context_size=size, drift=None)
    if isinstance(space, sb.Interval) and not size:
        oracle = CurveOracle
    if isinstance(space, sb.Box) and not size:
        oracle = HarmonicOracle  # nothing to scale
    assert isinstance(bandit.oracle.oracle, oracle) and isinstance(bandit.explorer, explorer)
    assert bandit.oracle.oracle == oracle_for("best", space, contexts=size > 0)
    assert bandit.explorer == explorer_for("best", space, contexts=size > 0)


@pytest.mark.parametrize(
    ("space", "oracle"),
    [
        (sb.Interval(0, 1), WatchedOracle),
        (sb.Product(sb.Interval(0, 1), sb.Catalog(3)), ScaledOracle),
        (sb.Box([0, 0], [1, 1]), ScaledOracle),
        (sb.Catalog(5), TableOracle),
    ],
)
@pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")
def test_fast_by_name(space, oracle):
    bandit = sb.Bandit(space, policy="fast", context_size=1)
    assert isinstance(bandit.oracle.oracle, oracle) and isinstance(bandit.explorer, sb.AdaptiveIGW)
    blind = sb.Bandit(space, policy="fast").oracle.oracle
    without = {sb.Interval: CurveOracle, sb.Box: HarmonicOracle}.get(type(space), oracle)
    assert isinstance(blind, without)


def test_beside_an_oracle_the_explorer_is_one_that_suits_it():
    """The exploration of best was chosen with its oracle; AdaptiveIGW finds its own."""
    space = sb.Interval(0, 1)
    kernel, boosted = HarmonicOracle(), BoostedOracle(first=50)
    fast, best = explorer_for("fast", space), explorer_for("best", space)
    assert sb.Bandit(space, oracle=kernel, context_size=1).explorer == fast
    assert sb.Bandit(space, oracle=boosted, context_size=1).explorer == best
    assert sb.Bandit(space, oracle=kernel, policy="best", context_size=1).explorer == best
    greedy = sb.Bandit(space, explorer=sb.Greedy(), context_size=1)
    assert greedy.oracle.oracle == BoostedOracle() and greedy.explorer == sb.Greedy()


def test_trees_are_not_the_default_with_a_sampler_of_one_s_own():
    """It runs interpreted, and M(A) is no sum over cells there."""
    measure = sb.measures.Custom(lambda g: g.uniform(2, 3), lambda a: np.ones_like(a))
    bandit = sb.Bandit(sb.Interval(2.0, 3.0, measure))
    assert isinstance(bandit.oracle.oracle, AdditiveOracle)
    assert isinstance(bandit.explorer, sb.AdaptiveIGW)


def test_best_is_trees_on_an_interval():
    space = sb.Interval(2.0, 50.0)
    assert oracle_for("best", space) == BoostedOracle()
    explorer = explorer_for("best", space)
    assert isinstance(explorer, sb.SmoothIGW) and isinstance(explorer.gamma, sb.Anytime)
    bandit = sb.Bandit(space, oracle=BoostedOracle(), explorer=explorer, context_size=3)
    assert 2.0 <= bandit.act([0.1, 0.2, 0.3]).action <= 50.0


@pytest.mark.parametrize("space", [sb.Box([0, 0], [1, 1]), sb.Catalog(5)])
def test_elsewhere_best_is_fast(space):
    assert oracle_for("best", space) == oracle_for("fast", space)
    assert explorer_for("best", space) == explorer_for("fast", space)


def test_unknown_policies_have_no_parts():
    assert POLICIES == ("fast", "best")
    for part in (oracle_for, explorer_for):
        with pytest.raises(InvalidParameter, match="policy is 'quick'; give 'fast' or 'best', or"):
            part("quick", sb.Interval(0, 1))


def test_unknown_policy():
    with pytest.raises(InvalidParameter, match="policy is 'quick'"):
        sb.Bandit(sb.Interval(0, 1), policy="quick")


def test_contexts_in_any_units_are_learned():
    """y follows the logarithm of one column; columns differ in size by 10^9."""
    rng = np.random.default_rng(2)
    X = np.column_stack([np.exp(3.0 * rng.normal(size=20_000)), 1e9 * rng.random(20_000)])
    y = 10.0 + 5.0 * np.tanh(0.5 * np.log(X[:, 0])) + 0.2 * rng.normal(size=20_000)
    bandit = sb.Bandit(sb.Interval(4.0, 16.0), context_size=2, policy="fast", seed=1)
    trace = sb.simulate(bandit, sb.RegressionEnvironment(X, y))
    constant = np.abs(y - np.median(y)).mean() / (max(16.0, y.max()) - min(4.0, y.min()))
    assert trace.losses[-5000:].mean() < 0.25 * constant


@pytest.mark.parametrize(
    "space, options",
    [
        (sb.Interval(0.0, 1.0), {"policy": "fast", "context_size": 2}),
        (
            sb.Interval(0.0, 1.0),
            {"payoff": sb.payoffs.Sale(), "policy": "fast", "context_size": 2},
        ),
        (sb.Box([0, 0], [1, 1]), {}),
        (sb.Catalog(70), {}),
    ],
)
def test_reusable_gives_every_decision_a_density(space, options):
    bandit = sb.Bandit(space, reusable=True, seed=3, engine="python", **options)
    context = [0.2, 0.4] if options.get("context_size") else None
    for _ in range(3):
        decision = bandit.act(context)
        assert decision.explored and decision.propensity.density > 0.0 == decision.propensity.atom
    usual = sb.Bandit(space, seed=3, engine="python", **options)
    assert repr(usual.oracle.oracle) == repr(bandit.oracle.oracle)  # only the explorer is another
    assert usual.explorer.has_atom and not bandit.explorer.has_atom
