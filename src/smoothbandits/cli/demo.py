"""``smoothbandits demo``: name prices online, compare, and write a page about it."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["demo"]


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("demo"),
    rows: Annotated[int, typer.Option(help="Cars per run.")] = 100_000,
    seeds: Annotated[int, typer.Option(help="Runs per policy.")] = 3,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")] = False,
) -> None:
    """Name the price of a car: fast and best against five, of them LightGBM and CATS."""
    from smoothbandits.apps.demo import DEMO_POLICIES, demo_problem, run_demo
    from smoothbandits.apps.demo.report import demo_report
    from smoothbandits.apps.own_table.contest import check_contest
    from smoothbandits.apps.reports import prepare
    from smoothbandits.cli.output import notes, print_report
    from smoothbandits.cli.rounds import contest_bars

    check_contest(DEMO_POLICIES, seeds=seeds, seed=seed)
    console = notes()
    with console.status("drawing cars"):
        problem = demo_problem(rows)
    folder = prepare(out)
    with contest_bars(console, problem, DEMO_POLICIES, seeds) as show:
        result = run_demo(problem, seeds=seeds, seed=seed, progress=show)
    with console.status("drawing figures"):
        command = f"smoothbandits demo --rows {problem.rounds} --seeds {seeds} --seed {seed}"
        report = demo_report(result, command)
        paths = report.write(folder)
    print_report(report, paths, json=json)
