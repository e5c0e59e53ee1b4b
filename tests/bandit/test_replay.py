"""Any logged decision can be replayed: its draws from its key, its play from the log."""

import json
from typing import Any

import numpy as np
import pytest

from smoothbandits import Bandit, Box, Catalog, Decision, EpsilonGreedy, Interval, TableOracle
from smoothbandits.interpreted.generics import sample
from smoothbandits.interpreted.philox import decision_key, uniforms
from smoothbandits.kernels.states import MIXED, SLOT_CHOICE
from smoothbandits.measures import LogUniform
from tests.facade import GridOracle, same_play, state_arrays
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

X = np.random.default_rng(3).uniform(-1.0, 1.0, (40, 2))
LOSSES = np.random.default_rng(4).random(40)
MAKERS = {
    "dispersion": lambda: InterpretedBandit(
        Interval(5.0, 50.0, LogUniform()), policy="fast", context_size=2, seed=9
    ),
    "box": lambda: InterpretedBandit(
        Box([0, 5], [1, 9]), oracle=Plain(), explorer=EpsilonGreedy(0.5), context_size=2, seed=9
    ),
    "weighted catalog": lambda: InterpretedBandit(Catalog(5, weights=[1, 2, 3, 4, 5]), seed=9),
    "corral": lambda: InterpretedCorralBandit(Catalog(5), oracle=TableOracle(), rounds=64, seed=9),
    "own": lambda: Bandit(Interval(0, 1), oracle=GridOracle(), context_size=2, seed=9),
}
makers = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())


class Plain:
    """Thinks that the middle is best."""

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return np.full(len(actions), 0.5)

    def best(self, context: Any, weight: float = 1.0) -> Any:
        return [0.5, 7.0], 0.5

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        pass


def run(make: Any) -> tuple[Bandit, list[str]]:
    """Forty rounds with losses that come three late; the log is what a service would write."""
    bandit, log, waiting = make(), [], []
    for i in range(40):
        decision = bandit.act(X[i] if bandit.context_size else None)
        log.append(json.dumps(decision.to_dict()))
        waiting.append((decision, LOSSES[i]))
        if len(waiting) > 3:
            late, loss = waiting.pop(0)
            bandit.learn(late, loss=loss)
    return bandit, log


@makers
def test_draws_follow_from_the_key_alone(make: Any) -> None:
    bandit, log = run(make)
    explored = 0
    for text in log:
        decision = Decision.from_dict(json.loads(text))
        assert decision.key == decision_key(bandit.seed, decision.number)
        draw = np.empty(bandit.space.dimension)
        sample(bandit.space.state, decision.key, draw)
        played = draw if decision.explored else bandit.space.to_unit(decision.greedy_action)
        assert np.allclose(played, decision.point, rtol=0.0, atol=1e-12)
        if decision.explored:
            assert tuple(draw) == decision.point
            explored += 1
    assert 0 < explored < 40 or isinstance(bandit.space, Catalog)


def test_the_base_follows_from_the_key() -> None:
    """CORRAL draws by inversion of its probabilities at the time."""
    bandit = MAKERS["corral"]()
    for i in range(40):
        probabilities = bandit.state_arrays()["explorer.corral.rows"][MIXED]
        decision = bandit.act()
        u, _ = uniforms(decision.key, SLOT_CHOICE)
        base = int(np.searchsorted(np.cumsum(probabilities), u, side="right"))
        assert decision.base == min(base, probabilities.size - 1)
        assert decision.base_probability == probabilities[decision.base]
        bandit.learn(decision, loss=LOSSES[i])


@makers
def test_a_log_replays_the_whole_run(make: Any) -> None:
    """A fresh bandit of the same seed, taught from the log, decides and becomes the same."""
    bandit, log = run(make)
    again = make()
    logged = [Decision.from_dict(json.loads(text)) for text in log]
    for i, decision in enumerate(logged):
        assert same_play(again.act(decision.context), decision)
        if i >= 3:
            # as the log has it, only that it names the new bandit
            again.learn(logged[i - 3]._replace(bandit=again.name), loss=LOSSES[i - 3])
    one, other = state_arrays(bandit), state_arrays(again)
    assert all(one[name].tobytes() == other[name].tobytes() for name in one)


def test_keys_are_distinct() -> None:
    bandit = InterpretedBandit(Catalog(3), seed=9)
    keys = bandit.act_many(2000).keys
    assert len(set(keys.tolist())) == 2000 and keys.min() >= 0
