"""Edges that users meet: no atoms wanted, items without mass, many knobs, own oracles."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit

import smoothbandits as sb
from smoothbandits.bandit.defaults import fast_oracle
from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.explorers.adaptive_igw import CATALOG_RATES, CUBE_RATES
from smoothbandits.interpreted.oracles.dispersion import dispersion_mass
from smoothbandits.oracles import WeightedOracle
from smoothbandits.oracles.base import bind
from tests.inside import states_of


class Means:
    """A user's oracle: mean loss per item, with a regret bound."""

    def __init__(self, bound: object = 10.0) -> None:
        self.totals, self.counts, self.bound = np.full(4, 0.5), np.ones(4), bound

    def predict(self, context: object, actions: object, weight: float = 1.0) -> np.ndarray:
        return (self.totals / self.counts)[np.asarray(actions, dtype=int)]

    def learn(self, context: object, action: int, loss: float, weight: float = 1.0) -> None:
        self.totals[action] += weight * loss
        self.counts[action] += weight

    def regret_bound(self, rounds: int) -> object:
        return self.bound

    def state_dict(self) -> dict[str, np.ndarray]:
        return {"totals": self.totals, "counts": self.counts}

    def load_state_dict(self, arrays: dict[str, np.ndarray]) -> None:
        self.totals, self.counts = arrays["totals"].copy(), arrays["counts"].copy()


def test_without_atoms_only_the_point_mass_is_missing() -> None:
    whole = sb.Bandit(sb.Catalog(4), oracle=Means(), seed=3)
    spare = sb.Bandit(sb.Catalog(4), oracle=Means(), seed=3, atoms=False)
    kinds = set()
    for _ in range(60):
        full, short = whole.act(), spare.act()
        greedy = full.action == full.greedy_action
        kinds.add(greedy)
        assert (short.action, short.propensity.density) == (full.action, full.propensity.density)
        assert math.isnan(short.propensity.atom) == greedy
        whole.learn(full, loss=full.action / 4)
        spare.learn(short, loss=short.action / 4)
    assert kinds == {True, False}


def test_items_without_mass_are_never_played() -> None:
    space = sb.Catalog(4, weights=[0, 1, 0, 1])
    values = [[0.1, 0.5, 0.1, 0.6], [0.1, 0.7, 0.0, 0.2]]
    for oracle in (sb.TableOracle(), sb.FiniteClassOracle(values), Means()):
        bandit = sb.Bandit(space, oracle=oracle, explorer=sb.EpsilonGreedy(0.3), seed=1)
        for _ in range(30):
            decision = bandit.act()
            bandit.learn(decision, loss=1.0)
            assert decision.action in (1, 3) and decision.greedy_action in (1, 3)


@pytest.mark.parametrize("knobs", [7, 12])
def test_many_knobs(knobs: int) -> None:
    box = sb.Box(np.zeros(knobs), np.ones(knobs))
    points, _ = box.candidates()
    assert len(points) < 5000
    model = bind(sb.HarmonicOracle(), box, engine="python")
    for action in box.sample(0, 5):
        model.learn(None, action, 0.9)
    action, loss = model.best()
    assert box.contains(action)
    least = model.predict(None, box.sample(1, 50)).min()
    assert loss - least <= model.argmin_error()


def test_own_oracles_under_corral_and_thinning() -> None:
    bandit = sb.CorralBandit(sb.Catalog(4), oracle=Means(), rounds=300, seed=2)
    arms = sb.BernoulliEnvironment([0.1, 0.2, 0.3, 0.9], seed=2)
    trace = sb.simulate(bandit, arms, rounds=300)
    assert trace.engine == "python" and len(set(trace.bases.tolist())) > 1
    learned = {state.holder.model.counts.sum() for state in states_of(bandit).oracle}
    assert len(learned) > 1  # each base has its own copy
    thinned = bind(WeightedOracle(Means(), "B"), sb.Catalog(4))
    thinned.learn(None, 1, 1.0, weight=1.0)
    taught = thinned.predict(None, [1])[0]
    thinned.learn(None, 2, 0.0, weight=100.0)
    assert taught > 0.5 and thinned.predict(None, [1])[0] == 0.5  # restarted


