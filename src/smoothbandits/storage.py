"""Saving without pickle: one file with a manifest in JSON and plain arrays, written atomically."""

import dataclasses
import importlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits.errors import CorruptSave, UnsupportedSave

__all__ = ["describe", "flatten", "read", "rebuild", "refill", "write"]

FORMAT, VERSION = "smoothbandits", 1

# where the classes of a description may come from
MODULES = ("spaces", "measures", "scale", "features", "oracles", "explorers")

Arrays = dict[str, np.ndarray[Any, Any]]


def describe(part: Any, arrays: Arrays, path: str) -> Any:
    """Describe a parameter object in JSON; its arrays go to ``arrays`` under ``path``."""
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
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


def rebuild(description: Any, arrays: Mapping[str, Any], name: str) -> Any:
    """Make the parameter object again."""
    if isinstance(description, list):
        return tuple(rebuild(item, arrays, name) for item in description)
    if not isinstance(description, dict):
        return description
    if "array" in description:
        return arrays[description["array"]]
    if "own" in description:
        raise UnsupportedSave(
            f"the {name} holds an object of your own ({description['own']}); "
            f"pass it again: load(path, {name}=...)"
        )
    fields = {key: rebuild(value, arrays, name) for key, value in description["fields"].items()}
    for module in MODULES:
        found = getattr(
            importlib.import_module(f"smoothbandits.{module}"), description["class"], None
        )
        if dataclasses.is_dataclass(found):
            return found(**fields)  # type: ignore[operator]
    raise UnsupportedSave(f"the file describes {description['class']!r}, unknown to this version")


def flatten(state: Any, path: str) -> Arrays:
    """All arrays of a state, by their place in it."""
    if isinstance(state, np.ndarray):
        return {path: state}
    if isinstance(state, tuple):
        names = getattr(state, "_fields", range(len(state)))
        found: Arrays = {}
        for name, part in zip(names, state, strict=True):
            found.update(flatten(part, f"{path}.{name}"))
        return found
    return {}


def refill(state: Any, arrays: Mapping[str, Any], path: str) -> None:
    """Copy saved arrays into a fresh state of the same shape."""
    for name, array in flatten(state, path).items():
        if name not in arrays or arrays[name].shape != array.shape:
            raise CorruptSave(f"the file does not fit the bandit it describes: {name} differs")
        array[...] = arrays[name]


def write(path: str | Path, manifest: dict[str, Any], arrays: Arrays) -> None:
    """Write to a temporary file beside ``path``, then replace it in one step."""
    path = Path(path)
    manifest = {"format": FORMAT, "version": VERSION, **manifest}
    text = np.frombuffer(json.dumps(manifest).encode(), dtype=np.uint8)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, manifest=text, **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(path: str | Path) -> tuple[dict[str, Any], Arrays]:
    """Read a file whole, or say why it is not one of ours."""
    path = Path(path)
    content = path.read_bytes()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        manifest = json.loads(arrays.pop("manifest").tobytes())
        ours = manifest["format"] == FORMAT
    except (
        zipfile.BadZipFile,
        ValueError,
        KeyError,
        EOFError,
        OSError,
        TypeError,
        AttributeError,
    ) as error:
        raise CorruptSave(
            f"{str(path)!r} is truncated or no file of smoothbandits ({error}); load another copy"
        ) from None
    if not ours:
        raise CorruptSave(f"{str(path)!r} is no file of smoothbandits")
    if manifest["version"] > VERSION:
        raise UnsupportedSave(
            f"{str(path)!r} has format version {manifest['version']}, newer than {VERSION}; "
            "update smoothbandits"
        )
    return manifest, arrays


def own_state(part: Any, name: str) -> Mapping[str, Any]:
    """The ``state_dict`` of a user's object; refuses one that has none."""
    if all(callable(getattr(part, verb, None)) for verb in ("state_dict", "load_state_dict")):
        arrays: Mapping[str, Any] = part.state_dict()
        return arrays
    raise UnsupportedSave(
        f"the {name} {type(part).__name__} has no state_dict() and load_state_dict(arrays); "
        "add them (a dict of numpy arrays) to save this bandit"
    )
