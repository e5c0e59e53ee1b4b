"""What works on a number and a category beside bandits, and what refuses it."""

import math
from typing import Any

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits import baselines
from smoothbandits.apps.reports.surface import learned_surface
from smoothbandits.environments import MarketEnvironment, OffersEnvironment
from smoothbandits.errors import InvalidAction, InvalidParameter, NoRegretBound
from smoothbandits.features import Cosine, Items
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

SHOP = OffersEnvironment(50, channels=3, seed=21)
OFFERS = SHOP.space
LINEAR = sb.LinearOracle(Cosine(2))


class Own:
    """A user's oracle with a bound."""

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return 0.2 + 0.2 * actions["category"]

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        pass

    def regret_bound(self, rounds: int) -> float:
        return 3.0


# -------------------------------------------------------------------------------------- promises


def test_a_plan_counts_the_functions_of_every_category() -> None:
    rounds, size = 10_000, 3 * 3  # categories, cosines
    plan = sb.plan(OFFERS, rounds, LINEAR, h=0.5)
    ridge, radius = LINEAR.ridge, LINEAR.radius
    bound = ridge * LINEAR.norm**2 + size * math.log(1 + rounds * radius**2 / (ridge * size))
    assert plan.oracle_bound == pytest.approx(bound)
    assert "Product" in str(plan)
    assert sb.plan(OFFERS, rounds, LINEAR).bases == 14
    assert sb.plan(OFFERS, rounds, Own(), h=0.5).oracle_bound == 3.0


def test_one_category_is_planned_like_the_interval() -> None:
    alone = sb.Product(sb.Interval(0.0, 1.0), sb.Catalog(1))
    first, second = (sb.plan(space, 500, LINEAR, h=0.1) for space in (alone, alone.number))
    assert first.promises == second.promises


@pytest.mark.parametrize(
    ("oracle", "error", "says"),
    [
        (sb.TableOracle(), InvalidParameter, "needs a Catalog"),
        (sb.FiniteClassOracle([[0.2, 0.8, 0.1]]), InvalidParameter, "columns"),
        (sb.LinearOracle(Items(np.eye(3))), InvalidParameter, "rows for the items"),
        (sb.DispersionOracle(), InvalidParameter, "Box or a Product"),
        (sb.HarmonicOracle(), NoRegretBound, "states no regret bound"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_oracles_that_do_not_fit_say_so(oracle: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=says):
        sb.plan(OFFERS, 100, oracle, h=0.5)
    with pytest.raises(error, match=says):
        InterpretedCorralBandit(OFFERS, oracle=oracle, rounds=100)


# ---------------------------------------------------------------------------------------- CORRAL


@pytest.mark.parametrize("oracle", [LINEAR, Own()], ids=["linear", "own"])
def test_corral_over_stable_bases_plays_offers(oracle: Any) -> None:
    bandit = InterpretedCorralBandit(
        OFFERS, oracle=oracle, rounds=16, eta=0.3, context_size=6, seed=2
    )
    trace = sb.simulate(bandit, SHOP, rounds=8)
    assert all(OFFERS.contains(action) for action in trace.actions)
    assert set(trace.bases) <= set(range(4))
    decision = bandit.act(SHOP.contexts(8, 1)[0])
    bandit.learn(decision, loss=0.5)
    given = [bandit.propensity(decision.context, (0.4, 1), base=b).density for b in range(4)]
    marginal = bandit.propensity(decision.context, (0.4, 1)).density
    assert min(given) <= marginal <= max(given) <= 1.0


# ------------------------------------------------------------------------------------- baselines


def test_the_same_offer_for_ever() -> None:
    always = baselines.Constant(OFFERS, (0.25, 2), context_size=6)
    trace = sb.simulate(always, SHOP, rounds=50, engine="python")
    assert set(trace.actions.tolist()) == {(0.25, 2)}
    expected = [SHOP.loss_curve(customer, [(0.25, 2)])[0] for customer in SHOP.contexts(0, 50)]
    assert trace.expected_losses == pytest.approx(expected)
    assert (trace.expected_losses >= trace.best_losses).all()


@pytest.mark.parametrize("action", [0.3, (0.3, 3), (1.3, 0), (0.3, 1, 1)])
def test_what_is_no_offer_is_refused(action: Any) -> None:
    with pytest.raises(InvalidAction):
        baselines.Constant(OFFERS, action)


REFUSED = {
    "cats": lambda: baselines.CATS(OFFERS, 6, leaves=16, bandwidth=0.1),
    "discretised": lambda: baselines.DiscretisedGreedy(OFFERS, 6, arms=4),
    "greedy trees": lambda: baselines.GreedyTrees(OFFERS, 6),
    "moss": lambda: baselines.MOSS(OFFERS, horizon=100),
    "moss++": lambda: baselines.MOSSPlusPlus(OFFERS, horizon=100),
    "parallel": lambda: baselines.Parallel(OFFERS, horizon=100),
    "quantile": lambda: baselines.Quantile(OFFERS, horizon=100),
    "best constant": lambda: baselines.best_constant(
        sb.RegressionEnvironment(np.zeros((2, 0)), [0.1, 0.8]), OFFERS
    ),
    "market": lambda: MarketEnvironment(5).state(OFFERS),
    "arms": lambda: sb.BernoulliEnvironment([0.1, 0.2, 0.3]).state(OFFERS),
    "surface": lambda: learned_surface(
        InterpretedBandit(OFFERS, oracle=Own(), context_size=6),
        SHOP.contexts(0, 9),
        np.arange(9.0),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_knows_no_categories_names_what_it_needs(name: str) -> None:
    with pytest.raises(InvalidParameter, match=r"Product.*(Interval|Catalog)"):
        REFUSED[name]()


def test_the_kernel_oracle_has_six_frequencies_in_each_category() -> None:
    basis = sb.HarmonicOracle().build(OFFERS, 6, 0).basis
    assert basis.highest == 6 and basis.scales.size == 7 * OFFERS.category.n
