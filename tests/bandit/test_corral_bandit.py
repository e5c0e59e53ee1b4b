import math

import numpy as np
import pytest

from smoothbandits import Bandit, BernoulliEnvironment, CorralBandit, load, plan, simulate
from smoothbandits.errors import InvalidParameter, NoRegretBound
from smoothbandits.explorers import AdaptiveIGW, StableBase, StableCorral
from smoothbandits.features import Cosine
from smoothbandits.interpreted.explorers.corral import corral_credit, corral_rebalance
from smoothbandits.interpreted.generics import curve, evaluate_many, minimise
from smoothbandits.kernels.states import MIXED, RATE, RUNNING
from smoothbandits.oracles import (
    DispersionOracle,
    FiniteClassOracle,
    LinearOracle,
    NewtonOracle,
    TableOracle,
    WeightedOracle,
)
from smoothbandits.spaces import Catalog, Interval
from tests.explorers.law import DRAWS, PREDICTIONS, WEIGHTS, assert_frequencies, stated_law
from tests.facade import same_play, same_trace
from tests.inside import states_of
from tests.interpreted import InterpretedCorralBandit, model
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


def chances_of(bandit):
    """With which probability each base is invoked."""
    return bandit.state_arrays()["explorer.corral.rows"][MIXED]


def laws_by_base(bandit):
    """P(a | base): Algorithm 3 by enumeration, each base with its own oracle and weight."""
    states = states_of(bandit)
    explorer, laws = states.explorer, []
    for b, h in enumerate(explorer.smoothness):
        q, rho = explorer.corral.rows[MIXED, b], explorer.corral.rows[RUNNING, b]
        base = StableBase(h=float(h), rounds=ROUNDS, bound=explorer.bound)
        gamma, weight = base.gamma(rho), base.weight(rho, q)
        own, unit, predictions = states.oracle[b], np.empty(1), np.empty(6)
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
    laws, q = laws_by_base(bandit), chances_of(bandit)
    assert np.ptp(laws, axis=0).max() > 0.01  # the bases do differ
    for base, law in enumerate(laws):
        np.testing.assert_allclose(stated_law(bandit, base=base), law, atol=1e-11)
    np.testing.assert_allclose(stated_law(bandit), q @ laws, atol=1e-11)


def test_bases_and_actions_are_drawn_by_their_joint_law():
    bandit = taught_bandit()
    laws, q = laws_by_base(bandit), chances_of(bandit)
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
        before = bandit.state_arrays()
        decision = bandit.act()
        explorer, grown = states_of(bandit).explorer, np.zeros((bandit.explorer.bases, 6))
        rho = explorer.corral.rows[RUNNING, decision.base]
        base = StableBase(
            h=float(explorer.smoothness[decision.base]), rounds=ROUNDS, bound=explorer.bound
        )
        assert decision.gamma == pytest.approx(base.gamma(rho), rel=1e-12)
        assert decision.weight == pytest.approx(decision.gamma / decision.base_probability)
        assert decision.weight <= decision.gamma * rho * (1.0 + 1e-12)
        bandit.learn(decision, loss=0.5)
        grown[decision.base, decision.action] = decision.weight
        after = bandit.state_arrays()
        for b, expected in enumerate(grown):
            counts = f"oracle.{b}.counts"
            np.testing.assert_allclose(after[counts] - before[counts], expected, atol=1e-9)


def test_the_bases_reach_one_over_the_horizon():
    for rounds, bases in [(2, 1), (1000, 10), (1024, 10), (1025, 11), (100_000, 17)]:
        bandit = InterpretedCorralBandit(Catalog(3), oracle=TableOracle(), rounds=rounds)
        smoothness = bandit.explorer.build(bandit.oracle).smoothness
        assert smoothness.tolist() == [0.5**b for b in range(1, bases + 1)]
        assert smoothness[-1] <= 1.0 / rounds
        assert len(states_of(bandit).oracle) == bandit.explorer.bases == bases
        assert bases == math.ceil(math.log2(rounds))


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


def test_no_base_is_ever_out_of_reach():
    """Probabilities stay above 1/(T B): the weights of examples are bounded by that."""
    bandit = InterpretedCorralBandit(Catalog(2), oracle=TableOracle(), rounds=16, eta=1.0)
    master = states_of(bandit).explorer.corral
    for _ in range(16):
        corral_credit(master, 0, master.rows[MIXED, 0], 1.0)
        corral_rebalance(master)
        assert master.rows[MIXED].min() >= 1.0 / (16 * 4) * (1.0 - 1e-12)
    assert master.rows[MIXED, 0] < 1.1 / (16 * 4)  # it was put to the test


def test_the_bound_counts_how_far_apart_weights_can_be():
    """gamma/q is largest at q = 1/(T B) and least where rho was T B and q is 1."""
    space, oracle, rounds, bases = Interval(0, 1), LinearOracle(Cosine(2)), 64, 6
    state = StableCorral(rounds=rounds).build(model(oracle, space))
    dearest = 1.0 / (rounds * bases)
    base = StableBase(h=0.5, rounds=rounds, bound=state.bound)
    heaviest = base.weight(1.0, dearest)  # were it not for rho, which only grows
    lightest = base.weight(1.0 / dearest, 1.0)
    plain, features = oracle.regret_bound(rounds, space, 0), 3
    assert state.bound == pytest.approx(plain + features * math.log(heaviest / lightest))


def greedy_lesson(explorer, engine, many):
    """What the master and the oracle held before and after they were told of greedy play."""
    bandit = Bandit(Catalog(4), oracle=TableOracle(), explorer=explorer, engine=engine, seed=1)
    before = bandit.state_arrays()
    if many:
        bandit.learn_many(bandit.act_many(8, explore=False), losses=[1.0] * 8)
    else:
        bandit.learn(bandit.act(explore=False), loss=1.0)
    return before, bandit.state_arrays()


