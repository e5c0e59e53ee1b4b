"""Which cells there are, and what cannot be run on this machine."""

from smoothbandits.baselines import vw
from smoothbandits.errors import MissingExtra
from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.horizons.compute import compute
from smoothbandits.experiments.horizons.policies import POLICIES
from smoothbandits.experiments.horizons.request import HorizonsSettings
from smoothbandits.experiments.tables_at_hand import tables_at_hand, where_from

__all__ = ["DATASETS", "plan"]

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


def plan(settings: HorizonsSettings) -> tuple[list[Cell], dict[str, str]]:
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
        for seed, rounds in settings.runs:
            for loss in settings.used_losses:
                given = {"loss": loss, "rounds": rounds, "most": settings.most, **source}
                cells += [
                    Cell(compute, "horizons", dataset, policy, seed, given)
                    for policy in policies
                    if loss in POLICIES[policy].losses
                ]
    return cells, skipped
