"""Measure everything and keep the table: `make bench`.

Figures depend on the machine; ratios less so.  With ``--keep`` the table replaces the one in
benchmarks/README.md; ``--long`` also plays a million rounds with boosted trees.
"""

import platform
import sys
from pathlib import Path

import boosted
import catalogue
import evaluation
import journal
import live
import million
import named
import numba
import numpy
import peers
import products
import reusable
import sameness
import serving
import simulation
import stalls
import startup
import trees
import watching
from figure import Figure
from rich.console import Console
from rich.table import Table

PARTS = (
    startup,
    serving,
    named,
    simulation,
    catalogue,
    trees,
    peers,
    boosted,
    live,
    journal,
    stalls,
    sameness,
    products,
    reusable,
    watching,
    evaluation,
)
LONG = (million,)
VERDICTS = {True: "holds", False: "MISSED", None: ""}


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main() -> int:
    console = Console()
    found: list[Figure] = []
    for part in PARTS + LONG if "--long" in sys.argv else PARTS:
        console.print(f"[dim]measuring: {part.__doc__.splitlines()[0]}[/dim]")
        found.extend(part.figures())
    table = Table("figure", "measured", "unit", "bar", "")
    for figure in found:
        table.add_row(
            figure.name, figure.shown, figure.unit, figure.bar_shown, VERDICTS[figure.holds]
        )
    console.print(table)
    lines = [
        "# Benchmarks",
        "",
        "The last table of `python benchmarks/run.py --keep --long`; `make bench` prints it anew. "
        "Absolute figures are those of the machine named below; compare ratios.",
        "",
        f"{processor()}; Python {platform.python_version()}, numpy {numpy.__version__}, "
        f"numba {numba.__version__}.",
        "",
        "| figure | measured | unit | bar | |",
        "|---|---|---|---|---|",
        *(
            f"| {f.name} | {f.shown} | {f.unit} | {f.bar_shown} | {VERDICTS[f.holds]} |"
            for f in found
        ),
        "",
    ]
    if "--keep" in sys.argv[1:]:
        (Path(__file__).parent / "README.md").write_text("\n".join(lines))
    missed = [figure.name for figure in found if figure.holds is False]
    if missed:
        console.print(f"[yellow]missed on this run: {', '.join(missed)}[/yellow]")
    return 0


if __name__ == "__main__":
    sys.exit(main())
