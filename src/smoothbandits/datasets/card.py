"""What there is to know about a dataset before it is loaded."""

from dataclasses import dataclass

__all__ = ["Card"]


@dataclass(frozen=True)
class Card:
    """Name, terms and origin.

    Attributes
    ----------
    name
        As `load` or `load_arms` knows it.
    summary
        One line.
    licence, source
        Under what terms and from where.
    note
        What to say beside any result: "reconstructed", "partial", "clipped".
    """

    name: str
    summary: str
    licence: str
    source: str
    note: str = ""
