import json
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import (
    Anytime,
    Bandit,
    BoostedOracle,
    Box,
    Catalog,
    CorralBandit,
    FiniteClassOracle,
    Interval,
    LinearOracle,
    Scale,
    SmoothIGW,
    TableOracle,
    from_bytes,
    load,
)
from smoothbandits.bandit import persistence, storage, waiting
from smoothbandits.errors import (
    AlreadyLearned,
    CorruptSave,
    ExpiredDecision,
    InvalidParameter,
    UnsupportedSave,
)
from smoothbandits.measures import Custom, Empirical
from tests.facade import GridOracle, same_play, snapshot
from tests.histories import Case
from tests.interpreted import InterpretedBandit

SAVABLE = ("own oracle", "compiled")


def own_parts(kind: str) -> dict[str, Any]:
    return {"oracle": GridOracle(4, 5.0, 50.0)} if kind == "own oracle" else {}


def copy_of(bandit: Bandit, folder: Path, **own: Any) -> Bandit:
    bandit.save(folder / "copy.bandit")
    return load(folder / "copy.bandit", **own)


# --------------------------------------------------------------------------- it goes on as it was


@pytest.mark.parametrize("kind", SAVABLE)
def test_everything_comes_back(kind: str, tmp_path: Path) -> None:
    case = Case(kind)
    before = snapshot(case.bandit)
    copy = copy_of(case.bandit, tmp_path, **own_parts(kind))
    assert snapshot(case.bandit) == before == snapshot(copy)
    assert type(copy) is type(case.bandit)
    assert repr(copy).split(";")[1] == repr(case.bandit).split(";")[1]
    for loss in (0.0, 0.3, 1.0):
        mine, theirs = case.bandit.act(case.context), copy.act(case.context)
        assert same_play(mine, theirs) and mine.id != theirs.id
        case.bandit.learn(mine, loss=loss)
        copy.learn(theirs.id, loss=loss)
    for decision in (case.waiting, "three", case.decisions[2]):
        case.bandit.learn(decision, loss=0.5)
        copy.learn(decision, loss=0.5)
    assert snapshot(copy) == snapshot(case.bandit)


@pytest.mark.parametrize("kind", SAVABLE)
def test_the_ledger_comes_back(kind: str, tmp_path: Path) -> None:
    case = Case(kind)
    copy = copy_of(case.bandit, tmp_path, **own_parts(kind))
    for decision, error in (
        (case.learned, AlreadyLearned),
        (case.learned.id, AlreadyLearned),
        ("five", AlreadyLearned),
        ("zero", ExpiredDecision),
        (case.decisions[2].id, ExpiredDecision),
    ):
        with pytest.raises(error):
            copy.learn(decision, loss=0.5)
    with pytest.raises(InvalidParameter, match="three"):
        copy.act(case.context, id="three")


BOUNDED = FiniteClassOracle([[0.1, 0.9, 0.5], [0.5, 0.5, 0.5]])
VARIETY = {
    # built by the python engine where possible: nothing here needs a new compilation of the loop
    "features of the user": lambda: Bandit(
        Interval(2.0, 3.0),
        oracle=LinearOracle(lambda context, a: [1.0, a]),
        explorer=SmoothIGW(h=0.5, gamma=Anytime()),
        scale=Scale(-5.0, 5.0),
        seed=2**63 - 1,
        pending=3,
    ),
    "sampler of the user": lambda: Bandit(
        Interval(2.0, 3.0, Custom(lambda g: g.uniform(2, 3), lambda a: np.ones_like(a))),
        policy="fast",
        seed=5,
    ),
}
OWN = {
    "features of the user": lambda: {"oracle": LinearOracle(lambda context, a: [1.0, a])},
    "sampler of the user": lambda: {
        "space": Interval(2.0, 3.0, Custom(lambda g: g.uniform(2, 3), lambda a: np.ones_like(a)))
    },
}


