"""Payoffs with a known part: b(a) + c(a) y, where only the outcome y has to be learned.

A price is known the moment it is named; only whether it sells is not.  An oracle that learns the
outcome, sold or not, needs fewer rounds than one that learns the revenue, which is zero most of
the time and then large.  Everything here is affine in y, so that the expected payoff is the payoff
of the expected outcome.  E min(a, D) is not min(a, E D): what is not affine is refused.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import (
    Floats,
    as_number,
    as_numbers,
    check_bounds,
    check_callable,
    check_count,
    check_finite,
    check_positive,
)
from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.kernels.states import NO_ENTRY, PayoffState
from smoothbandits.scale import Scale
from smoothbandits.spaces import Interval, Space
from smoothbandits.spaces.base import check_space, unsuited

__all__ = ["Auction", "KnownPayoff", "Payoff", "Sale", "Units"]

CELLS = 128  # of equal mass, on which predicted losses are steps
POINTS = 8  # of the quadrature in a cell
RANGE_POINTS = 4_097  # at which the least and the greatest payoff are looked for
TRIED_OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
TRIED_ACTIONS = 17

Function = Callable[[Any], Any]


class KnownPayoff(ABC):
    """What every payoff can say: b(a) + c(a) y for an outcome y in [0, 1]."""

    #: -1 where outcomes fall as the action grows, +1 where they grow, None where nobody knows
    monotone: Any = None
    #: place or name of the context entry that is added to the factor, None where none is
    entry: int | str | None = None

    @abstractmethod
    def bases(self, actions: Floats) -> Floats:
        """b of many actions: what is paid whatever the outcome."""

    @abstractmethod
    def factors(self, actions: Floats) -> Floats:
        """c of many actions, without what the context adds."""

    @property
    def added(self) -> tuple[float, float]:
        """Range of what the context adds to the factor."""
        return 0.0, 0.0

    def outcome(self, given: Any) -> float:
        """The outcome as a number of [0, 1]."""
        number = float(given) if isinstance(given, bool | np.bool_) else as_number(given)
        if not 0.0 <= number <= 1.0:
            raise InvalidLoss(f"outcome is {given!r}; give True, False or a number of [0, 1]")
        return number

    def outcomes(self, given: Any) -> Floats:
        """Many outcomes as numbers of [0, 1]; one that is none refuses them all."""
        try:
            flags = np.asarray(given)
        except ValueError:  # rows of different lengths: no numbers, as is said below
            flags = None
        if flags is not None and flags.dtype == np.bool_:
            values = flags.astype(np.float64)
        else:
            values = as_numbers("outcomes", given, InvalidLoss)
        if values.ndim != 1:
            raise InvalidLoss(f"outcomes has shape {values.shape}; give one per decision")
        return np.array([self.outcome(value) for value in values.tolist()])

    def rewards(self, actions: Floats, outcomes: Floats, contexts: Floats | None) -> Floats:
        """Payoffs, in the user's money, of actions with these outcomes."""
        factors = self.factors(actions)
        if isinstance(self.entry, str):
            raise InvalidParameter(
                f"entry is {self.entry!r}; rows of numbers have no names, give the entry's place"
            )
        if self.entry is not None and contexts is not None:
            factors = factors + self.values(contexts[:, self.entry])
        return self.bases(actions) + factors * outcomes

    def values(self, entries: Floats) -> Floats:
        """What entries of contexts add: cut to their range, the least where one is missing."""
        low, high = self.added
        return np.clip(np.where(np.isnan(entries), low, entries), low, high)

    def scale(self, space: Space) -> Scale:
        """Range of payoffs over the space; they differ, or there is nothing to learn."""
        low, high = check_payoff_space(space).support
        units = np.linspace(0.0, 1.0, RANGE_POINTS)[:, None]
        actions = np.concatenate([[low, high], space.to_user_many(units)])
        base, factor = self.bases(actions), self.factors(actions)
        found = np.concatenate([base, *(base + factor + more for more in self.added)])
        if not np.isfinite(found).all():
            raise InvalidParameter(f"payoff is {self!r}; it is not finite on {space!r}")
        least, most = float(found.min()), float(found.max())
        if not least < most:
            raise InvalidParameter(
                f"payoff is {self!r}, which is {least} whatever is played on {space!r}; "
                "give one that differs"
            )
        return Scale(least, most)

    def losses(
        self, scale: Scale, actions: Floats, outcomes: Floats, contexts: Floats | None
    ) -> Floats:
        """Losses in [0, 1]: 0 for the greatest payoff."""
        rewards = self.rewards(actions, outcomes, contexts)
        shares = (rewards - scale.low) / (scale.high - scale.low)  # as `Scale` does, to the bit
        return np.clip(1.0 - shares, 0.0, 1.0)

    def state(self, space: Space) -> PayoffState:
        """Means of b and c over cells of equal mass, for the kernels."""
        scale = self.scale(space)
        nodes, weights = np.polynomial.legendre.leggauss(POINTS)
        units = (np.arange(CELLS)[:, None] + 0.5 * (1.0 + nodes)) / CELLS
        actions = np.asarray(space.to_user_many(units.reshape(-1, 1)))

        def means(values: Floats) -> Floats:
            return np.ascontiguousarray(values.reshape(CELLS, POINTS) @ weights / 2.0)

        return PayoffState(
            edges=np.arange(CELLS + 1) / CELLS,
            base=means(self.bases(actions)),
            factor=means(self.factors(actions)),
            terms=np.array([scale.high, scale.high - scale.low, *self.added]),
            entry=np.array([self.entry if isinstance(self.entry, int) else NO_ENTRY]),
        )


