from typing import Any

import numpy as np
import pytest

from smoothbandits.bandit.decision import Decision, Decisions, Propensity
from smoothbandits.bandit.facade import Bandit
from smoothbandits.explorers import Anytime, EpsilonGreedy, SmoothIGW
from smoothbandits.features import Polynomial
from smoothbandits.measures import LogUniform
from smoothbandits.oracles import BoostedOracle, LinearOracle, TableOracle
from smoothbandits.scale import Scale
from smoothbandits.spaces import Box, Catalog, Interval, Product
from smoothbandits.testing import ConformanceError, check_bandit
from smoothbandits.testing.law import cells_of, law
from tests.inside import draw_others
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

FOUR = Catalog(4, [1, 2, 3, 4])
OFFERS = Product(Interval(1e-2, 1e2, LogUniform()), Catalog(4, [0, 3, 1, 4]))


@pytest.mark.parametrize("rounds", [8, 64])
def test_corral_bandits_pass(rounds: int) -> None:
    check_bandit(lambda: InterpretedCorralBandit(FOUR, oracle=TableOracle(), rounds=rounds))


def test_corral_bandits_pass_on_intervals() -> None:
    oracle = LinearOracle(Polynomial(1))
    check_bandit(
        lambda: InterpretedCorralBandit(Interval(0.0, 1.0), oracle=oracle, rounds=8), rounds=10
    )


def test_a_scale_and_contexts_of_ones_own() -> None:
    check_bandit(
        lambda: InterpretedBandit(
            Interval(0.0, 1.0), policy="fast", context_size=2, scale=Scale(-5.0, 40.0)
        ),
        contexts=[[0.1, 0.2], [0.3, -0.4]],
    )


def test_the_default_on_a_product_passes() -> None:
    check_bandit(lambda: Bandit(OFFERS, policy="fast", context_size=2, seed=3), rounds=20)


def test_a_schedule_on_a_product_passes() -> None:
    explorer = SmoothIGW(h=0.5, gamma=Anytime(4.0))
    check_bandit(
        lambda: Bandit(OFFERS, policy="fast", explorer=explorer, context_size=2, seed=3), rounds=20
    )


def test_trees_on_a_product_pass() -> None:
    oracle, explorer = BoostedOracle(first=100, trees=5), SmoothIGW(h=1.0, gamma=Anytime(4.0))
    check_bandit(
        lambda: Bandit(OFFERS, oracle=oracle, explorer=explorer, context_size=2, seed=3),
        rounds=120,
    )


class Indifferent:
    """Thinks that one pair is as good as any."""

    argmin_error = 0.0

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return np.full(len(actions), 0.5)

    def best(self, context: Any, weight: float = 1.0) -> Any:
        return (1.0, 2), 0.5

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        pass


