"""The process that fits: one for all, warm, replaced when it is killed or starves."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smoothbandits.bandit import fitter as module
from smoothbandits.bandit.fitter import Fitter, Flight, Turn

posix = pytest.mark.skipif(os.name != "posix", reason="signals and process tables of POSIX")


@pytest.fixture
def fitter() -> Iterator[Fitter]:
    mine = Fitter()
    yield mine
    mine.close()


def outcome(fitter: Fitter, *task: Any) -> Any:
    flight = Flight(*task)
    fitter.take(flight)
    assert flight.ended.wait(100.0)
    return flight.outcome


def soon(holds: Any) -> bool:
    for _ in range(1000):
        if holds():
            return True
        time.sleep(0.02)
    return False


def test_the_process_stays_for_the_next_call(fitter: Fitter) -> None:
    pid = outcome(fitter, os.getpid)
    assert pid != os.getpid() and outcome(fitter, os.getpid) == pid
    assert outcome(fitter, divmod, 7, 0).startswith("ZeroDivisionError")
    assert outcome(fitter, os.getpid) == pid


def test_prints_do_not_get_into_the_answer(fitter: Fitter) -> None:
    assert outcome(fitter, os.write, 1, b"noise\n") == 6


def test_large_calls_and_answers_pass(fitter: Fitter) -> None:
    assert outcome(fitter, bytes.upper, b"a" * 3_000_000) == b"A" * 3_000_000


@posix
def test_killed_while_it_waits_nobody_notices(fitter: Fitter) -> None:
    pid = outcome(fitter, os.getpid)
    os.kill(pid, signal.SIGKILL)
    process = fitter.process
    assert process is not None and soon(lambda: process.poll() is not None)
    assert outcome(fitter, os.getpid) not in (pid, os.getpid())


@posix
def test_killed_at_work_it_says_so_and_the_next_call_gets_another(fitter: Fitter) -> None:
    assert outcome(fitter, exec, "import os; os.kill(os.getpid(), 9)").endswith(
        "ended with code -9"
    )
    assert isinstance(outcome(fitter, os.getpid), int)


@posix
def test_what_nobody_wants_any_more_is_left_out(fitter: Fitter, tmp_path: Path) -> None:
    pid = outcome(fitter, os.getpid)
    os.kill(pid, signal.SIGSTOP)
    first, dropped = Flight(os.getpid), Flight(os.mkdir, str(tmp_path / "made"))
    fitter.take(first)
    fitter.take(dropped)
    del dropped
    gc.collect()
    os.kill(pid, signal.SIGCONT)
    outcome(fitter, os.getpid)
    assert first.ended.is_set() and not (tmp_path / "made").exists()


def test_idle_it_ends_and_begins_again(fitter: Fitter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IDLE", 0.05)
    pid = outcome(fitter, os.getpid)
    assert soon(lambda: fitter.process is None)
    assert outcome(fitter, os.getpid) != pid


# ----------------------------------------------------------------------------- starving


def test_a_turn_starves_that_gets_no_processor() -> None:
    turn = Turn()
    time.sleep(0.3)
    assert turn.starves(0.2) and not turn.starves(100.0)
    turn.end()
    assert not turn.starves(0.2)


def test_a_turn_starves_by_the_share_of_a_processor_that_it_gets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Clocks that the test sets: seconds that passed, and those at work."""
    now = [0.0, 0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(module.time, "process_time", lambda: now[1])
    turn = Turn()
    for passed, worked, starves in ((1.9, 0.0, False), (2.1, 0.5, True), (40.0, 11.0, False)):
        now[:] = passed, worked
        assert turn.starves(2.0) is starves
    turn.end()
    now[0] = 100.0
    assert not turn.starves(2.0)  # idle
    turn.begin()
    now[0] = 101.0
    turn.begin()  # it has begun already
    now[0] = 102.5
    assert turn.starves(2.0)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="priorities of POSIX")
def test_fits_have_the_lowest_priority_at_first(
    fitter: Fitter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GRACE", 1000.0)  # however busy the machine is
    found = outcome(fitter, os.getpriority, os.PRIO_PROCESS, 0)
    assert found == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 19)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no processor to crowd")
def test_a_call_that_starves_is_done_at_a_higher_priority(
    fitter: Fitter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three busy processes on the only processor that it may use."""
    monkeypatch.setattr(module, "GRACE", 0.5)
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})  # children too
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        began = time.monotonic()
        assert outcome(fitter, exec, BURN) is None
        took = time.monotonic() - began
        raised = outcome(fitter, os.getpriority, os.PRIO_PROCESS, 0)
    finally:
        os.sched_setaffinity(0, allowed)
        for process in busy:
            process.kill()
            process.wait()
    assert raised < min(19, os.getpriority(os.PRIO_PROCESS, 0) + 19)
    assert took < 60.0


BURN = """
import time
while time.process_time() < 1.0: pass
"""
