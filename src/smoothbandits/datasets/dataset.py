"""A regression table and where it comes from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.datasets.card import Card

__all__ = ["Dataset", "unit_range"]


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows (x, y) in the units of their source.

    Attributes
    ----------
    name
        As `load` knows it.
    X, y
        Features and target, in file order.
    columns, target
        Names of the features and of the target.
    licence, source, note
        Under what terms, from where, and what to say beside any result: "reconstructed",
        "partial", "clipped".

    Examples
    --------
    >>> table = Dataset("toy", np.array([[1.0], [3.0]]), np.array([5.0, 9.0]), ("x",), "y")
    >>> table.scaled().y
    array([0., 1.])
    """

    name: str
    X: Floats
    y: Floats
    columns: tuple[str, ...]
    target: str
    licence: str = ""
    source: str = ""
    note: str = ""

    @classmethod
    def of(
        cls, card: Card, X: Floats, y: Floats, columns: Sequence[str], target: str
    ) -> "Dataset":
        """A table with the words of its card."""
        words = {"licence": card.licence, "source": card.source, "note": card.note}
        return cls(card.name, X, y, tuple(columns), target, **words)

    def noted(self, words: str) -> "Dataset":
        """The same table with more to say beside any result."""
        return replace(self, note="; ".join(filter(None, [self.note, words])))

    def __len__(self) -> int:
        return len(self.y)

    def scaled(self) -> "Dataset":
        """Each column and the target mapped to [0, 1] by its least and greatest value."""
        return replace(self, X=unit_range(self.X), y=unit_range(self.y))

    def __repr__(self) -> str:
        return f"<Dataset {self.name}: {len(self):,} rows, {self.X.shape[1]} columns>"


def unit_range(values: Floats) -> Floats:
    """Min-max scaling down the first axis; what is constant becomes 0.

    Examples
    --------
    >>> unit_range(np.array([2.0, 4.0, 3.0]))
    array([0. , 1. , 0.5])
    """
    low = values.min(axis=0)
    width = values.max(axis=0) - low
    scaled: Floats = values - low
    scaled /= np.where(width > 0.0, width, 1.0)
    return scaled
