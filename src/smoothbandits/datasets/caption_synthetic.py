"""Arms with the shape of the caption contest, made from nothing but its summary figures."""

from pathlib import Path

import numpy as np

from smoothbandits.checks import check_seed
from smoothbandits.datasets.arms import Arms
from smoothbandits.datasets.card import Card

__all__ = ["SYNTHETIC_CAPTION", "load_synthetic_caption"]

SYNTHETIC_CAPTION = Card(
    name="caption-synthetic",
    summary="10,025 arms with the shape of caption-652; needs no data",
    licence="MIT, as this package",
    source="generated",
    note="synthetic twin of caption-652",
)
ARMS, BEST = 10_025, 54
LOWEST, NEXT_BEST, MEAN = 0.0942, 0.7963, 0.42201
# the means below the best ones follow a Beta law between their ends, with the contest's variance
CONCENTRATION = 7.8


def load_synthetic_caption(*, seed: int | None, data_dir: str | Path | None = None) -> Arms:
    """54 arms of mean 1, the others at even quantiles of a Beta law, in random order.

    Examples
    --------
    >>> means = load_synthetic_caption(seed=1).means
    >>> print(f"{means.mean():.3f} {means.min():.3f} {np.sort(means)[-55]:.3f}")
    0.422 0.094 0.796
    """
    from scipy.special import betaincinv

    others = ARMS - BEST
    middle = (MEAN * ARMS - BEST) / others
    share = (middle - LOWEST) / (NEXT_BEST - LOWEST)
    levels = np.linspace(0.0, 1.0, others)
    beta = betaincinv(share * CONCENTRATION, (1.0 - share) * CONCENTRATION, levels)
    means = np.concatenate([np.ones(BEST), LOWEST + (NEXT_BEST - LOWEST) * beta])
    order = np.random.default_rng(check_seed(1 if seed is None else seed)).permutation(ARMS)
    card = SYNTHETIC_CAPTION
    return Arms(card.name, means[order], card.licence, card.source, card.note)
