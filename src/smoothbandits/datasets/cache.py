"""Arrays that took time to make, kept in the user's cache folder."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.files import replace

__all__ = ["cache_folder", "cached_array"]


def cache_folder() -> Path:
    """Where generated and downloaded data are kept; it may not exist yet."""
    root = os.environ.get("SMOOTHBANDITS_CACHE")
    if root is None:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        root = str(Path(base) / "smoothbandits")
    return Path(root) / "datasets"


def cached_array(name: str, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """The array kept under a name, or a new one, which is kept if the folder can be written.

    A file that cannot be read is made again.
    """
    path = cache_folder() / f"{name}.npy"
    try:
        return np.load(path, allow_pickle=False)  # type: ignore[no-any-return]
    except (OSError, ValueError, EOFError):
        pass
    array = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, lambda file: np.save(file, array))
    except OSError:
        pass  # no room or no permission: the array is here all the same
    return array