def test_the_law_on_a_product_is_cells_per_category_and_the_atom() -> None:
    bandit = Bandit(OFFERS, oracle=Indifferent(), explorer=EpsilonGreedy(0.3))
    stated = law(bandit, None)
    expected = np.append(0.3 * np.repeat([0.0, 3.0, 1.0, 4.0], 4) / 32.0, 0.7)
    np.testing.assert_allclose(stated.cells, expected, atol=1e-9)
    made = bandit.act_many(200)
    cells = cells_of(OFFERS, made)
    np.testing.assert_array_equal(cells == 16, ~made.explored)
    explored = made.explored
    np.testing.assert_array_equal(cells[explored] // 4, made.actions["category"][explored])
    quarters = np.floor(4.0 * made.points[explored, 0])
    np.testing.assert_array_equal(cells[explored] % 4, quarters)


class PlaysOneCategory(Bandit):
    """Where it is told to explore, it keeps the number and plays the last category."""

    def __init__(self) -> None:
        super().__init__(OFFERS, oracle=Indifferent(), explorer=EpsilonGreedy(0.5))

    def act_many(self, contexts: Any, *, explore: bool = True) -> Decisions:
        made = super().act_many(contexts, explore=explore)
        if len(made) > 100:
            made.actions["category"][made.explored] = 3
        return made


class PlaysLowNumbers(PlaysOneCategory):
    """In one category only."""

    def act_many(self, contexts: Any, *, explore: bool = True) -> Decisions:
        made = Bandit.act_many(self, contexts, explore=explore)
        if len(made) > 100:
            chosen = made.explored & (made.actions["category"] == 2)
            made.actions["number"][chosen] = made.actions["number"][chosen] ** 2 / 100.0
        return made


def test_an_own_oracle_on_a_product_passes() -> None:
    explorer = SmoothIGW(h=0.5, gamma=20.0)
    check_bandit(lambda: Bandit(OFFERS, oracle=Indifferent(), explorer=explorer), decisions=200)


@pytest.mark.parametrize("make", [PlaysOneCategory, PlaysLowNumbers])
def test_broken_play_on_a_product_is_rejected(make: Any) -> None:
    with pytest.raises(ConformanceError, match="do not follow the propensities: chi-square"):
        check_bandit(make)


class Tampers(Bandit):
    """Epsilon-greedy whose decisions are altered before they are handed out."""

    def __init__(self) -> None:
        super().__init__(FOUR, explorer=EpsilonGreedy(0.5), engine="python")

    def alter(self, decision: Decision) -> Decision:
        return decision

    def act(self, context: Any = None, *, explore: bool = True, id: Any = None) -> Decision:
        return self.alter(super().act(context, explore=explore, id=id))


class AlwaysExplores(Tampers):
    def act(self, context: Any = None, *, explore: bool = True, id: Any = None) -> Decision:
        return super().act(context, explore=True, id=id)


class PlaysAnother(Tampers):
    def alter(self, decision: Decision) -> Decision:
        if decision.propensity.density > 0.0:
            return decision
        return decision._replace(action=(decision.action + 1) % 4)


class LogsHalf(Tampers):
    def alter(self, decision: Decision) -> Decision:
        density, atom, error = decision.propensity
        return decision._replace(propensity=Propensity(density / 2.0, atom, error))


class OtherKeys(Tampers):
    def alter(self, decision: Decision) -> Decision:
        return decision._replace(key=decision.key + 1)

    def act_many(self, contexts: Any, *, explore: bool = True) -> Decisions:
        decisions = super().act_many(contexts, explore=explore)
        decisions.keys[:] += 1
        return decisions


class OtherBlocks(Tampers):
    def act_many(self, contexts: Any, *, explore: bool = True) -> Decisions:
        draw_others(self)
        return super().act_many(contexts, explore=explore)


class NewSeeds(Bandit):
    def __init__(self) -> None:
        seed = int(np.random.default_rng().integers(2**32))
        super().__init__(FOUR, explorer=EpsilonGreedy(0.5), seed=seed, engine="python")


class CannotLearn(Tampers):
    def learn(self, decision: Any, **outcome: Any) -> None:
        raise RuntimeError("not today")


def test_the_untampered_one_passes() -> None:
    check_bandit(Tampers)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (AlwaysExplores, "explore=False explored, or logs"),
        (PlaysAnother, "explore=False played .* best action is"),
        (LogsHalf, "logs .* stated .* before"),
        (OtherKeys, "the key .* draws"),
        (OtherBlocks, "act and act_many differ in"),
        (NewSeeds, "two bandits taught the same differ"),
        (CannotLearn, "act and learn raised RuntimeError: not today"),
    ],
)
def test_broken_bandits_are_rejected(make: Any, complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        check_bandit(make)


NAMED = {"temperature": "number", "country": "category", "at": "date", "note": "text"}


SLOW = [pytest.param(space, marks=pytest.mark.slow) for space in (Box([0, 0], [1, 5]), OFFERS)]


@pytest.mark.parametrize("policy", ["fast", "best"])
@pytest.mark.parametrize("space", [Interval(5.0, 50.0), FOUR, *SLOW])
@pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")
def test_contexts_with_names_pass(space: Any, policy: Any) -> None:
    check_bandit(
        lambda: Bandit(space, context=NAMED, policy=policy, seed=4), decisions=800, rounds=20
    )


def test_contexts_with_names_of_ones_own() -> None:
    check_bandit(
        lambda: Bandit(FOUR, context={"plan": "category"}, oracle=BlindTable(), seed=4),
        contexts=[{"plan": "gold"}, {}, {"plan": "basic"}],
    )


class BlindTable:
    """A user's oracle that is shown rows of a schema."""

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        assert np.isfinite(context).all()
        return np.full(len(actions), 0.25 + 0.5 * context[0])

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        assert np.isfinite(context).all()


@pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")
def test_an_encoding_whose_blocks_give_no_places_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from smoothbandits.fields import Encoding

    encode_many = Encoding.encode_many

    def forgetful(self: Encoding, contexts: Any) -> Any:
        self.grows = False
        return encode_many(self, contexts)

    monkeypatch.setattr(Encoding, "encode_many", forgetful)
    with pytest.raises(ConformanceError, match="act and act_many differ in"):
        check_bandit(
            lambda: Bandit(FOUR, context=NAMED, oracle=TableOracle(), seed=4, engine="python"),
            contexts=[{"country": "PT"}, {"country": "ES"}, {"country": "ES"}],
            rounds=1,
        )
