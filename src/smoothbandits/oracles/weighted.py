"""A weighted oracle from an unweighted one, by showing it a random part of the examples."""

import copy
import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from smoothbandits.checks import Floats, check_choice, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.features import ContextFeatures, Linear
from smoothbandits.kernels.states import (
    THIN_BY_BOUND,
    THIN_BY_DOUBLING,
    THIN_BY_MAXIMUM,
    WeightedState,
)
from smoothbandits.oracles.base import (
    Oracle,
    check_horizon,
    is_own_oracle,
    own_bound,
    own_state,
)
from smoothbandits.oracles.kept import Kept
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.spaces import Space

__all__ = ["WeightedOracle"]

REDUCTIONS = {"A": THIN_BY_BOUND, "B": THIN_BY_DOUBLING, "C": THIN_BY_MAXIMUM}


@dataclass(frozen=True)
class WeightedOracle(Oracle):
    """Shows an example of weight w to the inner oracle with probability w/W.

    With R the inner oracle's bound, the expected weighted regret is at most

    * A, a known bound W on the weights: W R.
    * B, W doubles and the oracle restarts whenever a weight exceeds it: 4 max(w) (R + 1).
    * C, W is the largest weight so far, no restarts: max(w) (R + ln(1/delta)/2) with
      probability 1 - delta **under realizability**; without it C can fail linearly.

    Parameters
    ----------
    oracle
        A built-in oracle, or an untaught object of your own (which is copied).
    reduction
        "A", "B" or "C".
    bound
        W, for A.

    Examples
    --------
    >>> from smoothbandits.oracles.table import TableOracle
    >>> WeightedOracle(TableOracle(), "B")
    WeightedOracle(oracle=TableOracle(unseen=1.0), reduction='B', bound=None)
    """

    oracle: Any
    reduction: Literal["A", "B", "C"] = "C"
    bound: float | None = None

    takes_weights = True

    @property
    def takes_missing(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return isinstance(self.oracle, Oracle) and self.oracle.takes_missing

    @property
    def takes_any_size(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return not isinstance(self.oracle, Oracle) or self.oracle.takes_any_size

    def __post_init__(self) -> None:
        if isinstance(self.oracle, RefittedOracle):
            raise InvalidParameter(
                f"oracle is {self.oracle!r}, which is fitted anew from examples that it keeps; "
                "it cannot be shown a part of them, use it without WeightedOracle"
            )
        if not (isinstance(self.oracle, Oracle) or is_own_oracle(self.oracle)):
            raise InvalidParameter(
                f"oracle is {self.oracle!r}; give a built-in oracle or an object with predict and "
                "learn"
            )
        check_choice("reduction", self.reduction, REDUCTIONS)
        if (self.bound is not None) != (self.reduction == "A"):
            raise InvalidParameter(
                f"bound is {self.bound!r} with reduction {self.reduction!r}; "
                "reduction A needs a bound on the weights, B and C take none"
            )
        if self.bound is not None:
            check_positive("bound", self.bound)

    @property
    def compilable(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return isinstance(self.oracle, Oracle) and self.oracle.compilable

    @property
    def context_features(self) -> ContextFeatures:  # type: ignore[override]
        """As the inner oracle's."""
        return self.oracle.context_features if isinstance(self.oracle, Oracle) else Linear()

    @property
    def ignores_contexts(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return isinstance(self.oracle, Oracle) and self.oracle.ignores_contexts

    def check_context(self, context: Floats) -> None:
        """As the inner oracle."""
        if isinstance(self.oracle, Oracle):
            self.oracle.check_context(context)

    def build(self, space: Space, width: int, seed: int) -> WeightedState:
        """The inner oracle twice: one that learns, one to restart from."""
        inner: Any
        if isinstance(self.oracle, Oracle):
            inner = self.oracle.build(space, width, seed)
        else:
            inner = own_state(copy.deepcopy(self.oracle), space)
        memory = np.array([float(REDUCTIONS[self.reduction]), self.bound or 0.0])
        return WeightedState(inner, copy.deepcopy(inner), memory)

    def kept(self, state: WeightedState) -> Kept | None:
        """As the inner oracle."""
        return self.oracle.kept(state.inner) if isinstance(self.oracle, Oracle) else None

    def regret_bound(self, rounds: int, space: Space, context_size: int) -> float | None:
        """The bound per unit of the largest weight (of W, for A)."""
        rounds, space, context_size = check_horizon(rounds, space, context_size)
        if isinstance(self.oracle, Oracle):
            inner = self.oracle.regret_bound(rounds, space, context_size)
        else:
            inner = own_bound(self.oracle, rounds)
        if inner is None or self.reduction == "A":
            return inner
        if self.reduction == "B":
            return 4.0 * (inner + 1.0)  # the round that restarts is predicted before
        return inner + 0.5 * math.log(max(rounds, 2))  # delta = 1/T
