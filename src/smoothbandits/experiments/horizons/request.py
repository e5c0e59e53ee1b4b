"""What is to be played."""

from collections.abc import Sequence
from dataclasses import dataclass

from smoothbandits.checks import check_count
from smoothbandits.datasets.entries import TABLES
from smoothbandits.datasets.folders import data_folder
from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.horizons.policies import CONSTANT, POLICIES, RIVAL
from smoothbandits.experiments.horizons.problem import HORIZONS, LOSSES

__all__ = ["HorizonsSettings"]

MOST, SEEDS, LONG_SEEDS = 100_000, 10, 3
QUICK_MOST, QUICK_SEEDS = 3_000, 2


@dataclass(frozen=True)
class HorizonsSettings:
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

    datasets: Sequence[str] | None = None
    policies: Sequence[str] | None = None
    losses: Sequence[str] | None = None
    seeds: int | None = None
    long_seeds: int = LONG_SEEDS
    seed: int = 0
    quick: bool = False
    data_dir: str | None = None

    def __post_init__(self) -> None:
        if self.seeds is not None:
            check_count("seeds", self.seeds)
        check_count("long_seeds", self.long_seeds, least=0)
        check_count("seed", self.seed, least=0)
        for kind, given, known in (
            ("table", self.datasets, TABLES),
            ("policy", self.policies, POLICIES),
            ("loss", self.losses, LOSSES),
        ):
            for name in given or ():
                if name not in known:
                    raise InvalidParameter(
                        f"no {kind} is called {name!r}; give {', '.join(known)}"
                    )
        data_folder(self.data_dir)

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
