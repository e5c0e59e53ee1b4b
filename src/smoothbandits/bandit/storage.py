"""Bandits in plain words and arrays, without pickle.

Parameter objects (frozen dataclasses of this package) are described by class and fields;
states (named tuples of arrays) by their arrays.
"""

import dataclasses
import importlib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits import files
from smoothbandits.bandit import archive
from smoothbandits.bandit.archive import Arrays
from smoothbandits.errors import CorruptSave, UnsupportedSave
from smoothbandits.files import Print

__all__ = ["describe", "flatten", "holds_own", "read", "rebuild", "refill", "regrow", "write"]

# where the classes of a description may come from
MODULES = (
    "spaces",
    "measures",
    "scale",
    "features",
    "fields",
    "oracles",
    "explorers",
    "payoffs",
    "rules",
)


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
    if isinstance(part, Mapping):
        return {
            "mapping": [
                [describe(key, arrays, f"{path}.{i}k"), describe(value, arrays, f"{path}.{i}")]
                for i, (key, value) in enumerate(part.items())
            ]
        }
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
    inside = [*description.get("fields", {}).values(), *description.get("mapping", [])]
    return "own" in description or any(map(holds_own, inside))


def rebuild(description: Any, arrays: Mapping[str, Any]) -> Any:
    """Make the parameter again."""
    if isinstance(description, list):
        return tuple(rebuild(item, arrays) for item in description)
    if not isinstance(description, dict):
        return description
    if "mapping" in description:
        pairs = (rebuild(pair, arrays) for pair in description["mapping"])
        return dict(pairs)
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
        return type(state)(*found) if hasattr(state, "_fields") else tuple(found)

    return made(state, path, False)


def mismatch(place: str) -> CorruptSave:
    """The error of an array that does not fit."""
    return CorruptSave(
        f"the file does not fit the bandit it describes: {place} differs; it is damaged or "
        "was written by another version"
    )


def write(
    path: Path, manifest: Mapping[str, Any], arrays: Arrays, known: Print | None = None
) -> Print | None:
    """Write a file in one step; its new print.  ``known`` is how this process last saw it."""
    return files.replace(path, lambda file: archive.pack(file, manifest, arrays), known)


def read(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Read a file whole, or say why it is not one of ours."""
    return archive.unpack(path.read_bytes(), repr(str(path)))
