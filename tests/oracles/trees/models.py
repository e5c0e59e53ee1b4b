"""Small LightGBM models, one for each way in which a row may miss values or have categories."""

import functools

import numpy as np
import pytest

FEATURES = 4  # three of the context, the second one with categories, and the action
CATEGORIES = 80
KINDS = ("plain", "missing", "zero-missing", "not-missing", "categories")


def rows_of(kind, n, rng):
    """Rows (context, action) with what is special about the kind."""
    rows = rng.normal(size=(n, FEATURES))
    rows[:, -1] = rng.random(n)
    rows[rng.random((n, FEATURES)) < 0.2] *= 1e-3
    rows[:, 1] = rng.integers(0, CATEGORIES, n)
    rows[:, 2] = np.where(rng.random(n) < 0.3, 0.0, rows[:, 2])
    if kind in ("missing", "zero-missing", "categories"):
        hidden = rng.random((n, FEATURES)) < 0.15
        hidden[:, -1] = False
        rows[hidden] = np.nan
    rows[:, -1] = rng.random(n)
    return rows


def losses_of(rows, rng):
    """A valley whose place depends on the context, missing or not."""
    filled = np.nan_to_num(rows, nan=0.7)
    place = 0.5 + 0.2 * np.tanh(filled[:, 0]) + 0.2 * np.sin(filled[:, 1])
    place += 0.1 * (filled[:, 2] == 0.0) + 0.1 * np.isnan(rows[:, 0])
    return np.abs(rows[:, -1] - place) + 0.05 * rng.normal(size=len(rows))


@functools.cache
def fitted(kind, trees=30, leaves=31, n=4000):
    """A booster."""
    lightgbm = pytest.importorskip("lightgbm")
    rng = np.random.default_rng(KINDS.index(kind))
    rows = rows_of(kind, n, rng)
    settings = {"objective": "regression", "num_leaves": leaves, "verbosity": -1}
    settings |= {"num_threads": 1, "min_data_in_leaf": 5, "seed": 1}
    settings |= {"zero_as_missing": kind == "zero-missing", "use_missing": kind != "not-missing"}
    settings |= {"min_data_per_group": 5, "cat_smooth": 1.0, "max_cat_to_onehot": 4}
    data = lightgbm.Dataset(
        rows,
        losses_of(rows, rng),
        weight=rng.uniform(0.5, 2.0, n),
        categorical_feature=[1] if kind == "categories" else [],
        params=settings,
    )
    return lightgbm.train(settings, data, num_boost_round=trees)


def strange_rows(kind, n, rng):
    """Rows that were never seen in training."""
    rows = rows_of(kind, n, rng)
    strange = rng.choice([np.nan, 0.0, -0.0, 1e-36, -1.0, -0.5, 3.7, 500.0, np.inf], (n, 3))
    rows[:, :-1] = np.where(rng.random((n, 3)) < 0.2, strange, rows[:, :-1])
    if kind == "categories":
        rows[np.isinf(rows[:, 1]), 1] = 1e6  # LightGBM casts categories to int
    return rows
