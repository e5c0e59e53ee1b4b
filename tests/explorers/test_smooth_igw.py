import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from smoothbandits.explorers import Anytime, SmoothIGW, Theorem
from smoothbandits.measures import LogUniform
from smoothbandits.oracles import DispersionOracle, FiniteClassOracle, TableOracle
from smoothbandits.spaces import Box, Catalog, Interval
from tests.explorers.law import (
    ALARM,
    DRAWS,
    PREDICTIONS,
    WEIGHTS,
    algorithm_2,
    assert_frequencies,
    fixed_bandit,
    stated_law,
)
from tests.interpreted import InterpretedBandit
from tests.reference import dispersion as twin
from tests.theory.instances import levels, problems, repeatable

gammas = st.floats(0.1, 1e4)

# ----------------------------------------------------------------------------- finite spaces


@repeatable
@given(problems(), levels, gammas)
def test_the_stated_law_is_that_of_algorithm_2(problem, h, gamma):
    bandit = fixed_bandit(*problem, SmoothIGW(h=h, gamma=gamma))
    law = stated_law(bandit)
    np.testing.assert_allclose(law, algorithm_2(bandit, h * gamma), atol=1e-12)
    assert law.sum() == pytest.approx(1.0, abs=1e-12)


@settings(repeatable, max_examples=50)
@given(problems(), levels, gammas)
def test_a_decision_carries_the_law_of_its_own_action(problem, h, gamma):
    bandit = fixed_bandit(*problem, SmoothIGW(h=h, gamma=gamma))
    law = stated_law(bandit)
    for decision in (bandit.act(), bandit.act(), bandit.act()):
        mu = bandit.space.masses[decision.action]
        density, atom, error = decision.propensity
        assert mu * density + atom == pytest.approx(law[decision.action], abs=1e-12)
        assert error == 0.0
        gap = decision.predicted_loss - bandit.oracle.best()[1]
        assert density == pytest.approx(1.0 / (1.0 + h * gamma * gap), rel=1e-9)
        assert atom == 0.0 or decision.action == decision.greedy_action
        assert decision.explored or decision.action == decision.greedy_action


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["uniform", "weighted"])
@pytest.mark.parametrize("rate", [0.5, 20.0, 1e4])
def test_actions_are_played_by_the_law(weights, rate):
    bandit = fixed_bandit(PREDICTIONS, weights, SmoothIGW(h=0.5, gamma=2.0 * rate), seed=3)
    law = algorithm_2(bandit, rate)
    decisions = bandit.act_many(DRAWS)
    assert_frequencies(np.bincount(decisions.actions, minlength=6), law)
    np.testing.assert_allclose(
        bandit.space.masses[decisions.actions] * decisions.densities + decisions.atoms,
        law[decisions.actions],
        atol=1e-12,
    )
    # the number of accepted draws is Binomial(T, M)
    mass, _ = bandit.oracle.mass(None, rate)
    assert stats.binomtest(int(decisions.explored.sum()), DRAWS, mass).pvalue > ALARM


@repeatable
@given(problems(), gammas)
def test_is_squarecb_at_one_over_the_number_of_actions(problem, gamma):
    predictions, _ = problem
    n = predictions.size
    bandit = fixed_bandit(predictions, None, SmoothIGW(h=1.0 / n, gamma=gamma))
    predicted, greedy = bandit.oracle.predict(None, range(n)), bandit.oracle.best()[0]
    squarecb = 1.0 / (n + gamma * (predicted - predicted[greedy]))
    squarecb[greedy] = 1.0 - (squarecb.sum() - squarecb[greedy])
    np.testing.assert_allclose(stated_law(bandit), squarecb, atol=1e-12)


def test_the_law_follows_what_was_learned():
    bandit = InterpretedBandit(
        Catalog(5, [1, 2, 3, 4, 5]),
        oracle=TableOracle(),
        explorer=SmoothIGW(h=0.2, gamma=50.0),
        seed=8,
    )
    rng = np.random.default_rng(0)
    for _ in range(40):
        decision = bandit.act()
        np.testing.assert_allclose(stated_law(bandit), algorithm_2(bandit, 10.0), atol=1e-12)
        bandit.learn(decision, loss=rng.random())


