"""Bandits with a payoff: money, law, certificate, saving, replay, and what is refused.

Statistical tests have fixed seeds and a false-alarm rate of 1e-4 each.
"""

import dataclasses
from typing import Any

import numpy as np
import pytest
from scipy import stats

import smoothbandits as sb
from smoothbandits.environments import Environment, MarketEnvironment, SalesEnvironment
from smoothbandits.errors import InvalidAction, InvalidLoss, InvalidParameter, UnsupportedSave
from smoothbandits.measures import Custom, Empirical, LogUniform
from smoothbandits.oracles import (
    BoostedOutcomeOracle,
    ForgettingOracle,
    OutcomeOracle,
    WatchedOracle,
)
from smoothbandits.payoffs import Auction, Payoff, Sale, Units

FALSE_ALARM = 1e-4
IGW = sb.SmoothIGW(h=0.5, gamma=20.0)
TREES = {"first": 40, "trees": 10, "background": False}
SPACES = {
    "uniform": sb.Interval(5.0, 50.0),
    "logarithmic": sb.Interval(1.0, 100.0, LogUniform()),
    "empirical": sb.Interval(0.0, 9.0, Empirical([1.0, 2.0, 2.5, 8.0])),
}
PAYOFFS = {
    "sale": Sale(cost=1.0),
    "auction": Auction(value=20.0),
    "value of the context": Auction(entry=1, least=0.0, most=30.0),
    "units": Units(10, cost=0.5),
    "own": Payoff(lambda a: -0.1 * a, lambda a: np.sqrt(a) + 1.0),
}
ORACLES = {
    "fast": lambda monotone: OutcomeOracle(monotone),
    "trees": lambda monotone: BoostedOutcomeOracle(monotone, **TREES),
    "forgetting": lambda monotone: ForgettingOracle(OutcomeOracle(monotone), 20),
    "watched": lambda monotone: WatchedOracle(OutcomeOracle(monotone)),
    "forgetting trees": lambda monotone: BoostedOutcomeOracle(monotone, **TREES, forget=20),
}


def taught(space: str, payoff: str, oracle: str, rounds: int = 60) -> sb.Bandit:
    known = PAYOFFS[payoff]
    bandit = sb.Bandit(
        SPACES[space],
        payoff=known,
        oracle=ORACLES[oracle](known.monotone),
        explorer=IGW,
        context_size=2,
        seed=3,
    )
    rng = np.random.default_rng(5)
    most = getattr(known, "most", None) if isinstance(known, Units) else None
    for context in rng.normal(size=(rounds, 2)) * [1.0, 20.0]:
        decision = bandit.act(context)
        sold = rng.random() < 0.3 + 0.4 * (context[0] > 0.0)
        bandit.learn(decision, outcome=(most or 1.0) * float(sold))
    return bandit


CONTEXT = np.array([0.4, 11.0])
CASES = [(s, p, o) for o in ORACLES for s, p in zip(SPACES, list(PAYOFFS)[:3], strict=True)]
CASES += [("uniform", p, "fast") for p in PAYOFFS] + [("logarithmic", "own", "trees")]


def slow_where_others_are_alike(case: tuple[str, str, str]) -> object:
    """Oracles inside others are compiled once more for each payoff."""
    inside = case[2] in ("watched", "forgetting", "forgetting trees") and case[0] == "uniform"
    return pytest.param(*case, marks=[pytest.mark.slow] * inside)


