"""Notices that the world has changed, and begins anew."""

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import Floats, check_fraction
from smoothbandits.errors import InvalidParameter
from smoothbandits.features import ContextFeatures
from smoothbandits.kernels.states import WatchedState
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.changes import MOST_CHANGES, Change, read_changes
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.spaces import Space

__all__ = ["ALPHA", "WatchedOracle"]

ALPHA = 0.01
BETS, FIRST_WINDOW = 5, 500  # as in the kernels
CHANGES = 5  # place in the clock


@dataclass(frozen=True)
class WatchedOracle(Oracle):
    """An oracle beside which a challenger learns recent examples only; the better one is used.

    A challenger begins with nothing, learns for a while, and is then compared with the model in
    use: both predict each loss before they learn it.  Where its squared errors are smaller beyond
    doubt the world has changed: it takes over, what was known before is forgotten, and explorers
    whose exploration fades begin again.  Where it does not win within its time (500 examples, or a
    sixteenth of what the model in use has learned) the next one begins.

    Parameters
    ----------
    oracle
        A built-in one that learns online.
    alpha
        Probability of ever taking over, over all comparisons, while no challenger is better:
        losses may depend on all that was played before.

    Notes
    -----
    The evidence is an e-process: the capital of bets on the difference of squared errors, to which
    a challenger's prediction counts no further than 0.1 from that of the model in use.
    No regret bound is stated: that of the oracle holds while there is no change.

    Examples
    --------
    >>> from smoothbandits.oracles.table import TableOracle
    >>> from smoothbandits.spaces import Catalog
    >>> oracle = WatchedOracle(TableOracle())
    >>> model = oracle.bind(Catalog(2))
    >>> for loss in [0.0] * 1000 + [1.0] * 1000:
    ...     model.learn(None, 0, loss)
    >>> oracle.changes(model.state)[0].learned < 1600, model.predict(None, [0])
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
                "BoostedOracle(watch=True)"
            )

    @property
    def takes_weights(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.takes_weights

    @property
    def takes_missing(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.takes_missing

    @property
    def takes_any_size(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.takes_any_size

    @property
    def ignores_contexts(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.ignores_contexts

    @property
    def compilable(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.compilable

    @property
    def context_features(self) -> ContextFeatures:  # type: ignore[override]
        """As the inner oracle's."""
        return self.oracle.context_features

    def check_context(self, context: Floats) -> None:
        """As the inner oracle."""
        self.oracle.check_context(context)

    def build(self, space: Space, width: int, seed: int) -> WatchedState:
        """Three times the inner oracle: in use, the challenger, what challengers begin with."""
        inner: Any = self.oracle.build(space, width, seed)
        return WatchedState(
            inner,
            challenger=copy.deepcopy(inner),
            pristine=copy.deepcopy(inner),
            capital=np.zeros(BETS),
            clock=np.array([0, 0, 0, FIRST_WINDOW, 1, 0], dtype=np.int64),
            changes=np.zeros((MOST_CHANGES, 4)),
            alpha=np.array([float(self.alpha)]),
        )

    def changes(self, state: WatchedState) -> tuple[Change, ...]:
        """When challengers took over."""
        return read_changes(state.changes, int(state.clock[CHANGES]))
