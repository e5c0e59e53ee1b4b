"""The verbs of explorers as plain Python: looking asks them one by one, off the hot path."""

import importlib
from typing import Any

from smoothbandits.engines import entries_of

__all__ = ["verbs"]


def verbs() -> Any:
    """Every verb of the kernels, with all implementations registered."""
    entries_of("python")
    return importlib.import_module("smoothbandits.interpreted.generics")
