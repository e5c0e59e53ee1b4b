"""What a result was made with; read without importing any of it."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version

__all__ = ["cores", "versions"]

PACKAGES = (
    "smoothbandits",
    "numpy",
    "numba",
    "llvmlite",
    "lightgbm",
    "scipy",
    "polars",
    "matplotlib",
)


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that numbers depend on.

    Examples
    --------
    >>> sorted(versions())[:2]
    ['lightgbm', 'llvmlite']
    """
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def cores() -> int:
    """Cores that this process may use.

    Examples
    --------
    >>> cores() >= 1
    True
    """
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
