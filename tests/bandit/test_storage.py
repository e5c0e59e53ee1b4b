import errno
import json
import os
import stat
import zipfile
from collections import namedtuple
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from smoothbandits import (
    AdaptiveIGW,
    Anytime,
    Box,
    Catalog,
    DispersionOracle,
    EpsilonGreedy,
    FiniteClassOracle,
    Interval,
    LinearOracle,
    Scale,
    SmoothIGW,
    TableOracle,
    Theorem,
    load,
)
from smoothbandits.bandit import storage
from smoothbandits.errors import CorruptSave, UnsupportedSave
from smoothbandits.features import Items, RandomFourier
from smoothbandits.measures import Custom, Empirical, LogUniform, Uniform
from smoothbandits.oracles import Coin, WeightedOracle
from tests.inside import states_of
from tests.kinds import KINDS, taught

PARTS = [
    Interval(1, 5),
    Interval(1.0, 5.0, LogUniform()),
    Interval(1.0, 5.0, Empirical([1.0, 2.5, 5.0])),
    Box([0.0, 1.0], [1.0, 2.0], [Uniform(), LogUniform()]),
    Catalog(3, weights=[1.0, 2.0, 4.0]),
    Scale(-1.0, 3.0),
    DispersionOracle(RandomFourier(64, 0.5), Coin()),
    WeightedOracle(TableOracle(0.5), "B"),
    LinearOracle(Items(np.eye(3))),
    FiniteClassOracle([[0.1, 0.9], [0.5, 0.5]]),
    SmoothIGW(h=0.25, gamma=Theorem(100)),
    SmoothIGW(h=np.float64(0.25), gamma=Anytime(constant=3.0)),
    AdaptiveIGW(lowest=1.0, bases=4),
    EpsilonGreedy(0.1),
    17,
    None,
]


def canonical(value: Any) -> Any:
    """A description with its arrays written out."""
    arrays: storage.Arrays = {}
    return storage.describe(value, arrays, "x"), {k: v.tolist() for k, v in arrays.items()}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_parameters_survive_a_description(part: Any) -> None:
    arrays: storage.Arrays = {}
    description = json.loads(json.dumps(storage.describe(part, arrays, "x")))
    assert not storage.holds_own(description)
    again = storage.rebuild(description, arrays)
    assert type(again) is type(part) and canonical(again) == canonical(part)


@dataclass(frozen=True)
class TableOracleOfMine:
    """A dataclass, but not one of the package."""

    n: int = 3


def test_objects_of_the_user_are_left_out() -> None:
    impostor = type("TableOracle", (), {})()  # one of ours by name only
    for value in (TableOracleOfMine(), impostor, lambda x: x, object()):
        assert storage.holds_own(storage.describe(value, {}, "x"))
    sampler = Interval(0.0, 1.0, Custom(lambda g: 0.5, lambda a: np.ones_like(a)))
    assert storage.holds_own(storage.describe(sampler, {}, "x"))
    assert storage.holds_own(storage.describe(LinearOracle(lambda c, a: [1.0]), {}, "x"))
    assert storage.holds_own(storage.describe([1, len], {}, "x"))


def test_unknown_classes_are_refused() -> None:
    with pytest.raises(UnsupportedSave, match="'NeuralOracle'.*update"):
        storage.rebuild({"class": "NeuralOracle", "fields": {}}, {})
    # only dataclasses of the parameter modules: nothing else can be called from a file
    for name in ("Path", "dataclass", "load", "as_floats", "__builtins__", "Space"):
        with pytest.raises(UnsupportedSave):
            storage.rebuild({"class": name, "fields": {}}, {})


Point = namedtuple("Point", ["x", "inner", "name"])


def test_states_by_place() -> None:
    state = (Point(np.zeros(2), (np.ones(1), 3), "p"), np.arange(3))
    flat = storage.flatten(state, "s")
    assert sorted(flat) == ["s.0.inner.0", "s.0.x", "s.1"]
    saved = {name: array + 1 for name, array in flat.items()}
    storage.refill(state, saved, "s")
    assert state[0].x.tolist() == [1.0, 1.0] and state[1].tolist() == [1, 2, 3]


