"""What is to be played."""

from dataclasses import dataclass
from typing import Annotated

import typer

from smoothbandits_lab.change.policies import POLICIES, RESTARTED
from smoothbandits_lab.change.problem import WORLDS
from smoothbandits_lab.options import check_names
from smoothbandits_lab.table_settings import TableSettings

__all__ = ["ChangeSettings"]

ROUNDS, AT, LAST = 12_000, 8_000, 2_000
QUICK_SHARE = 10  # a quick run divides all these lengths by this

#: those with rows for a whole run
DATASETS = ("bng-price", "uci-tamielectric", "uci-protein", "uci-kin40k", "uci-elevators")
Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        help="Only this policy, beside what it is compared with; may be repeated.",
    ),
]
Worlds = Annotated[
    list[str] | None, typer.Option("--world", help="Only jump, flip, drift, seasons or none.")
]


@dataclass(frozen=True, kw_only=True)
class ChangeSettings(TableSettings):
    """What to run, beside what all studies on tables are asked.

    Parameters
    ----------
    policies, worlds
        Names; all if left out.  With a policy, what it is compared with plays too: as it is, and
        begun anew at the change.
    quick
        Two seeds of 1,200 rounds.

    Examples
    --------
    >>> ChangeSettings(policies=["fast-watch"]).used_policies
    ['fast', 'fast-watch', 'fast-restarted']
    """

    policies: Policies = None
    worlds: Worlds = None

    usual_tables = DATASETS
    known_policies = tuple(POLICIES)
    usual_seeds, quick_seeds = 3, 2

    def __post_init__(self) -> None:
        super().__post_init__()
        check_names("world", self.worlds, list(WORLDS))

    @property
    def lengths(self) -> dict[str, int]:
        """Rounds of a run, the first after the change, and how many count in the end."""
        share = QUICK_SHARE if self.quick else 1
        return {"rounds": ROUNDS // share, "at": AT // share, "last": LAST // share}

    @property
    def used_policies(self) -> list[str]:
        """In the order of the tables."""
        asked = set(self.policies or list(POLICIES))
        families = {POLICIES[name].family for name in asked}
        wanted = {*asked, *families, *(name + RESTARTED for name in families)}
        return [name for name in POLICIES if name in wanted]

    @property
    def used_worlds(self) -> list[str]:
        """In the order of the pages."""
        return [name for name in WORLDS if name in (self.worlds or WORLDS)]
