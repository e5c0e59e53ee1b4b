"""Fits beside a live bandit: nobody waits, nothing is lost, and the run can be replayed."""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles.boosted import BoostedOracle
from tests.facade import same_play, same_trace, state_arrays
from tests.refitting_process import ENVIRONMENT, FIRST, X, bandit, loss_of

pytest.importorskip("lightgbm")

ROOT = Path(__file__).parents[1]
DUE = [FIRST, 320, 512, 820]  # each 1.6 times the one before
posix = pytest.mark.skipif(os.name != "posix", reason="signals and process tables of POSIX")


def play(mine: sb.Bandit, rounds: int) -> list[Any]:
    """Decide and learn one after the other; the log."""
    log = []
    for i in range(mine.rounds, mine.rounds + rounds):
        decision = mine.act(X[i])
        mine.learn(decision, loss=loss_of(X[i], decision.action))
        log.append(decision)
    return log


def land(mine: sb.Bandit) -> None:
    """Wait until the fit in flight is done; the next call swaps it in."""
    assert mine._core.refits.flight.ended.wait(120.0)


def running(pid: int) -> bool:
    """Whether a process runs; one that ended but was not asked for its code does not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return listed.stdout.strip()[:1] not in ("", "Z")


def ends(pid: int) -> bool:
    """Whether a process ends soon."""
    for _ in range(200):
        if not running(pid):
            return True
        time.sleep(0.05)
    return False


def process_of(mine: sb.Bandit) -> int:
    """Id of the process that fits."""
    for _ in range(200):
        process = mine._core.refits.flight._work.process
        if process is not None:
            return process.pid
        time.sleep(0.02)
    raise AssertionError("the process never started")


def same_state(one: sb.Bandit, other: sb.Bandit) -> bool:
    mine, theirs = state_arrays(one), state_arrays(other)
    return mine.keys() == theirs.keys() and all(
        mine[name].tobytes() == theirs[name].tobytes() for name in mine
    )


# ------------------------------------------------------------------------- swapping in


def test_a_fit_in_the_background_gives_the_trees_of_one_that_is_waited_for() -> None:
    waiting, flying = bandit(background=False), bandit()
    play(waiting, FIRST)
    play(flying, FIRST)
    assert waiting.swaps == ((FIRST, FIRST, False),) and flying.swaps == ()
    land(flying)
    assert same_play(waiting.act(X[FIRST]), flying.act(X[FIRST]))
    assert flying.swaps == waiting.swaps and same_state(waiting, flying)


def test_what_is_learned_during_a_fit_is_kept() -> None:
    mine = bandit()
    losses = [loss_of(d.context, d.action) for d in play(mine, DUE[1] + 10)]
    state = mine._core.oracle
    assert mine._core.refits.flight is not None and mine.swaps == ()
    assert len(state.actions) == DUE[2]  # too slow for the second fit: its examples gather
    assert state.kept.tolist() == [DUE[1] + 10] * 2
    assert (state.contexts[: DUE[1] + 10] == X[: DUE[1] + 10]).all()
    land(mine)
    losses += [loss_of(d.context, d.action) for d in play(mine, 5)]
    assert mine.swaps == ((DUE[1] + 10, DUE[1] + 10, False),)
    assert mine._core.oracle.losses[: DUE[1] + 15].tolist() == losses


def test_a_simulation_waits_for_the_fit_in_flight_and_its_own() -> None:
    mine = bandit()
    play(mine, FIRST)
    sb.simulate(mine, ENVIRONMENT, rounds=DUE[1] - FIRST)
    assert [swap.learned for swap in mine.swaps] == [FIRST, DUE[1]]
    assert not mine._core.refits.busy


# ------------------------------------------------------------------------------ replay


@pytest.mark.parametrize("background", [False, True], ids=["waited for", "background"])
def test_a_log_replays_the_run(background: bool) -> None:
    """Losses come three late; fits end where they happen to."""
    mine, log, waiting = bandit(background=background), [], []
    for i in range(600):
        log.append(json.dumps(mine.act(X[i]).to_dict()))
        waiting.append(i)
        if len(waiting) > 3:
            late = sb.Decision.from_dict(json.loads(log[waiting.pop(0)]))
            mine.learn(late, loss=loss_of(late.context, late.action))
        if i == 250 and background:
            land(mine)
    again = bandit(background=background)
    if background:
        again.follow(mine.swaps)
    decisions = [sb.Decision.from_dict(json.loads(text)) for text in log]
    for i, decision in enumerate(decisions):
        assert same_play(again.act(decision.context), decision)
        if i >= 3:
            late = decisions[i - 3]
            again.learn(late._replace(bandit=again._id), loss=loss_of(late.context, late.action))
    assert again.swaps == mine.swaps and len(mine.swaps) >= 1
    assert same_state(again, mine)


def test_only_fits_in_the_background_follow_a_script() -> None:
    with pytest.raises(InvalidParameter, match="script"):
        bandit(background=False).follow([])


# ----------------------------------------------------------------------------- threads


def test_four_threads_through_three_fits_lose_nothing() -> None:
    mine, gate, failures = bandit(), threading.Barrier(4), []
    logs: list[list[Any]] = [[], [], [], []]
    end = time.monotonic() + 240.0

    def worker(me: int) -> None:
        gate.wait()
        try:
            while len(mine.swaps) < 3 and time.monotonic() < end:
                decision = mine.act(X[4 * len(logs[me]) + me])
                logs[me].append(decision)
                mine.learn(decision.id, loss=loss_of(decision.context, decision.action))
                time.sleep(0.004)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=worker, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    decisions = sorted((d for log in logs for d in log), key=lambda d: d.number)
    total, state = len(decisions), mine._core.oracle
    assert not failures and len(mine.swaps) >= 3
    assert [d.number for d in decisions] == list(range(total))
    assert mine.rounds == mine._learned == total and not mine._ledger.pending
    assert state.kept.tolist() == [total, total]
    # each decision was learned once, with its own loss
    by_context = {d.context.tobytes(): d for d in decisions}
    order = [by_context.pop(row.tobytes()) for row in state.contexts[:total]]
    assert not by_context
    assert state.actions[:total].tolist() == [list(d.point) for d in order]
    losses = [loss_of(d.context, d.action) for d in order]
    assert state.losses[:total].tolist() == losses

    # replay: decisions by number, each after as many losses as its version says
    again = bandit()
    again.follow(mine.swaps)

    def learn_until(version: int) -> None:
        for i in range(again._learned, version):
            again.learn(order[i]._replace(bandit=again._id), loss=losses[i])

    for decision in decisions:
        learn_until(decision.version)
        assert same_play(again.act(decision.context), decision)
    learn_until(total)
    assert again.swaps == mine.swaps


# ---------------------------------------------------------------------- save, kill, load


def test_saved_when_a_fit_is_due_or_just_done_the_trace_is_the_same(tmp_path: Path) -> None:
    whole = sb.simulate(bandit(background=False), ENVIRONMENT, rounds=600)
    for rounds in (FIRST - 1, FIRST, FIRST + 1):
        mine = bandit(background=False)
        sb.simulate(mine, ENVIRONMENT, rounds=rounds)
        mine.save(tmp_path / "b.bandit")
        again = sb.load(tmp_path / "b.bandit")
        assert again.swaps == mine.swaps
        rest = sb.simulate(again, ENVIRONMENT, rounds=600 - rounds)
        assert (rest.actions == whole.actions[rounds:]).all()
        assert (rest.losses == whole.losses[rounds:]).all()


@pytest.mark.parametrize("saved", [False, True])
def test_an_interrupted_fit_is_made_up_for(
    saved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control-C in a fit that is waited for: the next round fits first, from the same examples."""
    whole, mine = bandit(background=False), bandit(background=False)
    expected = sb.simulate(whole, ENVIRONMENT, rounds=400)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("smoothbandits.oracles.boosted.fit", interrupted)
        sb.simulate(mine, ENVIRONMENT, rounds=400)
    assert mine.rounds == mine._learned == FIRST and mine.swaps == ()
    if saved:
        mine.save(tmp_path / "b.bandit")
        mine = sb.load(tmp_path / "b.bandit")
    log = play(mine, 20)
    assert [d.action for d in log] == expected.actions[FIRST : FIRST + 20].tolist()
    rest = sb.simulate(mine, ENVIRONMENT, rounds=400 - FIRST - 20)
    assert (rest.actions == expected.actions[FIRST + 20 :]).all()
    assert mine.swaps == whole.swaps


