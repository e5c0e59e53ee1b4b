import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from smoothbandits import (
    Bandit,
    BernoulliEnvironment,
    Catalog,
    DispersionOracle,
    FunctionEnvironment,
    Interval,
    RandomPlay,
    RegressionEnvironment,
    TableOracle,
    simulate,
)
from smoothbandits.errors import AlreadyLearned
from tests.facade import same_play, same_trace, snapshot
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

GENERATOR = np.random.default_rng(0)
X = GENERATOR.uniform(-1.0, 1.0, (300, 2))
ROWS = RegressionEnvironment(X, 0.5 + 0.3 * X[:, 0])
ARMS = BernoulliEnvironment([0.2, 0.5, 0.8], seed=1)


def interval_bandit(seed: int = 3) -> Bandit:
    return InterpretedBandit(Interval(0.0, 1.0), policy="fast", context_size=2, seed=seed)


def gradient_bandit() -> Bandit:
    return InterpretedBandit(Interval(0.0, 1.0), oracle=DispersionOracle(), context_size=2, seed=3)


# ------------------------------------------------------------------------- it is act and learn


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_a_simulation_is_a_loop_of_act_and_learn(engine: str) -> None:
    """The same decisions, the same losses, the same state at the end, bit for bit."""
    simulated, stepped = interval_bandit(), interval_bandit()
    trace = simulate(simulated, ROWS, rounds=100, engine=engine)
    for i in range(100):
        decision = stepped.act(X[i])
        assert decision.action == trace.actions[i] and decision.base == trace.bases[i]
        assert decision.explored == trace.explored[i]
        loss = abs((0.5 + 0.3 * X[i, 0] - decision.action) / 1.0)
        assert loss == trace.losses[i]
        stepped.learn(decision, loss=loss)
    mine, theirs = snapshot(simulated), snapshot(stepped)
    assert mine["arrays"] == theirs["arrays"] and mine["loss_sum"] == theirs["loss_sum"]
    assert mine["counters"][1:] == theirs["counters"][1:] and mine["bits"] == theirs["bits"]
    assert same_play(simulated.act(X[0]), stepped.act(X[0]))
    assert trace.mean_loss == pytest.approx(simulated.mean_loss)


def test_compiled_and_python_engines_agree() -> None:
    """One combination here; the product of oracles and explorers is crossed in tests/parity."""
    bandits = [Bandit(Interval(0.0, 1.0), policy="fast", context_size=2, seed=3) for _ in range(2)]
    compiled = simulate(bandits[0], ROWS, rounds=300, engine="compiled")
    python = simulate(bandits[1], ROWS, rounds=300, engine="python")
    assert (compiled.engine, python.engine) == ("compiled", "python")
    assert same_trace(compiled, python)
    assert snapshot(bandits[0])["arrays"] == snapshot(bandits[1])["arrays"]


def test_a_python_environment_steps_through_compiled_code() -> None:
    def loss(context: Any, a: float) -> float:
        return abs(0.5 + 0.3 * context[0] - a)

    environment = FunctionEnvironment(loss, context_size=2)
    bandits = [Bandit(Interval(0.0, 1.0), policy="fast", context_size=2, seed=3) for _ in range(2)]
    stepped = simulate(bandits[0], environment, rounds=60)
    python = simulate(bandits[1], environment, rounds=60, engine="python")
    assert (stepped.engine, python.engine) == ("stepped", "python")
    assert same_trace(stepped, python)


