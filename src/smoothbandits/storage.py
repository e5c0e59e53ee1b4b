"""Files without pickle: a manifest in JSON and plain arrays in one archive, written atomically.

Parameter objects (frozen dataclasses of this package) are described by class and fields;
states (named tuples of arrays) by their arrays.
"""

import dataclasses
import errno
import importlib
import io
import json
import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits.errors import CorruptSave, UnsupportedSave

__all__ = ["describe", "flatten", "holds_own", "read", "rebuild", "refill", "write"]

FORMAT, VERSION = "smoothbandits", 3

# where the classes of a description may come from
MODULES = ("spaces", "measures", "scale", "features", "oracles", "explorers")

# a folder that may not be read, or a file system that syncs files only
UNSYNCABLE = (errno.EACCES, errno.EBADF, errno.EINVAL, errno.ENOTSUP, errno.EPERM)

Arrays = dict[str, np.ndarray[Any, Any]]


def parameter_class(name: str) -> Any:
    """The dataclass of this package with this name, or None."""
    for module in MODULES:
        found = getattr(importlib.import_module(f"smoothbandits.{module}"), name, None)
        if isinstance(found, type) and dataclasses.is_dataclass(found):
            return found
    return None


def describe(part: Any, arrays: Arrays, path: str) -> Any:
    """Describe a parameter in JSON; its arrays go to ``arrays`` under ``path``."""
    if parameter_class(type(part).__name__) is type(part):
        fields = {
            field.name: describe(getattr(part, field.name), arrays, f"{path}.{field.name}")
            for field in dataclasses.fields(part)
            if field.init
        }
        return {"class": type(part).__name__, "fields": fields}
    if isinstance(part, np.ndarray):
        arrays[path] = part
        return {"array": path}
    if isinstance(part, np.generic):
        return part.item()
    if isinstance(part, tuple | list):
        return [describe(item, arrays, f"{path}.{i}") for i, item in enumerate(part)]
    if part is None or isinstance(part, bool | int | float | str):
        return part
    # functions and objects of the user: must be given again when loading
    return {"own": type(part).__name__}


def holds_own(description: Any) -> bool:
    """Whether a description leaves out an object of the user."""
    if isinstance(description, list):
        return any(holds_own(item) for item in description)
    if not isinstance(description, dict):
        return False
    return "own" in description or any(map(holds_own, description.get("fields", {}).values()))


def rebuild(description: Any, arrays: Mapping[str, Any]) -> Any:
    """Make the parameter again."""
    if isinstance(description, list):
        return tuple(rebuild(item, arrays) for item in description)
    if not isinstance(description, dict):
        return description
    if "array" in description:
        return arrays[description["array"]]
    found = parameter_class(description["class"])
    if found is None:
        raise UnsupportedSave(
            f"the file describes {description['class']!r}, unknown to this version; "
            "update smoothbandits"
        )
    fields = {key: rebuild(value, arrays) for key, value in description["fields"].items()}
    return found(**fields)


def flatten(state: Any, path: str) -> Arrays:
    """All arrays of a state but those it is built with, by their place in it."""
    if isinstance(state, np.ndarray):
        return {path: state}
    found: Arrays = {}
    if isinstance(state, tuple):
        for name, part in parts(state):
            if name not in built(state):
                found.update(flatten(part, f"{path}.{name}"))
    return found


def parts(state: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    """Names or places of what a tuple holds, and what it holds."""
    return zip(getattr(state, "_fields", range(len(state))), state, strict=True)


def built(state: tuple[Any, ...]) -> tuple[str, ...]:
    """The parts of a state that follow from the parameters alone, as its class says."""
    names: tuple[str, ...] = getattr(type(state), "built", ())
    return names


def refill(state: Any, arrays: Mapping[str, Any], path: str) -> None:
    """Copy saved arrays into a fresh state of the same shape."""
    for name, array in flatten(state, path).items():
        saved = arrays.get(name)
        if saved is None or saved.shape != array.shape or saved.dtype != array.dtype:
            raise mismatch(name)
        array[...] = saved


def regrow(state: Any, arrays: Mapping[str, Any], path: str, grown: Collection[str]) -> Any:
    """A state of the same kind made of saved arrays; parts that grow may be of any length."""

    def read(part: Any, place: str, free: bool) -> Any:
        if isinstance(part, tuple):
            return made(part, place, free)
        if not isinstance(part, np.ndarray):
            return part  # a number of the parameters
        saved = arrays.get(place)
        fits = saved is not None and saved.dtype == part.dtype and saved.ndim == part.ndim
        if saved is None or not fits or not (free or saved.shape == part.shape):
            raise mismatch(place)
        return saved

    def made(state: Any, place: str, free: bool) -> Any:
        found = []
        for name, part in parts(state):
            longer = free or (place == path and name in grown)
            known = name in built(state)
            found.append(part if known else read(part, f"{place}.{name}", longer))
        return type(state)(*found)

    return made(state, path, False)


def mismatch(place: str) -> CorruptSave:
    """The error of an array that does not fit."""
    return CorruptSave(
        f"the file does not fit the bandit it describes: {place} differs; it is damaged or "
        "was written by another version"
    )


def write(path: str | Path, manifest: dict[str, Any], arrays: Arrays) -> None:
    """Write to a temporary file beside ``path``, then replace it in one step, for good."""
    path = Path(path)
    if not path.parent.exists():
        raise FileNotFoundError(f"{str(path)!r} is in a folder that does not exist; make it first")
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder; give the name of a file")
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise UnsupportedSave(f"{name} has dtype {array.dtype}; give arrays of plain numbers")
    text = json.dumps({"format": FORMAT, "version": VERSION, **manifest}).encode()
    temporary = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    try:
        with temporary.open("xb") as file:
            np.savez(file, manifest=np.frombuffer(text, dtype=np.uint8), **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names of a folder to the disk, where system and file system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in UNSYNCABLE:
            raise


def read(path: str | Path) -> tuple[dict[str, Any], Arrays]:
    """Read a file whole, or say why it is not one of ours."""
    path = Path(path)
    content = path.read_bytes()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        manifest = json.loads(arrays.pop("manifest").tobytes())
        ours, version = manifest["format"] == FORMAT, int(manifest["version"])
    except Exception:  # damaged archives fail in a dozen ways
        raise CorruptSave(
            f"{str(path)!r} is truncated or no file of smoothbandits; load another copy"
        ) from None
    if not ours:
        raise CorruptSave(f"{str(path)!r} is no file of smoothbandits; load another")
    if version != VERSION:
        newer, older = "update smoothbandits", "load it with the version that wrote it"
        raise UnsupportedSave(
            f"{str(path)!r} has format version {version}, where this one reads {VERSION}; "
            f"{newer if version > VERSION else older}"
        )
    return manifest, arrays
