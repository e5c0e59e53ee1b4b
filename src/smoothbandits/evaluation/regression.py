"""A model of the loss for doubly robust estimates, fitted to earlier rows only."""

from typing import Any

import numpy as np

from smoothbandits.baselines.greedy_trees import fit_trees
from smoothbandits.checks import Floats
from smoothbandits.evaluation.rows import Rows
from smoothbandits.spaces import Space

__all__ = ["EarlierRows"]

FIRST = 16  # rows before anything is predicted
FEWEST = 250  # rows before trees are fitted; the mean loss is predicted until then
GROWTH = 2.0
MOST = 50_000  # rows of a fit: a random part of the earlier ones
TREES, LEARNING_RATE = 60, 0.05  # few and slow: losses are noisy, and there are few rows


class EarlierRows:
    """Trees over context and action, fitted anew when there are twice as many rows.

    What is predicted of a row was learned from rows before it, so it was known before its action
    was drawn, and the mean of weight times error is that of a log that was made with the model in
    hand, however the bandit learned.
    """

    def __init__(self, space: Space, seed: int) -> None:
        self._seed = seed
        self._has_category = space.parts.category is not None
        self._features: list[Floats] = []
        self._losses: list[Floats] = []
        self._kept_every = 1
        self._booster: Any = None
        self._mean = 0.0  # of no row: nothing is taken away
        self.seen, self.next_fit = 0, FIRST

    def until_fit(self) -> int:
        """How many rows may be predicted before the next fit."""
        return self.next_fit - self.seen

    def predict(self, rows: Rows, points: Floats) -> Floats:
        """Losses of actions, one for each row."""
        if self._booster is None:
            return np.full(len(rows), self._mean)
        predicted = self._booster.predict(features_of(rows, points), num_threads=1)
        return np.asarray(np.clip(predicted, 0.0, 1.0))

    def learn(self, rows: Rows) -> None:
        """Take in rows that were predicted, and fit anew when that is due."""
        every = self._kept_every
        part = slice(-self.seen % every, None, every)
        self._features.append(features_of(rows, rows.points)[part])
        self._losses.append(rows.losses[part])
        self.seen += len(rows)
        if self.seen < self.next_fit:
            return
        features, losses = np.concatenate(self._features), np.concatenate(self._losses)
        while len(losses) > 2 * MOST:
            features, losses, self._kept_every = features[::2], losses[::2], 2 * self._kept_every
        self._features, self._losses = [features], [losses]
        self._mean = float(losses.mean())
        if self.seen >= FEWEST:
            self._fit(features, losses)
        self.next_fit = int(self.next_fit * GROWTH)

    def _fit(self, features: Floats, losses: Floats) -> None:
        categories = [features.shape[1] - 1] if self._has_category else []
        self._booster = fit_trees(
            features,
            losses,
            trees=TREES,
            learning_rate=LEARNING_RATE,
            seed=self._seed,
            categories=categories,
            min_data_in_leaf=leaf_rows(len(losses)),
        )


def leaf_rows(rows: int) -> int:
    """Rows that a leaf needs: a twentieth of all, from 30 to 200.

    Examples
    --------
    >>> leaf_rows(250), leaf_rows(2_000), leaf_rows(100_000)
    (30, 100, 200)
    """
    return max(30, min(200, rows // 20))


def features_of(rows: Rows, points: Floats) -> Floats:
    """Context and action side by side."""
    return points if rows.entries is None else np.column_stack([rows.entries, points])