@pytest.mark.parametrize(
    ("space", "payoff", "oracle"), list(map(slow_where_others_are_alike, CASES))
)
def test_the_law_is_exact(space: str, payoff: str, oracle: str) -> None:
    """Propensity, certificate and M(A) are those of the step function, cell by cell."""
    bandit = taught(space, payoff, oracle)
    middles = (np.arange(128) + 0.5) / 128
    actions = bandit.space.to_user_many(middles[:, None])
    losses = bandit.oracle.predict(CONTEXT, actions)
    best, least = bandit.oracle.best(CONTEXT)
    assert least == losses.min()
    gaps, rate = losses - least, IGW.h * 20.0
    explored = (1.0 / (1.0 + rate * gaps)).mean()
    for action, gap in list(zip(actions.tolist(), gaps.tolist(), strict=True))[::9]:
        found = bandit.propensity(CONTEXT, action)
        assert found.density == pytest.approx(1.0 / (1.0 + rate * gap), rel=1e-12)
    greedy = bandit.propensity(CONTEXT, best)
    assert greedy.atom == pytest.approx(1.0 - explored, abs=1e-12)
    assert greedy.error == 0.0
    wanted = (2.0 - explored - IGW.h) / rate
    assert bandit.certificate(CONTEXT) == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize(("space", "payoff", "oracle"), CASES[:6])
def test_draws_follow_the_law(space: str, payoff: str, oracle: str) -> None:
    bandit = taught(space, payoff, oracle)
    decisions = bandit.act_many(np.tile(CONTEXT, (20_000, 1)))
    best, _ = bandit.oracle.best(CONTEXT)
    greedy = np.asarray(decisions.actions) == best
    atom = bandit.propensity(CONTEXT, best).atom
    assert stats.binomtest(int(greedy.sum()), 20_000, atom).pvalue > FALSE_ALARM
    middles = (np.arange(128) + 0.5) / 128
    losses = bandit.oracle.predict(CONTEXT, bandit.space.to_user_many(middles[:, None]))
    chances = 1.0 / (1.0 + IGW.h * 20.0 * (losses - losses.min()))
    drawn = decisions.points[~greedy, 0]
    counts = np.histogram(drawn, bins=16, range=(0.0, 1.0))[0]
    expected = chances.reshape(16, 8).sum(axis=1)
    wanted = expected / expected.sum() * counts.sum()
    assert stats.chisquare(counts, wanted).pvalue > FALSE_ALARM


@pytest.mark.parametrize(("space", "payoff", "oracle"), CASES)
def test_steps_are_means_of_the_payoff(space: str, payoff: str, oracle: str) -> None:
    """Over each cell, by many points instead of a quadrature."""
    known, where = PAYOFFS[payoff], SPACES[space]
    state, per_cell = known.state(where), 2_000
    units = (np.arange(128 * per_cell) + 0.5) / (128 * per_cell)
    actions = np.asarray(where.to_user_many(units[:, None]))
    scale = known.scale(where)
    for found, function in ((state.base, known.bases), (state.factor, known.factors)):
        wanted = function(actions).reshape(128, per_cell).mean(axis=1)
        np.testing.assert_allclose(found, wanted, atol=1e-3 * (scale.high - scale.low))


def test_money_is_counted_exactly() -> None:
    bandit = sb.Bandit(SPACES["uniform"], payoff=Sale(cost=7.0), policy="fast", seed=1)
    assert (bandit.scale.low, bandit.scale.high) == (-2.0, 43.0)
    earned = []
    for sold in (True, False, True, 0.5, np.bool_(True), 1):
        decision = bandit.act()
        bandit.learn(decision, outcome=sold)
        earned.append((decision.action - 7.0) * float(sold))
    assert bandit.mean_reward == pytest.approx(np.mean(earned), rel=1e-12)
    assert f"mean reward {bandit.mean_reward:.4g}" in repr(bandit)


@pytest.mark.parametrize("payoff", PAYOFFS)
def test_learn_many_is_a_loop_of_learn(payoff: str) -> None:
    one, many = (taught("uniform", payoff, "fast", rounds=10) for _ in range(2))
    rows = np.random.default_rng(1).normal(size=(12, 2)) * [1.0, 20.0]
    outcomes = [0.0, 1.0, 0.5] * 4
    decisions = [one.act(row) for row in rows]
    block = many.act_many(rows)
    for decision, outcome in zip(decisions, outcomes, strict=True):
        one.learn(decision, outcome=outcome)
    many.learn_many(block, outcomes=outcomes)
    assert one.mean_reward == many.mean_reward
    assert one.act(CONTEXT).action == many.act(CONTEXT).action
    assert one.oracle.state.values.tobytes() == many.oracle.state.values.tobytes()


