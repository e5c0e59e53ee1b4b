import copy

import numpy as np
import pytest

from smoothbandits import Bandit, Catalog, Interval, Product
from smoothbandits.errors import InvalidParameter
from smoothbandits.features import Polynomial
from smoothbandits.interpreted.generics import fade
from smoothbandits.interpreted.oracles.forgetting import invert_again
from smoothbandits.oracles import (
    AdditiveOracle,
    BoostedOracle,
    BoostedOutcomeOracle,
    CurveOracle,
    DispersionOracle,
    ForgettingOracle,
    GLMOracle,
    GradientOracle,
    HarmonicOracle,
    LinearOracle,
    NewtonOracle,
    OutcomeOracle,
    ScaledOracle,
    TableOracle,
    WatchedOracle,
    WeightedOracle,
)
from smoothbandits.payoffs import Sale
from tests.facade import FixedOracle
from tests.interpreted import model
from tests.reference.outcomes import Outcomes

UNIT = Interval(0.0, 1.0)
HALF_LIFE, EVERY = 32, 2  # it forgets sixteen times in a half-life


def weights(n: int) -> np.ndarray:
    """What each of n examples counts: a factor for each time that was forgotten since."""
    times = (n - 1) // EVERY - np.arange(n) // EVERY
    return 0.5 ** (times * EVERY / HALF_LIFE)


def test_means_are_those_of_weighted_examples() -> None:
    rng = np.random.default_rng(100)
    table = model(ForgettingOracle(TableOracle(), HALF_LIFE), Catalog(3))
    items, losses = rng.integers(0, 3, 201), rng.random(201)
    for item, loss in zip(items, losses, strict=True):
        table.learn(None, item, loss)
    w = weights(201)
    for item in range(3):
        own = items == item
        expected = (w * losses)[own].sum() / w[own].sum()
        assert table.predict(None, [item])[0] == pytest.approx(expected, abs=1e-12)
    assert table.state.inner.counts.sum() == pytest.approx(w.sum())
    assert w.sum() == pytest.approx(HALF_LIFE / np.log(2), rel=0.1)


def test_least_squares_are_those_of_weighted_examples() -> None:
    rng = np.random.default_rng(101)
    oracle = LinearOracle(Polynomial(2), ridge=0.5)
    forgetting, untaught = model(ForgettingOracle(oracle, HALF_LIFE), UNIT), model(oracle, UNIT)
    examples = [(a, abs(a - 0.3)) for a in rng.random(121)]
    for action, loss in examples:
        forgetting.learn(None, action, loss)
    matrix, target = 0.5 * np.eye(3), np.zeros(3)
    for (action, loss), weight in zip(examples, weights(121), strict=True):
        untaught = model(oracle, UNIT)
        untaught.learn(None, action, loss)
        matrix += weight * (untaught.state.matrix - 0.5 * np.eye(3))
        target += weight * untaught.state.target
    state = forgetting.state.inner
    np.testing.assert_allclose(state.matrix, matrix, atol=1e-9)
    np.testing.assert_allclose(state.inverse @ matrix, np.eye(3), atol=1e-7)
    np.testing.assert_allclose(state.target, target, atol=1e-9)


@pytest.mark.parametrize("monotone", [-1, 1, None])
def test_outcomes_are_forgotten_as_by_the_slow_twin(monotone) -> None:
    """Without contexts, whose knots would move."""
    rng = np.random.default_rng(106)
    fast = model(ForgettingOracle(OutcomeOracle(monotone), HALF_LIFE), UNIT)
    slow, untaught = Outcomes(fast.state.inner), Outcomes(fast.state.inner)
    for t, action in enumerate(rng.random(121)):
        if t and t % EVERY == 0:
            slow.forget(untaught, 0.5 ** (EVERY / HALF_LIFE))
        outcome = float(rng.random() < action)
        fast.learn(None, action, outcome)
        slow.learn([], action, outcome)
    state = fast.state.inner
    np.testing.assert_allclose(state.covariance, slow.covariance, atol=1e-7)
    np.testing.assert_allclose(np.r_[state.values, state.slopes], slow.theta, atol=1e-6)


def test_a_diagonal_is_forgotten_entry_by_entry() -> None:
    kept, first = np.array([0.1, 0.0, 2.0]), np.array([0.5, 1.0, 2.0])
    state = OutcomeOracle().build(UNIT, 0, 0)
    known, untaught = (state._replace(covariance=row[None].copy()) for row in (kept, first))
    fade(known, untaught, 0.9)
    wanted = [1.0 / (0.9 / 0.1 + 0.1 / 0.5), 0.0, 2.0]
    np.testing.assert_allclose(known.covariance[0], wanted, rtol=1e-12)


