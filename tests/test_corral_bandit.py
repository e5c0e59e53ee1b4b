import math

import numpy as np
import pytest

from smoothbandits.errors import NoRegretBound
from smoothbandits.interpreted.generics import curve, evaluate_many, minimise
from smoothbandits.kernels.states import MIXED, RUNNING
from smoothbandits.masters import StableBase
from smoothbandits.oracles import (
    DispersionOracle,
    FiniteClassOracle,
    NewtonOracle,
    TableOracle,
    WeightedOracle,
)
from smoothbandits.spaces import Catalog, Interval
from tests.explorers.law import DRAWS, PREDICTIONS, WEIGHTS, assert_frequencies, stated_law
from tests.interpreted import InterpretedCorralBandit
from tests.reference.certificate import smooth_igw_law

ROUNDS = 200
CLASS = np.vstack([PREDICTIONS, 1.0 - PREDICTIONS, np.full(6, 0.5)])


def taught_bandit(oracle=None, seed=4, steps=40):
    """Bases with oracles that differ, and a master with opinions."""
    bandit = InterpretedCorralBandit(
        Catalog(6, WEIGHTS),
        oracle=oracle or FiniteClassOracle(CLASS),
        rounds=ROUNDS,
        eta=0.5,
        seed=seed,
    )
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        decision = bandit.act()
        bandit.learn(decision, loss=float(rng.random() < PREDICTIONS[decision.action]))
    return bandit


def laws_by_base(bandit):
    """P(a | base): Algorithm 3 by enumeration, each base with its own oracle and weight."""
    explorer = bandit._core.explorer
    laws = []
    for b, h in enumerate(explorer.smoothness):
        q, rho = explorer.corral.rows[MIXED, b], explorer.corral.rows[RUNNING, b]
        base = StableBase(h=float(h), rounds=ROUNDS, bound=explorer.bound)
        gamma, weight = base.gamma(rho), base.weight(rho, q)
        own, unit, predictions = bandit._core.oracle[b], np.empty(1), np.empty(6)
        looked = curve(own, np.empty(0), weight)
        evaluate_many(own, looked, np.arange(6.0)[:, None], predictions)
        minimise(own, looked, unit)
        laws.append(smooth_igw_law(predictions, h, gamma, bandit.space.masses, int(unit[0])))
    return np.array(laws)


@pytest.mark.parametrize(
    "oracle",
    [FiniteClassOracle(CLASS), TableOracle(), WeightedOracle(TableOracle(), "B")],
    ids=["class", "table", "thinned"],
)
def test_stated_laws_given_a_base_and_marginal(oracle):
    bandit = taught_bandit(oracle)
    laws, q = laws_by_base(bandit), bandit._core.explorer.corral.rows[MIXED]
    assert np.ptp(laws, axis=0).max() > 0.01  # the bases do differ
    for base, law in enumerate(laws):
        np.testing.assert_allclose(stated_law(bandit, base=base), law, atol=1e-11)
    np.testing.assert_allclose(stated_law(bandit), q @ laws, atol=1e-11)


def test_bases_and_actions_are_drawn_by_their_joint_law():
    bandit = taught_bandit()
    laws, q = laws_by_base(bandit), bandit._core.explorer.corral.rows[MIXED].copy()
    decisions = bandit.act_many(DRAWS)
    counts = np.zeros_like(laws)
    np.add.at(counts, (decisions.bases, decisions.actions), 1.0)
    assert_frequencies(counts, q[:, None] * laws)
    # the propensity that is logged is the one given the invoked base
    mu = bandit.space.masses[decisions.actions]
    np.testing.assert_allclose(
        mu * decisions.densities + decisions.atoms,
        laws[decisions.bases, decisions.actions],
        atol=1e-12,
    )


def test_only_the_invoked_base_learns_and_by_its_weight():
    bandit = taught_bandit(TableOracle(), steps=0)
    for _ in range(60):
        before = [state.counts.copy() for state in bandit._core.oracle]
        decision = bandit.act()
        explorer = bandit._core.explorer
        rho = explorer.corral.rows[RUNNING, decision.base]
        base = StableBase(
            h=float(explorer.smoothness[decision.base]), rounds=ROUNDS, bound=explorer.bound
        )
        assert decision.gamma == pytest.approx(base.gamma(rho), rel=1e-12)
        assert decision.weight == pytest.approx(decision.gamma / decision.base_probability)
        assert decision.weight <= decision.gamma * rho * (1.0 + 1e-12)
        bandit.learn(decision, loss=0.5)
        for b, (old, state) in enumerate(zip(before, bandit._core.oracle, strict=True)):
            grown = np.zeros(6)
            if b == decision.base:
                grown[decision.action] = decision.weight
            np.testing.assert_allclose(state.counts - old, grown, atol=1e-9)


def test_the_bases_reach_one_over_the_horizon():
    for rounds, bases in [(2, 1), (1000, 10), (1024, 10), (1025, 11), (100_000, 17)]:
        bandit = InterpretedCorralBandit(Catalog(3), oracle=TableOracle(), rounds=rounds)
        smoothness = bandit._core.explorer.smoothness
        assert smoothness.tolist() == [0.5**b for b in range(1, bases + 1)]
        assert smoothness[-1] <= 1.0 / rounds
        assert len(bandit._core.oracle) == bases == math.ceil(math.log2(rounds))


def test_oracles_without_weights_are_thinned_and_without_bounds_refused():
    newton = NewtonOracle(norm=1.0)
    bandit = InterpretedCorralBandit(Interval(0, 1), oracle=newton, rounds=50)
    assert bandit.oracle.oracle == WeightedOracle(newton, "C")
    with pytest.raises(NoRegretBound):
        InterpretedCorralBandit(Interval(0, 1), oracle=DispersionOracle(), rounds=50)


def test_on_an_interval_a_decision_is_found_again():
    values = np.random.default_rng(0).random((6, 8))
    bandit = InterpretedCorralBandit(
        Interval(3.0, 7.0), oracle=FiniteClassOracle(values), rounds=100, eta=0.3, seed=1
    )
    for _ in range(60):
        decision = bandit.act()
        again = bandit.propensity(None, decision.action, base=decision.base)
        assert tuple(again) == pytest.approx(tuple(decision.propensity), rel=1e-9)
        bandit.learn(decision, loss=float(values[2, int((decision.action - 3.0) * 2.0) % 8]))
