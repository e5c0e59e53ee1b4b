"""What was tried for ``policy="best"``: `python lab/studies/best_study.py --jobs 2 --keep`.

With ``--keep`` the table replaces that in lab/studies/best.md.  The tables are those that ``fast``
was chosen on: generated with another seed than the one that is scored.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from fast_problems import TABLES, play
from study import Part, run_study

from smoothbandits.explorers import AdaptiveIGW, Anytime, SmoothIGW
from smoothbandits.oracles import BoostedOracle
from smoothbandits_lab.cells import Cell

DOCUMENT = Path(__file__).with_name("best.md")

#: what is given to `Bandit` beside policy="best", space and seed
VARIANTS: dict[str, dict[str, Any]] = {
    "best": {},
    "fast": {"policy": "fast"},
    "SmoothIGW(h=1, gamma=Anytime(8))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(8.0))},
    "SmoothIGW(h=1, gamma=Anytime(16))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(16.0))},
    "SmoothIGW(h=1, gamma=Anytime(64))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(64.0))},
    "AdaptiveIGW(lowest=4, highest=64, bases=5, anytime=True)": {
        "explorer": AdaptiveIGW(lowest=4.0, highest=64.0, bases=5, anytime=True)
    },
    "BoostedOracle(first=100)": {"oracle": BoostedOracle(first=100)},
    "BoostedOracle(first=1000)": {"oracle": BoostedOracle(first=1_000)},
    "BoostedOracle(growth=1.2)": {"oracle": BoostedOracle(growth=1.2)},
    "BoostedOracle(growth=2)": {"oracle": BoostedOracle(growth=2.0)},
    "BoostedOracle(trees=75)": {"oracle": BoostedOracle(trees=75)},
    "BoostedOracle(trees=300)": {"oracle": BoostedOracle(trees=300)},
    "BoostedOracle(leaves=31)": {"oracle": BoostedOracle(leaves=31)},
    "BoostedOracle(leaves=255)": {"oracle": BoostedOracle(leaves=255)},
}


def play_table(cell: Cell) -> dict[str, float]:
    """Mean loss x 1000 of one pass over a table in random order."""
    return play(cell, **{"policy": "best", **VARIANTS[cell.policy]})


def parts(tables: Collection[str], quick: bool, full: bool) -> list[Part]:
    """Everything on the first rows."""
    rows = 1_000 if quick else 100_000 if full else 5_000
    measure = f"Mean loss × 1000 over the first {rows:,} rows"
    part = Part("best-tables", play_table, tables, VARIANTS, rows, 1, measure, digits=1)
    return [part]


if __name__ == "__main__":
    run_study(__file__, DOCUMENT, TABLES, parts)
