"""What was tried for ``policy="best"``: `python benchmarks/best_study.py --jobs 2 --keep`.

With ``--keep`` the table replaces that in docs/best.md.  The tables are those that ``fast`` was
chosen on: generated with another seed than the one that is scored.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from fast_problems import TABLES, play
from study import Part, run_study

from smoothbandits.experiments.cells import Cell
from smoothbandits.explorers import AdaptiveIGW, Anytime, SmoothIGW
from smoothbandits.oracles import BoostedOracle

DOCUMENT = Path(__file__).parents[1] / "docs" / "best.md"

#: what is given to `Bandit` beside policy="best", space and seed
VARIANTS: dict[str, dict[str, Any]] = {
    "best": {},
    "fast": {"policy": "fast"},
    "SmoothIGW(h=1, gamma=Anytime(1))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(1.0))},
    "SmoothIGW(h=1, gamma=Anytime(2))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(2.0))},
    "SmoothIGW(h=1, gamma=Anytime(8))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(8.0))},
    "AdaptiveIGW(lowest=1, highest=8, bases=4, anytime=True)": {
        "explorer": AdaptiveIGW(lowest=1.0, highest=8.0, bases=4, anytime=True)
    },
    "BoostedOracle(first=500)": {"oracle": BoostedOracle(first=500)},
    "BoostedOracle(first=2000)": {"oracle": BoostedOracle(first=2_000)},
    "BoostedOracle(first=5000)": {"oracle": BoostedOracle(first=5_000)},
    "BoostedOracle(growth=1.2)": {"oracle": BoostedOracle(growth=1.2)},
    "BoostedOracle(growth=1.6)": {"oracle": BoostedOracle(growth=1.6)},
    "BoostedOracle(growth=2)": {"oracle": BoostedOracle(growth=2.0)},
    "BoostedOracle(trees=75)": {"oracle": BoostedOracle(trees=75)},
    "BoostedOracle(trees=300)": {"oracle": BoostedOracle(trees=300)},
    "BoostedOracle(trees=300, learning_rate=0.05)": {
        "oracle": BoostedOracle(trees=300, learning_rate=0.05)
    },
    "BoostedOracle(leaves=31)": {"oracle": BoostedOracle(leaves=31)},
    "BoostedOracle(leaves=255)": {"oracle": BoostedOracle(leaves=255)},
}

LARGE = ("bng-cpu", "bng-price", "bng-wisconsin")
NEAR = (
    "best",
    "SmoothIGW(h=1, gamma=Anytime(2))",
    "SmoothIGW(h=1, gamma=Anytime(8))",
    "BoostedOracle(growth=1.2)",
    "BoostedOracle(trees=300)",
    "BoostedOracle(trees=300, learning_rate=0.05)",
    "BoostedOracle(leaves=255)",
)


def play_table(cell: Cell) -> dict[str, float]:
    """Mean loss x 1000 of one pass over a table in random order."""
    return play(cell, **{"policy": "best", **VARIANTS[cell.policy]})


def parts(tables: Collection[str], quick: bool, full: bool) -> list[Part]:
    """Everything on the first rows; what is near ``best`` on a million of them."""

    def part(name: str, tables: Collection[str], variants: Collection[str], rows: int) -> Part:
        measure = f"Mean loss × 1000 over the first {rows:,} rows"
        return Part(name, play_table, tables, variants, rows, seeds=1, measure=measure, digits=2)

    study = [part("best-tables", tables, VARIANTS, 10_000 if quick else 100_000)]
    if full:
        study.append(part("best-million", LARGE, NEAR, 1_000_000))
    return study


if __name__ == "__main__":
    run_study(__file__, DOCUMENT, TABLES, parts)
