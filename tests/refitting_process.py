"""A live bandit whose fit is in flight, in a process that may be killed.

``python -m tests.refitting_process PATH`` saves during the fit and prints the id of the process
that fits and how many losses were learned; then it goes on until somebody ends it, exits or forks.
"""

import os
import signal
import sys
import time
from typing import Any

import numpy as np

import smoothbandits as sb
from smoothbandits.bandit.fitter import hand_over
from smoothbandits.oracles.trees.boosted import BoostedOracle
from tests.inside import refits_of

FIRST = 200
X = np.float64(np.random.default_rng(6).random((20_000, 3), dtype=np.float32))
Y = np.where((X[:, 0] > 0.5) == (X[:, 1] > 0.5), 0.25, 0.75)
ENVIRONMENT = sb.RegressionEnvironment(X, Y)


def bandit(*, background: bool = True, patience: float = 0.0) -> sb.Bandit:
    oracle = BoostedOracle(
        first=FIRST, growth=1.6, trees=5, background=background, patience=patience
    )
    explorer = sb.SmoothIGW(h=1.0, gamma=sb.Anytime(4.0))
    return sb.Bandit(sb.Interval(0, 1), oracle=oracle, explorer=explorer, context_size=3, seed=2)


def loss_of(context: Any, action: Any) -> float:
    """As in the environment."""
    return abs(float(action) - (0.25 if (context[0] > 0.5) == (context[1] > 0.5) else 0.75))


def swapped(mine: sb.Bandit) -> bool:
    """Whether the fit in flight ends well."""
    mine.act(X[0])
    flight = refits_of(mine).flight
    ended = flight is not None and flight.ended.wait(100.0)
    mine.act(X[0])
    return ended and [swap.failed for swap in mine.swaps] == [False]


if __name__ == "__main__":
    fitting = hand_over(os.getpid)
    fitting.ended.wait()
    os.kill(fitting.outcome, signal.SIGSTOP)  # or the fit would end at once
    mine = bandit()
    for row in X[: FIRST + 30]:
        decision = mine.act(row)
        mine.learn(decision, loss=loss_of(row, decision.action))
    mine.save(sys.argv[1])
    print(fitting.outcome, mine.learned, flush=True)
    if sys.argv[2:] == ["fork"]:
        child = os.fork()
        if child:
            os.kill(fitting.outcome, signal.SIGCONT)
        # One write with its line end: print makes two, and the two processes share the pipe.
        os.write(1, b"swapped\n" if swapped(mine) else b"failed\n")
        if child:
            os.waitpid(child, 0)
    elif sys.argv[2:] != ["exit"]:
        time.sleep(60.0)
