"""What of the table is wanted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import typer

from smoothbandits.checks import check_count
from smoothbandits.errors import InvalidParameter
from smoothbandits.extras import require_extra
from smoothbandits_lab.table1.candidates import DEFAULT_POLICIES
from smoothbandits_lab.table1.policies import POLICIES
from smoothbandits_lab.table_settings import TableSettings

__all__ = ["Table1Settings"]

QUICK_ROWS = 20_000
#: those of the paper's table, flights as transport delays that work offline, and two tables that
#: nothing was chosen on
DATASETS = (
    "bng-cpu",
    "black-friday",
    "bng-price",
    "bng-wisconsin",
    "zurich",
    "flights",
    "flights-raw",
    "diamonds",
    "txhousing",
)
Rows = Annotated[int | None, typer.Option(help="Rows of each dataset; all by default.")]
Full = Annotated[bool, typer.Option("--full", help="CATS over its whole grid of 78.")]
Tune = Annotated[
    int, typer.Option(help="Also tune linear and rff in hindsight with this many draws.")
]


@dataclass(frozen=True, kw_only=True)
class Table1Settings(TableSettings):
    """What to run, beside what all studies on tables are asked.

    Parameters
    ----------
    rows
        Of each dataset, from the beginning; all if left out, 20,000 if quick.
    full
        CATS over its whole grid.
    tune
        Random draws of hyper-parameters for rows "linear-tuned" and "rff-tuned".

    Examples
    --------
    >>> Table1Settings(quick=True).used_rows
    20000
    """

    rows: Rows = None
    full: Full = False
    tune: Tune = 0

    usual_tables = DATASETS
    known_policies = tuple(POLICIES)
    usual_seeds = quick_seeds = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("tune", self.tune, least=0)
        if self.rows is not None:
            check_count("rows", self.rows, least=100)
        for name in self.policies or ():
            if name.endswith("-tuned") and not self.tune:
                raise InvalidParameter(f"{name} needs random draws; give tune (--tune) at least 1")

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

    @property
    def needed(self) -> dict[str, Callable[[], None]]:
        """One policy is scikit-learn's."""
        return {**super().needed, "batch": lambda: require_extra("peers", "sklearn")}