def test_without_exploring_the_best_action_is_certain():
    bandit = fixed_bandit(PREDICTIONS, WEIGHTS, SmoothIGW(h=0.5, gamma=10.0))
    for _ in range(20):
        decision = bandit.act(explore=False)
        assert decision.action == 1
        assert decision.propensity == (0.0, 1.0, 0.0)
        assert not decision.explored


# --------------------------------------------------------------------------------- intervals


def dispersion_bandit(space, slope=6.0, xi=-1.0, rate=12.0, seed=5):
    bandit = InterpretedBandit(
        space, oracle=DispersionOracle(), explorer=SmoothIGW(h=0.25, gamma=4.0 * rate), seed=seed
    )
    bandit.oracle.state.parameters[:3] = [-0.8, slope, xi]  # b, s, xi
    return bandit


@pytest.mark.parametrize(
    "space", [Interval(0.0, 1.0), Interval(5.0, 50.0), Interval(1.0, 1e4, LogUniform())], ids=str
)
def test_accepted_draws_have_density_m_over_mass(space):
    bandit, rate = dispersion_bandit(space), 12.0
    ahat, best = twin.expit(-0.8), twin.expit(-1.0)

    def mass_below(u):
        """Integral of m over [0, u], in quantile coordinates."""
        grid = np.linspace(0.0, u, 2001)
        m = 1.0 / (1.0 + rate * (twin.expit(6.0 * np.abs(ahat - grid) - 1.0) - best))
        return np.trapezoid(m, grid)

    knots = np.linspace(0.0, 1.0, 401)
    cumulative = np.array([mass_below(u) for u in knots])
    mass, error = bandit.oracle.mass(None, rate)
    assert mass == pytest.approx(cumulative[-1], abs=1e-6)
    assert error == 0.0

    decisions = bandit.act_many(DRAWS)
    accepted = space.measure.cdf(decisions.actions[decisions.explored], *space.support)
    law = stats.kstest(accepted, lambda u: np.interp(u, knots, cumulative / mass))
    assert law.pvalue > ALARM
    assert stats.binomtest(int(decisions.explored.sum()), DRAWS, mass).pvalue > ALARM
    # the rest is the greedy action, and its atom is the rejected mass
    rest = ~decisions.explored
    assert (decisions.actions[rest] == decisions.greedy_actions[rest]).all()
    np.testing.assert_allclose(decisions.atoms[rest], 1.0 - mass, atol=1e-12)
    assert (decisions.atoms[decisions.explored] == 0.0).all()


@pytest.mark.parametrize(
    "space",
    [Interval(0.0, 1.0), Interval(1.0, 1e4, LogUniform()), Interval(1e6, 1e6 + 1.0)],
    ids=str,
)
def test_propensity_finds_a_decision_again(space):
    bandit = dispersion_bandit(space)
    for _ in range(60):
        decision = bandit.act()
        again = bandit.propensity(None, decision.action)
        assert tuple(again) == pytest.approx(tuple(decision.propensity), rel=1e-6)
    assert bandit.propensity(None, decision.greedy_action).atom > 0.1


def test_densities_and_atom_are_a_probability():
    bandit = dispersion_bandit(Interval(2.0, 4.0))
    greedy = bandit.act(explore=False).action
    nodes, weights = np.polynomial.legendre.leggauss(60)
    total = bandit.propensity(None, greedy).atom
    for low, high in [(2.0, greedy), (greedy, 4.0)]:
        actions = low + (high - low) * (nodes + 1.0) / 2.0
        densities = [bandit.propensity(None, a).density for a in actions]
        total += (high - low) / 2.0 * weights @ (densities * bandit.space.density(actions))
    assert total == pytest.approx(1.0, abs=1e-9)


class Bowl:
    """A user's own oracle on a box."""

    def predict(self, context, actions, weight=1.0):
        return np.sum((np.asarray(actions) - [0.3, 16.0]) ** 2 * [1.0, 0.01], axis=1)

    def best(self, context, weight=1.0):
        return np.array([0.3, 16.0]), 0.0

    def learn(self, context, action, loss, weight=1.0):
        pass


