"""Fits of an oracle that is refitted now and then: at once, or beside the bandit.

A fit beside the bandit runs in a process of its own at low priority, which ends with this one.
"""

import os
import pickle
import subprocess
import sys
import threading
import warnings
import weakref
from collections.abc import Iterable
from typing import Any, NamedTuple

from smoothbandits.oracles.refitted import RefittedOracle

__all__ = ["Refits", "Swap"]

LOWEST_PRIORITY = 19
# waiting threads must not burn the processor that decisions need
ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE", "OMP_NUM_THREADS": "1"}
COMMAND = ["-P", "-c", "from smoothbandits.refitting import serve; serve()"]


class Swap(NamedTuple):
    """The end of a fit: decisions from number ``decided`` on were made with what it gave.

    Attributes
    ----------
    decided, learned
        How many decisions had been made and learned.
    failed
        Whether there was nothing to swap in.
    """

    decided: int
    learned: int
    failed: bool = False


class Refits:
    """When an oracle is fitted anew, and what becomes of the fits.

    Attributes
    ----------
    swaps
        All fits that ended.
    script
        The swaps of another run: fits end where those did, and nowhere else.
    """

    def __init__(self, oracle: RefittedOracle, seed: int) -> None:
        self.oracle, self.seed = oracle, seed
        self.swaps: list[Swap] = []
        self.script: list[Swap] | None = None
        self.flight: Flight | None = None
        self.owed = False  # a fit was begun and lost, by an interruption or with a process

    @property
    def busy(self) -> bool:
        """Whether a fit has begun and not ended."""
        return self.flight is not None or self.owed

    def go_on(self, state: Any, decided: int, learned: int, *, wait: bool) -> Any:
        """End a fit and begin the next one where it is time; the state to go on with."""
        full = self.oracle.until_refit(state) == 0
        # first, so that nothing has changed where memory ends; while a fit takes longer than the
        # examples for the next one, these just gather
        roomy = self.oracle.with_room(state) if full else state
        if self.flight is not None and self._ends(self.flight, decided, learned, wait):
            outcome, self.flight = self.flight.outcome, None
            changed = self._ended(outcome, decided, learned)
            state, roomy = state._replace(**changed), roomy._replace(**changed)
        if self.flight is None and (full or self.owed):
            seed, self.owed = self.seed + learned, True
            if self.oracle.background and not wait:
                self.flight = Flight(self.oracle, self.oracle.handed_over(state), seed)
            else:
                outcome = attempt(self.oracle, state, seed)
                roomy = roomy._replace(**self._ended(outcome, decided, learned))
            self.owed = False
        return roomy

    def _ends(self, flight: "Flight", decided: int, learned: int, wait: bool) -> bool:
        if self.script is not None:
            if not self.script or self.script[0][:2] != (decided, learned):
                return False
            wait = True
        if wait:
            flight.ended.wait()
        return flight.ended.is_set()

    def _ended(self, outcome: Any, decided: int, learned: int) -> dict[str, Any]:
        """Note the end of a fit; what it changes of the state."""
        if self.script:
            outcome = "as in the run that is replayed" if self.script.pop(0).failed else outcome
        self.swaps.append(Swap(decided, learned, isinstance(outcome, str)))
        if isinstance(outcome, str):
            warnings.warn(
                f"a fit failed ({outcome}); the bandit goes on with the model it has and all its "
                "examples, and fits again when the next fit is due",
                RuntimeWarning,
                stacklevel=5,
            )
            return {}
        changed: dict[str, Any] = outcome
        return changed

    # ------------------------------------------------------------------------ saving

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; a fit that has not ended is owed by the bandit that is loaded."""
        return {"owed": self.busy, "swaps": self.swaps}

    def restore(self, owed: bool, swaps: Iterable[Any]) -> None:
        """Take over what `to_dict` gave."""
        self.owed, self.swaps = owed, [Swap(*swap) for swap in swaps]


def attempt(oracle: RefittedOracle, state: Any, seed: int, **options: Any) -> dict[str, Any] | str:
    """The parts of the state that a fit gives, or why there are none."""
    try:
        return oracle.fitted(state, seed, **options)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


# ------------------------------------------------------------------- a process for one fit


class Flight:
    """A fit in a process of its own; nobody waits for it, and it ends when this is dropped."""

    def __init__(self, oracle: RefittedOracle, state: Any, seed: int) -> None:
        self._work = Work()
        self.ended = self._work.ended
        threading.Thread(target=self._work.run, args=(oracle, state, seed), daemon=True).start()
        weakref.finalize(self, self._work.stop)  # also when the interpreter exits

    @property
    def outcome(self) -> Any:
        """What `attempt` gave over there."""
        return self._work.outcome


class Work:
    """What the thread that talks to the process holds; it must not keep the flight alive."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.stopped = False
        self.process: subprocess.Popen[bytes] | None = None
        self.outcome: Any = None

    def run(self, *task: Any) -> None:
        """Start the process, give it the task, take what it answers."""
        try:
            with subprocess.Popen(
                [sys.executable, *COMMAND],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(sys.path)},
                process_group=0,  # control-C is for the bandit's process
            ) as self.process:
                if self.stopped:
                    self.process.kill()
                assert self.process.stdin is not None and self.process.stdout is not None
                pickle.dump(task, self.process.stdin, protocol=5)
                self.process.stdin.flush()
                self.outcome = pickle.load(self.process.stdout)
        except Exception as error:
            code = None if self.process is None else self.process.returncode
            self.outcome = f"{type(error).__name__}: {error}; its process ended with code {code}"
        self.ended.set()

    def stop(self) -> None:
        """End the process, if there is one."""
        self.stopped = True
        if self.process is not None:
            self.process.kill()


def serve() -> None:
    """Be the process: read a task, fit, write the outcome."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get into the answer
    try:
        task = pickle.load(sys.stdin.buffer)
    except (EOFError, pickle.UnpicklingError):  # the bandit's process ended meanwhile
        os._exit(1)
    threading.Thread(target=leave_with_parent, daemon=True).start()
    pickle.dump(attempt(*task, threads=1), answer, protocol=5)
    answer.flush()
    os._exit(0)


def leave_with_parent() -> None:
    """The other end of the pipe closes when the bandit's process ends, however it does."""
    os.read(0, 1)
    os._exit(1)
