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
    """Name the price of a car: fast and best against CATS, epsilon-greedy, random, a constant."""
    from smoothbandits.cli.contest import contest_bars
    from smoothbandits.cli.output import notes, print_json, print_table
    from smoothbandits.experiments.demo import DEMO_POLICIES, demo_problem, run_demo
    from smoothbandits.experiments.demo.report import demo_numbers, write_demo
    from smoothbandits.experiments.own_table.compare import check_contest
    from smoothbandits.experiments.own_table.compare_summary import compare_table, compare_verdict
    from smoothbandits.reports import prepare

    check_contest(DEMO_POLICIES, seeds=seeds, seed=seed)
    console = notes()
    with console.status("drawing cars"):
        problem = demo_problem(rows)
    folder = prepare(out)
    with contest_bars(console, problem, DEMO_POLICIES, seeds) as show:
        result = run_demo(problem, seeds=seeds, seed=seed, progress=show)
    with console.status("drawing figures"):
        command = f"smoothbandits demo --rows {problem.rounds} --seeds {seeds} --seed {seed}"
        paths = write_demo(result, folder, command)
    if json:
        print_json(demo_numbers(result))
        return
    print_table(compare_table(result.comparison), f"{problem.target} in {problem.name}")
    print(compare_verdict(result.comparison))
    print("Written: " + ", ".join(str(path) for path in paths))
