"""What is to be played."""

from collections.abc import Sequence
from dataclasses import dataclass

from smoothbandits.checks import check_count
from smoothbandits.datasets.entries import TABLES
from smoothbandits.datasets.folders import data_folder
from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.change.policies import POLICIES, RESTARTED
from smoothbandits.experiments.change.problem import WORLDS

__all__ = ["ChangeSettings"]

SEEDS, QUICK_SEEDS = 3, 2
ROUNDS, AT, LAST = 12_000, 8_000, 2_000
QUICK_SHARE = 10  # of all these, so many times fewer


@dataclass(frozen=True)
class ChangeSettings:
    """What to run.

    Parameters
    ----------
    datasets, policies, worlds
        Names; all tables at hand, all policies and all worlds if left out.  With a policy, what
        it is compared with plays too: as it is, and begun anew at the change.
    seeds
        Runs per policy; 3 if left out.
    seed
        The first.
    quick
        Two seeds of 1,200 rounds.
    data_dir
        Folder with data files.

    Examples
    --------
    >>> ChangeSettings(policies=["fast-watch"]).used_policies
    ['fast', 'fast-watch', 'fast-restarted']
    """

    datasets: Sequence[str] | None = None
    policies: Sequence[str] | None = None
    worlds: Sequence[str] | None = None
    seeds: int | None = None
    seed: int = 0
    quick: bool = False
    data_dir: str | None = None

    def __post_init__(self) -> None:
        if self.seeds is not None:
            check_count("seeds", self.seeds)
        check_count("seed", self.seed, least=0)
        for kind, given, known in (
            ("table", self.datasets, TABLES),
            ("policy", self.policies, POLICIES),
            ("world", self.worlds, WORLDS),
        ):
            for name in given or ():
                if name not in known:
                    raise InvalidParameter(
                        f"no {kind} is called {name!r}; give {', '.join(known)}"
                    )
        data_folder(self.data_dir)

    @property
    def lengths(self) -> dict[str, int]:
        """Rounds of a run, the first after the change, and how many count in the end."""
        share = QUICK_SHARE if self.quick else 1
        return {"rounds": ROUNDS // share, "at": AT // share, "last": LAST // share}

    @property
    def used_seeds(self) -> list[int]:
        """Of the runs."""
        n = self.seeds or (QUICK_SEEDS if self.quick else SEEDS)
        return [self.seed + i for i in range(n)]

    @property
    def used_policies(self) -> list[str]:
        """In the order of the tables."""
        asked = set(self.policies or POLICIES)
        families = {POLICIES[name].family for name in asked}
        wanted = {*asked, *families, *(name + RESTARTED for name in families)}
        return [name for name in POLICIES if name in wanted]

    @property
    def used_worlds(self) -> list[str]:
        """In the order of the pages."""
        return [name for name in WORLDS if name in (self.worlds or WORLDS)]
