"""``smoothbandits run``: one policy on a table of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from smoothbandits.cli import table_options as opt

__all__ = ["run"]


def run(
    data: opt.Data,
    target: opt.Target = None,
    policy: Annotated[str, typer.Option(help="Which policy plays; see `compare`.")] = "best",
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
    seed: Annotated[int, typer.Option(help="Of the policy's own randomness.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("run"),
    json: opt.AsJson = False,
) -> None:
    """Play a table online with one policy; report, and save the policy for production.

    In each round the policy sees a row without its target, names a value for it, and is told
    the cost of that value alone; with --payoff sale it asks a price, and is told whether it sold.
    """
    from smoothbandits.checks import check_seed
    from smoothbandits.cli.output import (
        add_rounds,
        notes,
        print_json,
        print_table,
        round_bars,
        show_rounds,
    )
    from smoothbandits.experiments.own_table import load_problem, run_policy
    from smoothbandits.experiments.own_table.report import write_run
    from smoothbandits.experiments.own_table.run_summary import run_numbers, run_table, run_verdict
    from smoothbandits.experiments.own_table.words import interval_note
    from smoothbandits.experiments.policies import check_policy
    from smoothbandits.reports import prepare

    check_policy(policy)
    check_seed(seed)
    console = notes()
    with console.status("reading"):
        problem = load_problem(opt.table_settings(locals()))
    folder = prepare(out)
    opt.print_remarks(problem, console)
    with round_bars(console) as bars:
        task = add_rounds(bars, policy, problem.rounds)

        def show(name: str, played: int, seconds: float, mean: float) -> None:
            show_rounds(bars, task, played, seconds, problem.measure.words(mean))

        result = run_policy(problem, policy=policy, seed=seed, progress=show)
    with console.status("drawing"):
        paths = write_run(result, folder, opt.command_line())
    if json:
        print_json(run_numbers(result))
        return
    print_table(run_table(result), f"{problem.target} in {problem.name}")
    print(run_verdict(result))
    console.print(interval_note(problem), markup=False)
    print("Written: " + ", ".join(str(path) for path in paths))
