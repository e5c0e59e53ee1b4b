"""``smoothbandits demo``: learn prices online, compare, and write a page about it."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["demo"]


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("demo"),
    rounds: Annotated[int, typer.Option(help="Customers per run, at least 200.")] = 40_000,
    seeds: Annotated[int, typer.Option(help="Runs per method.")] = 12,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")] = False,
) -> None:
    """Learn a price online against random play, epsilon-greedy and greedy."""
    from smoothbandits.cli.output import notes, print_json, print_table, round_bars
    from smoothbandits.experiments.pricing import METHODS, check_settings, run_pricing
    from smoothbandits.experiments.pricing.report import write_report
    from smoothbandits.experiments.pricing.summary import numbers, table, verdict
    from smoothbandits.reports import prepare

    check_settings(rounds=rounds, seeds=seeds, seed=seed)
    folder, console = prepare(out), notes()
    with round_bars(console) as bars:
        tasks = {name: bars.add_task(name, total=rounds * seeds, loss="–") for name in METHODS}

        def show(method: str, played: int, loss: float) -> None:
            bars.update(tasks[method], advance=played, loss=f"{loss:.3f}")

        result = run_pricing(rounds=rounds, seeds=seeds, seed=seed, progress=show)
    with console.status("drawing"):
        paths = write_report(result, folder)
    if json:
        print_json(numbers(result))
        return
    print_table(table(result), "Revenue per customer, by method")
    print(verdict(result))
    print("Written: " + ", ".join(str(path) for path in paths))
