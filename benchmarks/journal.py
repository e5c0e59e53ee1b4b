"""What a journal costs: time of a decision, rate of durable ones, making the bandit again."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from figure import Figure

import smoothbandits as sb

PACE, PACED = 10_000, 30_000  # decisions per second; how many of them
DURABLE, BLOCK, ROUNDS = 2_000, 1_000, 1_000_000


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        yield from costs(Path(folder))
        yield from rates(Path(folder))
        yield from again(Path(folder))


def bandit(journal: sb.Journal | None = None) -> sb.Bandit:
    return sb.Bandit(
        sb.Interval(5.0, 50.0), context_size=20, policy="fast", seed=1, journal=journal
    )


def costs(folder: Path) -> Iterator[Figure]:
    """Decisions at a pace, with and without; what a call takes, and what the process does."""
    with sb.Journal(folder / "paced.db") as journal:
        pairs = [paced(bandit()), paced(bandit(journal))]
    (alone, alone_cpu), (kept, kept_cpu) = pairs
    name = f"journal: added to act + learn at {PACE:,} decisions/s"
    yield Figure(f"{name}, median", kept - alone, "us", 5.0, higher_is_better=False)
    yield Figure(f"{name}, processor", kept_cpu - alone_cpu, "us")


def paced(played: sb.Bandit) -> tuple[float, float]:
    """Median of a round in microseconds, and processor time of all threads per round."""
    contexts = np.random.default_rng(0).random((PACED, 20))
    for context in contexts[:2000]:
        played.learn(played.act(context), loss=0.5)
    times = np.empty(PACED)
    cpu, busy, begin = time.process_time(), 0.0, time.perf_counter()
    for i, context in enumerate(contexts):
        due = begin + i / PACE
        waited = time.thread_time()
        while (left := due - time.perf_counter()) > 0:
            time.sleep(left)
        start = time.perf_counter()
        busy += time.thread_time() - waited
        decision = played.act(context)
        played.learn(decision, loss=0.5)
        times[i] = time.perf_counter() - start
    cpu = time.process_time() - cpu - busy
    return 1e6 * float(np.median(times)), 1e6 * cpu / PACED


def rates(folder: Path) -> Iterator[Figure]:
    """Each decision waits for the disk, or many share one wait."""
    context = np.full(20, 0.5)
    with sb.Journal(folder / "durable.db") as journal:
        played = bandit(journal)
        start = time.perf_counter()
        for _ in range(DURABLE):
            played.act(context, durable=True)
        seconds = time.perf_counter() - start
        yield Figure("journal: act(durable=True), one thread", DURABLE / seconds, "per second")
        start = time.perf_counter()
        for _ in range(20):
            for _ in range(BLOCK):
                played.act(context)
            journal.sync()
        seconds = time.perf_counter() - start
        yield Figure(f"journal: act, sync every {BLOCK:,}", 20 * BLOCK / seconds, "per second")


def again(folder: Path) -> Iterator[Figure]:
    """A million rounds, each decided and learned alone, from events alone."""
    path, contexts = folder / "long.db", np.random.default_rng(0).random((1000, 20))
    with sb.Journal(path, snapshot_every=10 * ROUNDS) as journal:
        played = bandit(journal)
        start = time.perf_counter()
        for i in range(ROUNDS):
            played.learn(played.act(contexts[i % 1000]), loss=(i % 7) / 7.0)
        journal.sync()
        seconds = time.perf_counter() - start
        yield Figure("journal: rounds of fast in a row", ROUNDS / seconds, "per second")
        start = time.perf_counter()
        found = journal.replayed()
        seconds = time.perf_counter() - start
        assert found.to_bytes() == played.to_bytes()
    name = f"journal: {ROUNDS:,} rounds of fast made again"
    yield Figure(name, seconds, "s", 10.0, higher_is_better=False)
    yield Figure("journal: file per round", path.stat().st_size / ROUNDS, "bytes")


if __name__ == "__main__":
    for found in figures():
        print(f"{found.name}: {found.shown} {found.unit}", flush=True)
