"""``policy="fast"``: what a bandit uses where nothing else is said.

One setting per kind of space, chosen on problems that no table of this project scores
(``docs/fast.md``); nothing depends on the data set.
"""

from typing import Any

from smoothbandits.explorers import AdaptiveIGW, Explorer
from smoothbandits.oracles import AdditiveOracle, KernelOracle, TableOracle
from smoothbandits.spaces import Box, Space

__all__ = ["fast_explorer", "fast_oracle"]

# a catalogue may be one good item in a thousand: from nearly random play to nearly greedy play
ON_A_CATALOG = AdaptiveIGW(lowest=0.003, highest=30.0, bases=12, anytime=True)


def fast_oracle(space: Space) -> Any:
    """Means per item, one valley on an interval, any shape on several knobs.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> fast_oracle(Interval(0, 1))
    AdditiveOracle(knots=None, prior=0.3)
    """
    if space.size is not None:
        return TableOracle()
    return KernelOracle() if isinstance(space, Box) else AdditiveOracle()


def fast_explorer(space: Space) -> Explorer:
    """CORRAL over how much to explore.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> fast_explorer(Catalog(1_000_000)).anytime
    True
    """
    return AdaptiveIGW() if space.size is None else ON_A_CATALOG
