"""Processes that are killed while they save, and forks while a fit is in flight."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from smoothbandits import load

ROOT = Path(__file__).parents[2]
SAVING = """
import os, sys
from smoothbandits import Bandit, Catalog
bandit = Bandit(Catalog(50_000), seed=1)
while True:
    bandit.learn(bandit.act(), loss=0.5)
    bandit.save(sys.argv[1])
    print(bandit.rounds, flush=True)
"""
# a kill right before or right after each call of the system that a save makes
AIMED = """
import os, signal, sys
from smoothbandits import Bandit, Catalog, files
path, name, when = sys.argv[1:]
bandit = Bandit(Catalog(50), seed=1)
bandit.learn(bandit.act(), loss=0.5)
bandit.save(path)
bandit.learn(bandit.act(), loss=0.5)
call = getattr(os, name)
def killed(*given):
    if when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    call(*given)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(os, name, killed)
bandit.save(path)
"""


def kill_at_random(path: Path, kills: int) -> int:
    """Kill a process that saves, at random moments; what was acknowledged is in the file."""
    rng, acknowledged = np.random.default_rng(7), 0
    for _ in range(kills):
        process = subprocess.Popen(
            [sys.executable, "-c", SAVING, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.05))
        process.send_signal(signal.SIGKILL)
        rest = [int(line) for line in process.stdout.read().split()]
        process.wait(30)
        process.stdout.close()
        found = load(path)
        assert found.rounds >= max(rest, default=1) and found.learned == found.rounds
        acknowledged += len(rest)
    load(path).save(path)
    assert [place.name for place in path.parent.iterdir()] == [path.name]  # no leftovers
    return acknowledged


def test_random_kills_lose_nothing_that_was_saved(tmp_path: Path) -> None:
    kill_at_random(tmp_path / "x", 4)


@pytest.mark.slow
def test_many_random_kills(tmp_path: Path) -> None:
    assert kill_at_random(tmp_path / "x", 100) > 100


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("name", ["fsync", "replace", "fchmod"])
def test_aimed_kills_leave_the_old_file_or_the_new(tmp_path: Path, name: str, when: str) -> None:
    path = tmp_path / "x"
    done = subprocess.run(
        [sys.executable, "-c", AIMED, str(path), name, when], capture_output=True, cwd=ROOT
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    found = load(path)
    assert found.rounds == (2 if (name, when) == ("replace", "after") else 1)
    found.save(path)
    assert os.listdir(tmp_path) == ["x"]


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "what", ["learning", pytest.param("deciding", marks=SLOW), pytest.param("full", marks=SLOW)]
)
def test_a_fork_with_a_fit_in_flight_fits_by_itself(what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.attack.forking_process", what],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stdout == "parent True child True\n", done.stderr