@dataclass(frozen=True)
class Sale(KnownPayoff):
    """(price - cost) if it sells, else nothing; the action is the price.

    Parameters
    ----------
    cost
        What the thing sold costs, in the units of the price.

    Examples
    --------
    >>> from smoothbandits import Bandit, Interval
    >>> bandit = Bandit(Interval(5.0, 50.0), payoff=Sale(cost=2.0), policy="fast")
    >>> decision = bandit.act()
    >>> bandit.learn(decision, outcome=True)
    >>> abs(bandit.mean_reward - (decision.action - 2.0)) < 1e-9
    True
    """

    cost: float = 0.0

    monotone = -1

    def __post_init__(self) -> None:
        object.__setattr__(self, "cost", check_finite("cost", self.cost))

    def bases(self, actions: Floats) -> Floats:
        """Zero: without a sale nothing is earned."""
        return np.zeros(len(actions))

    def factors(self, actions: Floats) -> Floats:
        """What a sale earns at each price."""
        return np.asarray(actions - self.cost)


@dataclass(frozen=True)
class Auction(KnownPayoff):
    """(value - bid) if it wins, else nothing: an auction in which the winner pays her bid.

    Parameters
    ----------
    value
        What winning is worth.  Leave it out where it differs from round to round.
    entry
        Name of the context's field that holds the value, or its place where contexts are
        numbers; where ``value`` is left out.
    least, most
        Range of the values in that entry; what lies beyond counts as its ends, and a missing one
        as the least.

    Examples
    --------
    >>> Auction(value=3.0).rewards(np.array([1.0, 2.0]), np.array([1.0, 0.0]), None)
    array([2., 0.])
    >>> Auction(entry=0, least=0.0, most=9.0).rewards(np.ones(1), np.ones(1), np.array([[5.0]]))
    array([4.])
    """

    value: float | None = None
    entry: int | str | None = None
    least: float | None = None
    most: float | None = None

    monotone = 1

    def __post_init__(self) -> None:
        if (self.value is None) == (self.entry is None):
            raise InvalidParameter(
                f"value is {self.value!r} and entry {self.entry!r}; give the value, or the place "
                "of the context's entry that is the value, with least= and most="
            )
        if self.value is not None:
            if self.least is not None or self.most is not None:
                raise InvalidParameter(
                    f"least is {self.least!r} and most {self.most!r} beside value "
                    f"{self.value!r}; leave them out, they are for entry="
                )
            object.__setattr__(self, "value", check_finite("value", self.value))
            return
        entry: Any = self.entry
        if not isinstance(entry, str):
            object.__setattr__(self, "entry", check_count("entry", entry, least=0))
        if self.least is None or self.most is None:
            raise InvalidParameter(
                f"least is {self.least!r} and most {self.most!r}; with entry= give the range of "
                "values, from which the range of payoffs follows"
            )
        least, most = check_bounds(self.least, self.most)
        object.__setattr__(self, "least", least)
        object.__setattr__(self, "most", most)

    @property
    def added(self) -> tuple[float, float]:
        """Values that contexts can name."""
        if self.least is None or self.most is None:
            return 0.0, 0.0
        return self.least, self.most

    def bases(self, actions: Floats) -> Floats:
        """Zero: without a win nothing is earned."""
        return np.zeros(len(actions))

    def factors(self, actions: Floats) -> Floats:
        """What winning leaves; the value of a context comes on top."""
        return np.asarray((0.0 if self.value is None else self.value) - actions)


