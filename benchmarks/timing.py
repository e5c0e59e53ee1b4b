"""The clocks of the other files: single calls, rounds of act and learn, fits of trees."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import smoothbandits as sb


def timed(work: Callable[[], object]) -> float:
    """Seconds of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def times_of(work: Callable[[Any], object], contexts: Iterable[Any]) -> np.ndarray:
    """Microseconds of each call."""
    times = []
    for context in contexts:
        began = time.perf_counter_ns()
        work(context)
        times.append(time.perf_counter_ns() - began)
    return np.array(times) / 1e3


def times_of_rounds(
    bandit: sb.Bandit,
    contexts: Sequence[Any],
    loss_of: Callable[[int, Any], float],
    rest: float = 0.0,
) -> np.ndarray:
    """Microseconds of each decision and of each loss learned, in two columns.

    ``loss_of`` takes the number of the round and the action, and is not timed; nor are the
    seconds of ``rest`` after each round.
    """
    act, learn, times = bandit.act, bandit.learn, np.empty((len(contexts), 2))
    for i, context in enumerate(contexts):
        began = time.perf_counter_ns()
        decision = act(context)
        decided = time.perf_counter_ns()
        loss = loss_of(i, decision.action)
        resumed = time.perf_counter_ns()
        learn(decision, loss=loss)
        times[i] = decided - began, time.perf_counter_ns() - resumed
        if rest:
            time.sleep(rest)
    return times / 1e3


def distance_to(targets: Sequence[float] | np.ndarray) -> Callable[[int, float], float]:
    """The loss |action - target| of each round."""
    return lambda number, action: abs(action - targets[number])


@dataclass(frozen=True)
class TimedTrees(sb.BoostedOracle):
    """The trees of best, which note the seconds of their fits; for simulations."""

    seconds: list[float] = field(default_factory=list, compare=False)

    def fitted(self, state: Any, seed: int, threads: int = 1) -> dict[str, Any]:
        began = time.perf_counter()
        found = super().fitted(state, seed, threads)
        self.seconds.append(time.perf_counter() - began)
        return found

    def with_room(self, state: Any) -> Any:
        began = time.perf_counter()
        roomy = super().with_room(state)
        self.seconds.append(time.perf_counter() - began)
        return roomy
