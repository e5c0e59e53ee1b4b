"""A bandit that is made again from its journal is the one that lived, bit for bit."""

import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import Bandit, BoostedOracle, Interval, Journal, errors, from_bytes, load
from smoothbandits.bandit.record import LAYOUT
from smoothbandits.journal.events import SNAPSHOT
from smoothbandits.kernels import states
from smoothbandits.payoffs import Sale
from tests.interpreted import InterpretedBandit
from tests.kinds import KINDS, taught

FIELDS = {"age": "number", "country": "category", "since": "date"}


def check(journal: Journal, bandit: Bandit, **own: Any) -> None:
    """From the newest snapshot and from the first one it is the same."""
    journal.sync()
    lived = bandit.to_bytes()
    assert journal.replayed(engine=bandit.engine, **own).to_bytes() == lived
    first = next(journal.store.read(kinds=[SNAPSHOT]))
    again = from_bytes(zlib.decompress(first.payload or b""), engine=bandit.engine, **own)
    journal._replay(again, first, journal.store.last())
    assert again.to_bytes() == lived or names(again) != names(bandit)
    assert again.state_arrays().keys() == bandit.state_arrays().keys()
    for name, array in bandit.state_arrays().items():
        assert np.array_equal(again.state_arrays()[name], array, equal_nan=True), name


def names(bandit: Bandit) -> list[str]:
    return [run.name for run in bandit._learner.ledger.runs]


def test_the_layout_of_a_record_has_the_kernels_names() -> None:
    assert [getattr(states, name.upper()) for name in LAYOUT] == list(range(states.RECORD_SIZE))


# one of each way to keep a state; the others are as slow as their interpreted oracles
QUICK = ("curve", "sale", "table", "finite", "weighted", "corral")


@pytest.mark.parametrize(
    "kind",
    [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS],
)
def test_every_kind_of_bandit(kind: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "x.db") as journal:
        bandit = taught(kind, 25, engine="python", journal=journal)
        check(journal, bandit)
        assert len(bandit.waiting) == 3 and journal.replayed().learned == bandit.learned


def live(bandit: Bandit, rounds: int, seed: int, start: int = 0) -> list[Any]:
    """Decide and learn in another order, some by id, some in blocks; what still waits."""
    rng, open_ = np.random.default_rng(seed), []
    for i in range(start, start + rounds):
        context = rng.random(2)
        open_.append(bandit.act(context, id=f"own {i}" if i % 5 == 0 else None))
        if i % 3:
            one = open_.pop(int(rng.integers(len(open_))))
            bandit.learn(one if i % 2 else one.id, loss=float(rng.random()))
        if i % 40 == 20:
            block = bandit.act_many(rng.random((6, 2)))
            bandit.learn_many(block, losses=rng.random(6))
        if i % 40 == 30:
            bandit.learn_many(open_[:2], losses=rng.random(2))
            del open_[:2]
    return open_


@pytest.mark.parametrize("background", [True, False])
def test_trees_come_from_the_journal(tmp_path: Path, background: bool) -> None:
    """Ends of fits are events: nothing is fitted again, wherever they ended."""
    oracle = BoostedOracle(first=20, trees=5, leaves=4, background=background)
    path = tmp_path / "x.db"
    with Journal(path) as journal:
        bandit = Bandit(Interval(0.0, 1.0), oracle=oracle, context_size=2, seed=1, journal=journal)
        live(bandit, 90, 1)
        bandit.teach([[0.1, 0.2]] * 30, [0.5] * 30, losses=[0.1] * 30, ids=range(30))
        bandit.forget([3, 4])
        live(bandit, 60, 2, 90)
        assert len(bandit.swaps) > 1
        check(journal, bandit)
        lived = bandit.state_arrays()
    with Journal(path) as journal:
        bandit = journal.bandit()
        for name, array in bandit.state_arrays().items():
            assert np.array_equal(array, lived[name], equal_nan=True)
        live(bandit, 30, 3, 200)
        check(journal, bandit)


