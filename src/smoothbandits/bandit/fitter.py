"""A process that fits for all bandits of this one, at low priority, and stays for the next fit.

Python with numba and lightgbm takes over a second to start, a small fit a few hundredths.  Without
privileges nobody may raise the priority of a running process: so a process that starves gives up,
and the fit begins again in another one, a step higher.

Both ends are in this file.  It imports nothing heavy: the process must know early how it fares.
"""

import atexit
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
import weakref
from typing import Any

from smoothbandits.processes import end_after

__all__ = ["Flight", "attempt", "hand_over"]

COMMAND = ["-P", "-c", "from smoothbandits.bandit.fitter import serve; serve()"]
# waiting threads must not burn the processor that decisions need; nobody reads what is printed
ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE", "OMP_NUM_THREADS": "1", "SMOOTHBANDITS_QUIET": "1"}
# steps of priority: nicer than this process by so much; the class where there is no nice
STEPS = ((19, "IDLE_PRIORITY_CLASS"), (10, "BELOW_NORMAL_PRIORITY_CLASS"), (0, ""))
STARVED = 75  # exit code of a process that gave up
GRACE, SHARE = 2.0, 0.25  # a process starves with less than this share after so many seconds
IDLE = 30.0  # seconds without a fit after which the process ends


def attempt(work: Any, *arguments: Any) -> Any:
    """What a call returns, or, as text, why it failed."""
    try:
        return work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


# ------------------------------------------------------------------------- this process


class Flight:
    """A call that was handed over; once this is dropped, nobody wants the outcome any more.

    Attributes
    ----------
    ended
        Set when there is an outcome.
    outcome
        What `attempt` gave over there.
    """

    def __init__(self, *task: Any) -> None:
        self.task: Any = task
        self.ended = threading.Event()
        self.outcome: Any = None
        self._owner = os.getpid()

    @property
    def lost(self) -> bool:
        """Whether this process is a fork of the one that will hear of the end."""
        return self._owner != os.getpid()


def hand_over(*task: Any) -> Flight:
    """Have a function called with arguments in the process that fits; returns at once."""
    flight = Flight(*task)
    FITTER.take(flight)
    return flight


class Fitter:
    """The queue of calls, the thread that serves it, and the process at its other end."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._waiting: queue.SimpleQueue[weakref.ref[Flight]] = queue.SimpleQueue()
        self._lock = threading.Lock()  # of the thread's beginning and end
        self._thread: threading.Thread | None = None
        self._step = 0
        self._closed = False

    def take(self, flight: Flight) -> None:
        """Put a call at the end of the queue."""
        with self._lock:
            self._waiting.put(weakref.ref(flight))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                self._serve(self._waiting.get(timeout=IDLE))
            except queue.Empty:
                with self._lock:
                    if self._waiting.empty():
                        self._end_process()
                        self._step, self._thread = 0, None
                        return

    def _serve(self, place: "weakref.ref[Flight]") -> None:
        flight = place()
        if flight is None:
            return
        task = flight.task
        del flight  # it may be dropped meanwhile
        outcome = self._outcome(task)
        flight = place()
        if flight is not None:
            flight.task, flight.outcome = None, outcome
            flight.ended.set()

    def _outcome(self, task: Any) -> Any:
        """The answer of the process or, where that starves, of one with a higher priority."""
        while True:
            try:
                process = self._running()
                assert process.stdin is not None and process.stdout is not None
                send(task, process.stdin.fileno())
                with open(process.stdout.fileno(), "rb", closefd=False) as answers:
                    return pickle.load(answers)
            except Exception as error:
                code = self._end_process()
                if code != STARVED or not self._higher:
                    return f"{type(error).__name__}: {error}; its process ended with code {code}"
                self._step += 1

    @property
    def _higher(self) -> bool:
        """Whether there is a higher priority than that of the process."""
        return self._step + 1 < len(STEPS)

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is not None and self.process.poll() is not None:
            self._end_process()  # killed while it waited for work
        if self.process is None:
            from multiprocessing.spawn import get_executable  # what users may have set

            nicer, kind = STEPS[self._step]
            grace = GRACE if self._higher else 0.0
            windows = ("CREATE_NEW_PROCESS_GROUP", kind)
            self.process = subprocess.Popen(
                [get_executable(), *COMMAND, str(nicer), str(grace)],
                bufsize=0,  # a fork shares no half-written buffer
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(sys.path)},
                process_group=0,  # control-C is for the bandit's process
                creationflags=sum(getattr(subprocess, flag, 0) for flag in windows),
            )
        if self._closed:  # meanwhile
            raise RuntimeError("the interpreter exits")
        return self.process

    def _end_process(self) -> int | None:
        """End the process, if there is one; its exit code."""
        process, self.process = self.process, None
        if process is None:
            return None
        process.kill()
        with process:  # closes the pipes and waits
            pass
        return process.returncode

    def close(self) -> None:
        """End the process for good; the thread may be talking to it."""
        self._closed = True
        process = self.process
        if process is not None:
            process.kill()
            process.wait()

    def abandon(self) -> None:
        """In a fork: leave the process to the one that started it."""
        process = self.process
        if process is not None:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.close()  # else it would not notice the other's end
            process.stdout.close()
            process.returncode = 0  # not ours to wait for


FITTER = Fitter()


@atexit.register
def close() -> None:
    """End the process when the interpreter exits."""
    FITTER.close()


def begin_anew() -> None:
    """After a fork: the thread is gone, and the process belongs to the parent."""
    global FITTER
    inherited, FITTER = FITTER, Fitter()
    inherited.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=begin_anew)


def send(thing: Any, descriptor: int) -> None:
    """Pickle into a pipe."""
    pickle.dump(thing, Pipe(descriptor), protocol=5)


class Pipe:
    """A file for `pickle` that writes everything it is given and has no buffer of its own."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def write(self, data: Any) -> None:
        """Write all bytes, in as many calls as the system needs."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self.descriptor, rest) :]


# -------------------------------------------------------------------- the other process


def serve() -> None:
    """Be the process: answer calls until the other end of the pipe closes."""
    nicer, grace = int(sys.argv[1]), float(sys.argv[2])
    turn = Turn()
    if hasattr(os, "nice"):
        os.nice(nicer)
    answers = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints must not get into an answer
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    if grace:
        end_after(turn.watch, grace, code=STARVED)
    end_after(listen, tasks)
    while True:
        task = tasks.get()
        turn.begin()
        outcome = attempt(*task)
        turn.end()
        send(outcome, answers)
        del task, outcome


def listen(tasks: "queue.SimpleQueue[Any]") -> None:
    """Read calls until the pipe closes: when the bandits' process ends, however it does."""
    while True:
        tasks.put(pickle.load(sys.stdin.buffer))  # imports what a call needs


class Turn:
    """How long the process has been at work, and how much of a processor it got.

    The first turn begins with the process.
    """

    def __init__(self) -> None:
        self.began: tuple[float, float] | None = (time.monotonic(), time.process_time())

    def begin(self) -> None:
        """Start the clocks, unless they run already."""
        if self.began is None:
            self.began = time.monotonic(), time.process_time()

    def end(self) -> None:
        """Stop the clocks: a process without work cannot starve."""
        self.began = None

    def starves(self, grace: float) -> bool:
        """Whether the turn has got too little."""
        began = self.began
        if began is None:
            return False
        waited, used = time.monotonic() - began[0], time.process_time() - began[1]
        return waited > grace and used < SHARE * waited

    def watch(self, grace: float) -> None:
        """Wait until the turn starves."""
        while not self.starves(grace):
            time.sleep(grace / 8.0)