def interrupted(*parts: Any) -> Any:
    raise KeyboardInterrupt


def test_saved_in_flight_the_fit_is_handed_over_again(tmp_path: Path) -> None:
    mine = bandit()
    play(mine, FIRST + 30)
    assert mine._core.refits.flight is not None
    mine.save(tmp_path / "b.bandit")
    again = sb.load(tmp_path / "b.bandit")
    assert again._core.oracle.kept.tolist() == [FIRST + 30] * 2
    assert same_state(again, mine)
    again.act(X[0])
    land(again)
    again.act(X[0])
    assert [swap.failed for swap in again.swaps] == [False] and again._learned == FIRST + 30


@posix
def test_killed_in_flight_the_last_save_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "b.bandit"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.refitting_process", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    fitting, learned = map(int, process.stdout.readline().split())
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    process.stdout.close()
    assert ends(fitting)
    again = sb.load(path)
    assert again._learned == again._core.oracle.kept[0] == learned > FIRST
    play(again, 5)
    land(again)
    play(again, 5)
    assert len(again.swaps) == 1
    assert (again._core.oracle.contexts[: learned + 10] == X[: learned + 10]).all()


# ------------------------------------------------------------------------------ the end


@posix
def test_a_bandit_that_is_dropped_takes_its_process_with_it() -> None:
    mine = bandit()
    play(mine, FIRST)
    fitting = process_of(mine)
    assert running(fitting)
    del mine
    gc.collect()
    assert ends(fitting)


