"""What is to be played."""

from dataclasses import dataclass
from typing import Annotated

import typer

from smoothbandits.checks import check_count
from smoothbandits.datasets.bng import BNG_SETS
from smoothbandits.datasets.synthetic import SYNTHETIC_SETS
from smoothbandits.datasets.uci import UCI_SETS
from smoothbandits_lab.horizons.policies import CONSTANT, POLICIES, RIVAL
from smoothbandits_lab.horizons.problem import HORIZONS, LOSSES
from smoothbandits_lab.options import check_names
from smoothbandits_lab.table_settings import TableSettings

__all__ = ["HorizonsSettings"]

MOST, QUICK_MOST = 100_000, 3_000
LONG_SEEDS = 3

#: settings are chosen on these; large ones first, so that no process is left alone with one
DATASETS = (
    "flights",
    *BNG_SETS,
    *SYNTHETIC_SETS,
    *sorted(UCI_SETS, key=lambda name: UCI_SETS[name][0], reverse=True),
)
Policies = Annotated[
    list[str] | None,
    typer.Option("--policy", help="Only this policy beside rival and constant; may be repeated."),
]
Losses = Annotated[
    list[str] | None,
    typer.Option("--loss", help="Only this loss: absolute, 3:1 or price."),
]
LongSeeds = Annotated[int, typer.Option(help="How many of the runs go on to all rows.")]


@dataclass(frozen=True, kw_only=True)
class HorizonsSettings(TableSettings):
    """What to run, beside what all studies on tables are asked.

    Parameters
    ----------
    policies, losses
        Names; all if left out.  The rival and the best constant always play, as others are
        compared with them.
    long_seeds
        How many of the runs go on to all rows, 100,000 at the most; the others end after 5,000.
    quick
        Two seeds of at most 3,000 rounds.

    Examples
    --------
    >>> HorizonsSettings(seeds=4).runs
    [(0, 100000), (1, 100000), (2, 100000), (3, 5000)]
    """

    policies: Policies = None
    losses: Losses = None
    long_seeds: LongSeeds = LONG_SEEDS

    usual_tables = DATASETS
    known_policies = tuple(POLICIES)
    usual_seeds, quick_seeds = 10, 2

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("long_seeds", self.long_seeds, least=0)
        check_names("loss", self.losses, LOSSES)

    @property
    def most(self) -> int:
        """Rounds of the longest runs."""
        return QUICK_MOST if self.quick else MOST

    @property
    def runs(self) -> list[tuple[int, int]]:
        """Seeds, and how many rounds they may play."""
        short = min(max(HORIZONS), self.most)
        return [
            (seed, self.most if i < self.long_seeds else short)
            for i, seed in enumerate(self.used_seeds)
        ]

    @property
    def used_policies(self) -> list[str]:
        """In the order of the tables."""
        wanted = {*(self.policies or POLICIES), RIVAL, CONSTANT}
        return [name for name in POLICIES if name in wanted]

    @property
    def used_losses(self) -> list[str]:
        """In the order of the pages."""
        return [name for name in LOSSES if name in (self.losses or LOSSES)]
