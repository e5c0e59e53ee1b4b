"""Settings of studies on tables: which of these, and which policies, are played."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from smoothbandits.baselines import vw
from smoothbandits.checks import check_count
from smoothbandits.datasets.entries import TABLES
from smoothbandits.datasets.folders import data_folder
from smoothbandits_lab.options import check_names
from smoothbandits_lab.tables_at_hand import policies_at_hand, tables_at_hand

__all__ = ["TableSettings"]


class TableSettings(ABC):
    """What a study adds are the fields, which are options of its command, with their defaults."""

    datasets: list[str] | None
    policies: list[str] | None
    seeds: int | None
    seed: int
    data_dir: Path | None

    #: tables that are played where none is asked for
    usual_tables: ClassVar[Sequence[str]]
    #: names of all policies
    known_policies: ClassVar[Sequence[str]]

    def __post_init__(self) -> None:
        if self.seeds is not None:
            check_count("seeds", self.seeds)
        check_count("seed", self.seed, least=0)
        check_names("table", self.datasets, list(TABLES))
        check_names("policy", self.policies, self.known_policies)
        data_folder(self.data_dir)

    @property
    @abstractmethod
    def used_policies(self) -> list[str]:
        """Those that are wanted, in the order of the tables."""

    @property
    def needed(self) -> dict[str, Callable[[], None]]:
        """By how a policy's name begins, what raises where its package is not there."""
        return {"vw-": vw.check_installed}

    @property
    def tables(self) -> tuple[list[str], dict[str, str]]:
        """Those that are played, and why others are not."""
        return tables_at_hand(self.datasets, self.usual_tables, self.data_dir)

    @property
    def playing(self) -> tuple[list[str], dict[str, str]]:
        """Policies that are played, and why others are not."""
        return policies_at_hand(self.used_policies, self.policies, self.needed)

    @property
    def skipped(self) -> dict[str, str]:
        """Tables and policies that are missing, with the reason."""
        return self.tables[1] | self.playing[1]
