"""What `fast` learns on problems where an earlier AdditiveOracle failed; seeds are fixed."""

import numpy as np
import pytest

import smoothbandits as sb

UNIT = sb.Interval(0, 1)


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_lopsided_loss_in_two_thousand_rounds(seed):
    """README's ten lines: the 75 % quantile of the demand, which spans the whole interval."""
    rng = np.random.default_rng(seed)
    bandit = sb.Bandit(sb.Interval(0, 200), context_size=2, scale=sb.Scale(0, 600), policy="fast")
    for _ in range(2000):
        day = rng.uniform([-10, 0], [35, 7])
        decision = bandit.act(day)
        missing = 50 + 4 * day[0] + rng.normal(0, 5) - decision.action
        bandit.learn(decision, loss=max(3 * missing, -missing))
    for degrees in (0, 10, 25):
        best, _ = bandit.oracle.best([degrees, 3.5])
        assert best == pytest.approx(53.4 + 4 * degrees, rel=0.1)


def earned(seed, logged):
    """Mean reward of 8,000 rounds, after so many examples at three prices only."""
    rng = np.random.default_rng(seed)
    taste = rng.normal(size=3)
    shop = sb.Bandit(
        sb.Interval(0, 50), context_size=3, scale=sb.Scale(0, 50), seed=seed, policy="fast"
    )

    def worth(customer):
        return 20 + 6 * customer @ taste / np.linalg.norm(taste) + rng.normal(0, 3)

    for _ in range(logged):
        customer, price = rng.normal(size=3), rng.choice([10.0, 20.0, 30.0])
        shop.oracle.learn(customer, price, 1.0 - (price <= worth(customer)) * price / 50)
    total = 0.0
    for _ in range(8000):
        customer = rng.normal(size=3)
        decision = shop.act(customer)
        reward = (decision.action <= worth(customer)) * decision.action
        shop.learn(decision, reward=reward)
        total += reward
    return total / 8000


def test_examples_at_three_prices_are_no_burden():
    warm, cold = (np.mean([earned(seed, logged) for seed in range(2)]) for logged in (5000, 0))
    assert warm > 0.9 * cold > 9.0


@pytest.mark.parametrize(
    ("spike", "under", "over", "most"),
    [(0.3, 3.0, 1.0, 1.15), (0.3, 1.0, 3.0, 1.4), (0.0, 1.0, 3.0, 2.0)],
)
def test_spikes_and_contexts_that_say_nothing(spike, under, over, most):
    """40 % of the targets are one value: how far behind the best constant."""
    rng = np.random.default_rng(7)
    y = np.where(rng.random(5000) < 0.4, spike, rng.beta(1.2, 2.5, 5000))
    environment = sb.RegressionEnvironment(
        rng.random((5000, 4)), y, loss="asymmetric", under=under, over=over
    )
    trace = sb.simulate(sb.Bandit(UNIT, context_size=4, seed=1, policy="fast"), environment)
    best = np.quantile(y, under / (under + over))
    above = np.maximum(y - best, 0.0) * under
    constant = (above + np.maximum(best - y, 0.0) * over).mean() / max(under, over)
    assert trace.mean_loss < most * constant


def test_a_plateau_is_left():
    """Above 0.57 every loss is 1: nothing there says where the valley is."""
    for seed in range(100, 110):
        environment = sb.FunctionEnvironment(
            lambda _, a: min(1.0, 0.2 + 3.0 * max(a - 0.3, 0.0) + 0.5 * max(0.3 - a, 0.0)),
            noise="bernoulli",
            seed=seed,
        )
        bandit = sb.Bandit(UNIT, oracle=sb.AdditiveOracle(), seed=seed, atoms=False)
        sb.simulate(bandit, environment, rounds=2000)
        assert bandit.oracle.best()[0] < 0.35
