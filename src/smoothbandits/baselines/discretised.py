"""Epsilon-greedy on an interval cut into cells."""

from typing import Literal

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.baselines.cells import centres, uniform_bounds
from smoothbandits.checks import (
    MOST_ARMS,
    check_choice,
    check_count,
    check_fraction,
    check_positive,
)
from smoothbandits.kernels.states import ADAPTIVE_STEPS, COIN_STEPS, DiscretisedState
from smoothbandits.spaces import Space

__all__ = ["DiscretisedGreedy"]

ROWS = {"adaptive": 3, "coin": 6}


class DiscretisedGreedy(Baseline):
    """Epsilon-greedy over the centres of equal cells, one linear regressor of the loss in each.

    What one does before hearing of smoothness: cut the knob into a few settings and treat them
    as unrelated arms.  A round costs O(arms).

    Parameters
    ----------
    space
        An `Interval` with a uniform measure.
    context_size
        Number of entries of a context.
    arms
        Number of cells.
    epsilon
        Probability of playing any cell.
    steps
        How a regressor learns: "adaptive", one falling rate per coordinate as is Vowpal
        Wabbit's default, or "coin", coin betting without a rate.
    learning_rate
        Rate of adaptive steps.
    seed
        Source of all randomness.

    Examples
    --------
    >>> from smoothbandits import Interval, RegressionEnvironment, simulate
    >>> rows = RegressionEnvironment([[0.5], [1.0], [-1.0]], [3.0, 6.5, 1.0])
    >>> greedy = DiscretisedGreedy(Interval(0.0, 8.0), 1, arms=4, seed=3)
    >>> sorted(set(simulate(greedy, rows, rounds=300).actions.tolist()))
    [1.0, 3.0, 5.0, 7.0]
    """

    def __init__(
        self,
        space: Space,
        context_size: int,
        *,
        arms: int = 16,
        epsilon: float = 0.05,
        steps: Literal["adaptive", "coin"] = "adaptive",
        learning_rate: float = 0.5,
        seed: int = 0,
    ) -> None:
        self.arms = check_count("arms", arms, most=MOST_ARMS)
        self.epsilon = check_fraction("epsilon", epsilon, zero=True)
        check_choice("steps", steps, ROWS)
        self.steps = steps
        self.learning_rate = check_positive("learning_rate", learning_rate)
        super().__init__(space, context_size=context_size, seed=seed)

    def _build(self) -> DiscretisedState:
        low, high = uniform_bounds(self.space, "DiscretisedGreedy")
        return DiscretisedState(
            regressors=np.zeros((self.arms, ROWS[self.steps], self.context_size + 1)),
            norms=np.zeros((self.arms, 2)),
            centres=centres(low, high, self.arms),
            epsilon=self.epsilon,
            rate=self.learning_rate,
            steps=COIN_STEPS if self.steps == "coin" else ADAPTIVE_STEPS,
        )