@pytest.mark.parametrize("batch", [1, 8])
def test_a_split_simulation_is_one_simulation(batch: int) -> None:
    whole, split = interval_bandit(), interval_bandit()
    one = simulate(whole, ROWS, rounds=120, batch=batch, engine="python")
    parts = [simulate(split, ROWS, rounds=n, batch=batch, engine="python") for n in (40, 80)]
    for name in ("losses", "actions", "bases", "explored", "best_losses"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert (joined == getattr(one, name)).all()
    assert {**snapshot(whole), "counters": 0} == {**snapshot(split), "counters": 0}


def test_blocks_of_features_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    one = simulate(interval_bandit(), ROWS, rounds=50, batch=4, engine="python")
    monkeypatch.setattr(sys.modules["smoothbandits.simulation.play"], "BLOCK_FEATURES", 20)
    bandit, seen = interval_bandit(), []
    two = simulate(bandit, ROWS, rounds=50, batch=4, engine="python",
                   progress=lambda done, loss: seen.append((done, loss)))  # fmt: skip
    assert same_trace(one, two)
    assert [done for done, _ in seen] == [8, 16, 24, 32, 40, 48, 50]
    assert seen[-1][1] == pytest.approx(two.mean_loss)


@pytest.mark.parametrize("per_round", [0.05, 0.001, 1e-6])
def test_progress_is_told_about_every_second(
    monkeypatch: pytest.MonkeyPatch, per_round: float
) -> None:
    """On a clock that the environment moves on."""
    clock, told = [0.0], [(0, 0.0)]

    def slow(context: Any, a: float) -> float:
        clock[0] += per_round / 2.0  # asked for the loss and for its mean
        return 0.25

    module = sys.modules["smoothbandits.simulation.play"]
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", explorer=RandomPlay())

    def progress(done: int, loss: float) -> None:
        assert loss == 0.25
        told.append((done, clock[0]))

    simulate(bandit, FunctionEnvironment(slow), rounds=3000, engine="python", progress=progress)
    done, seconds = zip(*told, strict=True)
    assert done[-1] == bandit.rounds == 3000
    assert max(np.diff(seconds)) <= 2.0
    assert len(told) < 20 + 2.0 * seconds[-1]  # and not all the time


def test_a_batch_is_decided_with_one_model_and_learned_at_once() -> None:
    """Within a batch nothing is learned: decisions are those of act_many."""
    bandit, twin = gradient_bandit(), gradient_bandit()
    trace = simulate(bandit, ROWS, rounds=8, batch=8, engine="python")
    assert (trace.actions == twin.act_many(X[:8]).actions).all()
    assert bandit.learned == 8
    assert bandit.oracle.state.optimiser.clock[0] == 1.0  # one step of Adam


def test_a_last_batch_may_be_short() -> None:
    bandit = gradient_bandit()
    trace = simulate(bandit, ROWS, rounds=11, batch=4, engine="python")
    assert len(trace) == bandit.rounds == bandit.learned == 11
    assert bandit.oracle.state.optimiser.clock[0] == 3.0
    assert len(simulate(bandit, ROWS, rounds=2, batch=50, engine="python")) == 2
    assert len(
        simulate(Bandit(Catalog(2)), BernoulliEnvironment([0.2, 0.8]), rounds=2, batch=2**40)
    )


# ------------------------------------------------------------------- beside decisions that wait


def test_decisions_that_wait_stay_learnable() -> None:
    bandit = InterpretedBandit(Catalog(3), seed=2)
    early, other = bandit.act(), bandit.act(id="mine")
    block = bandit.act_many(4)
    simulate(bandit, ARMS, rounds=3000, engine="python")
    late = bandit.act()
    assert late.number == 3006
    for decision in (early, "mine", block[2], late.id):
        bandit.learn(decision, loss=0.5)
    bandit.learn_many([block[0], block[1], block[3]], losses=[0.0, 0.5, 1.0])
    assert bandit.learned == 3007
    for decision in (early, other, block[2], late):
        with pytest.raises(AlreadyLearned):
            bandit.learn(decision, loss=0.5)


def test_simulated_rounds_count_as_learned() -> None:
    bandit = InterpretedBandit(Catalog(3), seed=2)
    before = bandit.act()
    simulate(bandit, ARMS, rounds=20, engine="python")
    with pytest.raises(AlreadyLearned):
        bandit.learn(before._replace(number=7), loss=0.5)
    with pytest.raises(AlreadyLearned):
        bandit.learn(f"{bandit.name}-7", loss=0.5)


def test_rounds_of_the_environment_are_the_bandits_decisions() -> None:
    """So that a loaded bandit goes on with the same problem."""
    bandit = interval_bandit()
    bandit.act_many(X[:5])
    trace = simulate(bandit, ROWS, rounds=10, engine="python")
    targets = (0.5 + 0.3 * X[:, 0])[5:15]
    assert trace.losses == pytest.approx(np.abs(targets - trace.actions))


def test_corral_bandits_simulate() -> None:
    bandit = InterpretedCorralBandit(Catalog(3), oracle=TableOracle(), rounds=64, seed=1)
    trace = simulate(bandit, ARMS, rounds=64, batch=2, engine="python")
    assert set(trace.bases) <= set(range(6)) and bandit.learned == 64