@pytest.mark.parametrize("kind", VARIETY)
def test_parts_of_the_user_are_given_again(kind: str, tmp_path: Path) -> None:
    bandit = VARIETY[kind]()
    for i in range(6):
        bandit.learn(bandit.act(), reward=i / 6)
    bandit.act()
    copy = copy_of(bandit, tmp_path, **OWN[kind]())
    assert snapshot(copy) == snapshot(bandit)
    assert copy.scale == bandit.scale and copy.seed == bandit.seed
    assert all(same_play(bandit.act(), copy.act()) for _ in range(3))
    name = next(iter(OWN[kind]()))
    with pytest.raises(UnsupportedSave, match=f"the {name} holds an object of your own"):
        load(tmp_path / "copy.bandit")


def test_parameters_come_back(tmp_path: Path) -> None:
    for make in (
        lambda: Bandit(Catalog(3, weights=[0.1, 0.2, 0.4]), oracle=BOUNDED, pending=7),
        lambda: Bandit(Box([0, 1], [1, 9]), context_size=2),
        lambda: Bandit(
            Interval(0, 9, Empirical([1.0, 2.0, 8.0])), policy="fast", scale=Scale(1, 4)
        ),
        lambda: CorralBandit(Catalog(3), oracle=TableOracle(), rounds=16, eta=0.3),
    ):
        bandit = make()
        copy = copy_of(bandit, tmp_path)
        assert snapshot(copy) == snapshot(bandit)
        arrays: storage.Arrays = {}
        again: storage.Arrays = {}
        assert storage.describe(list(persistence.parameters_of(copy).values()), again, "x") == (
            storage.describe(list(persistence.parameters_of(bandit).values()), arrays, "x")
        )
        assert all(again[name].tobytes() == arrays[name].tobytes() for name in arrays)
        state, same = (
            storage.flatten(bandit.space.state, ""),
            storage.flatten(copy.space.state, ""),
        )
        assert all(state[name].tobytes() == same[name].tobytes() for name in state)


def test_a_save_can_be_saved(tmp_path: Path) -> None:
    case = Case("compiled")
    case.bandit.save(tmp_path / "one")
    load(tmp_path / "one").save(tmp_path / "two")
    one, two = storage.read(tmp_path / "one"), storage.read(tmp_path / "two")
    assert one[0] == two[0]
    assert all(one[1][name].tobytes() == two[1][name].tobytes() for name in one[1])


# --------------------------------------------------------------------------- what cannot be saved


class Forgetful(GridOracle):
    """Has no way to be saved."""

    state_dict = None


class Fickle(GridOracle):
    """Gives what it was told to give."""

    answer: Any = None

    def state_dict(self) -> Any:
        return self.answer


@dataclass
class Named(GridOracle):
    """A dataclass of the user: still his own."""

    cells: int = 8

    def __post_init__(self) -> None:
        GridOracle.__init__(self, self.cells)


def test_oracles_that_cannot_be_saved_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    bandit = Bandit(Interval(0, 1), oracle=Forgetful())
    with pytest.raises(UnsupportedSave, match="Forgetful has no state_dict"):
        bandit.save(path)
    for answer in (None, [1, 2], {1: np.zeros(2)}, {"a": object()}):
        oracle = Fickle()
        oracle.answer = answer
        with pytest.raises(UnsupportedSave):
            Bandit(Interval(0, 1), oracle=oracle).save(path)
    mine = type("Mine", (Bandit,), {})
    with pytest.raises(UnsupportedSave, match="Mine is a class of your own"):
        mine(Catalog(3)).save(path)
    assert list(tmp_path.iterdir()) == []


def test_a_dataclass_of_the_user_is_his_own(tmp_path: Path) -> None:
    bandit = Bandit(Interval(0, 1), oracle=Named(), seed=1)
    bandit.learn(bandit.act(), loss=0.5)
    bandit.save(tmp_path / "x")
    with pytest.raises(UnsupportedSave, match="oracle=..."):
        load(tmp_path / "x")
    assert same_play(load(tmp_path / "x", oracle=Named()).act(), bandit.act())
    with pytest.raises(UnsupportedSave, match="state_dict"):
        load(tmp_path / "x", oracle=Forgetful())


