"""What each policy is run with on each dataset: published where there is something published."""

from dataclasses import asdict
from typing import Any

import numpy as np

from smoothbandits.baselines.published import CATS_BEST, CATS_GRID
from smoothbandits_lab.table1.published import DISCRETE_ARMS, LINEAR, RFF, Tuned

__all__ = ["DEFAULT_POLICIES", "OPTIONAL_POLICIES", "candidates", "origin"]

DEFAULT_POLICIES = ("constant", "cats", "vw-cats", "vw-discrete", "linear", "rff", "fast", "best")
OPTIONAL_POLICIES = ("vw-cats-bare", "batch", "linear-tuned", "rff-tuned")

# for datasets without published settings: middles of those that were
SHARED = {
    "linear": Tuned(0.03, 70.0, 0.2, 16, 4096, 12),
    "rff": Tuned(0.012, 90.0, 0.3, 16, 4096, 12, bandwidth=0.3),
}
SHARED_CATS, SHARED_ARMS = (1024, 32.0), 16
PRINTED = ("loss", "low", "high")


def candidates(
    dataset: str, policy: str, *, full: bool = False, tune: int = 0
) -> list[dict[str, Any]]:
    """All settings of a policy to run on a dataset; the best in hindsight is reported.

    Parameters
    ----------
    dataset, policy
        Names.
    full
        CATS over its whole published grid of 78 instead of its published best.
    tune
        Random draws for "linear-tuned" and "rff-tuned".

    Examples
    --------
    >>> candidates("bng-cpu", "cats")
    [{'leaves': 8192, 'bandwidth': 128.0}]
    >>> len(candidates("bng-cpu", "cats", full=True))
    78
    """
    kind = policy.removesuffix("-tuned")
    if policy in ("linear", "rff"):
        runs = LINEAR if policy == "linear" else RFF
        return [learner(runs.get(dataset, SHARED[policy]))]
    if kind != policy:
        return [learner(drawn(kind, number)) for number in range(tune)]
    if policy == "vw-discrete":
        return [{"arms": DISCRETE_ARMS.get(dataset, SHARED_ARMS)}]
    if policy in ("cats", "vw-cats", "vw-cats-bare"):
        best = CATS_BEST.get(dataset)
        usual = SHARED_CATS if best is None else (best.leaves, best.bandwidth)
        tokens = {"tokens": "bare"} if policy == "vw-cats-bare" else {}
        return [
            {"leaves": leaves, "bandwidth": bandwidth, **tokens}
            for leaves, bandwidth in (CATS_GRID if full else [usual])
        ]
    return [{}]


def origin(dataset: str, policy: str, *, full: bool = False, tune: int = 0) -> str:
    """In words, where the settings of a policy come from."""
    if policy.endswith("-tuned"):
        return f"best of {tune} random draws in hindsight"
    if policy in ("linear", "rff"):
        known = dataset in LINEAR
    elif policy == "vw-discrete":
        known = dataset in DISCRETE_ARMS
    elif policy in ("cats", "vw-cats", "vw-cats-bare"):
        if full:
            return f"best of {len(CATS_GRID)} in hindsight"
        known = dataset in CATS_BEST
    else:
        return "none"
    return "published, tuned in hindsight" if known else "shared, not tuned"


def learner(tuned: Tuned) -> dict[str, Any]:
    """Settings of one run of the paper, without the losses that it printed."""
    return {key: value for key, value in asdict(tuned).items() if key not in PRINTED}


def drawn(kind: str, number: int) -> Tuned:
    """One draw of the paper's random search; its range of bandwidths was not published."""
    rng = np.random.default_rng([number, 59])
    return Tuned(
        learning_rate=float(10.0 ** (-2.0 + rng.random())),
        tzero=float(10.0 + 100.0 * rng.random()),
        eta=float(10.0 ** (-1.0 + rng.random())),
        lowest=float(2 ** rng.integers(0, 6)),
        highest=float(2 ** rng.integers(6, 13)),
        bases=int(rng.integers(8, 17)),
        bandwidth=float(10.0 ** (-1.0 + rng.random())) if kind == "rff" else 0.0,
    )
