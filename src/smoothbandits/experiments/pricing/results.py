"""What the pricing experiment found."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.environments import MarketEnvironment

__all__ = ["SHOWN_PRICES", "Outcome", "PricingResult", "window_bounds"]

WINDOWS = 40  # points of a learning curve
SHOWN_PRICES = np.linspace(10.0, 50.0, 201)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one method did: an entry or a row per seed; money per customer.

    Attributes
    ----------
    revenue, realised
        Expected revenue of the prices named over all rounds, and what was earned with the
        luck of the draw.
    late_exploration
        Share of exploring rounds in the last fifth.
    learned
        After the last round: revenue from new customers without exploring, as a share of the
        best possible.
    shares, exploration
        Per window: revenue as a share of the best possible, and share of exploring rounds.
    prices
        For the new customers, after the last round of the first seed.
    curves
        Predicted revenue of `SHOWN_PRICES` for the customers shown, after the first seed.
    seconds
        Time of the simulation loops, all seeds together.
    """

    revenue: Floats
    realised: Floats
    late_exploration: Floats
    learned: Floats
    shares: Floats
    exploration: Floats
    prices: Floats
    curves: Floats
    seconds: float


@dataclass(frozen=True, eq=False)
class PricingResult:
    """All that the report needs."""

    rounds: int
    seeds: list[int]
    outcomes: dict[str, Outcome]
    best: Floats  # revenue of the best price for each customer's features, per seed
    single: Floats  # revenue of the best single price, per seed
    newcomers: MarketEnvironment
    shown: list[int]  # numbers of three new customers
    seconds: float  # wall clock, compiling included

    @property
    def ends(self) -> Floats:
        """Rounds done at the end of each window."""
        return np.asarray(window_bounds(self.rounds)[1:], dtype=np.float64)

    def ranking(self) -> list[str]:
        """Methods by revenue, the greatest first."""
        return sorted(self.outcomes, key=lambda m: -float(self.outcomes[m].revenue.mean()))


def window_bounds(rounds: int) -> list[int]:
    """First round of each window, and the end."""
    return [rounds * i // WINDOWS for i in range(WINDOWS + 1)]
