"""Processes that keep a journal and are killed, one after the other; each goes on after the last.

Run as ``python -m tests.journal.killing PATH KILLS SEED``: it prints what was found.  A parent
without threads forks the processes, so that each of them begins within milliseconds.
"""

import contextlib
import json
import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits import Bandit, Interval
from smoothbandits.journal import Journal
from smoothbandits.journal import journal as home
from smoothbandits.journal.sqlite import SQLiteStore

SIZE, LAG = 2, 3  # entries of a context; decisions that wait at a time
# where a process kills itself, right before or after: calls of these
AIMED = [
    (SQLiteStore, "write"),
    (SQLiteStore, "_insert"),
    (SQLiteStore, "_transaction"),
    (SQLiteStore, "describe"),
    (SQLiteStore, "acquire"),
    (home, "snapshot_of"),
    (home, "go_on_as"),
]


def made(journal: Journal | None) -> Bandit:
    return Bandit(
        Interval(0.0, 1.0),
        context_size=SIZE,
        policy="fast",
        drift=None,
        seed=5,
        engine="python",
        journal=journal,
    )


def step(bandit: Bandit, open_: list[Any]) -> None:
    """What comes next follows from what was decided and learned: any run goes the same way."""
    if bandit.rounds - bandit.learned < LAG:
        context = np.random.default_rng(bandit.rounds).random(SIZE)
        open_.append(bandit.act(context))
    else:
        one = open_.pop(0)
        loss = float(np.random.default_rng([bandit.learned, 1]).random())
        bandit.learn(one.id if bandit.learned % 2 else one, loss=loss)


def live(path: Path, tell: int, aim: tuple[int, str, int] | None) -> None:
    """Go on until somebody ends it; tell what is acknowledged."""
    if aim is not None:
        plan_death(*aim)
    journal = Journal(path, snapshot_every=17)
    bandit = made(journal)
    open_ = list(bandit.waiting)
    os.write(tell, f"{bandit.rounds} {bandit.learned}\n".encode())
    count = 0
    while True:
        step(bandit, open_)
        count += 1
        if count % 4 == 0:
            journal.sync()
            os.write(tell, f"{bandit.rounds} {bandit.learned}\n".encode())


def plan_death(place: int, when: str, calls: int) -> None:
    """Let this process kill itself at a call of a function."""
    home_of, name = AIMED[place]
    inner, left = getattr(home_of, name), [calls]

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def outer(*given: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] == 0 and when == "before":
            die()
        result = inner(*given, **named)
        if name == "_transaction":
            return ending(result, left[0] == 0 and when == "after")
        if left[0] == 0 and when == "after":
            die()
        return result

    @contextlib.contextmanager
    def ending(inside: Any, last: bool) -> Any:
        with inside as value:
            yield value
            if last:  # all was inserted, and nothing committed
                die()

    setattr(home_of, name, outer)


def kill_one(path: Path, rng: np.random.Generator, aimed: bool) -> tuple[int, int]:
    """Start a process, kill it, and return the last that it acknowledged."""
    hear, tell = os.pipe()
    where = (int(rng.integers(len(AIMED))), str(rng.choice(["before", "after"])))
    aim = (*where, int(rng.integers(1, 6))) if aimed else None
    child = os.fork()
    if child == 0:
        try:
            live(path, tell, aim)
        finally:
            os._exit(3)  # an error: it should have been killed
    os.close(tell)
    select.select([hear], [], [], 20)
    time.sleep(rng.uniform(0.0, 0.06))
    os.kill(child, signal.SIGKILL)
    text = b""
    while part := os.read(hear, 65536):
        text += part
    os.close(hear)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"the process ended with {os.waitstatus_to_exitcode(status)}"
    lines = text.decode().split("\n")[:-1]
    return tuple(map(int, lines[-1].split())) if lines else (0, 0)  # type: ignore[return-value]


def same(one: Bandit, two: Bandit) -> bool:
    """Whether two bandits have the same states and counts, and know the same losses."""
    arrays, others = one.state_arrays(), two.state_arrays()
    ledgers = one._learner.ledger.own, two._learner.ledger.own
    return (
        one._learner.counts == two._learner.counts
        and arrays.keys() == others.keys()
        and all(arrays[name].tobytes() == others[name].tobytes() for name in arrays)
        and ledgers[0].to_array().tobytes() == ledgers[1].to_array().tobytes()
        and ledgers[0].window.start == ledgers[1].window.start
    )


def main(path: Path, kills: int, seed: int) -> dict[str, Any]:
    rng, twin, open_ = np.random.default_rng(seed), made(None), []
    acknowledged = steps = 0
    for kill in range(kills):
        last = kill_one(path, rng, aimed=kill % 2 == 1)
        journal = Journal(path)
        if journal.store.last() == 0:  # killed before it began
            assert last == (0, 0)
            journal.close()
            continue
        found = journal.replayed(engine="python")
        journal.close()
        assert found.rounds >= last[0] and found.learned >= last[1], (kill, last, found)
        while (twin.rounds, twin.learned) != (found.rounds, found.learned):
            assert twin.rounds <= found.rounds and twin.learned <= found.learned, (kill, found)
            step(twin, open_)
            steps += 1
        assert same(found, twin), kill
        acknowledged += sum(last) > 0
    return {"rounds": twin.rounds, "acknowledged": acknowledged, "steps": steps}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
