"""Which runs compare fixed h with none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from smoothbandits_lab.cells import Cell
from smoothbandits_lab.claims.adaptive.runs import (
    play_corral,
    play_fixed,
    play_practice,
    standard_eta,
    starve,
)
from smoothbandits_lab.claims.claim import Size

__all__ = ["HARD", "WORK", "Work"]

HARD = 8  # 1/h of the stairs on which horizons are compared: the ratio is largest there
COARSE = [1, 4, 16, 64, 256]  # 1/h of the fixed runs where there are few
NEAR = [1, 2, 4, 8, 16]  # 1/h of the fixed runs that may be best on them
STARVED = {"bases": 8, "rounds": 4_000, "eta": 1.0}


@dataclass(frozen=True)
class Work:
    """Sizes of the runs.

    Attributes
    ----------
    rounds
        T.
    inverses
        1/h of the stairs, from wide to narrow.
    grid
        1/h of the fixed runs.
    seeds
        Runs of each kind.
    etas
        Tried beside sqrt(B/T), on the stairs ``swept``; none where T is too short to tell.
    horizons
        Tried beside T.
    compiled
        Whether that is worth while for CorralBandit.
    """

    rounds: int
    inverses: list[int]
    grid: list[int]
    seeds: int
    etas: Sequence[float] = ()
    swept: Sequence[int] = ()
    horizons: Sequence[int] = ()
    compiled: bool = False

    def cells(self, claim: str) -> list[Cell]:
        """Fixed runs, both adaptive forms, etas, horizons, and a master alone."""

        def cell(compute: Any, policy: str, inverse: int, rounds: int, **more: Any) -> Cell:
            settings = {"inverse": inverse, "rounds": rounds, "seeds": self.seeds, **more}
            return Cell(compute, "theory", claim, policy, inverse, settings)

        def corral(inverse: int, rounds: int, eta: float) -> Cell:
            more = {"eta": eta, "compiled": self.compiled}
            return cell(play_corral, "CorralBandit", inverse, rounds, **more)

        T = self.rounds

        def fixed(inverse: int, rounds: int, name: str, grid: list[int]) -> Cell:
            return cell(play_fixed, f"fixed {name}", inverse, rounds, schedule=name, grid=grid)

        known = [fixed(i, T, "theorem", self.grid) for i in self.inverses]
        anytime = [fixed(i, T, "anytime", self.grid) for i in self.inverses]
        practice = [cell(play_practice, "AdaptiveIGW", i, T) for i in self.inverses]
        theory = [corral(i, T, standard_eta(T)) for i in self.inverses]
        etas = [corral(i, T, eta) for i in self.swept for eta in self.etas]
        other = [corral(HARD, rounds, standard_eta(rounds)) for rounds in self.horizons]
        other += [fixed(HARD, rounds, "theorem", NEAR) for rounds in self.horizons]
        starved = Cell(starve, "theory", claim, "starved base", 0, STARVED)
        return [*known, *anytime, *practice, *theory, *etas, *other, starved]


WORK: dict[Size, Work] = {
    "tiny": Work(rounds=2_048, inverses=[8, 16], grid=COARSE, seeds=3),
    "quick": Work(rounds=8_192, inverses=[8, 16, 32], grid=COARSE, seeds=3),
    "full": Work(
        rounds=200_000,
        inverses=[8, 32, 128, 512],
        grid=[2**k for k in range(11)],
        seeds=6,
        etas=[0.001, 0.003, 0.03, 0.1, 0.3, 1.0],
        swept=[8, 128],
        horizons=[50_000, 800_000],
        compiled=True,
    ),
}
