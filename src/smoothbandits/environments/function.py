"""A loss function written in Python."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import (
    Floats,
    as_number,
    check_finite,
    check_seed,
)
from smoothbandits.contexts import check_context_size
from smoothbandits.environments.base import Environment, check_round, check_rounds
from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.spaces import Action, Space

__all__ = ["FunctionEnvironment"]

Sampler = Callable[[np.random.Generator], ArrayLike]


class FunctionEnvironment(Environment):
    """Losses ``function(context, action)``, with noise on top if wished.

    Parameters
    ----------
    function
        Loss in [0, 1] before noise; the context is None where there is none.
    context_size
        Number of entries of a context.
    sampler
        ``sampler(generator) -> context``; uniform on the unit cube by default.
    noise
        "bernoulli" answers 0 or 1 with the function's value as mean; a number adds normal noise
        of that standard deviation and clips to [0, 1], which moves the mean: `expected` gives
        the mean of what is answered; 0 answers the function's value itself.
    best
        ``best(context) -> least value of the function``, for the regret of a trace.
    seed
        Seed of contexts and noise.

    Examples
    --------
    >>> valley = FunctionEnvironment(lambda context, a: abs(a - 0.3))
    >>> valley.realised(0, 0.8)
    0.5
    """

    benchmark = "the least expected loss of each round"

    def __init__(
        self,
        function: Callable[[Any, Action], float],
        *,
        context_size: int = 0,
        sampler: Sampler | None = None,
        noise: float | str = 0.0,
        best: Callable[[Any], float] | None = None,
        seed: int = 0,
    ) -> None:
        if not callable(function):
            raise InvalidParameter(f"function is {function!r}; give a function (context, action)")
        random = isinstance(noise, str) and noise == "bernoulli"
        if not random and (isinstance(noise, str) or check_finite("noise", noise) < 0):
            raise InvalidParameter(f"noise is {noise!r}; give 'bernoulli' or a number >= 0")
        self.function = function
        self.context_size = check_context_size(context_size)
        if sampler is not None and not callable(sampler):
            raise InvalidParameter(f"sampler is {sampler!r}; give a function (generator)")
        if best is not None and not callable(best):
            raise InvalidParameter(f"best is {best!r}; give a function (context)")
        self.sampler = sampler if sampler is not None else lambda rng: rng.random(context_size)
        self.noise = noise
        self.best = best
        self.seed = check_seed(seed)
        self._block: tuple[int, Floats] = 0, np.empty((0, 0))

    def _generator(self, number: int, stream: int) -> np.random.Generator:
        return np.random.Generator(np.random.Philox(key=[self.seed, 2 * number + stream]))

    def _draw(self, number: int) -> Floats:
        """A fresh context from the user's sampler."""
        drawn = self.sampler(self._generator(number, 0))
        try:
            row = np.array(drawn, dtype=np.float64)
        except (TypeError, ValueError):
            raise InvalidParameter(f"sampler gave {drawn!r}; it must give numbers") from None
        if row.shape != (self.context_size,):
            raise InvalidParameter(
                f"sampler gave shape {row.shape}; it must give {self.context_size} numbers"
            )
        return row

    def context(self, number: int) -> Floats | None:
        """The context of one round, None where there is none."""
        number = check_round(number)
        if self.context_size == 0:
            return None
        first, rows = self._block
        if not first <= number < first + len(rows):
            return self._draw(number)
        row: Floats = rows[number - first].copy()
        return row

    def contexts(self, first: int, n: int) -> Floats:
        """One context per round; the last block is kept for the losses that follow."""
        first, n = check_rounds(first, n)
        if self.context_size == 0:
            return np.empty((n, 0))
        rows = np.array([self._draw(first + i) for i in range(n)]).reshape(n, self.context_size)
        self._block = first, rows
        return rows.copy()

    def _value(self, number: int, action: Action) -> float:
        """The value of the function, which must be a loss."""
        found = self.function(self.context(number), action)
        loss = as_number(found)
        if not 0.0 <= loss <= 1.0:
            raise InvalidLoss(
                f"the function gave {found!r} for action {action!r} in round {number}; "
                "it must give losses in [0, 1]"
            )
        return loss

    def _mean(self, value: float) -> float:
        """Mean of the answers where the function has this value; it increases with the value."""
        if self.noise == "bernoulli" or not self.noise:
            return value
        return clipped_normal_mean(value, float(self.noise))

    def expected(self, number: int, action: Action) -> float:
        """Mean of what `realised` answers."""
        return self._mean(self._value(number, action))

    def realised(self, number: int, action: Action) -> float:
        """The value of the function, with noise."""
        value = self._value(number, action)
        if self.noise == "bernoulli":
            return float(self._generator(number, 1).random() < value)
        if self.noise:
            noise = float(self.noise) * self._generator(number, 1).standard_normal()
            return float(min(1.0, max(0.0, value + noise)))
        return value

    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """The mean answer at what ``best`` says, else unknown."""
        first, n = check_rounds(first, n)
        if self.best is None:
            return np.full(n, np.nan)
        return np.array([self._least(first + i) for i in range(n)])

    def _least(self, number: int) -> float:
        """The mean answer at what ``best`` says of one round."""
        assert self.best is not None
        found = self.best(self.context(number))
        return self._mean(check_finite("what best gave", found))


def clipped_normal_mean(mean: float, spread: float) -> float:
    """Mean of a normal variable that is clipped to [0, 1].

    With a = -mean/spread and b = (1 - mean)/spread it is 1 - Phi(b) for what is cut above, plus
    mean (Phi(b) - Phi(a)) + spread (phi(a) - phi(b)) for what is not cut.

    Examples
    --------
    >>> clipped_normal_mean(0.5, 0.2), clipped_normal_mean(0.0, 0.1)
    (0.5, 0.0398942)
    """
    a, b = -mean / spread, (1.0 - mean) / spread
    below, above = (0.5 * math.erfc(x / math.sqrt(2.0)) for x in (-a, b))
    slopes = (math.expm1(-0.5 * a * a) - math.expm1(-0.5 * b * b)) / math.sqrt(2.0 * math.pi)
    return above + mean * (1.0 - below - above) + spread * slopes
