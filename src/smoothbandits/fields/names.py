"""Hints at names that were meant."""

from collections.abc import Iterable

__all__ = ["nearest"]


def nearest(name: str, names: Iterable[str]) -> str:
    """A hint at the most similar name, or nothing.

    Examples
    --------
    >>> nearest("prise", ["weight", "price"])
    "; did you mean 'price'?"
    """
    import difflib

    by_lower = {other.lower(): other for other in names}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[found[0]]!r}?" if found else ""
