"""What of the table is wanted."""

from collections.abc import Sequence
from dataclasses import dataclass

from smoothbandits.checks import check_count
from smoothbandits.datasets.entries import TABLES
from smoothbandits.datasets.folders import data_folder
from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.table1.policies import POLICIES
from smoothbandits.experiments.table1.settings import DEFAULT_POLICIES

__all__ = ["Table1Settings"]

QUICK_ROWS = 20_000


@dataclass(frozen=True)
class Table1Settings:
    """What to run.

    Parameters
    ----------
    datasets, policies
        Names; all datasets of the table that are at hand and the usual policies if left out.
    rows
        Of each dataset, from the beginning; all if left out.
    seeds, seed
        Runs per policy, with seeds seed, seed + 1, ...
    quick
        20,000 rows and one seed, unless said otherwise.
    full
        CATS over its whole grid.
    tune
        Random draws of hyper-parameters for rows "linear-tuned" and "rff-tuned".
    data_dir
        Folder with data files.

    Examples
    --------
    >>> Table1Settings(quick=True).used_rows
    20000
    """

    datasets: Sequence[str] | None = None
    policies: Sequence[str] | None = None
    rows: int | None = None
    seeds: int = 1
    seed: int = 0
    quick: bool = False
    full: bool = False
    tune: int = 0
    data_dir: str | None = None

    def __post_init__(self) -> None:
        check_count("seeds", self.seeds)
        check_count("seed", self.seed, least=0)
        check_count("tune", self.tune, least=0)
        if self.rows is not None:
            check_count("rows", self.rows, least=100)
        for name in self.datasets or ():
            if name not in TABLES:
                raise InvalidParameter(f"no table is called {name!r}; give {', '.join(TABLES)}")
        for name in self.policies or ():
            if name not in POLICIES:
                raise InvalidParameter(f"no policy is called {name!r}; give {', '.join(POLICIES)}")
            if name.endswith("-tuned") and not self.tune:
                raise InvalidParameter(f"{name} needs random draws; give tune (--tune) at least 1")
        data_folder(self.data_dir)

    @property
    def used_rows(self) -> int | None:
        """Rows of each dataset, None for all."""
        return QUICK_ROWS if self.rows is None and self.quick else self.rows

    @property
    def used_policies(self) -> list[str]:
        """In the order of the table."""
        tuned = ("linear-tuned", "rff-tuned") if self.tune else ()
        wanted = set(self.policies or (*DEFAULT_POLICIES, *tuned))
        return [name for name in POLICIES if name in wanted]
