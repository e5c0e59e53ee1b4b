"""Rooms: folders whose files are found by themselves, with no list to keep."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from types import ModuleType

__all__ = ["files_of", "found"]


def files_of(room: str, path: Iterable[str]) -> Iterator[ModuleType]:
    """Import every file of a folder and of the folders in it, in the order of their names."""
    for file in pkgutil.walk_packages(path, f"{room}."):
        yield importlib.import_module(file.name)


def found(kind: type, room: str, path: Iterable[str]) -> dict[str, type]:
    """Every class of a kind that the files of a room export and that can be made.

    Examples
    --------
    >>> from smoothbandits import explorers
    >>> sorted(found(explorers.Schedule, explorers.__name__, explorers.__path__))
    ['Anytime', 'Theorem']
    """
    return {
        name: value
        for file in files_of(room, path)
        for name, value in vars(file).items()
        if name in getattr(file, "__all__", ())
        and isinstance(value, type)
        and issubclass(value, kind)
        and not inspect.isabstract(value)
    }
