"""``smoothbandits run``: one policy on a table of one's own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smoothbandits.cli.table_options import command_line, print_remarks, with_table_options

if TYPE_CHECKING:
    from smoothbandits.apps.own_table import TableSettings

__all__ = ["run"]


@with_table_options
def run(
    settings: "TableSettings",
    policy: Annotated[str, typer.Option(help="Which policy plays; see `compare`.")] = "best",
    seed: Annotated[int, typer.Option(help="Seed of the policy's own randomness.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("run"),
    json: Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")] = False,
) -> None:
    """Play a table online with one policy; report, and save the policy for production.

    In each round the policy sees a row without its target, names a value for it, and is told only
    the cost of that value; with --payoff sale it asks a price, and is told whether it sold.
    """
    from smoothbandits.apps.own_table import load_problem, run_policy
    from smoothbandits.apps.own_table.run_report import run_report, save_for_production
    from smoothbandits.apps.own_table.words import interval_note
    from smoothbandits.apps.policies import check_policy
    from smoothbandits.apps.reports import prepare
    from smoothbandits.checks import check_seed
    from smoothbandits.cli.output import notes, print_report
    from smoothbandits.cli.rounds import round_bars

    check_policy(policy)
    check_seed(seed)
    console = notes()
    with console.status("reading"):
        problem = load_problem(settings)
    folder = prepare(out)
    print_remarks(problem, console)
    with round_bars(console, problem, {policy: problem.rounds}) as show:
        result = run_policy(problem, policy=policy, seed=seed, progress=show)
    with console.status("drawing"):
        report = run_report(result, folder, command_line())
        paths = [*report.write(folder), *save_for_production(result, folder)]
    print_report(report, paths, json=json)
    if not json:
        console.print(interval_note(result), markup=False)
