"""The verbs of the kernels as plain Python: looking asks them one by one, off the hot path."""

import importlib
from typing import Any

from smoothbandits.engines import entries_of

__all__ = ["drawing_verbs", "verbs"]


def verbs() -> Any:
    """Every verb of the kernels, with all implementations registered."""
    entries_of("python")
    return importlib.import_module("smoothbandits.interpreted.generics")


def drawing_verbs() -> Any:
    """What draws follow from: `philox`."""
    return importlib.import_module("smoothbandits.interpreted.philox")
