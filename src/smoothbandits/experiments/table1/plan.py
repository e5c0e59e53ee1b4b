"""Which cells make the table, and what cannot be run on this machine."""

from typing import Any

from smoothbandits.baselines import vw
from smoothbandits.errors import MissingExtra
from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.table1.compute import compute
from smoothbandits.experiments.table1.policies import check_sklearn
from smoothbandits.experiments.table1.request import Table1Settings
from smoothbandits.experiments.table1.settings import candidates
from smoothbandits.experiments.tables_at_hand import tables_at_hand, where_from

__all__ = ["DATASETS", "plan", "used_datasets"]

#: those of the paper's table, and flights as transport delays that work offline
DATASETS = (
    "bng-cpu",
    "black-friday",
    "bng-price",
    "bng-wisconsin",
    "zurich",
    "flights",
    "flights-raw",
)
# slow ones first, so that no process is left alone with one at the end
ORDER = (
    "best",
    "batch",
    "rff-tuned",
    "vw-cats-bare",
    "vw-cats",
    "fast",
    "cats",
    "vw-discrete",
    "rff",
)


def plan(settings: Table1Settings) -> tuple[list[Cell], dict[str, str]]:
    """All cells, and what cannot be run with the reason."""
    names, skipped = used_datasets(settings)
    policies = []
    for policy in settings.used_policies:
        reason = unusable(policy)
        if reason is None:
            policies.append(policy)
        elif settings.policies is not None:
            raise reason
        else:
            skipped[policy] = str(reason)
    policies.sort(key=lambda policy: ORDER.index(policy) if policy in ORDER else len(ORDER))
    cells = [
        Cell(compute, "table1", dataset, policy, seed, where)
        for dataset in names
        for policy in policies
        for where in cell_settings(settings, dataset, policy)
        for seed in seeds_of(settings, policy)
    ]
    return cells, skipped


def seeds_of(settings: Table1Settings, policy: str) -> list[int]:
    """The best constant is the same in every order of the rows."""
    runs = 1 if policy == "constant" else settings.seeds
    return list(range(settings.seed, settings.seed + runs))


def cell_settings(settings: Table1Settings, dataset: str, policy: str) -> list[dict[str, Any]]:
    """All that a cell depends on beside dataset, policy and seed, for each candidate."""
    source = where_from(dataset, settings.data_dir)
    return [
        {"rows": settings.used_rows, **source, "policy": given}
        for given in candidates(dataset, policy, full=settings.full, tune=settings.tune)
    ]


def used_datasets(settings: Table1Settings) -> tuple[list[str], dict[str, str]]:
    """Datasets that are at hand, and those of the table that are not."""
    return tables_at_hand(settings.datasets, DATASETS, settings.data_dir)


def unusable(policy: str) -> Exception | None:
    """The error that a policy would end with, because a package is missing."""
    try:
        if policy.startswith("vw-"):
            vw.check_installed()
        if policy == "batch":
            check_sklearn()
    except MissingExtra as error:
        return error
    return None
