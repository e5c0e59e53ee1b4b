"""Where data files are looked for: the user's folder, then what was downloaded before."""

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path

from smoothbandits.checks import check_path
from smoothbandits.datasets.cache import cache_folder
from smoothbandits.errors import InvalidParameter, MissingData

__all__ = ["data_folder", "downloads", "find_file", "need_file", "package_file"]


def data_folder(given: str | Path | None) -> Path | None:
    """The folder given, else that of the variable SMOOTHBANDITS_DATA, else none."""
    if given is None or (isinstance(given, str) and not given):
        given = os.environ.get("SMOOTHBANDITS_DATA")
        if not given:
            return None
    folder = check_path("data_dir", given)
    if not folder.is_dir():
        raise InvalidParameter(f"{str(folder)!r} is no folder; give one that holds data files")
    return folder


def downloads() -> Path:
    """Where `fetch` leaves files."""
    return cache_folder() / "downloads"


def find_file(names: Sequence[str], data_dir: str | Path | None) -> Path | None:
    """The first of these files that is there."""
    roots = [root for root in (data_folder(data_dir), downloads()) if root is not None]
    for root in roots:
        for name in names:
            if (root / name).is_file():
                return root / name
    return None


def package_file(package: str, name: str) -> Path | None:
    """A file of data that a package brings; importing the package would take seconds."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0], "data", name)
    return path if path.is_file() else None


def need_file(
    dataset: str,
    names: Sequence[str],
    data_dir: str | Path | None,
    *,
    source: str | None = None,
) -> Path:
    """The first of these files that is there, or an error that says how to get it.

    What `fetch` cannot download is had by hand from its ``source``.
    """
    found = find_file(names, data_dir)
    if found is None:
        get = f"run `smoothbandits datasets fetch {dataset}` with a network, or put {names[0]}"
        if source is not None:
            get = f"get {names[0]} from {source}, put it"
        raise MissingData(
            f"{dataset} is not on this machine; {get} into a folder and name that with --data-dir "
            "or SMOOTHBANDITS_DATA"
        )
    return found