@pytest.mark.parametrize(
    "oracle", [AdditiveOracle(knots=2), HarmonicOracle(order=2), OutcomeOracle(-1, knots=2)]
)
def test_rounding_does_not_grow_over_a_hundred_half_lives(oracle) -> None:
    """An asymmetry of one bit would be larger than the covariance after sixty."""
    forgetting = ForgettingOracle(oracle, 16).bind(UNIT, context_size=2)
    rng = np.random.default_rng(107)
    for _ in range(1600):
        forgetting.learn(rng.random(2), rng.random(), float(rng.random() < 0.5))
    inner = forgetting.state.inner
    kernel = isinstance(oracle, HarmonicOracle)
    found = inner.optimiser.inverse[0] if kernel else inner.covariance
    assert np.abs(found - found.T).max() < 1e-9
    assert np.linalg.eigvalsh(found)[0] > 0.0


def test_what_is_learned_of_outcomes_stays_as_uncertain_as_the_half_life_says() -> None:
    """Though a part of it, the same in a function as in the constant, is never learned."""
    forgetting = ForgettingOracle(OutcomeOracle(-1, knots=2), 64).bind(UNIT, context_size=2)
    rng, least = np.random.default_rng(108), []
    for t in range(6400):
        forgetting.learn(rng.random(2), rng.random(), float(rng.random() < 0.5))
        if t > 640:
            least.append(np.linalg.eigvalsh(forgetting.state.inner.covariance)[0])
    early, late = np.mean(least[:640]), np.mean(least[-640:])
    assert late == pytest.approx(early, rel=0.1)


KINDS = {
    "additive": (AdditiveOracle(knots=3), 1),
    "curve": (CurveOracle(16), 0),
    "harmonic": (HarmonicOracle(order=4), 1),
    "linear": (LinearOracle(), 1),
    "scaled": (ScaledOracle(HarmonicOracle(order=4)), 1),
}


@pytest.mark.parametrize("name", KINDS)
def test_it_follows_where_the_oracle_alone_does_not(name: str) -> None:
    oracle, size = KINDS[name]
    lasting = model(oracle, UNIT, context_size=size)
    forgetting = model(ForgettingOracle(oracle, 150), UNIT, context_size=size)
    rng = np.random.default_rng(103)
    for t in range(1800):
        context = rng.random(size) if size else None
        action, best = rng.random(), 0.2 if t < 1200 else 0.8
        for each in (lasting, forgetting):
            each.learn(context, action, abs(action - best))
    context = np.full(size, 0.5) if size else None
    far, near = (abs(each.best(context)[0] - 0.8) for each in (lasting, forgetting))
    assert near < 0.1 and near <= far


def test_what_is_not_seen_again_is_as_uncertain_as_before_any_example() -> None:
    forgetting = model(ForgettingOracle(AdditiveOracle(knots=2), 16), UNIT, context_size=1)
    first = forgetting.state.pristine.covariance
    rng = np.random.default_rng(104)
    for _ in range(600):
        forgetting.learn([rng.random()], rng.random(), rng.random())
        now = forgetting.state.inner.covariance
        assert np.isfinite(now).all()
        assert (np.diag(now)[:3] <= np.diag(first)[:3] * (1 + 1e-9)).all()


@pytest.mark.parametrize(
    "oracle", [DispersionOracle(), GLMOracle(), GradientOracle(), NewtonOracle()]
)
def test_others_stay_sound(oracle) -> None:
    forgetting = model(ForgettingOracle(oracle, 16), UNIT)
    for t in range(200):
        forgetting.learn(None, (t % 10) / 10, (t % 7) / 7)
    assert 0.0 <= forgetting.best()[1] <= 1.0


def test_curvature_fades_to_what_it_began_with() -> None:
    """Half of what examples added is left after a half-life."""
    newton = model(NewtonOracle(Polynomial(2)), UNIT)
    first = newton.state.matrix.copy()
    untaught = newton.state._replace(matrix=first)
    for action in (0.1, 0.5, 0.9):
        newton.learn(None, action, action)
    added = newton.state.matrix - first
    assert (np.diag(added) > 0.0).all()
    fade(newton.state, untaught, 0.5)
    np.testing.assert_allclose(newton.state.matrix, first + 0.5 * added, rtol=1e-12)
    np.testing.assert_allclose(newton.state.inverse @ newton.state.matrix, np.eye(3), atol=1e-9)


