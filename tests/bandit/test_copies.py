"""Several copies of one bandit: names, replicas, and files that others changed."""

import io
import os
import stat
from pathlib import Path

import numpy as np
import pytest

from smoothbandits import (
    Anytime,
    Bandit,
    Catalog,
    FunctionEnvironment,
    Interval,
    RandomPlay,
    SmoothIGW,
    from_bytes,
    load,
    simulate,
)
from smoothbandits.errors import (
    AlreadyLearned,
    ChangedFile,
    ForeignDecision,
    InvalidParameter,
    NotAFile,
    UnknownDecision,
)
from tests.facade import same_play, snapshot
from tests.inside import ledger_of
from tests.interpreted import InterpretedBandit


def learner(**given: object) -> Bandit:
    policy = {} if "explorer" in given else {"policy": "fast"}
    bandit = Bandit(Interval(0.0, 1.0), context_size=1, seed=3, **policy, **given)
    for i in range(5):
        bandit.learn(bandit.act([i / 5]), loss=0.4)
    bandit.act([0.5], id="waits")
    return bandit


def test_copies_decide_alike_under_names_of_their_own() -> None:
    saved = learner().to_bytes()
    one, other = from_bytes(saved), from_bytes(saved)
    mine, theirs = one.act([0.3]), other.act([0.3])
    assert same_play(mine, theirs) and mine.id != theirs.id
    before = snapshot(one)
    for decision in (theirs, theirs.id, [theirs]):
        with pytest.raises(ForeignDecision, match=f"another copy of this bandit .{other.name}"):
            one.learn_many(decision, losses=[0.5]) if isinstance(decision, list) else one.learn(
                decision, loss=0.5
            )
    with pytest.raises(ForeignDecision, match="another copy"):
        one.learn_many(other.act_many([[0.1]] * 3), losses=[0.5] * 3)
    assert snapshot(one) == before
    one.learn("waits", loss=0.1)  # late outcomes of decisions from before the save
    one.learn(mine.id, loss=0.2)
    again = from_bytes(one.to_bytes())
    with pytest.raises(AlreadyLearned):
        again.learn(mine, loss=0.2)
    assert [run.first for run in ledger_of(again).runs] == [0, 6, 7]


def test_simulated_rounds_of_a_replica_are_those_that_it_would_play() -> None:
    saved = learner().to_bytes()

    def loss(context: object, action: float) -> float:
        return abs(action - 0.3)

    environment = FunctionEnvironment(loss, context_size=1, sampler=lambda _: [0.5])
    played = {}
    for replica in (None, 1, 2):
        live, simulated = (from_bytes(saved, replica=replica) for _ in range(2))
        played[replica] = simulate(simulated, environment, rounds=8).actions.tolist()
        by_hand = []
        for _ in range(8):
            decision = live.act([0.5])
            live.learn(decision, loss=loss(None, decision.action))
            by_hand.append(decision.action)
        assert played[replica] == by_hand
    assert played[None] != played[1] != played[2]


def test_a_decision_of_a_run_that_was_lost_is_refused() -> None:
    bandit = learner()
    copy = from_bytes(bandit.to_bytes())
    lost, double = bandit.act([0.3]), copy.act([0.9])
    before = snapshot(copy)
    with pytest.raises(ForeignDecision, match="made after this bandit was saved|another copy"):
        copy.learn(lost, loss=0.5)
    assert snapshot(copy) == before
    copy.learn(double, loss=0.5)


def test_replicas_draw_differently_and_one_learner_learns_from_all() -> None:
    bandit = learner()
    saved = bandit.to_bytes()
    replicas = [from_bytes(saved, replica=k) for k in range(4)]
    logs = [[replica.act([0.3]) for _ in range(6)] for replica in replicas]
    assert len({decision.key for log in logs for decision in log}) == 24
    assert len({decision.id for log in logs for decision in log}) == 24
    assert [d.number for d in logs[0]] == list(range(6, 12))  # t goes on from the version's
    assert ".r2.6." in logs[2][0].id
    rounds, learned = bandit.rounds, bandit.learned
    for log in logs:
        for decision in log:
            bandit.learn(decision, loss=0.3)
            with pytest.raises(AlreadyLearned):
                bandit.learn(decision, loss=0.3)
    assert bandit.learned == learned + 24 and bandit.rounds == rounds + 24
    with pytest.raises(UnknownDecision, match="a replica made it"):
        bandit.learn(replicas[0].act([0.1]).id, loss=0.1)
    with pytest.raises(ForeignDecision):
        replicas[0].learn(replicas[1].act([0.1]), loss=0.1)
    again = from_bytes(bandit.to_bytes())
    with pytest.raises(AlreadyLearned):
        again.learn(logs[1][3], loss=0.3)
    again.learn(replicas[2].act([0.2]), loss=0.3)
    later = from_bytes(bandit.to_bytes(), replica=1)
    assert later.act([0.2]).number == rounds + 24


