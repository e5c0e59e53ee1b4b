"""One bandit, several threads: every decision is learned exactly once, and nothing is lost."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import Bandit, BernoulliEnvironment, Catalog, Interval, load, simulate
from smoothbandits.errors import AlreadyLearned
from tests.facade import GridOracle
from tests.inside import ledger_of

THREADS, ROUNDS = 6, 150


@pytest.fixture(autouse=True)
def hectic() -> Iterator[None]:
    """Switch threads as often as possible."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def run(workers: list[Callable[[], None]]) -> None:
    """Start all at once; a failure in any is a failure here."""
    gate, failures = threading.Barrier(len(workers)), []

    def guarded(work: Callable[[], None]) -> None:
        gate.wait()
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(600.0)  # a busy machine compiles for minutes
    assert failures == [] and not any(thread.is_alive() for thread in threads)


def bandits() -> Any:
    makers = {
        "compiled table": lambda: Bandit(Catalog(50), seed=1),
        "own oracle": lambda: Bandit(Interval(0.0, 1.0), oracle=GridOracle(), seed=1),
    }
    return pytest.mark.parametrize("make", makers.values(), ids=makers.keys())


def closed(bandit: Bandit) -> int:
    """How many decisions the ledger knows as learned."""
    return sum(ledger_of(bandit).own.learned(n) for n in range(bandit.rounds))


def learned_weight(bandit: Bandit) -> float:
    """How many examples the oracle itself has seen."""
    own = bandit.oracle.oracle
    counts = own.counts if isinstance(own, GridOracle) else bandit.oracle.state.counts
    return float(np.sum(counts))


@bandits()
def test_acting_and_learning(make: Any) -> None:
    bandit, numbers = make(), [[] for _ in range(THREADS)]

    def worker(mine: list[int]) -> None:
        waiting = []
        for i in range(ROUNDS):
            waiting.append(bandit.act())
            mine.append(waiting[-1].number)
            if i % 3 == 2:  # late, out of order, now by id, now by the decision
                for decision in reversed(waiting):
                    bandit.learn(decision.id if i % 2 else decision, loss=0.25)
                waiting.clear()

    run([lambda mine=mine: worker(mine) for mine in numbers])
    total = THREADS * ROUNDS
    assert sorted(n for mine in numbers for n in mine) == list(range(total))
    assert bandit.rounds == bandit.learned == total == learned_weight(bandit)
    assert bandit.mean_loss == 0.25
    assert not bandit.waiting
    assert closed(bandit) == total


@bandits()
def test_all_learn_the_same_decisions(make: Any) -> None:
    """However many try, one succeeds."""
    bandit = make()
    decisions = [bandit.act() for _ in range(300)]
    succeeded = [0] * THREADS

    def worker(me: int) -> None:
        for decision in decisions:
            try:
                bandit.learn(decision if me % 2 else decision.id, loss=0.5)
                succeeded[me] += 1
            except AlreadyLearned:
                pass

    run([lambda me=me: worker(me) for me in range(THREADS)])
    assert sum(succeeded) == bandit.learned == learned_weight(bandit) == 300


def test_blocks_and_simulations_beside_single_decisions() -> None:
    bandit = Bandit(Catalog(50), seed=1)
    environment = BernoulliEnvironment(np.linspace(0.1, 0.9, 50))
    numbers: list[int] = []

    def single() -> None:
        for _ in range(100):
            decision = bandit.act()
            numbers.append(decision.number)
            bandit.learn(decision, loss=1.0)

    def blocks() -> None:
        for _ in range(20):
            block = bandit.act_many(10)
            numbers.extend(range(block.first, block.first + 10))
            bandit.learn_many(block, losses=np.ones(10))

    def simulations() -> None:
        for _ in range(10):
            before = len(simulate(bandit, environment, rounds=30))
            assert before == 30

    run([single, single, blocks, blocks, simulations])
    total = 200 + 400 + 300
    assert len(numbers) == len(set(numbers)) == 600
    assert bandit.rounds == bandit.learned == total == learned_weight(bandit)
    assert closed(bandit) == total


def test_a_save_in_the_middle_is_consistent(tmp_path: Path) -> None:
    bandit = Bandit(Catalog(50), seed=1)

    def worker() -> None:
        for _ in range(ROUNDS):
            bandit.learn(bandit.act(), loss=0.25)

    def saver() -> None:
        for i in range(10):
            bandit.save(tmp_path / f"{i}.bandit")

    run([worker, worker, saver])
    for i in range(10):
        copy = load(tmp_path / f"{i}.bandit")
        learned = closed(copy)
        assert copy.learned == learned == learned_weight(copy)
        assert copy.mean_loss == 0.25 or learned == 0
        assert len(copy.waiting) == copy.rounds - learned
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(f"{i}.bandit" for i in range(10))


def test_questions_while_others_learn() -> None:
    bandit = Bandit(Catalog(50), seed=1)

    def worker() -> None:
        for _ in range(ROUNDS):
            bandit.learn(bandit.act(), loss=0.25)

    def asker() -> None:
        for i in range(ROUNDS):
            density, atom, _ = bandit.propensity(None, i % 50)
            assert 0.0 <= density <= 1.0 and 0.0 <= atom <= 1.0
            assert "Bandit on Catalog" in repr(bandit)

    run([worker, worker, asker, asker])
    assert bandit.learned == 2 * ROUNDS