def test_every_category_becomes_less_certain() -> None:
    offers = Product(UNIT, Catalog(3))
    harmonic = model(HarmonicOracle(order=1), offers)
    first = copy.deepcopy(harmonic.state)
    for category in range(3):
        for place in (0.1, 0.5, 0.9):
            harmonic.learn(None, (place, category), place)
    before = harmonic.state.optimiser.inverse.copy()
    fade(harmonic.state, first, 0.8)
    for known, wider, most in zip(
        before, harmonic.state.optimiser.inverse, first.optimiser.inverse, strict=True
    ):
        wanted = np.minimum(np.diag(known) / 0.8, np.diag(most))
        assert (np.diag(known) < np.diag(most)).all()
        np.testing.assert_allclose(np.diag(wider), wanted, rtol=1e-9)


@pytest.mark.parametrize("kind", [BoostedOracle, BoostedOutcomeOracle])
def test_trees_are_fitted_to_fewer_old_examples(kind) -> None:
    oracle = kind(forget=200)
    state = oracle.build(UNIT, 1, 0)
    n = 4000
    ages = np.arange(n - 1, -1, -1)
    state = state._replace(
        contexts=ages[:, None].astype(np.float32),
        actions=np.zeros((n, 1), dtype=np.float32),
        losses=np.zeros(n, dtype=np.float32),
        taught=np.zeros(n, dtype=np.int64),
        kept=np.array([n, n]),
    )
    there = np.concatenate([oracle.remembered(state, seed)[0][:, 0] for seed in range(200)])
    for age in (50, 200, 400, 800):
        share = (np.abs(there - age) < 20).sum() / (200 * 39)
        assert share == pytest.approx(0.5 ** (age / 200), abs=0.03)
    assert len(kind().remembered(state, 0)[0]) == n


def test_trees_of_outcomes_are_fitted_four_times_in_a_half_life() -> None:
    lasting, forgetting = BoostedOutcomeOracle(), BoostedOutcomeOracle(forget=200)
    assert [forgetting.room_after(n) for n in (100, 1000, 9000)] == [140, 1050, 9050]
    assert lasting.room_after(9000) == 12_600


def test_a_bandit_that_forgets() -> None:
    bandit = Bandit(Catalog(3), forget=50)
    assert bandit.oracle.oracle == ForgettingOracle(TableOracle(), 50)
    assert bandit.explorer.mixing == 0.05  # CORRAL can move again
    assert Bandit(UNIT, context_size=1, forget=50).oracle.oracle == BoostedOracle(forget=50)
    for t in range(600):
        decision = bandit.act()
        good = 0 if t < 300 else 2
        bandit.learn(decision, loss=0.1 if decision.action == good else 0.9)
    assert bandit.oracle.best()[0] == 2
    sale = {"payoff": Sale(), "context_size": 1, "forget": 50}
    fast = Bandit(UNIT, policy="fast", **sale)
    assert fast.oracle.oracle == ForgettingOracle(OutcomeOracle(-1), 50)
    assert Bandit(UNIT, **sale).oracle.oracle == BoostedOutcomeOracle(-1, forget=50)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Bandit(UNIT, forget=0), "forget is 0|rounds is 0"),
        (lambda: Bandit(UNIT, forget="x"), "'x'"),
        (lambda: Bandit(UNIT, oracle=FixedOracle(0.5), forget=5), "built-in"),
        (lambda: ForgettingOracle(BoostedOracle(), 5), "learns online"),
        (lambda: ForgettingOracle(WatchedOracle(TableOracle()), 5), "learns online"),
        (lambda: ForgettingOracle(WeightedOracle(TableOracle()), 5), "learns online"),
    ],
)
def test_bad_parameters(make, says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        make()


def test_an_inverse_that_overflows_is_not_taken():
    """So that a state stays finite whatever finite contexts and weights came."""
    kept = np.eye(2)
    with np.errstate(over="ignore", invalid="ignore"):
        invert_again(np.diag([1e-320, 1.0]), kept)
    np.testing.assert_array_equal(kept, np.eye(2))
    invert_again(np.array([[4.0, 1.0], [1.0, 2.0]]), kept)
    np.testing.assert_allclose(kept, np.array([[2.0, -1.0], [-1.0, 4.0]]) / 7.0)