def test_a_replica_explores_by_the_count_of_its_version_and_its_own() -> None:
    bandit = learner(explorer=SmoothIGW(h=0.5, gamma=Anytime(constant=2.0)))
    one, copy = from_bytes(bandit.to_bytes(), replica=4), from_bytes(bandit.to_bytes())
    mine, theirs = ([who.act([0.3]).gamma for _ in range(3)] for who in (one, copy))
    assert mine == theirs == sorted(set(theirs))
    bandit.learn(one.act([0.1]), loss=0.2)
    later = from_bytes(bandit.to_bytes(), replica=4)
    assert later.act([0.3]).gamma == mine[1]  # one more was decided in this version


def test_blocks_of_replicas_are_learned_once() -> None:
    bandit = learner()
    replica = from_bytes(bandit.to_bytes(), replica=7)
    block = replica.act_many([[0.1]] * 20)
    bandit.learn_many(block, losses=[0.5] * 20)
    with pytest.raises(AlreadyLearned):
        bandit.learn(block[3], loss=0.5)
    with pytest.raises(AlreadyLearned):
        bandit.learn_many(list(block), losses=[0.5] * 20)
    assert bandit.rounds == 26 and ledger_of(bandit).own.learned(25)


def test_what_replicas_taught_is_counted_here_too() -> None:
    """Item by item, and saved; replicas draw differently."""
    bandit = InterpretedBandit(Catalog(50), explorer=RandomPlay(), seed=1)
    for _ in range(3):
        bandit.learn(bandit.act(), loss=0.5)
    replicas = [from_bytes(bandit.to_bytes(), replica=k, engine="python") for k in (1, 2)]
    blocks = [replica.act_many(20) for replica in replicas]
    assert blocks[0].actions.tolist() != blocks[1].actions.tolist()
    for block in blocks:
        bandit.learn_many(list(block), losses=[0.5] * 20)
        with pytest.raises(AlreadyLearned):
            bandit.learn_many(list(block), losses=[0.5] * 20)
        with pytest.raises(AlreadyLearned):
            bandit.learn(block[7], loss=0.5)
    assert bandit.rounds == bandit.learned == 43 == ledger_of(bandit).own.count()
    again = from_bytes(bandit.to_bytes(), engine="python")
    with pytest.raises(AlreadyLearned):
        again.learn(blocks[1][19], loss=0.5)
    assert again.act().number == 43


def test_a_replica_goes_on_bit_for_bit() -> None:
    replica = from_bytes(learner().to_bytes(), replica=2)
    replica.learn(replica.act([0.2]), loss=0.7)
    again = from_bytes(replica.to_bytes())
    assert same_play(replica.act([0.4]), again.act([0.4])) and ".r2." in again.name
    for bad in (-1, 1.5, True, 2**32, "1"):
        with pytest.raises(InvalidParameter, match="replica is"):
            from_bytes(replica.to_bytes(), replica=bad)


# ----------------------------------------------------------------------------------- files


def test_a_file_that_another_process_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.bandit"
    learner().save(path)
    one, other = load(path), load(path)
    one.act([0.1])
    one.save(path)
    one.save(path)  # its own file
    content = path.read_bytes()
    with pytest.raises(ChangedFile, match="overwrite=True"):
        other.save(path)
    assert path.read_bytes() == content and list(tmp_path.iterdir()) == [path]
    other.save(tmp_path / "y.bandit")
    other.save(path, overwrite=True)
    other.save(path)
    path.unlink()
    other.save(path)


def test_binary_files_and_bytes() -> None:
    bandit, file = learner(), io.BytesIO()
    bandit.save(file)
    file.seek(0)
    assert snapshot(load(file)) == snapshot(bandit) == snapshot(from_bytes(bandit.to_bytes()))
    for wrong in (3, None, [], io.StringIO()):
        with pytest.raises(InvalidParameter):
            bandit.save(wrong)
        with pytest.raises(InvalidParameter):
            load(wrong)
        with pytest.raises(InvalidParameter):
            from_bytes(wrong)


def test_mode_and_owner_stay(tmp_path: Path) -> None:
    path, bandit = tmp_path / "x", Bandit(Catalog(3))
    bandit.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    owner = (1234, 4321) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(path, *owner)
    bandit.save(path, overwrite=True)
    found = path.stat()
    assert stat.S_IMODE(found.st_mode) == 0o640 and (found.st_uid, found.st_gid) == owner


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "x")
    Bandit(Catalog(3), seed=1).save(tmp_path / "link")
    load(tmp_path / "link").save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and load(tmp_path / "there" / "x").seed == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "there"]


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(NotAFile, match="give the name of a file"):
            Bandit(Catalog(3)).save(path)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_leftovers_of_killed_saves_are_removed(tmp_path: Path) -> None:
    import fcntl

    path = tmp_path / "x"
    left, held, other = (
        tmp_path / f".{name}" for name in ("x." + "0a" * 6, "x." + "1b" * 6, "y.1")
    )
    for place in (left, held, other):
        place.write_bytes(b"half")
    with held.open("rb") as file:  # as a process does that saves now
        fcntl.flock(file, fcntl.LOCK_EX)
        Bandit(Catalog(3)).save(path)
    assert sorted(tmp_path.iterdir()) == sorted([path, held, other])


def test_contexts_come_back(tmp_path: Path) -> None:
    bandit = learner()
    again = from_bytes(bandit.to_bytes())
    (there,) = again.waiting
    assert there.context.tolist() == [0.5] and not there.context.flags.writeable
    assert np.array_equal(there.context, bandit.waiting[0].context)
