"""What was tried for ``policy="fast"``: `python benchmarks/fast_study.py --jobs 2 --keep`.

Stopped, it goes on where it was.  With ``--keep`` the tables replace those in docs/fast.md.
"""

import argparse
import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, mean, stdev
from typing import Any

from fast_problems import CATALOGUES, CURVES, TABLES, play_catalogue, play_curve, play_table
from fast_variants import FAST, ON_CATALOGUES, ON_INTERVALS, WITHOUT_CONTEXT

from smoothbandits.cli.output import cell_bar, notes
from smoothbandits.datasets import at_hand
from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.reports import Table

FIRST_SEED = 100
DOCUMENT = Path(__file__).parents[1] / "docs" / "fast.md"
NUMBERS = Path(__file__).with_suffix(".json")

Values = dict[str, dict[str, list[float]]]  # by variant and problem, one per seed


@dataclass(frozen=True)
class Part:
    """Problems of one kind, played by the same variants."""

    name: str
    play: Callable[[Cell], dict[str, float]]
    problems: Collection[str]
    variants: Collection[str]
    rounds: int
    seeds: int
    measure: str
    digits: int
    worst: bool = False  # whether the worst run is shown too

    def cells(self, data_dir: str | None) -> list[Cell]:
        """Variants change fastest: a table stays in memory, and processes compile in turns."""
        settings = {"rounds": self.rounds, "data_dir": data_dir}
        return [
            Cell(self.play, f"fast-{self.name}", problem, variant, FIRST_SEED + i, settings)
            for problem in self.problems
            for i in range(self.seeds)
            for variant in self.variants
        ]

    def caption(self) -> str:
        """What the numbers are."""
        last = FIRST_SEED + self.seeds - 1
        seeds = f"seed {FIRST_SEED}" if self.seeds == 1 else f"seeds {FIRST_SEED} to {last}"
        worst = ", and the worst run" if self.worst else ""
        return f"{self.measure}; mean of {seeds}, ± standard error{worst}."

    def table(self, values: Values) -> Table:
        """A row per variant; last, the geometric mean of its means over those of ``fast``."""
        rows = []
        for variant in self.variants:
            found = values[variant]
            shown = [self.shown(found[problem]) for problem in self.problems]
            ratios = [mean(found[name]) / mean(values[FAST][name]) for name in self.problems]
            rows.append([f"`{variant}`", *shown, f"{geometric_mean(ratios):.3f}"])
        return Table(["", *self.problems, "over fast"], rows, strong=0)

    def shown(self, values: list[float]) -> str:
        """A mean, with its standard error if there are several."""
        text = f"{mean(values):.{self.digits}f}"
        if len(values) > 1:
            text += f" ± {stdev(values) / len(values) ** 0.5:.{self.digits}f}"
        return f"{text}, {max(values):.{self.digits}f}" if self.worst else text


def parts(tables: Collection[str], *, quick: bool, full: bool) -> list[Part]:
    """The whole study."""
    rows = 5_000 if quick else 1_000_000 if full else 200_000
    short, long = (500, 5_000) if quick else (6_000, 100_000)
    return [
        Part(
            "tables",
            play_table,
            tables,
            ON_INTERVALS,
            rounds=rows,
            seeds=1 if quick else 4,
            measure=f"Mean loss × 1000 over the first {rows:,} rows",
            digits=2,
        ),
        Part(
            "curves",
            play_curve,
            CURVES,
            WITHOUT_CONTEXT,
            rounds=short,
            seeds=1 if quick else 3,
            measure=f"Mean regret × 1000 per round over {short:,} rounds",
            digits=1,
        ),
        Part(
            "catalogues",
            play_catalogue,
            CATALOGUES,
            ON_CATALOGUES,
            rounds=long,
            seeds=2 if quick else 16,
            measure=f"Regret after {long:,} rounds",
            digits=0,
            worst=True,
        ),
    ]


def values_of(cells: list[Cell], results: list[dict[str, Any]]) -> Values:
    """Results by variant and problem."""
    values: Values = {}
    for cell, result in zip(cells, results, strict=True):
        values.setdefault(cell.policy, {}).setdefault(cell.dataset, []).append(result["value"])
    return values


def replace_part(text: str, name: str, content: str) -> str:
    """Put content between the markers of a part."""
    pattern = rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)"
    text, found = re.subn(pattern, lambda m: m[1] + content + m[2], text, flags=re.DOTALL)
    if found != 1:
        raise SystemExit(f"{DOCUMENT.name} has {found} places for {name}; it needs one")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small version of everything")
    parser.add_argument("--full", action="store_true", help="a million rows of each table")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("results/fast_study"))
    parser.add_argument("--data-dir", help="folder with data files")
    parser.add_argument("--keep", action="store_true", help="write the tables into docs/fast.md")
    options = parser.parse_args()
    if options.keep and options.quick:
        parser.error("--quick gives no tables to keep")

    console = notes()
    missing = [name for name in TABLES if not at_hand(name, data_dir=options.data_dir)]
    for name in missing:
        console.print(f"{name} is left out: it is not on this machine")
    tables = [name for name in TABLES if name not in missing]
    study = parts(tables, quick=options.quick, full=options.full)
    cells = {part.name: part.cells(options.data_dir) for part in study}
    store, numbers, text = Cells(options.out / "cells"), {}, DOCUMENT.read_text()
    with cell_bar(console) as bar:
        task = bar.add_task("study", total=sum(map(len, cells.values())), last="")

        def show(cell: Cell, result: dict[str, Any], kept: bool) -> None:
            last = f"{cell.dataset}, {cell.policy}, {cell.seed}: {result['value']:.1f}"
            bar.update(task, advance=1, last=last)

        for part in study:
            results = store.run(cells[part.name], jobs=options.jobs, progress=show)
            values = values_of(cells[part.name], results)
            numbers[part.name] = {"caption": part.caption(), "values": values}
            shown = f"{part.caption()}\n\n{part.table(values).to_markdown()}\n"
            text = replace_part(text, part.name, f"\n{shown}\n")
            console.print(shown, soft_wrap=True, markup=False)
    document = json.dumps({"left_out": missing, **numbers}, indent=1) + "\n"
    (options.out / NUMBERS.name).write_text(document)
    if options.keep:
        NUMBERS.write_text(document)
        DOCUMENT.write_text(text)


if __name__ == "__main__":
    main()
