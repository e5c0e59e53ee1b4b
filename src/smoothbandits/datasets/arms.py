"""Mean rewards of many arms and where they come from."""

from dataclasses import dataclass

from smoothbandits.checks import Floats

__all__ = ["Arms"]


@dataclass(frozen=True, eq=False)
class Arms:
    """A problem without contexts: `BernoulliEnvironment` takes the means as they are.

    Attributes
    ----------
    name
        As `load_arms` knows it.
    means
        Mean rewards in [0, 1], one per arm.
    licence, source, note
        Under what terms, from where, and what to say beside any result.

    Examples
    --------
    >>> import numpy as np
    >>> Arms("two", np.array([0.2, 0.9]))
    <Arms two: 2 arms, best mean 0.9>
    """

    name: str
    means: Floats
    licence: str = ""
    source: str = ""
    note: str = ""

    def __len__(self) -> int:
        return len(self.means)

    def __repr__(self) -> str:
        return f"<Arms {self.name}: {len(self):,} arms, best mean {self.means.max():g}>"
