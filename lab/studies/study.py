"""What was tried for a policy: variants on problems, as tables in a document.

Stopped, a study goes on where it was.
"""

import argparse
import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, mean, stdev
from typing import Any

from smoothbandits.apps.reports import Table
from smoothbandits.cli.output import cell_bar, notes
from smoothbandits.datasets import at_hand
from smoothbandits_lab.cells import Cell, Cells

FIRST_SEED = 100

Values = dict[str, dict[str, list[float]]]  # by variant and problem, one per seed


@dataclass(frozen=True)
class Part:
    """Problems of one kind, played by the same variants, of which the first is what ships."""

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
            Cell(self.play, self.name, problem, variant, FIRST_SEED + i, settings)
            for problem in self.problems
            for i in range(self.seeds)
            for variant in self.variants
        ]

    def caption(self) -> str:
        """What the numbers are."""
        last = FIRST_SEED + self.seeds - 1
        seeds = f"seed {FIRST_SEED}" if self.seeds == 1 else f"seeds {FIRST_SEED} to {last}"
        worst = ", and the worst run" if self.worst else ""
        if self.seeds == 1:
            return f"{self.measure}; {seeds}{worst}."
        return f"{self.measure}; mean of {seeds}, ± standard error{worst}."

    def table(self, values: Values) -> Table:
        """A row per variant; last, the geometric mean of its means over those of the first."""
        rows, shipped = [], next(iter(self.variants))
        for variant in self.variants:
            found = values[variant]
            shown = [self.shown(found[problem]) for problem in self.problems]
            ratios = [mean(found[name]) / mean(values[shipped][name]) for name in self.problems]
            rows.append([f"`{variant}`", *shown, f"{geometric_mean(ratios):.3f}"])
        return Table(["", *self.problems, f"over {shipped}"], rows, strong=0)

    def shown(self, values: list[float]) -> str:
        """A mean, with its standard error if there are several."""
        text = f"{mean(values):.{self.digits}f}"
        if len(values) > 1:
            text += f" ± {stdev(values) / len(values) ** 0.5:.{self.digits}f}"
        return f"{text}, {max(values):.{self.digits}f}" if self.worst else text


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
        raise SystemExit(f"the document has {found} places for {name}; it needs one")
    return text


def run_study(
    file: str,
    document: Path,
    tables: Collection[str],
    parts: Callable[[Collection[str], bool, bool], list[Part]],
) -> None:
    """The command: ``parts(tables at hand, quick, full)`` is the study, ``file`` its script."""
    script = Path(file)
    kept = script.with_suffix(".json")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small version of everything")
    parser.add_argument("--full", action="store_true", help="a million rows of tables")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("results") / script.stem)
    parser.add_argument("--data-dir", help="folder with data files")
    parser.add_argument(
        "--keep", action="store_true", help=f"write into lab/studies/{document.name}"
    )
    parser.add_argument("--only", help="one part by its name; the others stay as they are")
    options = parser.parse_args()
    if options.keep and options.quick:
        parser.error("--quick gives no tables to keep")

    console = notes()
    missing = [name for name in tables if not at_hand(name, data_dir=options.data_dir)]
    for name in missing:
        console.print(f"{name} is left out: it is not on this machine")
    study = parts([name for name in tables if name not in missing], options.quick, options.full)
    study = [part for part in study if options.only in (None, part.name)]
    cells = {part.name: part.cells(options.data_dir) for part in study}
    store, text = Cells(options.out / "cells"), document.read_text()
    numbers: dict[str, Any] = {"left_out": missing}
    if options.only:
        numbers = json.loads(kept.read_text())
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
    numbers_text = json.dumps(numbers, indent=1) + "\n"
    (options.out / kept.name).write_text(numbers_text)
    if options.keep:
        kept.write_text(numbers_text)
        document.write_text(text)
