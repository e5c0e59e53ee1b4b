"""Fits beside a live bandit: nobody waits, nothing is lost, and the run can be replayed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.bandit.fitter import Flight, attempt, hand_over
from smoothbandits.bandit.refitting import Moment, Refits, Swap
from smoothbandits.errors import AlreadyLearned, InvalidParameter
from smoothbandits.oracles.trees.boosted import BoostedOracle
from tests.facade import same_play, same_trace, state_arrays
from tests.inside import put, refits_of, states_of
from tests.interpreted import InterpretedBandit
from tests.refitting_process import ENVIRONMENT, FIRST, X, bandit, loss_of

pytest.importorskip("lightgbm")

ROOT = Path(__file__).parents[2]
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
    """Wait until the fit in flight, if any, is done; the next call swaps it in."""
    flight = refits_of(mine).flight
    assert flight is None or flight.ended.wait(120.0)


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


class Tower:
    """Fits that are handed over and land when the test says so."""

    def __init__(self) -> None:
        self.flights: list[Flight] = []
        self.asked: list[float | None] = []  # seconds that somebody was ready to wait
        self.lands_when_asked = False

    def hand_over(self, *task: Any) -> Flight:
        flight = Flight(*task)
        flight.ended = Bell(self)
        if task[0].__name__ == "fitted":
            self.flights.append(flight)
        return flight

    def land(self) -> None:
        """The one in the air."""
        flight = self.flights.pop()
        flight.outcome = attempt(*flight.task)
        flight.ended.set()


class Bell(threading.Event):
    """Waits no time: either the fit lands when somebody asks, or it is too late."""

    def __init__(self, tower: Tower) -> None:
        super().__init__()
        self.tower = tower

    def wait(self, timeout: float | None = None) -> bool:
        self.tower.asked.append(timeout)
        if self.tower.lands_when_asked:
            self.tower.land()
        return self.is_set()


@pytest.fixture
def tower(monkeypatch: pytest.MonkeyPatch) -> Tower:
    mine = Tower()
    monkeypatch.setattr("smoothbandits.bandit.refitting.hand_over", mine.hand_over)
    return mine


def same_state(one: sb.Bandit, other: sb.Bandit) -> bool:
    mine, theirs = state_arrays(one), state_arrays(other)
    return mine.keys() == theirs.keys() and all(
        mine[name].tobytes() == theirs[name].tobytes() for name in mine
    )


# ------------------------------------------------------------- the schedule, step by step


class Sheet(NamedTuple):
    """The state of a `Tally`: examples, room for them, how many were fitted with which seed."""

    kept: int = 0
    room: int = 10
    fits: tuple[tuple[int, int], ...] = ()
    moved: bool = False


class Tally:
    """As much of a refitted oracle as the schedule asks: its fits say what they were given."""

    patience = 0.0

    def __init__(self, background: bool) -> None:
        self.background = background

    def until_refit(self, state: Sheet) -> int:
        return max(0, state.room - state.kept)

    def outdated(self, state: Sheet) -> bool:
        return state.moved

    def renewed(self, state: Sheet) -> Sheet:
        return Sheet()

    def prepared(self, state: Sheet) -> None:
        pass

    def handed_over(self, state: Sheet) -> Sheet:
        return state

    def with_room(self, state: Sheet) -> Sheet:
        return state._replace(room=2 * state.kept)

    def fitted(self, state: Sheet, seed: int, threads: int = 2) -> dict[str, Any]:
        return {"fits": (*state.fits, (state.kept, seed))}


class Played:
    """A bandit with such an oracle, of which one learns what one decides."""

    def __init__(self, background: bool = True) -> None:
        self.refits = Refits(Tally(background), seed=100)
        self.state, self.learned = Sheet(), 0

    def look(self, moment: Moment) -> None:
        turn = self.refits.go_on(self.state, self.learned, self.learned, moment)
        self.state, self.refits.progress = turn.state, turn.progress

    def play(self, rounds: int) -> "Played":
        for _ in range(rounds):
            self.look("deciding")
            self.look("learning")
            self.state = self.state._replace(kept=self.state.kept + 1)
            assert self.state.kept <= self.state.room
            self.learned += 1
            self.look("learned")
        return self

    @property
    def swaps(self) -> list[tuple[int, bool]]:
        return [(swap.learned, swap.failed) for swap in self.refits.progress.swaps]


def test_fits_that_are_waited_for_come_at_once_and_draw_anew() -> None:
    mine = Played(background=False).play(45)
    assert mine.state == Sheet(45, 80, ((10, 110), (20, 120), (40, 140)))
    assert mine.swaps == [(10, False), (20, False), (40, False)]


def test_what_comes_during_a_fit_is_kept_beside_it(tower: Tower) -> None:
    mine = Played().play(13)
    assert mine.state == Sheet(13, 20) and len(tower.flights) == 1
    tower.land()
    mine.look("deciding")
    assert mine.state == Sheet(13, 20, ((10, 110),)) and mine.swaps == [(13, False)]
    assert not tower.flights and not mine.refits.busy


def test_a_fit_that_became_due_meanwhile_follows_at_once(tower: Tower) -> None:
    mine = Played().play(23)
    assert mine.state == Sheet(23, 40) and len(tower.flights) == 1
    tower.land()
    mine.look("deciding")
    assert mine.state.fits == ((10, 110),)
    assert [flight.task[1:3] for flight in tower.flights] == [(mine.state, 123)]
    tower.land()
    mine.look("learned")
    assert mine.state == Sheet(23, 40, ((10, 110), (23, 123)))
    assert mine.swaps == [(23, False), (23, False)] and not mine.refits.busy


def test_a_decision_begins_no_fit_that_copies_first(tower: Tower) -> None:
    mine = Played()
    mine.state = Sheet(10, 10)
    mine.look("deciding")
    assert not tower.flights and mine.state == Sheet(10, 10)
    mine.look("learning")
    assert len(tower.flights) == 1 and mine.state == Sheet(10, 20)


def test_a_fit_to_examples_that_were_dropped_is_forgotten(tower: Tower) -> None:
    mine = Played().play(20)
    mine.state = mine.state._replace(moved=True)
    mine.look("learning")
    assert mine.state == Sheet() and not mine.refits.busy
    tower.land()
    mine.play(10)
    assert mine.state == Sheet(10, 20) and mine.swaps == []
    tower.land()
    mine.look("learned")
    assert mine.state.fits == ((10, 130),)


def test_a_fit_in_flight_is_owed_by_what_is_loaded_and_by_a_fork(tower: Tower) -> None:
    mine, again = Played().play(12), Played()
    assert mine.refits.to_dict() == {"owed": True, "swaps": ()}
    again.refits.restore(**mine.refits.to_dict())
    again.state, again.learned = mine.state, mine.learned
    del tower.flights[:]
    assert mine.refits.flight is not None
    mine.refits.flight._owner -= 1  # as in a fork, where nobody hears of its end
    for each in (again, mine):
        each.look("deciding")
        tower.land()
        each.look("deciding")
        assert each.state.fits == ((12, 112),) and each.swaps == [(12, False)]
        assert not each.refits.busy


def test_a_script_says_when_fits_end_and_which_failed(tower: Tower) -> None:
    tower.lands_when_asked = True
    mine = Played()
    script = (Swap(15, 14), Swap(22, 22, failed=True))
    mine.refits.progress = mine.refits.progress._replace(script=script)
    mine.play(14)
    assert mine.swaps == []  # 14 were decided
    turn = mine.refits.go_on(mine.state, 15, 14, "learned")
    mine.state, mine.refits.progress = turn.state, turn.progress
    assert mine.state.fits == ((10, 110),)
    mine.play(9)
    assert mine.state == Sheet(23, 40, ((10, 110),)) and not mine.refits.busy
    assert mine.refits.progress.swaps == script and mine.refits.progress.script == ()


def test_each_fit_is_due_at_so_many_times_the_examples_of_the_last() -> None:
    oracle, due = BoostedOracle(first=FIRST, growth=1.6), [FIRST]
    for _ in DUE[1:]:
        due.append(oracle.room_after(due[-1]))
    assert due == DUE


def test_decisions_and_questions_change_to_a_new_state_together() -> None:
    mine = InterpretedBandit(sb.Catalog(3), explorer=sb.Greedy(), seed=1)
    for item in (0, 1, 2):
        mine.oracle.learn(None, item, item / 2)
    before = mine.oracle.state
    other = InterpretedBandit(sb.Catalog(3), seed=1)
    for item in (0, 1, 2):
        other.oracle.learn(None, item, 1.0 - item / 2)
    put(mine, other.oracle.state)
    assert mine.oracle.best()[0] == 2 == mine.act().action
    put(mine, before)
    assert mine.oracle.best()[0] == 0 == mine.act().action


# ------------------------------------------------------------------------- swapping in


def test_a_fit_in_the_background_gives_the_trees_of_one_that_is_waited_for() -> None:
    waiting, flying = bandit(background=False), bandit()
    play(waiting, FIRST)
    play(flying, FIRST)
    assert waiting.swaps == ((FIRST, FIRST, False),) and flying.swaps == ()
    land(flying)
    assert same_play(waiting.act(X[FIRST]), flying.act(X[FIRST]))
    assert flying.swaps == waiting.swaps and same_state(waiting, flying)


def test_what_is_learned_during_a_fit_is_kept(tower: Tower) -> None:
    mine, many = bandit(), DUE[1] + 10
    losses = [loss_of(d.context, d.action) for d in play(mine, many)]
    state = mine.oracle.state
    assert len(tower.flights) == 1 and mine.swaps == ()
    assert len(state.actions) == DUE[2]  # too slow for the second fit: its examples gather
    assert state.kept.tolist() == [many] * 2
    assert (state.contexts[:many] == X[:many]).all()
    tower.land()
    losses += [loss_of(d.context, d.action) for d in play(mine, 5)]
    assert mine.swaps == ((many, many, False),)
    assert mine.oracle.state.losses[: many + 5].tolist() == np.float32(losses).tolist()
    # the second fit began where the first ended
    assert [flight.task[1].kept.tolist() for flight in tower.flights] == [[many] * 2]


def test_a_simulation_waits_for_the_fit_in_flight_and_its_own() -> None:
    mine = bandit()
    play(mine, FIRST)
    sb.simulate(mine, ENVIRONMENT, rounds=DUE[1] - FIRST)
    assert [swap.learned for swap in mine.swaps] == [FIRST, DUE[1]]
    assert not refits_of(mine).busy


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
            again.learn(late._replace(bandit=again.name), loss=loss_of(late.context, late.action))
    assert again.swaps == mine.swaps and len(mine.swaps) >= 1
    assert same_state(again, mine)


def test_only_fits_in_the_background_follow_a_script() -> None:
    with pytest.raises(InvalidParameter, match="script"):
        bandit(background=False).follow([])


@pytest.mark.parametrize("rows", [100_000, 600], ids=["all examples", "the newest"])
def test_a_run_that_waited_for_late_fits_replays(tower: Tower, rows: int) -> None:
    """Fits end while learning waits, at a decision after that, or when others have come."""

    def fresh() -> sb.Bandit:
        mine = bandit(patience=0.5)
        object.__setattr__(mine.oracle.oracle, "memory", rows * 20)
        return mine

    mine = fresh()
    log, where = play(mine, FIRST), []
    for how in ("waited for", "decision", "later", "waited for", "decision", "waited for"):
        tower.lands_when_asked = how == "waited for"
        log += play(mine, states_of(mine).until_refit())
        if how == "later":
            log += play(mine, 10)
        if how != "waited for":
            tower.land()
            where.append((mine.rounds, mine.learned))
            log += play(mine, 5)
        else:
            where.append((mine.rounds, mine.learned))
        assert len(tower.flights) == 1
    assert [swap[:2] for swap in mine.swaps] == where
    assert (mine.oracle.state.kept[0] < mine.learned) == (rows == 600)

    again, tower.lands_when_asked = fresh(), True
    again.follow(mine.swaps)
    assert all(
        same_play(one, other) for one, other in zip(log, play(again, len(log)), strict=True)
    )
    assert again.swaps == mine.swaps and same_state(again, mine)


# ------------------------------------------------------------ losses faster than fits


def test_in_a_tight_loop_each_fit_is_swapped_in_before_the_next_begins() -> None:
    mine = bandit(patience=60.0)
    play(mine, DUE[3])
    assert len(mine.swaps) == len(DUE) - 1
    for begun, swap, due in zip(DUE, mine.swaps, DUE[1:], strict=False):
        assert begun <= swap.learned <= due and not swap.failed


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("rounds", [DUE[2], 600])
def test_learning_waits_once_for_a_fit_that_is_late(tower: Tower, many: bool, rounds: int) -> None:
    mine = bandit(patience=0.5)
    if many:
        decisions = mine.act_many(X[:rounds])
        losses = [loss_of(x, a) for x, a in zip(X, decisions.actions, strict=False)]
        mine.learn_many(decisions, losses=losses)
    else:
        play(mine, rounds)
    assert tower.asked == [0.5, 0.5]  # at 320 and at 512
    assert mine.swaps == () and mine.oracle.state.kept[0] == rounds


def test_without_patience_nobody_waits(tower: Tower) -> None:
    play(bandit(patience=0.0), 600)
    assert tower.asked == []


def test_others_decide_and_learn_while_one_waits() -> None:
    """Also in the middle of a block; what others learned of it is refused."""
    mine = bandit(patience=60.0)
    refits, landing = refits_of(mine), threading.Event()
    slow = Flight(None)
    refits.progress = refits.progress._replace(flight=slow)
    decisions = mine.act_many(X[: FIRST + 50])
    kept = [mine.act(x) for x in X[:2]]
    caught: list[Exception] = []

    def learn() -> None:
        try:
            mine.learn_many(decisions, losses=[0.5] * len(decisions))
        except AlreadyLearned as error:
            caught.append(error)
        landing.set()

    waiting = threading.Thread(target=learn)
    waiting.start()
    while mine.learned < FIRST:
        time.sleep(0.01)
    assert mine.act(X[0]).version == FIRST
    mine.learn(kept[0], loss=0.5)
    mine.learn(decisions[FIRST + 1], loss=0.5)
    assert not landing.is_set() and mine.learned == FIRST + 2
    slow.outcome = {}
    slow.ended.set()
    waiting.join(60.0)
    assert "was learned before" in str(caught[0]) and mine.learned == FIRST + 2
    assert mine.swaps[0].learned == FIRST + 2


def test_control_c_in_the_wait_loses_nothing(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = bandit(patience=0.5)
    play(mine, DUE[1] - 1)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Bell, "wait", interrupted)
        play(mine, 1)
    assert mine.learned == DUE[1] and not mine.waiting
    play(mine, 20)
    assert (mine.oracle.state.contexts[: DUE[1] + 20] == X[: DUE[1] + 20]).all()


# ----------------------------------------------------------------------------- threads


def test_four_threads_through_three_fits_lose_nothing() -> None:
    mine, gate, failures = bandit(), threading.Barrier(4), []
    logs: list[list[Any]] = [[], [], [], []]
    end = time.monotonic() + 240.0

    def worker(me: int) -> None:
        contexts = np.random.default_rng(me)  # on a busy machine fits take any number of rounds
        gate.wait()
        try:
            while len(mine.swaps) < 3 and time.monotonic() < end:
                decision = mine.act(np.float64(contexts.random(3, dtype=np.float32)))
                logs[me].append(decision)
                mine.learn(decision.id, loss=loss_of(decision.context, decision.action))
                time.sleep(0.004 if len(logs[me]) < 1_000 else 0.1)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=worker, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    decisions = sorted((d for log in logs for d in log), key=lambda d: d.number)
    total, state = len(decisions), mine.oracle.state
    assert not failures and len(mine.swaps) >= 3
    assert [d.number for d in decisions] == list(range(total))
    assert mine.rounds == mine.learned == total and not mine.waiting
    assert state.kept.tolist() == [total, total]
    # each decision was learned once, with its own loss
    by_context = {d.context.tobytes(): d for d in decisions}
    order = [by_context.pop(np.float64(row).tobytes()) for row in state.contexts[:total]]
    assert not by_context
    assert (state.actions[:total] == np.float32([d.point for d in order])).all()
    losses = [loss_of(d.context, d.action) for d in order]
    assert state.losses[:total].tolist() == np.float32(losses).tolist()

    # replay: decisions by number, each after as many losses as its version says
    again = bandit()
    again.follow(mine.swaps)

    def learn_until(version: int) -> None:
        for i in range(again.learned, version):
            again.learn(order[i]._replace(bandit=again.name), loss=losses[i])

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
        patched.setattr("smoothbandits.oracles.trees.boosted.boost", interrupted)
        sb.simulate(mine, ENVIRONMENT, rounds=400)
    assert mine.rounds == mine.learned == FIRST and mine.swaps == ()
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


def test_saved_in_flight_the_fit_is_handed_over_again(tower: Tower, tmp_path: Path) -> None:
    mine = bandit()
    play(mine, FIRST + 30)
    mine.save(tmp_path / "b.bandit")
    again = sb.load(tmp_path / "b.bandit")
    assert again.oracle.state.kept.tolist() == [FIRST + 30] * 2
    assert same_state(again, mine)
    del tower.flights[:]
    again.act(X[0])
    tower.land()
    again.act(X[0])
    assert [swap.failed for swap in again.swaps] == [False] and again.learned == FIRST + 30


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
    os.kill(fitting, signal.SIGCONT)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    process.stdout.close()
    assert ends(fitting)
    again = sb.load(path)
    assert again.learned == again.oracle.state.kept[0] == learned > FIRST
    play(again, 5)
    land(again)
    play(again, 5)
    assert len(again.swaps) == 1
    assert (again.oracle.state.contexts[: learned + 10] == X[: learned + 10]).all()


# ------------------------------------------------------------------------------ the end


@posix
def test_a_fork_fits_anew(tmp_path: Path) -> None:
    """The fork, and its parent all the same."""
    process = subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore::DeprecationWarning",
            "-m",
            "tests.refitting_process",
            str(tmp_path / "b"),
            "fork",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    first, *rest = process.stdout.splitlines()
    assert rest == ["swapped", "swapped"] and process.stderr == ""
    assert ends(int(first.split()[0]))


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
        patched.setattr("smoothbandits.oracles.trees.boosted.boost", broken)
        with pytest.warns(RuntimeWarning, match="a fit failed .ValueError: no luck") as told:
            play(mine, FIRST + 20)
    assert len(told) == 1 and mine.swaps == ((FIRST, FIRST, True),)
    play(mine, DUE[1] - FIRST - 20)
    assert mine.swaps[1] == (DUE[1], DUE[1], False)
    assert (mine.oracle.state.contexts[: DUE[1]] == X[: DUE[1]]).all()


def broken(*parts: Any) -> Any:
    raise ValueError("no luck")


@posix
def test_a_process_that_is_killed_is_a_fit_that_fails() -> None:
    mine = bandit()
    play(mine, FIRST - 1)
    fitting = hand_over(os.getpid)
    assert fitting.ended.wait(100.0)
    os.kill(fitting.outcome, signal.SIGSTOP)
    play(mine, 1)
    os.kill(fitting.outcome, signal.SIGKILL)
    land(mine)
    with pytest.warns(RuntimeWarning, match="ended with code -9"):
        play(mine, 1)
    play(mine, DUE[1] - FIRST - 1)
    land(mine)
    play(mine, 1)
    assert [swap.failed for swap in mine.swaps] == [True, False]
    assert mine.oracle.state.kept[0] == DUE[1] + 1


def test_the_parameter_is_saved(tmp_path: Path) -> None:
    bandit().save(tmp_path / "b.bandit")
    oracle = sb.load(tmp_path / "b.bandit").oracle.oracle
    assert isinstance(oracle, BoostedOracle) and oracle.background


def test_simulations_are_the_same_with_and_without_a_background() -> None:
    one = sb.simulate(bandit(), ENVIRONMENT, rounds=400)
    assert same_trace(one, sb.simulate(bandit(background=False), ENVIRONMENT, rounds=400))
