"""Data that is not shipped: found through a variable or beside the checkout, else skipped."""

import os
from pathlib import Path

import pytest


def shared_file(name: str) -> Path:
    roots = [os.environ.get("SMOOTHBANDITS_DATA"), Path(__file__).parents[3] / "shared" / "data"]
    for root in filter(None, roots):
        if (path := Path(root) / name).exists():
            return path
    pytest.skip(f"{name} is not at hand; set SMOOTHBANDITS_DATA to a folder that has it")