@pytest.mark.parametrize("oracle", [Means, lambda: WeightedOracle(Means(), "B")])
def test_own_oracles_under_corral_are_saved(oracle: object, tmp_path: Path) -> None:
    bandit = sb.CorralBandit(sb.Catalog(4), oracle=oracle(), rounds=200, seed=2)
    arms = sb.BernoulliEnvironment([0.1, 0.2, 0.3, 0.9], seed=2)
    sb.simulate(bandit, arms, rounds=100)
    bandit.save(tmp_path / "own.bandit")
    again = sb.load(tmp_path / "own.bandit", oracle=oracle())
    rest, expected = (sb.simulate(b, arms, rounds=100) for b in (again, bandit))
    np.testing.assert_array_equal(rest.actions, expected.actions)


@pytest.mark.parametrize("bound", [0.0, -1.0, math.nan, math.inf])
def test_a_stated_bound_must_make_sense(bound: float) -> None:
    with pytest.raises(InvalidParameter, match="regret_bound"):
        sb.Bandit(
            sb.Catalog(4), oracle=Means(bound), explorer=sb.SmoothIGW(h=0.25, gamma=sb.Theorem(9))
        )


def test_a_bound_of_none_is_no_bound() -> None:
    bandit = sb.Bandit(sb.Catalog(4), oracle=Means(None), explorer=sb.SmoothIGW(h=0.25))
    assert bandit.act().gamma == pytest.approx(4.0)  # h gamma = sqrt(t)


def test_weights_above_a_promised_bound_are_refused() -> None:
    model = bind(WeightedOracle(sb.TableOracle(), "A", bound=2.0), sb.Catalog(3), engine="python")
    with pytest.raises(InvalidParameter, match="above the promised bound"):
        model.learn(None, 0, 1.0, weight=2.5)
    with pytest.raises(InvalidParameter, match="use B or C"):
        sb.CorralBandit(sb.Catalog(3), oracle=model.oracle, rounds=10)


def test_one_end_of_the_grid_keeps_the_ratio() -> None:
    for space, (low, high) in ((sb.Catalog(9), CATALOG_RATES), (sb.Interval(0, 1), CUBE_RATES)):
        model = bind(fast_oracle(space), space, engine="python")
        for explorer in (sb.AdaptiveIGW(highest=2.0), sb.AdaptiveIGW(lowest=1e4)):
            rates = explorer.build(model).rates
            assert rates[-1] / rates[0] == pytest.approx(high / low)


@pytest.mark.parametrize("context", [-1.0, 2.0, 1e300])
def test_a_context_beyond_the_class_is_refused(context: float) -> None:
    oracle = sb.FiniteClassOracle(np.full((2, 2, 3), 0.5))
    bandit = sb.Bandit(sb.Catalog(3), oracle=oracle, context_size=1)
    with pytest.raises((InvalidContext, sb.errors.InvalidPrediction), match="context"):
        bandit.act([context])
    with pytest.raises(InvalidContext, match="0 to 1"):
        bandit.oracle.predict([context], [0])


@pytest.mark.parametrize(
    ("xi", "slope"), [(-15.0, 40.0), (-18.0, 80.0), (-25.0, 40.0), (-60.0, 9.0)]
)
@pytest.mark.parametrize("rate", [0.5, 4.0, 4096.0])
def test_mass_of_a_nearly_perfect_fit(xi: float, slope: float, rate: float) -> None:
    """Predicted losses down to 1e-26: nothing may cancel."""
    ahat, out, best = 0.3, np.empty(1), float(expit(xi))
    curve = np.array([ahat, slope, xi])
    dispersion_mass(None, None, curve, best, np.array([rate]), out)

    def igw(a: float) -> float:
        return 1.0 / (1.0 + rate * (float(expit(slope * abs(a - ahat) + xi)) - best))

    edges = [0.0, 0.1, 0.2, 0.25, ahat, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0]
    pieces = [quad(igw, a, b, epsabs=1e-12)[0] for a, b in zip(edges, edges[1:], strict=False)]
    assert out[0] == pytest.approx(sum(pieces), abs=1e-9)


def test_huge_contexts_have_finite_features() -> None:
    features = sb.features.RandomFourier(16).build(2, seed=0)
    assert np.isfinite(features(np.array([[1e22, -1e300]]))).all()
