"""What a finished run proves about itself, and that it is true where the truth is known."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.baselines import MOSS
from smoothbandits.errors import InvalidParameter, NoRegretBound
from smoothbandits.simulation import smooth_regret
from smoothbandits.theory import run_certificate
from tests.reference import certificate as twin

ROUNDS, RUNS, H = 2000, 40, 0.25
# eight functions of eight items: two at 0.3, the others at 0.6
CLASS = np.where(np.arange(8)[:, None] // 2 == (np.arange(8) % 4)[None], 0.3, 0.6)
CLASS[4:] = CLASS[4:, ::-1]


def play(seed: int, gamma: float | sb.Theorem | sb.Anytime, rounds: int = ROUNDS):
    space = sb.Catalog(8)
    bandit = sb.Bandit(
        space,
        oracle=sb.FiniteClassOracle(CLASS),
        explorer=sb.SmoothIGW(h=H, gamma=gamma),
        seed=seed,
    )
    arms = sb.BernoulliEnvironment(1.0 - CLASS[seed % 4], seed=seed)
    trace = sb.simulate(bandit, arms, rounds=rounds)
    return bandit, trace, smooth_regret(trace, arms, space, H)[-1]


@pytest.mark.parametrize("gamma", [sb.Theorem(ROUNDS), sb.Anytime(), 30.0, 3000.0], ids=repr)
def test_it_is_valid_where_the_truth_is_known(gamma: object) -> None:
    """No run of 40 above its bound at 99.9 % (false alarm below 4 %), nor the mean above."""
    runs = [play(seed, gamma) for seed in range(RUNS)]
    found = [trace.regret_certificate(bandit) for bandit, trace, _ in runs]
    regrets = np.array([regret for *_, regret in runs])
    assert (regrets <= [one.bound(0.999) for one in found]).all()
    assert regrets.mean() <= np.mean([one.expected for one in found])


def test_a_run_that_learns_nothing_breaks_it() -> None:
    """The bound is no triviality: play that ignores the oracle is above it."""
    space, rounds = sb.Catalog(8), 20_000
    arms = sb.BernoulliEnvironment(1.0 - CLASS[0], seed=1)
    oracle = sb.FiniteClassOracle(CLASS)
    careless = sb.Bandit(space, oracle=oracle, explorer=sb.RandomPlay(), seed=1)
    regret = smooth_regret(sb.simulate(careless, arms, rounds=rounds), arms, space, H)[-1]
    bandit, trace, _ = play(1, 100.0, rounds)
    assert regret > 1.5 * trace.regret_certificate(bandit).bound(0.999)


def test_the_noise_hides_no_more_of_the_error_than_is_said() -> None:
    """E[exp(-lam X)] <= exp(-(1 - exp(-lam (1 - lam/2))) E[d^2]), exactly, losses 0 or 1."""
    generator = np.random.default_rng(0)
    for _ in range(2000):
        law, truth, predicted = generator.dirichlet(np.ones(3)), *generator.random((2, 3))
        tilt, moment = generator.uniform(0.05, 1.0), 0.0
        for loss, chance in ((0.0, 1.0 - truth), (1.0, truth)):
            excess = (predicted - loss) ** 2 - (truth - loss) ** 2
            moment += float(law @ (chance * np.exp(-tilt * excess)))
        rate = -np.expm1(-tilt * (1.0 - tilt / 2.0))
        assert moment <= np.exp(-rate * float(law @ (predicted - truth) ** 2)) + 1e-12


def test_it_sums_the_certificates_of_its_rounds() -> None:
    gammas = np.array([4.0, 8.0, 8.0])
    found = run_certificate(np.array([True, False, True]), gammas, h=0.5, oracle_bound=2.0)
    assert found.exploring == pytest.approx(0.5 / 2 + 1.5 / 4 + 0.5 / 4)
    assert found.estimating == 8.0 * 2.0 / 4 and found.gamma == 8.0
    worse = run_certificate([True, False, True], gammas, h=0.5, oracle_bound=2.0, argmin_error=0.1)
    assert worse.exploring == pytest.approx(found.exploring + 0.3)


@pytest.mark.parametrize(("gammas", "bound"), [((6.0, 10.0), 2.0), ((200.0,), 30.0)])
def test_its_bound_shares_the_doubt_among_three(gammas: tuple, bound: float) -> None:
    rounds, h = 6000, 0.5
    each = np.resize(gammas, rounds)
    explored = np.random.default_rng(0).random(rounds) < 0.4
    found = run_certificate(explored, each, h=h, oracle_bound=bound)
    for confidence in (0.1, 0.95, 0.999):
        expected = twin.run_bound(explored, each, h, bound, confidence)
        assert expected < 0.9 * rounds
        # the library looks at 96 values of lam only
        assert expected * (1.0 - 1e-12) <= found.bound(confidence) <= expected * (1.0 + 2e-4)


def test_the_order_of_rounds_does_not_matter() -> None:
    explored, gammas = np.array([True, False, False, True]), np.array([4.0, 16.0, 8.0, 2.0])
    first = run_certificate(explored, gammas, h=0.5, oracle_bound=0.1)
    assert first.gamma == 16.0 and first.estimating == pytest.approx(16.0 * 0.1 / 4)
    for order in ([3, 2, 1, 0], [1, 0, 3, 2]):
        again = run_certificate(explored[order], gammas[order], h=0.5, oracle_bound=0.1)
        assert again.gamma == first.gamma
        assert again.bound(0.5) == pytest.approx(first.bound(0.5))


def test_more_confidence_costs_more() -> None:
    bandit, trace, _ = play(1, sb.Theorem(20_000), 20_000)
    found = trace.regret_certificate(bandit)
    bounds = [found.bound(confidence) for confidence in (0.5, 0.95, 0.999)]
    assert found.expected < bounds[0] < bounds[1] < bounds[2] < found.rounds
    assert found.bound(1.0) == found.rounds
    assert found.expected < found.promised
    assert f"{found.expected:,.0f} on average" in str(found)
    for confidence in (0.0, 1.1, np.nan):
        with pytest.raises(InvalidParameter, match="confidence"):
            found.bound(confidence)


def test_its_own_exploration_makes_it_sharper() -> None:
    bandit, trace, _ = play(2, sb.Theorem(ROUNDS))
    found = trace.regret_certificate(bandit)
    scale = 1.0 / (H * found.gamma)
    assert found.exploring == pytest.approx(scale * (ROUNDS * (2 - H) - trace.explored.sum()))
    assert 0.0 < trace.exploration_rate < 1.0


def test_a_later_part_of_a_run_counts_all_that_was_learned() -> None:
    bandit, first, _ = play(3, sb.Anytime(), 500)
    arms = sb.BernoulliEnvironment(1.0 - CLASS[3], seed=3)
    second = sb.simulate(bandit, arms, rounds=500)
    whole = play(3, sb.Anytime(), 1000)
    parts = [trace.regret_certificate(bandit) for trace in (first, second)]
    total = whole[1].regret_certificate(whole[0])
    assert sum(part.exploring for part in parts) == pytest.approx(total.exploring)
    assert parts[1].gamma == total.gamma > parts[0].gamma


def test_a_later_part_of_a_run_counts_a_bound_that_grew() -> None:
    space, oracle = sb.Catalog(3), sb.TableOracle()
    explorer = sb.SmoothIGW(h=1 / 3, gamma=20.0)
    bandit = sb.Bandit(space, oracle=oracle, explorer=explorer, engine="python")
    arms = sb.BernoulliEnvironment([0.2, 0.5, 0.8])
    parts = [sb.simulate(bandit, arms, rounds=rounds) for rounds in (40, 10)]
    bounds = [part.regret_certificate(bandit).oracle_bound for part in parts]
    assert bounds == [oracle.regret_bound(rounds, space, 0) for rounds in (40, 50)]


def test_what_cannot_certify_is_refused() -> None:
    bandit, trace, _ = play(0, 30.0, 100)
    with pytest.raises(InvalidParameter, match="the bandit has decided 0"):
        trace.regret_certificate(sb.Bandit(sb.Catalog(8), explorer=bandit.explorer))
    with pytest.raises(InvalidParameter, match="only SmoothIGW"):
        trace.regret_certificate(sb.Bandit(sb.Catalog(8)))
    with pytest.raises(InvalidParameter, match="give the Bandit that played"):
        trace.regret_certificate(MOSS(sb.Catalog(8), horizon=100))
    arms = sb.BernoulliEnvironment(1.0 - CLASS[0])
    together = sb.simulate(bandit, arms, rounds=16, batch=8)
    with pytest.raises(InvalidParameter, match="batch is 8"):
        together.regret_certificate(bandit)


def test_bounds_and_exact_argmins_are_needed() -> None:
    valley = sb.FunctionEnvironment(lambda context, a: abs(a - 0.3))
    explorer = sb.SmoothIGW(h=0.5, gamma=10.0)
    searched = sb.LinearOracle(lambda context, a: [1.0, a])  # runs in Python
    for oracle, error in ((sb.AdditiveOracle(), NoRegretBound), (searched, InvalidParameter)):
        bandit = sb.Bandit(sb.Interval(0, 1), oracle=oracle, explorer=explorer)
        trace = sb.simulate(bandit, valley, rounds=20, engine="python")
        with pytest.raises(error, match="bound|argmin"):
            trace.regret_certificate(bandit)
    given = trace.regret_certificate(bandit, argmin_error=0.02)
    assert given.exploring >= 20 * 0.02


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"explored": [0.5, 1.0]}, "explored has"),
        ({"explored": []}, "explored has"),
        ({"gamma": 0.0}, "gamma is"),
        ({"gamma": np.inf}, "gamma is"),
        ({"h": 2.0}, "h is"),
        ({"oracle_bound": -1.0}, "oracle_bound is"),
        ({"argmin_error": -0.1}, "argmin_error is"),
        ({"argmin_error": np.nan}, "argmin_error is"),
    ],
)
def test_bad_input_is_refused(changed: dict, words: str) -> None:
    given = {"explored": [True, False], "gamma": 3.0, "h": 0.5, "oracle_bound": 1.0} | changed
    with pytest.raises(InvalidParameter, match=words):
        run_certificate(given.pop("explored"), given.pop("gamma"), **given)
