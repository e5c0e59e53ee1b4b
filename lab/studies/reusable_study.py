"""How ``reusable=True`` was chosen: `python lab/studies/reusable_study.py [--policy best]`.

For each h and each h gamma / sqrt(t) of `CappedIGW` it prints, over the policy's own explorer on
the same rows: the mean loss, and the standard error of what ten windows of a tenth of the actions
would have cost, by inverse propensities, in geometric mean over windows and tables.  The tables
are developed on; ``bng-price`` and the markets, which are scored, are not among them.
"""

import argparse
from itertools import product
from statistics import geometric_mean

import numpy as np

import smoothbandits as sb
from smoothbandits.apps.reports import Table
from smoothbandits.datasets import load
from smoothbandits.datasets.loading import entry_of
from smoothbandits.explorers import Explorer
from smoothbandits.simulation import Trace

TABLES = ("bng-cpu", "bng-wisconsin", "synthetic-friedman", "synthetic-cats")
TABLE_SEED = 8  # of generated tables; seed 1 is for scoring
LEVELS, RATES = (1 / 8, 1 / 16, 1 / 32, 1 / 64), (2.0, 4.0, 8.0, 16.0)
WINDOWS = np.linspace(0.0, 1.0, 11)


def played(name: str, policy: str, explorer: Explorer | None, rounds: int, seed: int) -> Trace:
    """One pass over a table, with propensities."""
    table_seed = TABLE_SEED if entry_of(name).generated else None
    table = load(name, rows=rounds, seed=table_seed).scaled()
    bandit = sb.Bandit(
        sb.Interval(0.0, 1.0),
        policy=policy,
        explorer=explorer,
        context_size=table.X.shape[1],
        seed=seed,
        drift=None,
    )
    rows = sb.RegressionEnvironment(table.X, table.y, shuffle=seed)
    return sb.simulate(bandit, rows, rounds=rounds, propensities=True)


def errors(trace: Trace) -> list[float]:
    """Standard errors of what each window would have cost."""
    found = []
    for low, high in zip(WINDOWS, WINDOWS[1:], strict=False):
        inside = trace.explored & (low <= trace.actions) & (trace.actions < high)
        weights = np.zeros(len(trace))
        weights[inside] = 1.0 / (high - low) / trace.propensities.density[inside]
        found.append(float(np.std(weights * trace.losses)) / np.sqrt(len(trace)))
    return found


def row(policy: str, explorer: Explorer, rounds: int, own: dict[str, Trace]) -> list[str]:
    """One setting over the policy's own explorer."""
    losses, widths = [], []
    for name, before in own.items():
        trace = played(name, policy, explorer, rounds, 100)
        losses.append(trace.losses.mean() / before.losses.mean())
        # where the own explorer never played a window, nothing can be compared
        pairs = zip(errors(trace), errors(before), strict=True)
        widths.append(geometric_mean([a / b for a, b in pairs if a > 0.0 and b > 0.0]))
    shown = [f"{value:.3f}" for value in losses]
    return [*shown, f"{geometric_mean(losses):.3f}", f"{geometric_mean(widths):.2f}"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", choices=("fast", "best"), default="fast")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--levels", type=float, nargs="+", default=LEVELS)
    parser.add_argument("--rates", type=float, nargs="+", default=RATES)
    given = parser.parse_args()
    own = {name: played(name, given.policy, None, given.rounds, 100) for name in TABLES}
    header = ["1/h", "h gamma / sqrt(t)", *TABLES, "all losses", "all widths"]
    rows = []
    for h, rate in product(given.levels, given.rates):
        explorer = sb.CappedIGW(h=h, gamma=sb.Anytime(rate / h))
        found = row(given.policy, explorer, given.rounds, own)
        rows.append([f"{1 / h:g}", f"{rate:g}", *found])
        print(*rows[-1], flush=True)
    print(Table(header, rows).to_markdown())


if __name__ == "__main__":
    main()
