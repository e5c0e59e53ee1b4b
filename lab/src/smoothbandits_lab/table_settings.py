"""Settings of studies on tables: which of these, and which policies, are played."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from smoothbandits.baselines import vw
from smoothbandits.checks import check_count
from smoothbandits.datasets.entries import TABLES
from smoothbandits.datasets.folders import data_folder
from smoothbandits_lab.options import DataDir, Datasets, Policies, Quick, Seed, Seeds, check_names
from smoothbandits_lab.tables_at_hand import policies_at_hand, tables_at_hand

__all__ = ["TableSettings"]


@dataclass(frozen=True, kw_only=True)
class TableSettings(ABC):
    """What to run; a study adds options of its own, and says what is usual.

    Parameters
    ----------
    datasets, policies
        Names; the usual ones that are at hand if left out.
    seeds, seed
        Runs per policy, with seeds seed, seed + 1, ...; as many as usual if left out.
    quick
        A small version.
    data_dir
        Folder with data files.
    """

    datasets: Datasets = None
    policies: Policies = None
    seeds: Seeds = None
    seed: Seed = 0
    quick: Quick = False
    data_dir: DataDir = None

    #: tables that are played where none is asked for
    usual_tables: ClassVar[Sequence[str]]
    #: names of all policies
    known_policies: ClassVar[Sequence[str]]
    #: runs per policy, and in a small version
    usual_seeds: ClassVar[int]
    quick_seeds: ClassVar[int]

    def __post_init__(self) -> None:
        if self.seeds is not None:
            check_count("seeds", self.seeds)
        check_count("seed", self.seed, least=0)
        check_names("table", self.datasets, list(TABLES))
        check_names("policy", self.policies, self.known_policies)
        data_folder(self.data_dir)

    @property
    def used_seeds(self) -> list[int]:
        """Of the runs."""
        n = self.seeds or (self.quick_seeds if self.quick else self.usual_seeds)
        return [self.seed + i for i in range(n)]

    @property
    @abstractmethod
    def used_policies(self) -> list[str]:
        """Policies that are wanted, in the order of the report's tables."""

    @property
    def needed(self) -> dict[str, Callable[[], None]]:
        """For each beginning of a policy's name, a function that raises without its package."""
        return {"vw-": vw.check_installed}

    @property
    def tables(self) -> tuple[list[str], dict[str, str]]:
        """Tables that are played, and why others are not."""
        return tables_at_hand(self.datasets, self.usual_tables, self.data_dir)

    @property
    def playing(self) -> tuple[list[str], dict[str, str]]:
        """Policies that are played, and why others are not."""
        return policies_at_hand(self.used_policies, self.policies, self.needed)

    @property
    def skipped(self) -> dict[str, str]:
        """Tables and policies that are missing, with the reason."""
        return self.tables[1] | self.playing[1]
