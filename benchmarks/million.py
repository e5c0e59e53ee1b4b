"""A million rounds of bng-price with boosted trees: ``python benchmarks/million.py``.

Takes a minute or two, so it is no part of ``make bench``; ``--keep`` writes its table to
benchmarks/million.md.
"""

import argparse
import resource
import time
from pathlib import Path

from figure import Figure

import smoothbandits as sb
from smoothbandits.datasets import load
from smoothbandits.reports import Table, cores, versions

ROWS, DECISIONS = 1_000_000, 200_000
DOCUMENT = Path(__file__).with_suffix(".md")


def figures() -> list[Figure]:
    table = load("bng-price", rows=ROWS).scaled()
    environment = sb.RegressionEnvironment(table.X, table.y, shuffle=0)
    unit = sb.Interval(0.0, 1.0)
    bandit = sb.Bandit(unit, policy="best", context_size=table.X.shape[1])
    began = time.perf_counter()
    trace = sb.simulate(bandit, environment)
    seconds = time.perf_counter() - began
    last = sb.simulate(bandit, environment, rounds=DECISIONS)  # all decided by the largest trees
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # kilobytes on Linux
    return [
        Figure(
            "bng-price, 1,000,000 rounds, compiling and fits included", seconds, "s", 180, False
        ),
        Figure("of these, deciding and learning", trace.seconds, "s"),
        Figure("fits", float(len(bandit.swaps)), "", 25, False),
        Figure("mean loss × 1000", 1e3 * trace.mean_loss, ""),
        Figure("simulate between fits", len(last) / last.seconds, "rounds/s", 1e5),
        Figure("peak memory of the process", peak / 1e9, "GB", 3, False),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help=f"write {DOCUMENT.name}")
    options = parser.parse_args()
    words = {True: "holds", False: "missed", None: ""}
    rows = [[f.name, f.shown, f.unit, f.bar_shown, words[f.holds]] for f in figures()]
    table = Table(["", "measured", "unit", "bar", ""], rows).to_markdown()
    print(table)
    if options.keep:
        made = ", ".join(f"{name} {number}" for name, number in versions().items())
        about = f"# A million rounds with boosted trees\n\n{cores()} cores; {made}.\n"
        DOCUMENT.write_text(f"{about}\n{table}\n")


if __name__ == "__main__":
    main()