class Learned(NamedTuple):
    """A state whose names mean something else than those of others."""

    shares: np.ndarray
    basis: np.ndarray
    places: np.ndarray

    built = ("places",)


def test_what_is_derived_is_said_by_the_state() -> None:
    state = Learned(np.zeros(1), np.zeros(2), np.zeros(3))
    assert sorted(storage.flatten((state,), "s")) == ["s.0.basis", "s.0.shares"]
    kept = storage.regrow(state, {"s.shares": np.ones(1), "s.basis": np.ones(2)}, "s", ())
    assert kept.shares.all() and kept.basis.all() and kept.places is state.places


def all_arrays(part: Any, path: str = "") -> dict[str, np.ndarray]:
    """Every array in a state, whatever is said about it."""
    if isinstance(part, np.ndarray):
        return {path: part}
    inside = storage.parts(part) if isinstance(part, tuple) else ()
    return {
        name: array
        for place, item in inside
        for name, array in all_arrays(item, f"{path}.{place}").items()
    }


@pytest.mark.parametrize("kind", KINDS)
def test_every_array_of_every_state_survives_a_save(kind: str, tmp_path: Path) -> None:
    bandit = taught(kind, engine="python")  # attack/test_mutation.py has the compiled ones
    bandit.save(tmp_path / "x")
    again = load(tmp_path / "x", engine="python")
    mine, theirs = (
        all_arrays((states_of(one).oracle, states_of(one).explorer)) for one in (bandit, again)
    )
    assert mine.keys() == theirs.keys()
    for name, array in mine.items():
        assert array.tobytes() == theirs[name].tobytes(), name


@pytest.mark.parametrize(
    "arrays",
    [{}, {"s.0": np.zeros(3)}, {"s.0": np.zeros(2, dtype=np.float32)}, {"s": np.zeros(2)}],
)
def test_states_that_do_not_fit_are_refused(arrays: Any) -> None:
    state = (np.zeros(2),)
    with pytest.raises(CorruptSave, match="s.0 differs"):
        storage.refill(state, arrays, "s")
    assert state[0].tolist() == [0.0, 0.0]


# ----------------------------------------------------------------------------------- the file

ARRAYS = {"a": np.arange(5), "b": np.array([[1.5, np.nan]]), "empty": np.empty((0, 2))}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    storage.write(tmp_path / "x", {"note": "é", "n": 2**62}, ARRAYS)
    manifest, arrays = storage.read(tmp_path / "x")
    assert manifest == {"format": "smoothbandits", "version": 7, "note": "é", "n": 2**62} | {
        "arrays": list(ARRAYS)
    }
    assert sorted(arrays) == sorted(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].tobytes() == array.tobytes() and arrays[name].dtype == array.dtype
        assert arrays[name].shape == array.shape and arrays[name].flags.writeable


def test_no_pickle_anywhere(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedSave, match="a has dtype object"):
        storage.write(tmp_path / "x", {}, {"a": np.array([object()])})
    assert list(tmp_path.iterdir()) == []
    np.savez(tmp_path / "p.npz", manifest=np.array([{"format": "smoothbandits"}], dtype=object))
    with pytest.raises(CorruptSave, match="p.npz"):
        storage.read(tmp_path / "p.npz")


def test_a_new_file_is_its_owners(tmp_path: Path) -> None:
    storage.write(tmp_path / "x", {}, ARRAYS)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o600