@pytest.mark.parametrize(("space", "payoff", "oracle"), CASES)
def test_a_saved_bandit_goes_on_bit_for_bit(space: str, payoff: str, oracle: str) -> None:
    bandit = taught(space, payoff, oracle)
    content = bandit.to_bytes()
    if payoff == "own":
        with pytest.raises(UnsupportedSave, match="payoff"):
            sb.from_bytes(content)
        again = sb.from_bytes(content, payoff=PAYOFFS["own"])
    else:
        again = sb.from_bytes(content)
        assert again.payoff == bandit.payoff
    for i in range(30):
        context = [np.sin(i), 20.0 * np.cos(i)]
        one, other = bandit.act(context), again.act(context)
        assert (one.action, one.propensity, one.key) == (other.action, other.propensity, other.key)
        bandit.learn(one, outcome=i % 2), again.learn(other, outcome=i % 2)
    assert bandit.mean_reward == again.mean_reward


@pytest.mark.parametrize("forget", [None, 60])
def test_a_run_with_fits_in_the_background_replays(forget: int | None) -> None:
    def made() -> sb.Bandit:
        oracle = BoostedOutcomeOracle(-1, first=40, trees=5, patience=60.0, forget=forget)
        return sb.Bandit(SPACES["uniform"], payoff=Sale(), oracle=oracle, context_size=1, seed=2)

    def play(bandit: sb.Bandit) -> list[float]:
        actions = []
        for i in range(150):
            decision = bandit.act([np.sin(i)])
            actions.append(decision.action)
            bandit.learn(decision, outcome=decision.action < 25.0 + 10.0 * np.sin(i))
        return actions

    live, again = made(), made()
    first = play(live)
    assert live.swaps
    again.follow(live.swaps)
    assert play(again) == first


@pytest.mark.parametrize("policy", ["fast", "best"])
def test_both_policies_learn_a_price_that_depends_on_the_customer(policy: Any) -> None:
    market = MarketEnvironment(1_500, seed=11)
    bandit = sb.Bandit(
        market.space, payoff=Sale(), policy=policy, context_size=market.context_size
    )
    trace = sb.simulate(bandit, market, rounds=1_500)
    assert trace.engine == "compiled"
    prices = np.linspace(10.0, 50.0, 81)
    constant = max(float((p * (market.worths >= p)).mean()) for p in prices)
    assert bandit.mean_reward > 1.03 * constant


def jump(seed: int, before: int = 3_000, after: int = 3_000) -> SalesEnvironment:
    """Customers who pay about 30 and a little more or less, and from one day on about 14."""
    rng = np.random.default_rng(seed)
    rows = rng.random((before + after, 2))
    level = np.where(np.arange(before + after) < before, 30.0, 14.0)
    return SalesEnvironment(rows, level + 4.0 * rows[:, 0] + rng.logistic(size=before + after))


@pytest.mark.parametrize(
    ("policy", "change"),
    [
        ("fast", {"forget": 300}),
        ("fast", {"drift": "watch"}),
        pytest.param("best", {"forget": 300}, marks=pytest.mark.slow),
        pytest.param("best", {"drift": "watch"}, marks=pytest.mark.slow),
    ],
)
def test_after_a_jump_of_what_customers_pay_more_is_earned(
    policy: Any, change: dict[str, Any]
) -> None:
    """Over rounds 500 to 2,000 after it: about 12 per round, and next to nothing without."""

    def earned(**given: Any) -> float:
        bandit = sb.Bandit(
            SPACES["uniform"], payoff=Sale(), policy=policy, context_size=2, seed=4, **given
        )
        trace = sb.simulate(bandit, market, rounds=5_000)
        assert bool(bandit.changes) == ("drift" in given)
        return float(market.revenues(3_500, trace.actions[3_500:]).mean())

    market = jump(21)
    lasting, moving = earned(), earned(**change)
    assert moving > lasting + 8.0


