"""Which cells there are, and what cannot be run on this machine."""

from smoothbandits.baselines import vw
from smoothbandits.errors import MissingExtra
from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.change.compute import compute
from smoothbandits.experiments.change.request import ChangeSettings
from smoothbandits.experiments.tables_at_hand import tables_at_hand, where_from

__all__ = ["DATASETS", "plan"]

#: those with rows for a whole run
DATASETS = ("bng-price", "uci-tamielectric", "uci-protein", "uci-kin40k", "uci-elevators")


def plan(settings: ChangeSettings) -> tuple[list[Cell], dict[str, str]]:
    """All cells, and what cannot be run with the reason."""
    names, skipped = tables_at_hand(settings.datasets, DATASETS, settings.data_dir)
    policies = settings.used_policies
    peers = [name for name in policies if name.startswith("vw-")]
    try:
        if peers:
            vw.check_installed()
    except MissingExtra as error:
        if settings.policies is not None:
            raise
        skipped |= dict.fromkeys(peers, str(error))
        policies = [name for name in policies if name not in peers]
    cells = []
    for dataset in names:
        source = where_from(dataset, settings.data_dir)
        for seed in settings.used_seeds:
            for world in settings.used_worlds:
                given = {"world": world, **settings.lengths, **source}
                cells += [
                    Cell(compute, "change", dataset, policy, seed, given) for policy in policies
                ]
    return cells, skipped
