"""Tables made by formulas: linear, not linear, and the one of the CATS paper."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from smoothbandits.checks import Floats, check_count, check_seed
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset, unit_range

__all__ = ["SYNTHETIC_SETS", "card", "load_synthetic"]

Maker = Callable[[np.random.Generator, int], tuple[Floats, Floats]]


def linear(rng: np.random.Generator, rows: int) -> tuple[Floats, Floats]:
    """The paper's own model class, which this flatters: sigmoid of a linear score and noise."""
    weights = rng.normal(size=20)
    X = rng.random((rows, 20))
    score = (X - 0.5) @ weights + 0.2 * rng.normal(size=rows)
    return X, unit_range(1.0 / (1.0 + np.exp(-score)))


def friedman(rng: np.random.Generator, rows: int) -> tuple[Floats, Floats]:
    """Friedman's first function: five columns matter, two of them together, five do not."""
    X = rng.random((rows, 10))
    curve = 10.0 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20.0 * (X[:, 2] - 0.5) ** 2
    return X, curve + 10.0 * X[:, 3] + 5.0 * X[:, 4] + rng.normal(size=rows)


def cats(rng: np.random.Generator, rows: int) -> tuple[Floats, Floats]:
    """Ds of the CATS paper: w ~ N(0, I/5), x ~ N(5, I), y = w.x + 0.2 N(0, 1)."""
    weights = rng.normal(size=5) / np.sqrt(5.0)
    X = rng.normal(5.0, 1.0, size=(rows, 5))
    return X, X @ weights + 0.2 * rng.normal(size=rows)


SYNTHETIC_SETS: dict[str, tuple[Maker, int, str]] = {
    "synthetic-linear": (linear, 200_000, "20 columns; the paper's own linear model with noise"),
    "synthetic-friedman": (friedman, 200_000, "10 columns; Friedman's first function with noise"),
    "synthetic-cats": (cats, 1_000_000, "5 columns; the generator of the CATS paper (Ds)"),
}


def card(name: str) -> Card:
    """What a set is."""
    _, rows, summary = SYNTHETIC_SETS[name]
    return Card(
        name, f"{rows:,} rows, {summary}", "MIT, as this package", "generated", "synthetic"
    )


def load_synthetic(
    name: str,
    *,
    rows: int | None = None,
    seed: int | None = None,
    data_dir: str | Path | None = None,
) -> Dataset:
    """Draw one of `SYNTHETIC_SETS`; other seeds also draw other weights.

    Examples
    --------
    >>> load_synthetic("synthetic-friedman", rows=5)
    <Dataset synthetic-friedman: 5 rows, 10 columns>
    """
    make, usual, _ = SYNTHETIC_SETS[name]
    rng = np.random.default_rng(check_seed(1 if seed is None else seed))
    X, y = make(rng, usual if rows is None else check_count("rows", rows))
    return Dataset.of(card(name), X, y, [f"x{i}" for i in range(X.shape[1])], "y")