class Stall(Environment):
    """Sold below 3; a user's own environment."""

    has_outcomes = True

    def contexts(self, first: int, n: int) -> Any:
        return np.empty((n, 0))

    def best_losses(self, first: int, n: int, space: sb.Interval) -> Any:
        return np.full(n, np.nan)

    def outcome(self, number: int, action: float) -> float:
        return float(action < 3.0)

    def realised(self, number: int, action: float) -> float:
        return 1.0 - action * (action < 3.0) / 9.0


def test_an_environment_of_ones_own_answers_outcomes() -> None:
    bandits = [sb.Bandit(sb.Interval(0, 9), payoff=Sale(), policy="fast") for _ in range(2)]
    traces = [
        sb.simulate(bandit, Stall(), rounds=200, engine=engine)
        for bandit, engine in zip(bandits, ("auto", "python"), strict=True)
    ]
    assert traces[0].engine == "stepped"
    assert traces[0].losses.tobytes() == traces[1].losses.tobytes()
    assert bandits[0].mean_reward > 2.0


def test_without_a_payoff_the_market_teaches_losses() -> None:
    """The environment's outcomes are for oracles of outcomes only."""
    market = MarketEnvironment(40, seed=1)
    bandit = sb.Bandit(market.space, policy="fast", context_size=6)
    live = sb.Bandit(market.space, policy="fast", context_size=6)
    trace = sb.simulate(bandit, market, rounds=40)
    for i, loss in enumerate(trace.losses):
        live.learn(live.act(market.features[i]), loss=loss)
    assert live.oracle.state.inner.values.tobytes() == bandit.oracle.state.inner.values.tobytes()


