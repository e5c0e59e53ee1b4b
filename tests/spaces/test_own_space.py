"""A space that the library has never seen: it is asked, so that everything works on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.checks import as_number
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.simulation import smooth_regret
from smoothbandits.spaces import Parts, Space
from smoothbandits.testing import check_bandit, check_oracle, check_space


@dataclass(frozen=True)
class Menu(Space):
    """Prices of a list; inside, an action is its place in the list."""

    prices: tuple[float, ...]

    compilable = False  # tests of contracts need no compiler

    @cached_property
    def places(self) -> sb.Catalog:
        return sb.Catalog(len(self.prices))

    @property
    def parts(self) -> Parts:
        return Parts(category=self.places)

    @property
    def state(self) -> object:
        return self.places.state

    def check(self, action: object) -> float:
        number = as_number(action)
        if number not in self.prices:
            raise InvalidAction(f"action is {action!r}; give one of {self.prices}")
        return number

    def to_unit(self, action: float) -> np.ndarray:
        return np.array([float(self.prices.index(action))])

    def to_user(self, unit: np.ndarray) -> float:
        return self.prices[int(unit[0])]

    def density(self, actions: Sequence[float]) -> np.ndarray:
        return np.full(np.shape(actions), 1.0 / len(self.prices))

    def candidates(self) -> tuple[np.ndarray, np.ndarray]:
        return self.places.candidates()

    def from_columns(self, units: np.ndarray) -> np.ndarray:
        return np.array(self.prices)[units[:, 0].astype(int)]

    def from_row(self, row: Sequence[float]) -> float:
        return self.prices[int(row[0])]

    def to_columns(self, actions: Sequence[float]) -> np.ndarray:
        return np.array([[float(self.prices.index(action))] for action in actions])


MENU = Menu((4.99, 9.99, 14.99))


def test_it_keeps_the_contracts() -> None:
    check_space(MENU, samples=2_000)
    check_oracle(sb.TableOracle(), MENU, rounds=20)
    check_bandit(lambda: sb.Bandit(MENU, seed=1), decisions=1_000)


def test_a_bandit_takes_the_defaults_of_a_catalogue_and_plays_prices() -> None:
    bandit = sb.Bandit(MENU, seed=3)
    assert isinstance(bandit.oracle.oracle, sb.TableOracle) and bandit.explorer.anytime
    decision = bandit.act()
    assert decision.action in MENU.prices
    bandit.learn(decision, loss=0.5)
    arms = sb.BernoulliEnvironment([0.2, 0.9, 0.4])
    trace = sb.simulate(bandit, arms, rounds=200)
    assert set(trace.actions) <= set(MENU.prices)
    at_best = smooth_regret(trace, arms, MENU, h=1 / 3)
    np.testing.assert_allclose(at_best, trace.regrets)


def test_oracles_of_numbers_refuse_it() -> None:
    with pytest.raises(InvalidParameter, match="AdditiveOracle needs an Interval, not Menu"):
        sb.Bandit(MENU, oracle=sb.AdditiveOracle())
