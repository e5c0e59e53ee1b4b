"""One field of a context: what kind of thing it is, and which entries it fills."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["Book", "Field", "Write"]

#: puts a value into a row whose entries of the field begin at a place
Write = Callable[["array[float]", int, Any], None]

#: the place of a level that has none yet: takes the field's name and the level; None for no place
Book = Callable[[str, str], int | None]


class Field(ABC):
    """A kind of field, with its parameters.

    An entry that says nothing is ``absent``: nan for oracles that leave such an entry out, 0 for
    those that calculate with all of them.
    """

    @abstractmethod
    def entries(self, name: str) -> list[str]:
        """Names of the entries that the field fills."""

    @abstractmethod
    def blank(self, absent: float) -> list[float]:
        """The entries where the value is missing."""

    @property
    def present(self) -> int:
        """About how many of the entries say something at a time."""
        return len(self.blank(0.0))

    @abstractmethod
    def writer(self, name: str, absent: float, levels: dict[str, int], book: Book) -> Write:
        """What puts a value into a row that was blank.

        Only a `Category` has ``levels``, by their places, and asks the ``book`` for new ones.
        """

    def read(self, entries: Sequence[float], levels: Sequence[str]) -> Any:
        """The value that entries were written from, None where it is missing or they do not say.

        Only a `Category` has ``levels``: what each of its entries stands for.
        """
        return None

    def sees_as(self, seen: list[float], encoded: list[float]) -> bool:
        """Whether ``seen`` are the entries of a value that is encoded so now."""
        return all(a == b or (a != a and b != b) for a, b in zip(seen, encoded, strict=True))
