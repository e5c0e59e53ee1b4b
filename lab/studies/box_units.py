"""Why contexts on a box are scaled by default: `HarmonicOracle` with and without `ScaledOracle`.

Two knobs have one best setting per context, losses are 0 or 1.  The same contexts come as they
are, from -1 to 1, from 0 to 1, and skewed; the last column is the time of act and learn.
``python lab/studies/box_units.py`` prints the table that docs/explanations/fast.md quotes.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

import smoothbandits as sb
from smoothbandits.oracles import HarmonicOracle, ScaledOracle

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
from timing import times_of_rounds  # noqa: E402

ROUNDS, SEEDS, WIDTHS = 6_000, 4, (3, 6, 12)
UNITS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "[-1, 1]": lambda u: 2.0 * u - 1.0,
    "[0, 1]": lambda u: u,
    "skewed": lambda u: np.exp(3.0 * u - 3.0),
}
TARGETS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "straight": lambda u: np.stack([0.2 + 0.6 * u[:, 0], 0.8 - 0.6 * u[:, 1]], 1),
    "bent": lambda u: np.stack(
        [0.5 + 0.4 * np.sin(3.0 * u[:, 0]), 0.2 + 0.6 * u[:, 1] * u[:, 2]], 1
    ),
}


def play(oracle: sb.oracles.Oracle, units: str, target: str, width: int, seed: int) -> np.ndarray:
    """Mean loss, and microseconds per round."""
    rng = np.random.default_rng(seed)
    raw, draws = rng.random((ROUNDS, width)), rng.random(ROUNDS)
    contexts, targets = UNITS[units](raw), TARGETS[target](raw)
    bandit = sb.Bandit(
        sb.Box([0, 0], [1, 1]),
        oracle=oracle,
        explorer=sb.AdaptiveIGW(),
        context_size=width,
        seed=seed,
        atoms=False,
    )
    means = np.empty(ROUNDS)

    def loss_of(number: int, action: np.ndarray) -> float:
        means[number] = min(1.0, 2.0 * float(((action - targets[number]) ** 2).sum()))
        return float(draws[number] < means[number])

    times = times_of_rounds(bandit, contexts, loss_of)
    return np.array([means.mean(), np.median(times.sum(axis=1))])


def main() -> None:
    oracles = (HarmonicOracle(), ScaledOracle(HarmonicOracle()))
    print("| contexts | loss x 1000 as they are | scaled | scaled over as they are | time |")
    print("|---|---|---|---|---|")
    for units in UNITS:
        found = np.array(
            [
                [
                    np.mean([play(oracle, units, t, n, seed) for seed in range(SEEDS)], axis=0)
                    for oracle in oracles
                ]
                for t in TARGETS
                for n in WIDTHS
            ]
        )
        plain, scaled = found[:, 0], found[:, 1]
        loss, time = np.exp(np.log(scaled / plain).mean(axis=0))
        means = 1000.0 * plain[:, 0].mean(), 1000.0 * scaled[:, 0].mean()
        print(f"| {units} | {means[0]:.1f} | {means[1]:.1f} | {loss:.3f} | {time:.2f} |")


if __name__ == "__main__":
    main()
