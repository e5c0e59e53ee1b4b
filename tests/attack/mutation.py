"""A process that loads damaged files: ``python -m tests.attack.mutation KIND SEED COUNT``.

It mutates one file of a kind again and again, loads what comes out, acts and learns, and prints
``MUTATION outcome`` for each.  Its memory is limited: what takes more than a gigabyte ends it.
"""

import copy
import io
import json
import random
import resource
import signal
import sys
import warnings
import zipfile
from typing import Any

import numpy as np

from smoothbandits import from_bytes
from smoothbandits.bandit import archive
from smoothbandits.errors import SmoothBanditsError
from tests.kinds import contexts_of, taught

GIGABYTE = 2**30
SECONDS = 10  # of a processor
PATIENCE = 60  # seconds by the clock: a machine may be busy, and what hangs takes far longer

NUMBERS = [
    0, 1, -1, 2, 7, 255, -(2**31), 2**31, 2**31 - 1, 2**53, 2**62, 2**63 - 1, -(2**63),
    10**7, 10**10, 10**18, 10**30, 10**400, 1e155, 1e300, -1e300, 0.5, 1e-300,
    float("nan"), float("inf"), -float("inf"),
]  # fmt: skip
NESTED: Any = []
for _ in range(900):
    NESTED = [NESTED]
ODD = [None, True, False, "", "x", "Catalog", [], [1], {}, {"array": "ledger"}, NESTED, "9" * 5000]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Ways to everything in a description."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            found += places(item, (*path, key))
    return found


def change_manifest(manifest: dict[str, Any], rng: random.Random) -> str:
    """Put something else in one place, or leave the place out."""
    path = rng.choice(places(manifest))
    inside: Any = manifest
    for key in path[:-1]:
        inside = inside[key]
    if rng.random() < 0.1:
        del inside[path[-1]]
        return f"{path} left out"
    odd = rng.choice(NUMBERS if rng.random() < 0.7 else ODD)
    inside[path[-1]] = json.loads(json.dumps(odd))  # a copy: it may be changed in turn
    return f"{path} is {str(inside[path[-1]])[:40]}"


def change_array(arrays: dict[str, Any], rng: random.Random) -> str:
    """Change entries, shape, type or order of one array, or leave it out."""
    name = rng.choice(sorted(arrays))
    array = arrays[name]
    how = rng.choice(["entry"] * 6 + ["entries", "shape", "type", "gone", "longer", "swap"])
    if how == "entry" and array.size:
        array = array.copy()
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = rng.choice(NUMBERS[:-3] if array.dtype.kind in "iub" else NUMBERS)
            as_number = np.array(float(value) if abs(value) < 1e308 else np.inf)
            array.flat[rng.randrange(array.size)] = as_number.astype(array.dtype)
    elif how == "entries" and array.size:
        raw = bytearray(array.tobytes())
        for _ in range(rng.randint(1, 8)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        array = np.frombuffer(bytes(raw), array.dtype).reshape(array.shape)
    elif how == "shape":
        array = array.reshape(-1)[: rng.randint(0, max(0, array.size))]
    elif how == "type":
        array = array.astype(rng.choice(["f4", "i4", "u1", ">f8", "i8", "f8"]), order="F")
    elif how == "longer":
        array = np.concatenate([array, array]) if array.ndim else array
    elif how == "swap" and array.size > 1:
        array = array.copy()
        flat = array.reshape(-1)
        i, j = rng.randrange(flat.size), rng.randrange(flat.size)
        flat[i], flat[j] = flat[j], flat[i]
    elif how == "gone":
        del arrays[name]
        return f"{name} gone"
    arrays[name] = array
    return f"{name}: {how}"


def change_bytes(content: bytes, rng: random.Random) -> tuple[str, bytes]:
    """Damage the file itself."""
    how = rng.choice(["flip", "cut", "compress", "double"])
    if how == "flip":
        changed = bytearray(content)
        for _ in range(rng.randint(1, 4)):
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        return how, bytes(changed)
    if how == "cut":
        return how, content[: rng.randrange(len(content))]
    out = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if how == "compress" else zipfile.ZIP_STORED
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", method) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        if how == "double":
            new.writestr("more.npy", b"x" * 100)
    return how, out.getvalue()


def written(manifest: dict[str, Any]) -> str:
    """As JSON, also where lists were nested deeper than Python likes: reading them is the test."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20 * limit)
    try:
        return json.dumps(manifest)
    finally:
        sys.setrecursionlimit(limit)


def mutated(content: bytes, rng: random.Random) -> tuple[str, bytes]:
    """One damaged copy of a file, and what was done to it."""
    kind = rng.random()
    if kind < 0.1:
        return change_bytes(content, rng)
    manifest, arrays = archive.unpack(content, "good")
    manifest = copy.deepcopy(manifest)
    said = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if rng.random() < 0.45:
            said.append(change_manifest(manifest, rng))
        else:
            said.append(change_array(arrays, rng))
    names = manifest.get("arrays")
    out = io.BytesIO()
    text = written(manifest | ({"arrays": list(arrays)} if isinstance(names, list) else {}))
    np.savez(out, manifest=np.frombuffer(text.encode(), dtype=np.uint8), **arrays)
    return "; ".join(said), out.getvalue()


def outcome(content: bytes) -> str:
    """Load, act and learn."""
    try:
        bandit = from_bytes(content)
        contexts = contexts_of(bandit)
        waiting = [decision.id for decision in bandit.waiting]
        for _ in range(3):
            bandit.act(next(contexts))
        pays = bandit.payoff is not None
        low, high = (0.0, 1.0) if pays else (bandit.scale.low, bandit.scale.high)
        one, many = ("outcome", "outcomes") if pays else ("loss", "losses")
        for id in waiting:
            bandit.learn(id, **{one: low})
        for _ in range(5):
            bandit.learn(bandit.act(next(contexts)), **{one: high})
        block = [next(contexts) for _ in range(3)] if bandit.context_size else 3
        bandit.learn_many(bandit.act_many(block), **{many: [low] * 3})
        bandit.to_bytes()
    except SmoothBanditsError as error:
        return f"refused {type(error).__name__}"
    return "works"


if __name__ == "__main__":
    kind, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    warnings.simplefilter("ignore")
    good = taught(kind, 30).to_bytes()
    assert outcome(good) == "works"
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + GIGABYTE, used + GIGABYTE))
    rng = random.Random(f"{kind} {seed}")
    for _ in range(count):
        said, content = mutated(good, rng)
        print(json.dumps(said), end=" ", flush=True)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # both end the process
        signal.alarm(PATIENCE)
        try:
            print(outcome(content), flush=True)
        except Exception as error:
            print(f"escaped {type(error).__name__}: {error}"[:200].replace("\n", " "), flush=True)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
