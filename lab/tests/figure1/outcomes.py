"""Made-up results of Figure 1."""

import numpy as np

from smoothbandits_lab.figure1.outcomes import Figure1, Outcome
from smoothbandits_lab.figure1.runs import POLICIES, checkpoints


def outcome(finals, points=100):
    finals = np.asarray(finals, dtype=float)
    return Outcome(finals[:, None] * np.linspace(0.01, 1.0, points), finals + 1.0, 0, 1.5)


def made_up(dataset="caption-652", rounds=100_000, runs=6):
    """Each policy near its published mean; ``fast`` near 1500."""
    rng = np.random.default_rng(5)
    points = len(checkpoints(rounds))
    outcomes = {
        name: outcome(
            (policy.published.mean if policy.published else 1500.0) * rng.uniform(0.9, 1.1, runs),
            points,
        )
        for name, policy in POLICIES.items()
    }
    seeds = list(range(45, 45 + runs))
    return Figure1(dataset, "a note", 10_025, 54, rounds, seeds, outcomes)
