"""Forks while a fit is in flight: the child must come to a fit of its own.

Run as ``python -m tests.attack.forking_process learning``, ``deciding`` or ``full``.
"""

import os
import sys
import time

import numpy as np

from smoothbandits import Bandit, BoostedOracle, Interval
from tests.inside import refits_of, states_of

X = np.random.default_rng(1).uniform(size=(2000, 2))


def play(bandit: Bandit, rounds: int) -> None:
    for x in X[:rounds]:
        decision = bandit.act(x)
        bandit.learn(decision, loss=abs(decision.action - x[0]))


if __name__ == "__main__":
    full = sys.argv[1] == "full"  # of examples already, so that the next fit is due as well
    oracle = BoostedOracle(
        first=40, trees=5, leaves=5, patience=0.0, growth=1.05 if full else 50.0
    )
    bandit = Bandit(Interval(0, 1), oracle=oracle, context_size=2, seed=1)
    play(bandit, 42 if full else 40)
    assert refits_of(bandit).flight is not None and not bandit.swaps
    assert (states_of(bandit).until_refit() == 0) is full
    child = os.fork()
    end = time.monotonic() + 120.0
    if sys.argv[1] != "learning" and child == 0:  # deciding alone must be enough
        while not bandit.swaps and time.monotonic() < end:
            bandit.act(X[0])
            time.sleep(0.01)
    while not bandit.swaps and time.monotonic() < end:
        play(bandit, 1)
        time.sleep(0.01)
    done = len(bandit.swaps) > 0 and not bandit.swaps[0].failed
    if child == 0:
        sys.stdout.flush()
        os._exit(0 if done else 1)
    _, status = os.waitpid(child, 0)
    print("parent", done, "child", os.waitstatus_to_exitcode(status) == 0)