def test_parts_that_the_file_keeps_are_not_given_again(tmp_path: Path) -> None:
    Bandit(Interval(0, 1), oracle=GridOracle()).save(tmp_path / "x")
    for own in ({"space": Interval(0, 1)}, {"orcale": GridOracle()}, {"seed": 3}):
        with pytest.raises(InvalidParameter, match=f"needs no {next(iter(own))}="):
            load(tmp_path / "x", oracle=GridOracle(), **own)


# ----------------------------------------------------------------------------------- bad places


def unwritable(folder: Path) -> list[tuple[Path, type[BaseException]]]:
    (folder / "file").write_text("not a folder")
    (folder / "folder").mkdir()
    return [
        (folder / "missing" / "x", FileNotFoundError),
        (folder / "file" / "x", NotADirectoryError),
        (folder / "folder", IsADirectoryError),
    ]


@pytest.mark.parametrize("kind", SAVABLE)
def test_an_unwritable_place_leaves_nothing_behind(kind: str, tmp_path: Path) -> None:
    case = Case(kind)
    before = snapshot(case.bandit)
    for path, error in unwritable(tmp_path):
        with pytest.raises(error):
            case.bandit.save(path)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["file", "folder"]
    assert snapshot(case.bandit) == before


def test_a_crash_while_saving_leaves_the_old_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, path = Case("own oracle"), tmp_path / "x"
    case.bandit.save(path)
    content, before = path.read_bytes(), snapshot(case.bandit)
    case.bandit.learn(case.waiting, loss=0.5)

    def full(*args: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="disk full"):
        case.bandit.save(path)
    assert path.read_bytes() == content and list(tmp_path.iterdir()) == [path]
    assert snapshot(load(path, **own_parts("own oracle"))) == before


