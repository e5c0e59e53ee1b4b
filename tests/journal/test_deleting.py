"""A person is deleted: no byte is left, and the bandit is one that never learned of them."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import Bandit, BoostedOracle, Interval, Journal, errors
from tests.interpreted import InterpretedBandit
from tests.journal.test_replay import check
from tests.journal.test_windows import DAY, Clock

ADA = "Ada Lovelace of St James's Square"


def same_states(one: Bandit, two: Bandit) -> bool:
    arrays, others = one.state_arrays(), two.state_arrays()
    return arrays.keys() == others.keys() and all(
        np.array_equal(arrays[name], others[name], equal_nan=True) for name in arrays
    )


def bytes_of(folder: Path) -> bytes:
    """All that lies in a folder."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


@pytest.mark.parametrize("trees", [False, True])
def test_no_trace_is_left(tmp_path: Path, trees: bool) -> None:
    """The bytes, the log, and the model: that of a bandit that was told of the others alone."""
    rng = np.random.default_rng(1)
    oracle = BoostedOracle(first=12, trees=3, leaves=4, background=False) if trees else None
    made: dict[str, Any] = {"oracle": oracle, "context_size": 2, "seed": 4, "drift": None}
    if not trees:
        made |= {"oracle": None, "policy": "fast"}
    twin = InterpretedBandit(Interval(0.0, 1.0), **made)
    marks = []
    with Journal(tmp_path / "x.db", snapshot_every=15) as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), **made, journal=journal)
        for i in range(40):
            context, loss = rng.random(2), float(rng.random())
            hers = i % 5 == 1
            person = ADA if hers else f"person {i}" if i % 2 else None
            decision = bandit.act(context, id=f"{person}'s {i}", person=person)
            if hers:
                marks.append(context.tobytes())
            if i != 6:
                bandit.learn(decision, loss=loss)
            if not hers and i != 6:
                twin._learner.counts = twin._learner.counts._replace(decided=i + 1)
                twin.learn(renamed(decision, twin), loss=loss)
        journal.sync()
        before = journal.store.last()
        assert ADA.encode() in bytes_of(tmp_path) and marks[0] in bytes_of(tmp_path)
        done = journal.delete(ADA)
        assert (done.decisions, done.learned) == (8, 7)
        assert bandit.rounds == 40 and bandit.learned == 32 and same_states(bandit, twin)
        content = bytes_of(tmp_path)
        assert ADA.encode() not in content and not any(mark in content for mark in marks)
        assert b"person 3" in content
        frame = journal.to_frame()
        assert len(frame) == 32 and ADA not in frame["person"].to_list()
        with pytest.raises(errors.UnknownDecision):
            bandit.learn(f"{ADA}'s 6", loss=0.5)
        with pytest.raises(errors.InvalidParameter, match="no longer"):
            journal.replayed(before)
        bandit.learn(bandit.act([0.1, 0.2], person=ADA), loss=0.5)
        assert journal.replayed(engine="python").to_bytes() == bandit.to_bytes()
    with Journal(tmp_path / "x.db") as journal:
        again = journal.bandit(engine="python")
        assert same_states(again, bandit)
        assert journal.delete("nobody").decisions == 0
        assert journal.delete(ADA).learned == 1 and same_states(again, twin)


def renamed(decision: Any, twin: Bandit) -> Any:
    """The decision as one of another bandit's own."""
    return decision._replace(bandit=twin.name, id=f"{twin.name}-{decision.number}")


def test_a_level_that_only_one_person_had_loses_its_name(tmp_path: Path) -> None:
    """Places of later levels stay, because rows depend on them."""
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(
            Interval(0.0, 1.0), context={"job": "category"}, policy="fast", journal=journal
        )
        jobs = [("cook", None), ("countess of", ADA), ("cook", ADA), ("smith", None)]
        rows = []
        for job, person in jobs:
            decision = bandit.act({"job": job}, person=person)
            rows.append(decision.encoded)
            bandit.learn(decision, loss=0.5)
        journal.delete(ADA)
        assert b"countess of" not in bytes_of(tmp_path)
        assert [level for _, level in bandit._contexts.to_list()][::2] == ["cook", "smith"]
        for (job, _), row in list(zip(jobs, rows, strict=True))[::3]:
            seen = bandit.act({"job": job}).encoded
            assert seen is not None and np.array_equal(seen, row, equal_nan=True)
        assert journal.replayed(engine="python").to_bytes() == bandit.to_bytes()


def test_windows_and_persons(tmp_path: Path) -> None:
    """Released together with others, and outcomes that wait."""
    clock = Clock()
    with Journal(tmp_path / "x.db", clock=clock, window=DAY, missing_loss=1.0) as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", journal=journal)
        for i in range(6):
            bandit.act(id=i, person=ADA if i % 2 else None)
        journal.outcome(1, loss=0.3)
        clock.now += 2 * DAY
        assert journal.release() == 6
        bandit.act(id=6, person=ADA)
        journal.outcome(6, loss=0.3)
        assert journal.delete(ADA).decisions == 4
        assert bandit.learned == 3 and bandit.mean_loss == 1.0
        assert journal.outcome(6, loss=0.3) == "unknown"
        clock.now += 2 * DAY
        bandit.act()
        assert bandit.learned == 3
        assert journal.replayed(engine="python").to_bytes() == bandit.to_bytes()


def test_old_decisions_leave_and_what_was_learned_stays(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "x.db"
    with Journal(path, clock=clock) as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", seed=1, journal=journal)
        for i in range(20):
            clock.now += DAY
            decision = bandit.act(id=i, person=ADA)
            if i != 2:
                bandit.learn(decision, loss=0.05 * i)
        journal.sync()
        before = journal.store.last()
        done = journal.prune(timedelta(days=10))
        assert done.decisions == 9 and len(journal.to_frame()) == 11
        bandit.learn(2, loss=0.5)  # it still waited
        check(journal, bandit)
        assert journal.replayed(before, engine="python").learned == 19
        with pytest.raises(errors.InvalidParameter, match="no longer"):
            journal.replayed(done.until - 1)
        assert journal.prune(timedelta(days=100)).decisions == 0
    with Journal(path, clock=clock) as journal:
        assert journal.bandit(engine="python").learned == 20
        with pytest.raises(errors.InvalidParameter, match="person"):
            journal.delete("")
