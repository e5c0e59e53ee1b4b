"""The certificate that a running bandit reports."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.features import Cosine, Polynomial
from smoothbandits.oracles import GLMOracle, GradientOracle, NewtonOracle
from smoothbandits.oracles.base import bind
from smoothbandits.theory import exact_dec, smooth_igw_law, smooth_vertices


def test_no_kernel_exceeds_the_certificate_of_a_running_bandit() -> None:
    generator = np.random.default_rng(0)
    bandit = sb.Bandit(sb.Catalog(6), explorer=sb.SmoothIGW(h=1 / 3, gamma=20.0), seed=1)
    for _ in range(40):
        decision = bandit.act()
        bandit.learn(decision, loss=float(generator.random() < 0.1 * decision.action))
    predictions = bandit.oracle.predict(None, np.arange(6))
    law = smooth_igw_law(predictions, 1 / 3, 20.0)
    worst = np.max(exact_dec(predictions, law, smooth_vertices(np.full(6, 1 / 6), 1 / 3), 20.0))
    assert worst <= bandit.certificate() + 1e-12
    assert bandit.certificate() <= 2 / (20.0 / 3)


def test_an_inexact_argmin_enters_it() -> None:
    bandit = sb.Bandit(
        sb.Interval(0, 1), oracle=sb.HarmonicOracle(), explorer=sb.SmoothIGW(h=0.1, gamma=100.0)
    )
    for loss in (1.0, 0.0, 1.0):
        bandit.learn(bandit.act(), loss=loss)
    mass, _ = bandit.oracle.mass(None, 10.0)
    error = bandit.oracle.argmin_error()
    assert error > 0.0
    assert bandit.certificate() == pytest.approx((2 - mass - 0.1) / 10.0 + error)


def test_only_a_fixed_smoothness_certifies() -> None:
    with pytest.raises(InvalidParameter, match="SmoothIGW"):
        sb.Bandit(sb.Catalog(3)).certificate()


@pytest.mark.parametrize(
    "oracle",
    [
        sb.LinearOracle(Cosine(5)),
        sb.LinearOracle(Polynomial(3)),
        NewtonOracle(Cosine(5)),
        GLMOracle(Cosine(5), norm=5.0),
        GradientOracle(Polynomial(4)),
    ],
    ids=repr,
)
@pytest.mark.parametrize("space", [sb.Interval(0, 1), sb.Box([0, 0], [1, 1])], ids=repr)
def test_the_error_of_the_argmin_is_bounded(oracle: object, space: object) -> None:
    generator = np.random.default_rng(3)
    model = bind(oracle, space, context_size=1, engine="python")
    for action in space.sample(1, 20):
        model.learn(generator.random(1), action, float(generator.random() < 0.5))
    context = generator.random(1)
    _, value = model.best(context)
    least = model.predict(context, space.sample(2, 200)).min()
    assert value - least <= model.argmin_error(context) < 2.0


def test_questions_are_about_the_round_to_come() -> None:
    """Decisions that wait for their losses count: gamma of round t + 1 after t decisions."""
    bandit = sb.Bandit(
        sb.Catalog(2),
        oracle=sb.FiniteClassOracle([[0.2, 0.7]]),
        explorer=sb.SmoothIGW(h=0.5, gamma=sb.Anytime(constant=3.0)),
        engine="python",
    )
    for waiting in (0, 48, 50):
        if waiting:
            bandit.act_many(waiting)
        gamma = 3.0 * np.sqrt(bandit.rounds + 1)
        density = 1.0 / (1.0 + 0.5 * gamma * 0.5)
        mass = 0.5 * (1.0 + density)
        assert bandit.propensity(None, 1).density == pytest.approx(density)
        assert bandit.propensity(None, 0).atom == pytest.approx(1.0 - mass)
        assert bandit.certificate() == pytest.approx((1.5 - mass) / (0.5 * gamma))
        bandit.learn(bandit.act(), loss=0.5)


def test_an_inexact_mass_enters_it() -> None:
    """Where M(A) is estimated, the least that it can be counts, and never less than is sure."""
    h, gamma = 0.1, 100.0
    bandit = sb.Bandit(
        sb.Box([0, 0], [1, 1]),
        oracle=sb.HarmonicOracle(),
        explorer=sb.SmoothIGW(h=h, gamma=gamma),
        engine="python",
    )
    for action in ([0.2, 0.3], [0.9, 0.8], [0.5, 0.1]):
        bandit.oracle.learn(None, action, float(action[0] > 0.4))
    mass, error = bandit.oracle.mass(None, h * gamma)
    assert error > 1e-6 and mass - error > 1.0 / (1.0 + h * gamma)
    exact = (2.0 - mass - h) / (h * gamma) + bandit.oracle.argmin_error()
    assert bandit.certificate() - exact == pytest.approx(error / (h * gamma), rel=1e-6)
