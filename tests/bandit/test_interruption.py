"""Save, kill, load: the run goes on as if nothing had happened, bit for bit."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import load
from smoothbandits.errors import AlreadyLearned
from tests.facade import GridOracle, same_play, snapshot
from tests.inside import ledger_of
from tests.saving_process import CHUNK, KINDS, ROUNDS, begin, go_on

ROOT = Path(__file__).parents[2]


def own_parts(kind: str) -> dict[str, Any]:
    return {"oracle": GridOracle()} if kind == "own" else {}


def killed_run(kind: str, path: Path) -> None:
    """Let a process simulate and save until its third save, then end it without warning."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.saving_process", kind, str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    for _ in range(3):
        assert process.stdout.readline().strip().isdigit()
    process.send_signal(signal.SIGKILL)  # while it simulates or saves
    process.wait(30)
    process.stdout.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_run_continues_bit_for_bit(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "run.bandit"
    killed_run(kind, path)
    loaded = load(path, **own_parts(kind))
    played = loaded.rounds - 2
    assert played >= 3 * CHUNK and played % CHUNK == 0

    whole = begin(kind)
    trace = go_on(kind, whole, max(ROUNDS, played + CHUNK))
    rest = go_on(kind, loaded, len(trace) - played)
    for name in ("losses", "expected_losses", "best_losses", "actions", "bases", "explored"):
        assert getattr(rest, name).tobytes() == getattr(trace, name)[played:].tobytes(), name

    # the decisions that waited through it all are learned by id, and once
    for bandit in (whole, loaded):
        for id in ("mine", f"{ledger_of(bandit).lineage}-0"):
            bandit.learn(id, loss=0.25)
            with pytest.raises(AlreadyLearned):
                bandit.learn(id, loss=0.25)
    one, other = snapshot(whole), snapshot(loaded)
    for name in ("arrays", "loss_sum", "bits", "waiting", "gone"):
        assert one[name] == other[name], name
    assert one["counters"][1:] == other["counters"][1:]
    context = np.full(whole.context_size, 0.1) if whole.context_size else None
    assert same_play(whole.act(context), loaded.act(context))


def test_a_kill_never_spoils_the_file(tmp_path: Path) -> None:
    """Killed again and again while it writes without pause: always loadable, never half."""
    path = tmp_path / "run.bandit"
    code = (
        "import sys; from smoothbandits import Bandit, Catalog\n"
        "bandit = Bandit(Catalog(200_000), seed=1)\n"
        "while True: bandit.save(sys.argv[1]); print(1, flush=True)"
    )
    for delay in (0.0, 0.003, 0.006):
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None and process.stdout.readline() == "1\n"
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            pass
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        process.stdout.close()
        assert load(path).seed == 1
