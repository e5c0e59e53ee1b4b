"""Regret against the number of rounds: what cells of one play give together, and its exponent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from smoothbandits.apps.reports import Table
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.claim import Check
from smoothbandits_lab.statistics import Exponent, fit_exponent

__all__ = ["SAYS_SOMETHING", "Curve", "bound_check", "collect", "curve_table", "falling"]

CLEARLY = 0.7  # of what random play, whose exponent is 1, costs at the last T
#: of the first T's share of random play's regret: linear regret keeps its share whatever T is.
#: A frontier of at most T^0.9 promises 0.76 or less over a factor of 16, but for logarithms
FALLEN, SAYS_SOMETHING = 0.85, 0.9


@dataclass(frozen=True)
class Curve:
    """Regrets of one play, one row per number of rounds.

    Attributes
    ----------
    policy, label
        Of the cells; for a reader.
    alpha, beta
        Of the problem; of eta = T^-beta, where CORRAL plays.
    limit
        Exponent that the theory promises, None for what is only shown.
    rounds, regrets, random, bounds
        T; regret of each seed; what random play costs; what Theorem 1 promises, if it does.
    """

    policy: str
    label: str
    alpha: float
    beta: float | None
    limit: float | None
    rounds: list[int]
    regrets: list[list[float]]
    random: list[float]
    bounds: list[float]

    @cached_property
    def exponent(self) -> Exponent:
        """Of the regret as it is, with all logarithms in it."""
        return fit_exponent(np.array(self.rounds, dtype=float), np.array(self.regrets))

    @property
    def shares_of_random(self) -> list[float]:
        """Regret at each T as a share of what random play costs."""
        pairs = zip(self.regrets, self.random, strict=True)
        return [float(np.mean(regrets) / random) for regrets, random in pairs]

    def checks(self, tolerance: float) -> list[Check]:
        """An exponent of the theory, and far from random play.

        Under CORRAL the bound has factors of B ln T that no reachable T outgrows: regret divided
        by them would let even linear regret pass, and as it is no exponent is promised.  So it is
        asked for what the theory has for certain, that regret per round falls; where the frontier
        is above T^0.9, logarithms hide even that, and nothing is asked.
        """
        if self.limit is None:
            return []
        name, found = f"{self.label}, alpha = {self.alpha:g}", self.exponent
        first, last = self.shares_of_random[0], self.shares_of_random[-1]
        if self.beta is not None and self.limit > SAYS_SOMETHING:
            return []
        if self.beta is not None:
            return [falling(name, self.rounds, first, last)]
        far = f"{name}: at most {CLEARLY:g} of random play's regret at the last T"
        power = f"{name}: exponent at most {self.limit:.2f} + {tolerance:g}"
        below = f"{name}: the interval of the exponent is below random play's 1"
        return [
            Check(far, last <= CLEARLY, f"{last:.2f}"),
            Check(power, found.slope <= self.limit + tolerance, str(found)),
            Check(below, found.high < 1.0, str(found)),
        ]

    def numbers(self) -> dict[str, Any]:
        """Everything, for JSON."""
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        found = self.exponent
        return {**plain, "exponent": [found.slope, found.low, found.high]}


def collect(
    cells: Sequence[Cell],
    results: Sequence[Result],
    describe: Callable[[str, float, float | None], tuple[str, float | None]],
) -> list[Curve]:
    """Join the cells of each play; ``describe(policy, alpha, beta)`` gives label and limit."""
    curves: dict[tuple[Any, ...], Curve] = {}
    for cell, result in zip(cells, results, strict=True):
        key = cell.policy, cell.settings["alpha"], cell.settings.get("beta")
        curve = curves.get(key)
        if curve is None:
            policy, alpha, beta = key
            label, limit = describe(policy, alpha, beta)
            curve = curves[key] = Curve(policy, label, alpha, beta, limit, [], [], [], [])
        curve.rounds.append(cell.settings["rounds"])
        curve.regrets.append(result["regrets"])
        curve.random.append(result["random"])
        if "bound" in result:
            curve.bounds.append(result["bound"])
    order = {
        name: place for place, name in enumerate(dict.fromkeys(cell.policy for cell in cells))
    }
    return sorted(curves.values(), key=lambda c: (order[c.policy], c.beta or 0.0, c.alpha))


def falling(name: str, rounds: Sequence[int], first: float, last: float) -> Check:
    """Whether regret, as a share of random play's, falls from the first T to the last."""
    return Check(
        f"{name}: regret per round falls by {1 - FALLEN:.0%} or more while T grows by "
        f"{rounds[-1] / rounds[0]:g}",
        last <= FALLEN * first,
        f"from {first:.2f} to {last:.2f} of random play's",
    )


def bound_check(curves: Sequence[Curve], words: str) -> tuple[Check, float]:
    """No single run above what the theorem promises for the mean; the worst share of it."""
    worst = max(
        max(regrets) / bound
        for curve in curves
        for regrets, bound in zip(curve.regrets, curve.bounds, strict=False)
    )
    return Check(words, worst <= 1.0, f"the worst run is at {worst:.2f} of it"), worst


def curve_table(curves: Sequence[Curve]) -> Table:
    """One line per curve."""
    headers = ["play", "alpha", "exponent [95 %]", "theory", "regret at last T", "of random play"]
    return Table(
        headers,
        [
            [
                curve.label,
                f"{curve.alpha:g}",
                str(curve.exponent),
                "" if curve.limit is None else f"{curve.limit:.2f}",
                f"{np.mean(curve.regrets[-1]):,.0f}",
                f"{curve.shares_of_random[-1]:.1%}",
            ]
            for curve in curves
        ],
    )