UNIT = sb.Interval(0, 1)
OWN_MEASURE = sb.Interval(0, 1, Custom(lambda g: g.uniform(), lambda a: np.ones_like(a)))
sale = sb.Bandit(UNIT, payoff=Sale(), policy="fast")
plain = sb.Bandit(UNIT, policy="fast")
REFUSED = {
    "loss": (lambda: sale.learn(sale.act(), loss=0.5), InvalidLoss, "give the outcome"),
    "reward": (lambda: sale.learn(sale.act(), reward=0.5), InvalidLoss, "give the outcome"),
    "nothing": (lambda: sale.learn(sale.act()), InvalidLoss, "no outcome"),
    "two": (lambda: sale.learn(sale.act(), outcome=2), InvalidLoss, "outcome is 2"),
    "nan": (lambda: sale.learn(sale.act(), outcome=np.nan), InvalidLoss, "outcome is nan"),
    "text": (lambda: sale.learn(sale.act(), outcome="yes"), InvalidLoss, "outcome is 'yes'"),
    "plain": (lambda: plain.learn(plain.act(), outcome=1), InvalidLoss, "no payoff"),
    "losses": (lambda: sale.learn_many(sale.act_many(1), losses=[1]), InvalidLoss, "the outcome"),
    "many": (lambda: sale.learn_many(sale.act_many(1), outcomes=[3.0]), InvalidLoss, "3.0"),
    "count": (lambda: sale.learn_many(sale.act_many(1), outcomes=[1, 1]), InvalidLoss, "2 values"),
    "scale": (lambda: sb.Bandit(UNIT, payoff=Sale(), scale=sb.Scale()), InvalidParameter, "scale"),
    "price": (lambda: sb.Bandit(UNIT, payoff="sale"), InvalidParameter, "payoff is 'sale'"),
    "box": (lambda: sb.Bandit(sb.Box([0], [1]), payoff=Sale()), InvalidParameter, "Interval"),
    "measure": (lambda: sb.Bandit(OWN_MEASURE, payoff=Sale()), InvalidParameter, "Interval"),
    "oracle": (
        lambda: sb.Bandit(UNIT, payoff=Sale(), oracle=sb.HarmonicOracle()),
        InvalidParameter,
        "OutcomeOracle",
    ),
    "no payoff": (lambda: sb.Bandit(UNIT, oracle=OutcomeOracle()), InvalidParameter, "payoff="),
    "no payoff to forget": (
        lambda: sb.Bandit(UNIT, oracle=OutcomeOracle(), forget=9),
        InvalidParameter,
        "payoff=",
    ),
    "forget": (
        lambda: sb.Bandit(UNIT, payoff=Sale(), forget=0, context_size=1),
        InvalidParameter,
        "forget is 0",
    ),
    "entry": (
        lambda: sb.Bandit(UNIT, payoff=Auction(entry=2, least=0, most=1), context_size=2),
        InvalidParameter,
        "entry 2",
    ),
    "range": (lambda: Auction(entry=0), InvalidParameter, "range of values"),
    "value and entry": (lambda: Auction(1.0, entry=0), InvalidParameter, "value is 1.0"),
    "neither": (lambda: Auction(), InvalidParameter, "value is None"),
    "beside": (lambda: Auction(1.0, least=0.0), InvalidParameter, "leave them out"),
    "units": (lambda: Units(10).outcome(11), InvalidLoss, "from 0 to 10"),
    "direction": (lambda: OutcomeOracle(monotone=2), InvalidParameter, "monotone is 2"),
    "same": (
        lambda: sb.Bandit(UNIT, payoff=Payoff(np.zeros_like, np.zeros_like)),
        InvalidParameter,
        "whatever is played",
    ),
    "infinite": (
        lambda: sb.Bandit(UNIT, payoff=Payoff(np.zeros_like, lambda a: a + np.inf)),
        InvalidParameter,
        "not finite",
    ),
    "newsvendor": (
        lambda: Payoff.of(lambda a, d: min(a, d), UNIT),
        InvalidParameter,
        "E min(a, D) is not min(a, E D)",
    ),
    "environment": (
        lambda: sb.simulate(
            sb.Bandit(UNIT, payoff=Sale(), policy="fast"),
            sb.FunctionEnvironment(lambda x, a: a),
            rounds=5,
        ),
        InvalidParameter,
        "outcomes",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(name: str) -> None:
    attempt, error, words = REFUSED[name]
    before = sale.learned, plain.learned
    with pytest.raises(error) as caught:
        attempt()
    assert words in str(caught.value)
    assert (sale.learned, plain.learned) == before


def test_what_is_affine_is_taken() -> None:
    payoff = Payoff.of(lambda a, y: a * y - 0.5 * a, UNIT, monotone=-1)
    found = payoff.rewards(np.array([0.4, 0.4]), np.array([0.0, 1.0]), None)
    np.testing.assert_allclose(found, [-0.2, 0.2])


def test_functions_of_single_actions_are_taken() -> None:
    own = Payoff(lambda a: 0.0, lambda a: 2.0 if a > 0.5 else 1.0)
    np.testing.assert_array_equal(own.factors(np.array([0.2, 0.7])), [1.0, 2.0])


@pytest.mark.parametrize("actions", [np.zeros((2, 2)), np.array([0.1, 0.9]), np.array(["a", "b"])])
def test_a_block_whose_actions_were_edited_is_refused_whole(actions: Any) -> None:
    bandit = sb.Bandit(sb.Interval(0, 1), payoff=Sale(), policy="fast", context_size=2)
    block = bandit.act_many(np.zeros((2, 2)))
    with pytest.raises(InvalidAction, match="as they were made"):
        bandit.learn_many(dataclasses.replace(block, actions=actions), outcomes=[0.25, 0.5])
    bandit.learn_many(block, outcomes=[0.25, 0.5])


def test_outcomes_of_different_lengths_are_no_numbers() -> None:
    bandit = sb.Bandit(sb.Interval(0, 1), payoff=Sale(), policy="fast")
    with pytest.raises(InvalidLoss, match="give numbers"):
        bandit.learn_many(bandit.act_many(2), outcomes=[[0.1], [0.1, 0.2]])
