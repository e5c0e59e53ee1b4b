"""Notices that the world has changed, and begins anew."""

import copy
from dataclasses import dataclass
from typing import Any

from smoothbandits.checks import check_fraction
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import WatchedState
from smoothbandits.oracles.around import OracleAround
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.changes import ALPHA, Change, changes_of, watch_beside
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.spaces import Space

__all__ = ["WatchedOracle"]


@dataclass(frozen=True)
class WatchedOracle(OracleAround):
    """An oracle that begins anew where the world has changed.

    A challenger beside it begins with nothing, learns for a while, and is then compared with the
    oracle as that was when the challenger began: both predict each loss, or outcome of a payoff,
    before it is learned.
    Where the challenger's squared errors are clearly smaller beyond doubt, the world has changed:
    the oracle forgets all, and explorers whose exploration fades begin again.  Where it does not
    win within its time (500 to 2,000 examples: an eighth of those that the oracle has learned)
    the next one begins.  An oracle is compared once it has learned 2,000 examples, after a change
    1,000.

    Parameters
    ----------
    oracle
        A built-in one that learns online.
    alpha
        Probability of ever beginning anew, over all comparisons, while no challenger is clearly
        better; losses may depend on all that was played before.

    Notes
    -----
    The evidence is an e-process: the capital of bets on the difference of squared errors.  Clearly
    smaller means by 10 % plus the mean advantage of the challengers since the last change; a
    challenger's prediction counts no further than 0.1 from the oracle's.  No regret bound is
    stated: that of the oracle holds while there is no change.

    Examples
    --------
    >>> from smoothbandits.oracles.table import TableOracle
    >>> from smoothbandits.spaces import Catalog
    >>> oracle = WatchedOracle(TableOracle())
    >>> model = oracle.bind(Catalog(2))
    >>> for loss in [0.0] * 3000 + [1.0] * 1000:
    ...     model.learn(None, 0, loss)
    >>> oracle.changes(model.state)[0].learned < 3500, model.predict(None, [0])
    (True, array([1.]))
    """

    oracle: Oracle
    alpha: float = ALPHA

    def __post_init__(self) -> None:
        check_fraction("alpha", self.alpha)
        if not isinstance(self.oracle, Oracle) or isinstance(
            self.oracle, RefittedOracle | WatchedOracle
        ):
            raise InvalidParameter(
                f"oracle is {self.oracle!r}; give a built-in one that learns online, or "
                "watch=True of one with trees"
            )

    def build(self, space: Space, width: int, seed: int) -> WatchedState:
        """The inner oracle four times: in use, as it was, challenging, and untaught."""
        inner: Any = self.oracle.build(space, width, seed)
        return WatchedState(inner, copy.deepcopy(inner), watch_beside(inner, self.alpha))

    def changes(self, state: WatchedState) -> tuple[Change, ...]:
        """When challengers took over."""
        return changes_of(state.watch)
