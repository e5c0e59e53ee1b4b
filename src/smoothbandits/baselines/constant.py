"""One action for ever, and the best such action in hindsight."""

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.checks import check_count
from smoothbandits.environments import RegressionEnvironment, SalesEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import ConstantState, RegressionState
from smoothbandits.spaces import Action, Interval, Space

__all__ = ["Constant", "best_constant"]


class Constant(Baseline):
    """Plays the same action in every round.

    Parameters
    ----------
    space
        Where the action lives.
    action
        In the user's units.
    context_size
        Number of entries of a context, which is ignored.

    Examples
    --------
    >>> from smoothbandits import Interval, RegressionEnvironment, simulate
    >>> rows = RegressionEnvironment(np.zeros((3, 0)), [0.1, 0.4, 0.8])
    >>> unit = Interval(0.0, 1.0)
    >>> trace = simulate(Constant(unit, best_constant(rows, unit)), rows)
    >>> round(trace.mean_loss, 6)  # a third of 0.3 + 0 + 0.4
    0.233333
    """

    def __init__(self, space: Space, action: Action, *, context_size: int = 0) -> None:
        self.action = action
        super().__init__(space, context_size=context_size)

    def _build(self) -> ConstantState:
        self.action = self.space.check(self.action)
        return ConstantState(np.array(self.action, dtype=np.float64, ndmin=1))


def best_constant(
    environment: RegressionEnvironment | SalesEnvironment,
    space: Interval,
    *,
    rounds: int | None = None,
) -> float:
    """The one action with the least mean loss on a table, known only in hindsight.

    The mean of the targets under squared loss, else the quantile at which the two slopes of
    the loss balance: the median under absolute loss.  Of prices, the one that earns most.

    Parameters
    ----------
    environment
        The table and its loss.
    space
        The action stays within it.
    rounds
        Only the first so many rows count; all if left out.

    Examples
    --------
    >>> from smoothbandits import Interval, RegressionEnvironment
    >>> rows = RegressionEnvironment(np.zeros((3, 0)), [1.0, 2.0, 9.0])
    >>> best_constant(rows, Interval(0.0, 10.0))
    2.0
    """
    if isinstance(environment, SalesEnvironment):
        return best_price(environment, space, rounds)
    if not isinstance(environment, RegressionEnvironment) or callable(environment.loss):
        raise InvalidParameter(
            f"environment is {environment!r}; give a SalesEnvironment, or a "
            "RegressionEnvironment with a loss by name"
        )
    n = len(environment.y) if rounds is None else check_count("rounds", rounds)
    targets = environment.targets(0, n)
    state: RegressionState = environment.state(space)
    if state.squared:
        best = targets.mean()
    else:
        level = state.under / (state.under + state.over)
        best = np.quantile(targets, level, method="inverted_cdf")
    return float(np.clip(best, *space.support))


def best_price(environment: SalesEnvironment, space: Interval, rounds: int | None) -> float:
    """The price that earns most: one of the worths, or the least price that may be asked."""
    n = len(environment.worths) if rounds is None else check_count("rounds", rounds)
    low, high = space.support
    worths = np.sort(environment.targets(0, n))
    prices = np.concatenate([[low], np.clip(worths, low, high), [high]])
    buyers = n - np.searchsorted(worths, prices)  # those whose worth is at least the price
    return float(prices[np.argmax((prices - environment.cost) * buyers)])
