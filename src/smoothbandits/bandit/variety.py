"""How much the actions of a log vary given the context: what it can say of their effect.

Where an incumbent's action follows from the context, nobody can tell what the action did from what
the context did.  An oracle taught a thousand such rows is sure of both all the same, and clings to
it when it could try for itself.  So such rows count less, and those of one price not at all.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.spaces import Space

__all__ = [
    "Variety",
    "chosen",
    "explained",
    "overlap",
    "share_explained_by_nothing",
    "spread_of",
]

LATEST = 2_000  # examples that are looked at
FEW = 30  # examples are too few to see what the action follows from: they count little
GROWTH = 1.4  # the next look is due when there are this many times the examples of the last one
LITTLE = 0.1  # share below which a log does more harm than good
SETTING = {
    "objective": "l2",
    "learning_rate": 0.1,
    "num_leaves": 15,
    "min_data_in_leaf": 5,
    "verbose": -1,
    "deterministic": True,
    "force_col_wise": True,
    "num_threads": 1,
}
TREES = 60
FARTHEST = 10.0  # standard deviations that an entry counts as being away


class Variety(NamedTuple):
    """The latest examples of a log, and how much they count.

    Attributes
    ----------
    numbers, contexts, points
        The latest examples: which they were, and what was done where.
    share
        What an example counts, and how many there were when it was found.
    """

    numbers: NDArray[np.int64]
    contexts: Floats
    points: Floats
    share: Floats

    @classmethod
    def none(cls, context_size: int, dimension: int) -> "Variety":
        """Of a bandit that was taught nothing."""
        empty = np.empty((0, context_size)), np.empty((0, dimension))
        return cls(np.empty(0, dtype=np.int64), *empty, np.array([LITTLE, 0.0]))

    def after(
        self, numbers: NDArray[np.int64], contexts: Floats, points: Floats, spread: Floats
    ) -> "Variety":
        """With more examples, looked at anew where it is time.

        ``spread`` is the variance of each number drawn from mu; a category counts for nothing.
        """
        new = Variety(
            np.concatenate([self.numbers, numbers])[-LATEST:],
            np.concatenate([self.contexts, contexts])[-LATEST:],
            np.concatenate([self.points, points])[-LATEST:],
            self.share,
        )
        taught = float(new.numbers[-1]) if len(new.numbers) else 0.0
        if taught < max(FEW, GROWTH * self.share[1]) or len(new.numbers) < FEW:
            return new
        found = share_explained_by_nothing(new.contexts, new.points[:, : len(spread)], spread)
        return new._replace(share=np.array([found if found >= LITTLE else 0.0, taught]))

    def without(self, numbers: list[int]) -> "Variety":
        """Without examples that are forgotten."""
        stays = ~np.isin(self.numbers, numbers)
        rows = (self.numbers[stays], self.contexts[stays], self.points[stays])
        return Variety(*rows, self.share)

    def is_sound(self, none: "Variety", taught: int) -> bool:
        """Whether it can be what so many examples have left; ``none`` is that of a new bandit."""
        columns = ((self.contexts, none.contexts), (self.points, none.points))
        alike = all(
            column.dtype == empty.dtype and column.shape == (len(self.numbers), empty.shape[1])
            for column, empty in columns
        )
        return bool(
            alike
            and len(self.numbers) <= LATEST
            and self.share.dtype == np.float64
            and self.share.shape == (2,)
            and 0.0 <= self.share[0] <= 1.0
            and 0.0 <= self.share[1] <= taught
            and np.isfinite(self.points).all()
            and not np.isinf(self.contexts).any()
        )


def overlap(propensities: Floats) -> Floats:
    """How much an action counts that was drawn with such a density relative to mu.

    That part of the draws is what mu and the law of the log have in common: min(1, 1/p) of a draw
    from the law is accepted as one from mu, as in rejection sampling.  An action with a
    probability of its own, whose density is infinite, followed from the context.

    Examples
    --------
    >>> overlap(np.array([0.5, 1.0, 4.0, np.inf]))
    array([1.  , 1.  , 0.25, 0.  ])
    """
    return np.minimum(1.0, 1.0 / propensities)


def chosen(shares: Floats, numbers: NDArray[np.int64], seed: int) -> NDArray[np.bool_]:
    """A random part of these examples, for oracles that take no weights."""
    drawn = np.random.default_rng([seed, 8, int(numbers[0])]).random(len(shares))
    return np.asarray(drawn < shares)


def spread_of(space: Space) -> Floats:
    """Variance of each number of an action that is drawn from mu, in unit coordinates.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> spread_of(Interval(0, 1)), spread_of(Interval(0, 1, values=[0.0, 1.0]))
    (array([0.08333333]), array([0.25]))
    """
    found = []
    for side in space.parts.sides:
        if side.ladder is None:
            found.append(1.0 / 12.0)
        else:
            places, masses = side.ladder.places, side.ladder.masses
            found.append(float(masses @ (places - masses @ places) ** 2))
    return np.array(found)


def share_explained_by_nothing(
    contexts: Floats, points: Floats, spread: Floats | None = None
) -> float:
    """Variance of the actions given the context over that of actions drawn from mu, at most 1.

    ``points`` are coordinates in which mu is uniform, or has the variance ``spread``.  What a
    context says is found in one half of the rows and taken off in the other.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> contexts, noise = rng.random((400, 2)), rng.random((400, 1))
    >>> share_explained_by_nothing(contexts, contexts[:, :1]) < 0.05
    True
    >>> share_explained_by_nothing(contexts, noise) > 0.9
    True
    """
    left = points - explained(contexts, points)
    # never more than what they vary by whatever the context is: on few rows trees find what is not
    varies = np.minimum((left**2).mean(axis=0), points.var(axis=0))
    due = np.full(points.shape[1], 1.0 / 12.0) if spread is None else spread
    shares = np.where(due > 0.0, varies / np.where(due > 0.0, due, 1.0), 1.0)
    return float(np.minimum(1.0, shares).mean())


def explained(contexts: Floats, points: Floats) -> Floats:
    """What the actions of every other row say those of the rest are, by trees or by lines.

    For each coordinate that which comes nearer.
    """
    half, guesses = np.arange(len(points)) % 2 == 0, np.empty_like(points)
    for side in range(points.shape[1]):
        tried = []
        for guess_of in (by_trees, by_lines):
            guess = np.empty(len(points))
            for rest, fold in ((half, ~half), (~half, half)):
                guess[fold] = guess_of(contexts[rest], points[rest, side], contexts[fold])
            tried.append(guess)
        errors = [float(((guess - points[:, side]) ** 2).sum()) for guess in tried]
        guesses[:, side] = tried[int(np.argmin(errors))]
    return guesses


def by_trees(contexts: Floats, targets: Floats, others: Floats) -> Any:
    """What trees take targets to be in other contexts."""
    if not contexts.shape[1] or np.ptp(targets) == 0.0:
        return targets.mean()
    import lightgbm

    data = lightgbm.Dataset(contexts, label=targets, params=SETTING)
    return lightgbm.train(SETTING, data, TREES).predict(others, num_threads=1)


def by_lines(contexts: Floats, targets: Floats, others: Floats) -> Any:
    """What a linear function takes them to be, of entries and of whether each is missing."""
    there = ~np.isnan(contexts)
    with np.errstate(all="ignore"):  # of the largest numbers there are
        many = np.maximum(there.sum(axis=0), 1)
        centre = np.where(there, contexts, 0.0).sum(axis=0) / many
        squares = np.where(there, contexts - centre, 0.0) ** 2
        spread = np.sqrt(squares.sum(axis=0) / many)
        units = [
            (rows - centre) / np.where(spread > 0.0, spread, 1.0) for rows in (contexts, others)
        ]
    scaled, asked = (np.clip(np.nan_to_num(rows), -FARTHEST, FARTHEST) for rows in units)
    some = ~there.all(axis=0)
    scaled = np.column_stack([scaled, there[:, some]])
    asked = np.column_stack([asked, ~np.isnan(others)[:, some]])
    middle, mean = scaled.mean(axis=0), targets.mean()
    scaled, asked = scaled - middle, asked - middle
    penalty = np.eye(scaled.shape[1])
    factors = np.linalg.solve(scaled.T @ scaled + penalty, scaled.T @ (targets - mean))
    return mean + asked @ factors