@pytest.mark.parametrize("failing", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_a_crash_while_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, error: BaseException
) -> None:
    path = tmp_path / "x"
    storage.write(path, {"old": True}, ARRAYS)
    before = path.read_bytes()

    def crash(*args: Any) -> None:
        raise error

    monkeypatch.setattr(os, failing, crash)
    with pytest.raises(type(error)):
        storage.write(path, {"old": False}, ARRAYS)
    monkeypatch.undo()
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_the_folder_is_synced_after_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut could undo the rename."""
    steps: list[str] = []
    sync, replace = os.fsync, os.replace

    def spied_sync(descriptor: int) -> None:
        kind = "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"
        steps.append(kind)
        sync(descriptor)

    def spied_replace(old: Any, new: Any) -> None:
        steps.append("rename")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", spied_sync)
    monkeypatch.setattr(os, "replace", spied_replace)
    storage.write(tmp_path / "x", {}, ARRAYS)
    assert steps == ["file", "rename", "folder"]


@pytest.mark.parametrize(("code", "raises"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_a_folder_that_cannot_be_synced_is_no_error_but_a_broken_disk_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, raises: bool
) -> None:
    sync = os.fsync

    def fails(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(code, "no")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError) if raises else nullcontext():
        storage.write(tmp_path / "x", {}, ARRAYS)
    assert storage.read(tmp_path / "x")[1].keys() == ARRAYS.keys()
    assert list(tmp_path.iterdir()) == [tmp_path / "x"]


def test_what_json_cannot_hold_is_refused_before_writing(tmp_path: Path) -> None:
    path = tmp_path / "x"
    storage.write(path, {"old": True}, ARRAYS)
    with pytest.raises(TypeError):
        storage.write(path, {"old": {1, 2}}, ARRAYS)
    assert storage.read(path)[0]["old"] is True and list(tmp_path.iterdir()) == [path]


def test_every_truncation_is_found(tmp_path: Path) -> None:
    storage.write(tmp_path / "x", {"n": 1}, ARRAYS)
    content = (tmp_path / "x").read_bytes()
    cut = tmp_path / "cut"
    for length in range(len(content)):
        cut.write_bytes(content[:length])
        with pytest.raises(CorruptSave, match="cut"):
            storage.read(cut)


def test_no_flipped_bit_goes_unnoticed(tmp_path: Path) -> None:
    """Either the error, or the very content (some bytes of a zip, like dates, carry nothing)."""
    storage.write(tmp_path / "x", {"n": 1}, ARRAYS)
    content = (tmp_path / "x").read_bytes()
    manifest, arrays = storage.read(tmp_path / "x")
    flipped, noticed = tmp_path / "flipped", 0
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << (place % 8)
        flipped.write_bytes(changed)
        try:
            found, values = storage.read(flipped)
        except (CorruptSave, UnsupportedSave):
            noticed += 1
            continue
        assert found == manifest
        for name in values.keys() & arrays.keys():
            assert values[name].tobytes() == arrays[name].tobytes()
            assert values[name].dtype == arrays[name].dtype
    assert noticed > len(content) / 4


def foreign_files(folder: Path) -> dict[str, Path]:
    files = {name: folder / name for name in ("empty", "text", "zip", "npz", "npy", "other")}
    files["empty"].write_bytes(b"")
    files["text"].write_text("price = 5")
    with zipfile.ZipFile(files["zip"], "w") as archive:
        archive.writestr("manifest", "hello")
    with files["npz"].open("wb") as file:
        np.savez(file, weights=np.arange(3))
    with files["npy"].open("wb") as file:
        np.save(file, np.arange(3))
    with files["other"].open("wb") as file:
        np.savez(
            file, manifest=np.frombuffer(b'{"format": "other", "version": 1}', dtype=np.uint8)
        )
    for i, text in enumerate([b"[]", b"{", b"null", b'{"format": "smoothbandits"}',
                              b'{"format": "smoothbandits", "version": "new"}']):  # fmt: skip
        files[f"json{i}"] = folder / f"json{i}"
        with files[f"json{i}"].open("wb") as file:
            np.savez(file, manifest=np.frombuffer(text, dtype=np.uint8))
    return files


def test_foreign_files_are_refused_with_their_name(tmp_path: Path) -> None:
    for name, path in foreign_files(tmp_path).items():
        with pytest.raises(CorruptSave, match=name):
            storage.read(path)


def test_newer_versions_are_refused(tmp_path: Path) -> None:
    storage.write(tmp_path / "x", {"version": 99}, {})
    with pytest.raises(UnsupportedSave, match="version 99, where this one reads 7; update"):
        storage.read(tmp_path / "x")


def test_older_versions_are_refused(tmp_path: Path) -> None:
    storage.write(tmp_path / "x", {"version": 3}, {})
    with pytest.raises(UnsupportedSave, match="version 3, .* with the version that wrote it"):
        storage.read(tmp_path / "x")


def test_a_missing_file_is_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        storage.read(tmp_path / "nothing")