@dataclass(frozen=True)
class Units(KnownPayoff):
    """Units sold times what one brings; outcomes are units, from 0 to ``most``.

    Parameters
    ----------
    most
        The greatest number of units that one round can sell.
    price
        Price of one unit: a number or a function of the action; the action itself if left out.
    cost
        Cost of one unit.
    monotone
        -1 where fewer units sell as the action grows, +1 where more do, None where nobody knows;
        -1 by default where the action is the price.

    Examples
    --------
    >>> Units(10).rewards(np.array([3.0]), np.array([Units(10).outcome(4)]), None)
    array([12.])
    """

    most: float
    price: float | Function | None = None
    cost: float = 0.0
    monotone: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "most", check_positive("most", self.most))
        object.__setattr__(self, "cost", check_finite("cost", self.cost))
        if self.price is None:
            if self.monotone is None:
                object.__setattr__(self, "monotone", -1)
        elif not callable(self.price):
            object.__setattr__(self, "price", check_finite("price", self.price))
        check_direction(self.monotone)

    def outcome(self, given: Any) -> float:
        """Units as a share of the most."""
        units = as_number(given)
        if not 0.0 <= units <= self.most:
            raise InvalidLoss(
                f"outcome is {given!r}; give units from 0 to {self.most}, or a larger most="
            )
        return units / self.most

    def bases(self, actions: Floats) -> Floats:
        """Zero: without a sale nothing is earned."""
        return np.zeros(len(actions))

    def factors(self, actions: Floats) -> Floats:
        """What the sale of all units earns."""
        price = actions if self.price is None else self.price
        prices = applied("price", price, actions) if callable(price) else price
        return np.asarray(self.most * (prices - self.cost) + np.zeros(len(actions)))


@dataclass(frozen=True)
class Payoff(KnownPayoff):
    """base(action) + factor(action) * outcome, with functions of your own.

    A saved bandit keeps no functions: give ``payoff=`` again to `load`.

    Parameters
    ----------
    base, factor
        Functions of the action, of one or of an array of them.
    monotone
        -1 where outcomes fall as the action grows, +1 where they grow, None where nobody knows.

    Examples
    --------
    >>> ad = Payoff(base=lambda a: -a, factor=lambda a: 20.0 + 0.0 * a, monotone=1)
    >>> ad.rewards(np.array([3.0, 3.0]), np.array([0.0, 1.0]), None)
    array([-3., 17.])
    """

    base: Function
    factor: Function
    monotone: int | None = None

    def __post_init__(self) -> None:
        check_callable("base", self.base)
        check_callable("factor", self.factor)
        check_direction(self.monotone)

    @classmethod
    def of(
        cls, function: Callable[[float, float], float], space: Space, monotone: int | None = None
    ) -> "Payoff":
        """The payoff ``function(action, outcome)``, refused where it is not affine in the outcome.

        Parameters
        ----------
        function
            Money for an action and an outcome of [0, 1].
        space
            The actions at which it is tried.
        monotone
            As for `Payoff`.

        Examples
        --------
        >>> Payoff.of(lambda a, y: a * y - 1.0, Interval(0, 5)).factors(np.array([2.0]))
        array([2.])
        """
        check_callable("function", function)
        units = np.linspace(0.0, 1.0, TRIED_ACTIONS)[:, None]
        for action in check_payoff_space(space).to_user_many(units).tolist():
            found = [check_finite("the payoff", function(action, y)) for y in TRIED_OUTCOMES]
            size = max(map(abs, found)) or 1.0
            for y, value in zip(TRIED_OUTCOMES, found, strict=True):
                line = found[0] + y * (found[-1] - found[0])
                if not math.isclose(value, line, rel_tol=1e-9, abs_tol=1e-9 * size):
                    raise InvalidParameter(
                        f"function gives {value} at action {action} and outcome {y}, and {line} "
                        "would be on the line through outcomes 0 and 1; it must be affine in the "
                        "outcome, else the payoff of its mean is not the mean payoff "
                        "(E min(a, D) is not min(a, E D)): learn the payoff with reward= instead"
                    )
        return cls(
            lambda a: function(a, 0.0), lambda a: function(a, 1.0) - function(a, 0.0), monotone
        )

    def bases(self, actions: Floats) -> Floats:
        """The user's ``base`` of many actions."""
        return applied("base", self.base, actions)

    def factors(self, actions: Floats) -> Floats:
        """The user's ``factor`` of many actions."""
        return applied("factor", self.factor, actions)


def applied(name: str, function: Function, actions: Floats) -> Floats:
    """A user's function of many actions: at once, or one by one where it takes no arrays."""
    try:
        found = np.asarray(function(actions), dtype=np.float64)
        if found.shape == actions.shape:
            return found
    except (TypeError, ValueError):
        pass
    return np.array([check_finite(f"what {name} gave", function(a)) for a in actions.tolist()])


def check_direction(monotone: int | None) -> None:
    """Refuse a direction that is neither -1, 1 nor None."""
    if monotone is not None and (type(monotone) is not int or monotone not in (-1, 1)):
        raise InvalidParameter(f"monotone is {monotone!r}; give -1, 1 or None")


def check_payoff_space(space: Space) -> Interval:
    """Refuse spaces whose actions are not numbers with a known quantile function."""
    number = check_space(space).parts.only_number
    if number is None or not number.compilable:
        raise unsuited(space, "a payoff", "an Interval with a measure of this package")
    return number