def assert_taught_alone(before, after):
    """Something of the oracle changed, and nothing of the master."""
    changed = {name for name in after if after[name].tobytes() != before[name].tobytes()}
    assert any(name.startswith("oracle") for name in changed)
    assert not any(name.startswith("explorer") for name in changed)


@pytest.mark.parametrize("explorer", [AdaptiveIGW(), StableCorral(rounds=100)], ids=repr)
def test_greedy_play_teaches_the_oracle_alone(explorer):
    """A greedy decision was not drawn by the master: its loss is no unbiased estimate."""
    for many in (False, True):
        assert_taught_alone(*greedy_lesson(explorer, "python", many))


def test_a_block_of_greedy_play_teaches_the_oracle_alone():
    """Blocks that are learned by one compiled call."""
    assert_taught_alone(*greedy_lesson(AdaptiveIGW(bases=2), "compiled", True))


# ---------------------------------------------------------------------- the explorer by itself


def test_the_constructor_is_the_explorer_and_nothing_else(tmp_path):
    explorer = StableCorral(rounds=ROUNDS, eta=0.5)
    given = {"oracle": TableOracle(), "seed": 4, "context_size": 0, "engine": "python"}
    mine = CorralBandit(Catalog(6, WEIGHTS), rounds=ROUNDS, eta=0.5, **given)
    plain = Bandit(Catalog(6, WEIGHTS), explorer=explorer, **given)
    assert type(mine) is Bandit and mine.explorer == explorer
    arms = BernoulliEnvironment(PREDICTIONS, seed=1)
    traces = [simulate(bandit, arms, rounds=60) for bandit in (mine, plain)]
    assert same_trace(*traces) and len(set(traces[0].bases.tolist())) > 3
    plain.save(tmp_path / "x.bandit")
    again = load(tmp_path / "x.bandit", engine="python")
    assert type(again) is Bandit and again.explorer == explorer
    for bandit in (mine, again):
        for base in (None, 0, 7):
            assert bandit.propensity(None, 2, base=base) == plain.propensity(None, 2, base=base)
        decision = bandit.act()
        bandit.learn(decision, loss=0.3)
    assert same_play(mine.act(), again.act())


def test_the_horizon_gives_the_learning_rate():
    assert StableCorral(rounds=400).learning_rate(2.0) == 1.0 / 20.0
    assert StableCorral(rounds=400, eta=0.3).learning_rate(2.0) == 0.3
    assert StableCorral(rounds=400, beta=1.0).learning_rate(4.0) == pytest.approx(1.0 / 40.0)
    with pytest.raises(InvalidParameter, match=r"eta is 0.3 and beta 0.5"):
        StableCorral(rounds=400, eta=0.3, beta=0.5)


def test_beta_gives_the_rate_of_the_oracles_bound(tmp_path):
    bandit = CorralBandit(Catalog(6), oracle=TableOracle(), rounds=64, beta=0.5, engine="python")
    eta = bandit.state_arrays()["explorer.corral.rows"][RATE]
    bound = TableOracle().regret_bound(64, Catalog(6), 0)
    reg = bandit.oracle.require_bound(64, spread=(64 * 6) ** 1.5)
    assert reg >= bound
    assert eta == pytest.approx(np.full(6, 64 ** (-2 / 3) * reg ** (-1 / 3)))
    bandit.save(tmp_path / "x.bandit")
    assert load(tmp_path / "x.bandit", engine="python").explorer.beta == 0.5


@pytest.mark.parametrize("make", [CorralBandit, plan])
def test_weights_without_a_bound_are_refused(make):
    bounded = WeightedOracle(TableOracle(), "A", bound=10.0)
    with pytest.raises(InvalidParameter, match="use B or C"):
        make(Catalog(3), oracle=bounded, rounds=100)


def test_only_bases_with_oracles_of_their_own_can_be_asked_for():
    bandit = Bandit(Catalog(3), explorer=AdaptiveIGW(), engine="python")
    with pytest.raises(InvalidParameter, match="base is 0; only bases with oracles of their own"):
        bandit.propensity(None, 1, base=0)


def test_a_rule_for_all_decisions():
    """Every base decides inside it, and the marginal law is that of the part."""
    allowed = [0, 2, 5]
    bandit = InterpretedCorralBandit(
        Catalog(6, WEIGHTS),
        oracle=FiniteClassOracle(CLASS),
        rounds=ROUNDS,
        eta=0.5,
        seed=4,
        within=lambda _: allowed,
    )
    for _ in range(40):
        decision = bandit.act()
        assert decision.action in allowed and decision.within == tuple(allowed)
        bandit.learn(decision, loss=float(PREDICTIONS[decision.action]))
    shares = bandit.space.masses[allowed] / bandit.space.masses[allowed].sum()
    densities, atoms, _ = np.transpose([bandit.propensity(None, item) for item in allowed])
    assert (shares * densities + atoms).sum() == pytest.approx(1.0, abs=1e-12)
    assert stated_law(bandit)[[1, 3, 4]].sum() == 0.0
    again = Bandit(
        Catalog(6, WEIGHTS),
        oracle=FiniteClassOracle(CLASS),
        explorer=StableCorral(rounds=ROUNDS, eta=0.5),
        seed=4,
        engine="python",
    )
    for _ in range(40):
        given = again.act(within=allowed)
        again.learn(given, loss=float(PREDICTIONS[given.action]))
    assert same_play(bandit.act(), again.act(within=allowed))
