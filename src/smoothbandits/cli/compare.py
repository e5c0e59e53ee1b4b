"""``smoothbandits compare``: several policies on a table of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from smoothbandits.cli import table_options as opt

__all__ = ["compare"]

POLICIES = "best,fast,rival,cats,discretised,epsilon-greedy,random,constant"


def compare(
    data: opt.Data,
    target: opt.Target = None,
    policies: Annotated[
        str,
        typer.Option(
            help="Names, separated by commas. There are also best, linear, rff, kernel and greedy."
        ),
    ] = POLICIES,
    loss: opt.Loss = "absolute",
    payoff: opt.Payoff = None,
    low: opt.Low = None,
    high: opt.High = None,
    clip: opt.Clip = False,
    rows: opt.Rows = None,
    shuffle: opt.Shuffle = None,
    fit_rows: opt.FitRows = None,
    ignore: opt.Ignore = None,
    drop_missing: opt.DropMissing = False,
    max_categories: opt.MaxCategories = 30,
    seeds: Annotated[int, typer.Option(help="Runs per policy.")] = 5,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("compare"),
    json: opt.AsJson = False,
) -> None:
    """Play a table online with several policies on the same rows; the best first."""
    from smoothbandits.cli.contest import contest_bars
    from smoothbandits.cli.output import notes, print_json, print_table
    from smoothbandits.experiments.own_table import compare_policies, load_problem
    from smoothbandits.experiments.own_table.compare import check_contest
    from smoothbandits.experiments.own_table.compare_summary import (
        compare_numbers,
        compare_table,
        compare_verdict,
    )
    from smoothbandits.experiments.own_table.report import write_comparison
    from smoothbandits.experiments.own_table.words import interval_note
    from smoothbandits.reports import prepare

    names = [name.strip() for name in policies.split(",") if name.strip()]
    check_contest(names, seeds=seeds, seed=seed)
    console = notes()
    with console.status("reading"):
        problem = load_problem(opt.table_settings(locals()))
    folder = prepare(out)
    opt.print_remarks(problem, console)
    with contest_bars(console, problem, names, seeds) as show:
        result = compare_policies(problem, policies=names, seeds=seeds, seed=seed, progress=show)
    with console.status("drawing"):
        paths = write_comparison(result, folder, opt.command_line())
    if json:
        print_json(compare_numbers(result))
        return
    print_table(compare_table(result), f"{problem.target} in {problem.name}")
    print(compare_verdict(result))
    console.print(interval_note(problem, seeds), markup=False)
    print("Written: " + ", ".join(str(path) for path in paths))
