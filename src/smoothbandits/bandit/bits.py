"""One bit per decision number: whether it was learned."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.errors import CorruptSave

__all__ = ["Bits"]

TRIM_AT = 4096  # bytes learned throughout before the bitset drops them


class Window(NamedTuple):
    """The bits that are still looked at; one object, so that it changes in one step.

    Attributes
    ----------
    start
        Number of the first bit; all decisions before it are learned.
    bits
        Eight decisions a byte.
    full
        Leading bytes that are learned throughout.
    """

    start: int
    bits: bytearray
    full: int


class Bits:
    """A set of decision numbers that grows, in order or nearly so.

    Every change can be made again with the same result, so that a step that was interrupted can be
    finished later.

    Examples
    --------
    >>> bits = Bits()
    >>> bits.close(3)
    >>> bits.learned(3), bits.learned(4)
    (True, False)
    """

    def __init__(self, start: int = 0) -> None:
        self.window = Window(start, bytearray(), 0)

    def learned(self, number: int) -> bool:
        """Whether this decision was learned."""
        start, bits, _ = self.window
        place = number - start
        if place < 0:
            return True
        byte = place >> 3
        return byte < len(bits) and bool(bits[byte] >> (place & 7) & 1)

    def first_learned(self, first: int, n: int) -> int | None:
        """The first of ``n`` numbers from ``first`` on that was learned, if any was."""
        start, bits, _ = self.window
        if n and first < start:
            return first
        low, high = (first - start) >> 3, (first + n - start + 7) >> 3
        if not any(bits[low:high]):
            return None
        return next((number for number in range(first, first + n) if self.learned(number)), None)

    def close(self, number: int) -> None:
        """Mark a decision as learned."""
        start, bits, full = self.window
        place = number - start
        if place < 0:
            return
        byte = place >> 3
        if byte >= len(bits):
            bits.extend(bytes(max(64, byte + 1 - len(bits))))
        bits[byte] |= 1 << (place & 7)
        if byte == full and bits[byte] == 0xFF:
            full += 1
            while full < len(bits) and bits[full] == 0xFF:
                full += 1
            self._slide(full)

    def close_range(self, first: int, n: int) -> None:
        """Mark ``n`` decisions from ``first`` on as learned."""
        start, bits, _ = self.window
        place, end = max(first - start, 0), first + n - start
        if place >= end:
            return
        bits.extend(bytes(max(0, (end + 7) // 8 - len(bits))))
        while place < end and place & 7:
            bits[place >> 3] |= 1 << (place & 7)
            place += 1
        whole = (end - place) >> 3
        if whole > 0:
            bits[place >> 3 : (place >> 3) + whole] = b"\xff" * whole
            place += 8 * whole
        while place < end:
            bits[place >> 3] |= 1 << (place & 7)
            place += 1
        self._slide(len(bits) - len(bits.lstrip(b"\xff")))

    def _slide(self, full: int) -> None:
        """Drop the bytes of a long prefix that is learned throughout."""
        start, bits, _ = self.window
        if full >= TRIM_AT:
            self.window = Window(start + 8 * full, bits[full:], 0)
        else:
            self.window = Window(start, bits, full)

    # --------------------------------------------------------------------- saving

    def to_array(self) -> NDArray[np.uint8]:
        """The bits, without those at the end that say nothing."""
        return np.frombuffer(bytes(self.window.bits.rstrip(b"\0")), dtype=np.uint8)

    @classmethod
    def restored(cls, start: Any, bits: Any, end: int) -> "Bits":
        """Take over a start and bits from a file, none of them for numbers from ``end`` on."""
        sane = type(start) is int and 0 <= start <= end
        if not sane or bits.dtype != np.uint8 or bits.ndim != 1:
            raise CorruptSave("the file's record of learned decisions is damaged; load another")
        made = cls(start)
        content = bytearray(bits.tobytes())
        full = len(content) - len(content.lstrip(b"\xff"))
        made.window = Window(start, content, full)
        last = int(content[-1]).bit_length() if content else 0
        if content and start + 8 * (len(content) - 1) + last > end:
            raise CorruptSave("the file's record of learned decisions is damaged; load another")
        return made

    def count(self) -> int:
        """How many numbers were learned."""
        start, bits, _ = self.window
        return start + int.from_bytes(bits, "little").bit_count()