def test_draws_on_a_box_are_accepted_by_m():
    explorer, draws = SmoothIGW(h=1.0, gamma=9.0), 400
    bandit = InterpretedBandit(Box([0, 10], [1, 20]), oracle=Bowl(), explorer=explorer, seed=2)
    decisions = bandit.act_many(draws)
    mass, error = bandit.oracle.mass(None, 9.0)
    assert error < 1e-3
    assert stats.binomtest(int(decisions.explored.sum()), draws, mass).pvalue > ALARM
    accepted, rest = decisions.explored, ~decisions.explored
    m = 1.0 / (1.0 + 9.0 * Bowl().predict(None, decisions.actions[accepted]))
    np.testing.assert_allclose(decisions.densities[accepted], m)
    assert (decisions.actions[rest] == [0.3, 16.0]).all()
    np.testing.assert_allclose(decisions.atoms[rest], 1.0 - mass, atol=1e-12)
    # accepted draws weighed by 1/m are draws from mu: each knob has its mean, to 4.5 deviations
    units = decisions.points[accepted] - 0.5
    for knob in (0, 1):
        terms = np.zeros(draws)
        terms[accepted] = units[:, knob] / m
        assert abs(terms.mean()) < 4.5 * terms.std() / math.sqrt(draws)


# --------------------------------------------------------------------------------- schedules


def gamma_of_rounds(explorer, oracle, rounds):
    """The gamma that is in force in each of the first rounds."""
    bandit = InterpretedBandit(Catalog(4), oracle=oracle, explorer=explorer)
    return np.array([bandit.act().gamma for _ in range(rounds)])


FOUR = FiniteClassOracle(np.random.default_rng(0).random((7, 4)))
R = math.log(7) / 2.0


def test_theorem_is_constant():
    found = gamma_of_rounds(SmoothIGW(h=0.25, gamma=Theorem(5000)), FOUR, 3)
    np.testing.assert_allclose(found, math.sqrt(8.0 * 5000 / (0.25 * R)))
    # both terms of the bound are then equal: 2T/(h gamma) + gamma R/4 = sqrt(2 T R/h)
    total = 2.0 * 5000 / (0.25 * found[0]) + found[0] * R / 4.0
    assert total == pytest.approx(math.sqrt(2.0 * 5000 * R / 0.25))


def test_anytime_with_a_constant_bound():
    rounds = np.arange(1, 41)
    found = gamma_of_rounds(SmoothIGW(h=0.1, gamma=Anytime()), FOUR, 40)
    np.testing.assert_allclose(found, 4.0 * np.sqrt(rounds / (0.1 * R)))
    # the sum of 2/(h gamma_t) plus gamma_T R/4 stays below sqrt(4 T R/h) at every T
    spent = np.cumsum(2.0 / (0.1 * found)) + found * R / 4.0
    assert (spent <= np.sqrt(4.0 * rounds * R / 0.1) + 1e-12).all()


def test_anytime_with_a_growing_bound():
    rounds = np.arange(1, 70)
    bounds = 4 * (1.0 + np.log(rounds))  # logarithms are interpolated exactly
    found = gamma_of_rounds(SmoothIGW(h=0.1, gamma=Anytime()), TableOracle(), 69)
    np.testing.assert_allclose(found, 4.0 * np.sqrt(rounds / (0.1 * bounds)))


def test_anytime_without_a_bound():
    explorer, space = SmoothIGW(h=0.1, gamma=Anytime()), Interval(0, 1)
    bandit = InterpretedBandit(space, oracle=DispersionOracle(), explorer=explorer)
    found = [bandit.act().gamma for _ in range(9)]
    np.testing.assert_allclose(found, np.sqrt(np.arange(1, 10)) / 0.1)
    found = gamma_of_rounds(SmoothIGW(h=0.1, gamma=Anytime(constant=7.0)), TableOracle(), 9)
    np.testing.assert_allclose(found, 7.0 * np.sqrt(np.arange(1, 10)))
