"""Damaged files of every kind of bandit: an error of ours or a bandit that works, nothing else."""

import resource
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import from_bytes
from smoothbandits.bandit import archive
from smoothbandits.errors import SmoothBanditsError
from tests.kinds import KINDS, taught

ROOT = Path(__file__).parents[2]
CASES, MORE_CASES = 100, 1_000  # per kind
# one of each sort of state; the others take minutes to compile
COMPILED_SOON = ["additive", "curve", "boosted", "sale", "table", "finite", "linear", "corral"]


def attack(kind: str, seed: int, cases: int) -> None:
    """Let a process load damaged files; a signal would end it before the last."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.attack.mutation", kind, str(seed), str(cases)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, (done.returncode, lines[-1:], done.stderr[-500:])
    assert len(lines) == cases
    escaped = [line for line in lines if not line.split('" ')[-1].startswith(("refused", "works"))]
    assert not escaped, escaped[:3]
    assert any(line.endswith("works") for line in lines)


@pytest.mark.parametrize("kind", COMPILED_SOON)
def test_damaged_files(kind: str) -> None:
    attack(kind, 0, CASES)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_more_damaged_files(kind: str) -> None:
    attack(kind, 1, MORE_CASES)


# ----------------------------------------------------------------- what was found by hand


def edited(content: bytes, change: Any) -> bytes:
    manifest, arrays = archive.unpack(content, "good")
    change(manifest, arrays)
    out = BytesIO()
    archive.pack(out, manifest, arrays)
    return out.getvalue()


def put(value: Any, *path: str) -> Any:
    def change(manifest: Any, arrays: Any) -> None:
        for name in path[:-1]:
            manifest = manifest[name]
        manifest[path[-1]] = value

    return change


def fill(name: str, value: float) -> Any:
    def change(manifest: Any, arrays: Any) -> None:
        arrays[name] = np.full_like(arrays[name], value)

    return change


FIELDS = ("parameters", "oracle", "fields")
FOUND = {
    "a point outside the catalogue": ("table", fill("waiting.points", 1e9)),
    "a base that there is not": ("corral", fill("waiting.counts", 99)),
    "a heap with a number that is no item": ("table", fill("oracle.heap", 2**30)),
    "places that are not the heap's": ("table", fill("oracle.place", 0)),
    "more items seen than there are": ("table", fill("oracle.counters", 2**40)),
    "contexts that are no numbers": ("additive", fill("waiting.contexts", np.inf)),
    "the number of a context that there is not": ("finite", fill("waiting.contexts", 7.0)),
    "a context of ten million entries": (
        "additive",
        put(10**7, "parameters", "context_size"),
    ),
    "billions of cosines": ("harmonic", put(2**31, *FIELDS, "order")),
    "room for billions of examples": ("boosted", put(10**10, *FIELDS, "first")),
    "billions of trees": ("boosted", put(2**62, *FIELDS, "trees")),
    "billions of leaves": ("boosted", put(2**62, *FIELDS, "leaves")),
    "a catalogue of billions": ("table", put(2**31 - 1, "parameters", "space", "fields", "n")),
    "billions of bases": ("additive", put(10**9, "parameters", "explorer", "fields", "bases")),
    "a horizon of a thousand digits": ("corral", put(10**300, "parameters", "rounds")),
    "a long history of contexts": ("additive", fill("oracle.seen", 2**63 - 1)),
    "a length that there is not": ("curve", fill("oracle.length", 7)),
    "a length below the first": ("curve", fill("oracle.length", -1)),
    "losses above 1 in the mean": ("curve", fill("oracle.totals", 1e6)),
    "no dispersion": ("curve", fill("oracle.dispersion", 0.0)),
    "too many cells": ("curve", put(513, *FIELDS, "cells")),
    "more decisions than counted": ("table", put(10**15, "counts", "decided")),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_by_hand_is_refused(name: str) -> None:
    kind, change = FOUND[name]
    content = edited(taught(kind, 20).to_bytes(), change)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(SmoothBanditsError):
        from_bytes(content)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # kilobytes


def test_nested_lists_are_refused() -> None:
    nested: Any = []
    for _ in range(900):
        nested = [nested]
    content = edited(taught("table", 5).to_bytes(), put(nested, "parameters", "seed"))
    with pytest.raises(SmoothBanditsError):
        from_bytes(content)


def test_a_small_archive_cannot_unfold() -> None:
    """Compressed members, members that nobody named, and headers that promise too much."""
    good, out = taught("table", 5).to_bytes(), BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bomb:
        for name in (old := zipfile.ZipFile(BytesIO(good))).namelist():
            bomb.writestr(name, old.read(name))
        bomb.writestr("more.npy", b"\0" * 50_000_000)
    with pytest.raises(SmoothBanditsError, match="truncated"):
        from_bytes(out.getvalue())
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as liar:
        for name in old.namelist():
            data = old.read(name)
            if name == "oracle.totals.npy":
                data = data.replace(b"(30,), }      ", b"(300000000,)}")
            liar.writestr(name, data)
    with pytest.raises(SmoothBanditsError, match="truncated"):
        from_bytes(out.getvalue())
