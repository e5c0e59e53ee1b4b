"""Free text as the words that are in it."""

import re
import unicodedata
from array import array
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from smoothbandits.checks import check_count
from smoothbandits.fields.base import Book, Field, Write
from smoothbandits.fields.values import as_text

__all__ = ["BUCKETS", "Text", "words"]

BUCKETS = 32
MOST_BUCKETS = 100_000
WORDS = 5  # of a short text
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Text(Field):
    """Text in any language: an entry is 1 where a word of the text falls into its bucket.

    Words are hashed, so that nothing has to be known of them beforehand; two that share a bucket
    are not told apart.  Upper and lower case count alike.  Text without words says as much as
    none.

    Parameters
    ----------
    buckets
        How many there are; 32 if left out.

    Examples
    --------
    >>> from smoothbandits.fields import Schema
    >>> Schema({"note": Text(buckets=4)}).encode({"note": "Late again! LATE."})
    array([ 1.,  1., nan, nan])
    """

    buckets: int = BUCKETS

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "buckets", check_count("buckets", self.buckets, most=MOST_BUCKETS)
        )

    @property
    def present(self) -> int:
        """Those of a short text."""
        return min(self.buckets, WORDS)

    def entries(self, name: str) -> list[str]:
        """One per bucket."""
        return [f"{name}: words {bucket}" for bucket in range(self.buckets)]

    def blank(self, absent: float) -> list[float]:
        """No words."""
        return [absent] * self.buckets

    def writer(self, name: str, absent: float, levels: dict[str, int], book: Book) -> Write:
        """Mark the buckets of the words."""
        buckets = self.buckets

        def write(row: "array[float]", at: int, value: Any) -> None:
            for word in words(as_text(name, value)):
                row[at + crc32(word) % buckets] = 1.0

        return write


def words(text: str) -> list[bytes]:
    """The words of a text, in one form of letters and case.

    Examples
    --------
    >>> words("Late, LATE")
    [b'late', b'late']
    """
    found = WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return [word.encode("utf-8", "surrogatepass") for word in found]