@posix
@pytest.mark.parametrize("how", ["exit", "control-C"])
def test_no_process_outlives_the_interpreter(how: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.refitting_process", str(tmp_path / "b"), how],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert process.stdout is not None
    fitting = int(process.stdout.readline().split()[0])
    if how == "control-C":
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, errors = process.communicate(timeout=30)
    assert ends(fitting)
    assert "Fatal" not in errors and ("KeyboardInterrupt" in errors) == (how == "control-C")


def test_a_fit_that_fails_is_told_once_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = bandit(background=False)
    with monkeypatch.context() as patched:
        patched.setattr("smoothbandits.oracles.boosted.fit", broken)
        with pytest.warns(RuntimeWarning, match="a fit failed .ValueError: no luck") as told:
            play(mine, FIRST + 20)
    assert len(told) == 1 and mine.swaps == ((FIRST, FIRST, True),)
    play(mine, DUE[1] - FIRST - 20)
    assert mine.swaps[1] == (DUE[1], DUE[1], False)
    assert (mine._core.oracle.contexts[: DUE[1]] == X[: DUE[1]]).all()


def broken(*parts: Any) -> Any:
    raise ValueError("no luck")


@posix
def test_a_process_that_is_killed_is_a_fit_that_fails() -> None:
    mine = bandit()
    play(mine, FIRST)
    os.kill(process_of(mine), signal.SIGKILL)
    land(mine)
    with pytest.warns(RuntimeWarning, match="ended with code -9"):
        play(mine, 1)
    play(mine, DUE[1] - FIRST - 1)
    land(mine)
    play(mine, 1)
    assert [swap.failed for swap in mine.swaps] == [True, False]
    assert mine._core.oracle.kept[0] == DUE[1] + 1


def test_the_parameter_is_saved(tmp_path: Path) -> None:
    bandit().save(tmp_path / "b.bandit")
    oracle = sb.load(tmp_path / "b.bandit").oracle.oracle
    assert isinstance(oracle, BoostedOracle) and oracle.background


def test_simulations_are_the_same_with_and_without_a_background() -> None:
    one = sb.simulate(bandit(), ENVIRONMENT, rounds=400)
    assert same_trace(one, sb.simulate(bandit(background=False), ENVIRONMENT, rounds=400))
