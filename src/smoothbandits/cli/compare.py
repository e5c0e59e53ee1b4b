"""``smoothbandits compare``: several policies on a table of one's own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smoothbandits.cli.table_options import command_line, print_remarks, with_table_options

if TYPE_CHECKING:
    from smoothbandits.apps.own_table import TableSettings

__all__ = ["compare"]

POLICIES = "best,fast,rival,cats,discretised,epsilon-greedy,random,constant"


@with_table_options
def compare(
    settings: "TableSettings",
    policies: Annotated[
        str,
        typer.Option(
            help="Names, separated by commas. There are also dispersion, rff, harmonic and greedy."
        ),
    ] = POLICIES,
    seeds: Annotated[int, typer.Option(help="Runs per policy.")] = 5,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("compare"),
    json: Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")] = False,
) -> None:
    """Play a table online with several policies on the same rows; the best comes first."""
    from smoothbandits.apps.own_table import compare_policies, load_problem
    from smoothbandits.apps.own_table.compare_report import compare_report
    from smoothbandits.apps.own_table.contest import check_contest
    from smoothbandits.apps.own_table.words import interval_note
    from smoothbandits.apps.reports import prepare
    from smoothbandits.cli.output import notes, print_report
    from smoothbandits.cli.rounds import contest_bars

    names = [name.strip() for name in policies.split(",") if name.strip()]
    check_contest(names, seeds=seeds, seed=seed)
    console = notes()
    with console.status("reading"):
        problem = load_problem(settings)
    folder = prepare(out)
    print_remarks(problem, console)
    with contest_bars(console, problem, names, seeds) as show:
        result = compare_policies(problem, policies=names, seeds=seeds, seed=seed, progress=show)
    with console.status("drawing"):
        report = compare_report(result, command_line())
        paths = report.write(folder)
    print_report(report, paths, json=json)
    if not json:
        console.print(interval_note(result), markup=False)