@pytest.mark.parametrize("kind", SAVABLE)
def test_the_bandit_goes_on_while_the_disk_writes(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is learned meanwhile is not in the file, not even in part."""
    case, path = Case(kind), tmp_path / "x"
    before, write = snapshot(case.bandit), storage.write

    def slow(*args: Any) -> None:
        other = threading.Thread(
            target=case.bandit.learn, args=(case.waiting,), kwargs={"loss": 1}
        )
        other.start()
        other.join(10.0)
        assert not other.is_alive()
        write(*args)

    monkeypatch.setattr(storage, "write", slow)
    case.bandit.save(path)
    assert snapshot(case.bandit) != before
    assert snapshot(load(path, **own_parts(kind))) == before


# ----------------------------------------------------------------------------------- bad files


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "good"
    Case("own oracle").bandit.save(path)
    return path


def test_truncated_and_foreign_files(saved: Path, tmp_path: Path) -> None:
    content, bad = saved.read_bytes(), tmp_path / "bad"
    for damaged in (content[:100], content[:-1], content[: len(content) // 2], b"", b"PK\x03\x04"):
        bad.write_bytes(damaged)
        with pytest.raises(CorruptSave, match="bad"):
            load(bad, **own_parts("own oracle"))


def edited(saved: Path, path: Path, change: Any) -> Path:
    manifest, arrays = storage.read(saved)
    manifest = json.loads(json.dumps(manifest))
    change(manifest, arrays)
    storage.write(path, manifest, arrays)
    return path


def drop(*path: str) -> Any:
    def change(manifest: dict[str, Any], arrays: dict[str, Any]) -> None:
        for name in path[:-1]:
            manifest = manifest[name]
        del manifest[path[-1]]

    return change


def put(value: Any, *path: str) -> Any:
    def change(manifest: dict[str, Any], arrays: dict[str, Any]) -> None:
        for name in path[:-1]:
            manifest = manifest[name]
        manifest[path[-1]] = value

    return change


CHANGES = {
    "no parameters": (drop("parameters"), CorruptSave),
    "odd parameters": (put([1], "parameters"), CorruptSave),
    "unknown parameter": (put(3, "parameters", "colour"), CorruptSave),
    "unknown part": (
        put({"class": "Torus", "fields": {}}, "parameters", "space"),
        UnsupportedSave,
    ),
    "no field": (put({"class": "Interval", "fields": {}}, "parameters", "space"), CorruptSave),
    "bad value": (put(-5, "parameters", "context_size"), InvalidParameter),
    "no counter": (drop("counts", "learned"), CorruptSave),
    "no ledger": (drop("ledger"), CorruptSave),
    "odd ledger": (put([{"id": 3}], "ledger", "ids"), CorruptSave),
    "no bits": (lambda manifest, arrays: arrays.pop("ledger"), CorruptSave),
    "no state": (lambda manifest, arrays: arrays.pop("explorer.corral.rows"), CorruptSave),
    "other state": (
        lambda manifest, arrays: arrays.update({"explorer.corral.rows": np.zeros(3)}),
        CorruptSave,
    ),
    "fewer losses than are listed": (put(2, "counts", "learned"), CorruptSave),
    "more losses than are listed": (put(4, "counts", "learned"), CorruptSave),
    "a learned one waits": (
        lambda manifest, arrays: arrays["waiting.counts"].__setitem__((0, -1), 4),
        CorruptSave,
    ),
    "no own state": (lambda manifest, arrays: arrays.pop("own.oracle.totals"), CorruptSave),
}


@pytest.mark.parametrize(("change", "error"), CHANGES.values(), ids=CHANGES.keys())
def test_files_that_lack_something(saved: Path, tmp_path: Path, change: Any, error: type) -> None:
    path = edited(saved, tmp_path / "bad", change)
    with pytest.raises(error):
        load(path, **own_parts("own oracle"))


def test_every_example_of_trees_is_saved() -> None:
    oracle = BoostedOracle(first=10, trees=2, leaves=3, background=False)
    bandit = InterpretedBandit(Interval(0.0, 1.0), oracle=oracle, context_size=1, seed=1)
    for t in range(9):
        bandit.learn(bandit.act([t + 1.0]), loss=(t + 1) / 16)
        if t in (0, 6, 8):
            again = from_bytes(bandit.to_bytes(), engine="python").oracle.state
            assert again.kept.tolist() == [t + 1] * 2
            assert again.contexts[: t + 1, 0].tolist() == list(range(1, t + 2))
            assert (again.losses == bandit.oracle.state.losses).all()
            assert (again.actions == bandit.oracle.state.actions).all()


def test_a_missing_file_is_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing")


# ------------------------------------------------------------------------ under the lock


@pytest.mark.parametrize("place", ["waiting.to_columns", "persistence.grown_arrays"])
def test_only_references_are_taken_under_the_lock(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others decide and learn before anything is written down, and nothing of it is saved."""
    oracle = BoostedOracle(first=200, background=False)
    bandit = Bandit(Interval(0, 1), oracle=oracle, context_size=1, seed=1)
    for i in range(20):
        bandit.learn(bandit.act([i]), loss=0.5)
    bandit.act([1.0], id="waits")
    before, (module, name) = snapshot(bandit), place.split(".")
    home = {"waiting": waiting, "persistence": persistence}[module]
    work = getattr(home, name)

    def others() -> None:
        bandit.learn(bandit.act([3.0]), loss=1.0)
        bandit.learn("waits", loss=1.0)

    def late(*given: Any) -> Any:
        other = threading.Thread(target=others)
        other.start()
        other.join(10.0)
        assert not other.is_alive()
        return work(*given)

    monkeypatch.setattr(home, name, late)
    content = bandit.to_bytes()
    assert snapshot(bandit) != before
    assert snapshot(from_bytes(content)) == before
