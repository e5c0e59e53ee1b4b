"""A small table in the place of a real one, found through a data folder."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from smoothbandits.datasets.uci import UCI_SETS

NAME, ROWS = "uci-concrete", 600


def made_up(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(ROWS, 2))
    y = np.tanh(X[:, 0] * X[:, 1]) + 0.1 * rng.normal(size=ROWS)
    lines = "\n".join(f"{a},{b},{c}" for (a, b), c in zip(X, y, strict=True))
    (folder / "uci").mkdir()
    path = folder / "uci" / "concrete.csv.gz"
    path.write_bytes(gzip.compress(lines.encode()))
    patch.setitem(UCI_SETS, NAME, (ROWS, 3, "made up"))
    return folder