def test_it_goes_on_where_it_ended(tmp_path: Path) -> None:
    """With the same arguments or none, from a snapshot or not; decisions of before are learned."""
    path = tmp_path / "x.db"
    made = {"context_size": 2, "policy": "fast", "seed": 3}
    with Journal(path) as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), **made, journal=journal)
        waiting = live(bandit, 50, 1)
        rounds, learned = bandit.rounds, bandit.learned
    with Journal(path) as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), **made, journal=journal)
        assert (bandit.rounds, bandit.learned) == (rounds, learned)
        assert {one.number for one in bandit.waiting} == {one.number for one in waiting}
        bandit.learn(waiting[0], loss=0.5)
        bandit.learn(waiting[1].id, loss=0.5)
        with pytest.raises(errors.AlreadyLearned):
            bandit.learn(waiting[1].id, loss=0.5)
        with pytest.raises(errors.ForeignDecision, match="differs"):
            bandit.learn(waiting[2]._replace(base_probability=0.5, weight=3.0), loss=0.5)
        with pytest.raises(errors.InvalidParameter, match="belongs to a decision"):
            bandit.act([0.1, 0.2], id="own 0")
        with pytest.raises(errors.UnknownDecision):
            bandit.learn("never", loss=0.5)
        journal.snapshot()
        bandit.act([0.1, 0.2])
        check(journal, bandit)
    with Journal(path) as journal:
        bandit = journal.bandit(engine="python")
        assert bandit.rounds == rounds + 1 and len(bandit.waiting) == rounds - learned - 1
        check(journal, bandit)
    with Journal(path) as journal, pytest.raises(errors.InvalidParameter, match="another seed"):
        InterpretedBandit(Interval(0.0, 1.0), **{**made, "seed": 4}, journal=journal)


def test_fields_by_their_names(tmp_path: Path) -> None:
    """Places that new levels got come again, those of blocks and of taught examples too."""
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(
            Interval(0.0, 1.0), context=FIELDS, policy="fast", payoff=Sale(), journal=journal
        )
        contexts = [{"age": 3.5, "country": c, "since": "2026-01-02"} for c in "abcab"]
        for context in contexts:
            bandit.learn(bandit.act(context, within=(0.2, 0.9)), outcome=True)
        bandit.learn_many(bandit.act_many([{"country": c} for c in "xyz"]), outcomes=[1, 0, 1])
        bandit.teach([{"country": "new"}, {}], [0.3, 0.4], outcomes=[0, 1])
        late = bandit.act({"country": "last", "age": None}, id="late")
        check(journal, bandit)
        found = journal.bandit().waiting
        assert [one.to_dict() for one in found] == [late.to_dict()]
        bandit.learn("late", outcome=False)
        check(journal, bandit)


def test_decisions_of_replicas(tmp_path: Path) -> None:
    bandit_path = tmp_path / "x.bandit"
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(
            Interval(0.0, 1.0), context={"c": "category"}, policy="fast", journal=journal
        )
        bandit.learn(bandit.act({"c": "a"}), loss=0.5)
        bandit.save(bandit_path)
        replica = load(bandit_path, replica=3, engine="python")
        made = [replica.act({"c": c}) for c in "abc"]
        bandit.learn(made[2], loss=0.3)
        bandit.act({"c": "d"})
        bandit.learn(made[0], loss=0.1)
        bandit.learn_many(replica.act_many([{"c": "e"}, {"c": "f"}]), losses=[0.1, 0.2])
        check(journal, bandit)
        assert bandit.rounds == 6 and bandit.learned == 5


def test_an_act_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), context={"c": "category"}, journal=journal)
        bandit.act({"c": "a"})
        with pytest.raises(errors.InvalidAction):
            bandit.act({"c": "b"}, within=(3.0, 4.0))
        bandit.act({"c": "d"})
        check(journal, bandit)


def test_a_version_of_before(tmp_path: Path) -> None:
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", seed=1, journal=journal)
        seen = []
        for i in range(12):
            bandit.learn(bandit.act(), loss=i / 12)
            if i == 7:
                journal.snapshot()
            journal.sync()
            seen.append((journal.store.last(), bandit.to_bytes()))
        for at, content in seen:
            assert journal.replayed(at, engine="python").to_bytes() == content


def test_nobody_goes_behind_its_back(tmp_path: Path) -> None:
    from smoothbandits import BernoulliEnvironment, Catalog, simulate

    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(Catalog(3), journal=journal)
        with pytest.raises(errors.InvalidParameter, match="would not hear"):
            bandit.oracle.learn(None, 1, 0.5)
        with pytest.raises(errors.InvalidParameter, match="simulated rounds"):
            simulate(bandit, BernoulliEnvironment([0.1, 0.2, 0.3]), rounds=10)
        with pytest.raises(errors.InvalidParameter, match="another bandit"):
            InterpretedBandit(Catalog(3), journal=journal)
        block = bandit.act_many(3)
        block.weights[0] = 2.0
        with pytest.raises(errors.ForeignDecision, match="as they were made"):
            bandit.learn_many(block, losses=[0.1] * 3)
    with pytest.raises(errors.JournalFailed, match="closed"):
        bandit.act()
    with pytest.raises(errors.InvalidParameter, match="give a Journal"):
        Bandit(Catalog(3), journal="price.db")
    with pytest.raises(errors.InvalidParameter, match="journal="):
        Bandit(Catalog(3), engine="python").act(durable=True)
    with pytest.raises(errors.InvalidParameter, match="journal="):
        Bandit(Catalog(3), engine="python").act(person="Ada")
