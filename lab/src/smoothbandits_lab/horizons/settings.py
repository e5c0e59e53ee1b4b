"""What is to be played."""

from dataclasses import dataclass
from typing import Annotated

import typer

from smoothbandits.checks import check_count
from smoothbandits_lab.horizons.policies import CONSTANT, POLICIES, RIVAL
from smoothbandits_lab.horizons.problem import HORIZONS, LOSSES
from smoothbandits_lab.options import DataDir, Datasets, Quick, Seed, Seeds, check_names
from smoothbandits_lab.table_settings import TableSettings

__all__ = ["HorizonsSettings"]

MOST, SEEDS, LONG_SEEDS = 100_000, 10, 3
QUICK_MOST, QUICK_SEEDS = 3_000, 2

#: settings are chosen on these; large ones first, so that no process is left alone with one
DATASETS = (
    "flights",
    "bng-cpu",
    "bng-price",
    "bng-wisconsin",
    "synthetic-linear",
    "synthetic-friedman",
    "synthetic-cats",
    "uci-tamielectric",
    "uci-protein",
    "uci-kin40k",
    "uci-elevators",
    "uci-pumadyn32nm",
    "uci-parkinsons",
    "uci-sml",
    "uci-skillcraft",
    "uci-airfoil",
    "uci-concrete",
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


@dataclass(frozen=True)
class HorizonsSettings(TableSettings):
    """What to run.

    Parameters
    ----------
    datasets, policies, losses
        Names; all development tables at hand, all policies and all losses if left out.  The
        rival and the best constant always play, as others are compared with them.
    seeds
        Runs per policy up to 5,000 rounds; 10 if left out.
    long_seeds
        How many of them go on to all rows, 100,000 at the most.
    seed
        The first.
    quick
        Two seeds of at most 3,000 rounds.
    data_dir
        Folder with data files.

    Examples
    --------
    >>> HorizonsSettings(seeds=4).runs
    [(0, 100000), (1, 100000), (2, 100000), (3, 5000)]
    """

    datasets: Datasets = None
    policies: Policies = None
    losses: Losses = None
    seeds: Seeds = None
    long_seeds: LongSeeds = LONG_SEEDS
    seed: Seed = 0
    quick: Quick = False
    data_dir: DataDir = None

    usual_tables = DATASETS
    known_policies = tuple(POLICIES)

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
        seeds = self.seeds or (QUICK_SEEDS if self.quick else SEEDS)
        short = min(max(HORIZONS), self.most)
        return [(self.seed + i, self.most if i < self.long_seeds else short) for i in range(seeds)]

    @property
    def used_policies(self) -> list[str]:
        """In the order of the tables."""
        wanted = {*(self.policies or POLICIES), RIVAL, CONSTANT}
        return [name for name in POLICIES if name in wanted]

    @property
    def used_losses(self) -> list[str]:
        """In the order of the pages."""
        return [name for name in LOSSES if name in (self.losses or LOSSES)]
