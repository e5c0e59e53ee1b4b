"""False alarms in long runs: tables that do not change, with and without looking for changes.

python benchmarks/quiet.py [--rounds 1000000] [--seed 100] [--seeds 2] [--policy fast] [tables ...]
"""

import argparse

import smoothbandits as sb
from smoothbandits.datasets import Dataset, load
from smoothbandits.datasets.loading import entry_of

TABLES = ("bng-price", "bng-cpu", "bng-wisconsin")
DRAW = 8  # seed of generated tables, not the published draw


def scaled(name: str, rows: int, data_dir: str | None) -> Dataset:
    """The table; of what is generated only so many rows."""
    if entry_of(name).generated:
        return load(name, rows=rows, seed=DRAW).scaled()
    return load(name, data_dir=data_dir).scaled()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="*", default=TABLES)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--policy", default="fast")
    parser.add_argument("--data-dir")
    given = parser.parse_args()
    for name in given.tables:
        table = scaled(name, given.rounds, given.data_dir)
        rounds = min(given.rounds, len(table.y))
        for seed in range(given.seed, given.seed + given.seeds):
            rows = sb.RegressionEnvironment(table.X, table.y, shuffle=seed)
            losses, found = {}, ()
            for drift in (None, "watch"):
                bandit = sb.Bandit(
                    sb.Interval(0.0, 1.0),
                    policy=given.policy,
                    context_size=table.X.shape[1],
                    seed=seed,
                    drift=drift,
                )
                losses[drift] = sb.simulate(bandit, rows, rounds=rounds).losses.mean()
                found = bandit.changes
            ratio = losses["watch"] / losses[None]
            print(f"{name} {seed}: {rounds:,} rounds, {len(found)} changes, loss × {ratio:.4f}")


if __name__ == "__main__":
    main()
