"""``smoothbandits run``: one policy on a table of one's own, or taught a log."""

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
    action: Annotated[
        str | None,
        typer.Option(help="Column with what was done, in a log of actions: teaches a bandit."),
    ] = None,
    reward: Annotated[
        str | None, typer.Option(help="With --action: column with what came of it.")
    ] = None,
    outcome: Annotated[
        str | None,
        typer.Option(help="With --action: column that says whether the price was paid."),
    ] = None,
    policy: Annotated[str, typer.Option(help="Which policy plays; see `compare`.")] = "best",
    seed: Annotated[int, typer.Option(help="Seed of the policy's own randomness.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("run"),
    json: Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")] = False,
) -> None:
    """Play a table online with one policy; report, and save the policy for production.

    In each round the policy sees a row without its target, names a value for it, and is told only
    the cost of that value; with --payoff sale it asks a price, and is told whether it sold.

    A log of what was done and what came of it is not played but taught: --action price --reward
    revenue, or --action price --outcome sold. The report says what the log can and cannot tell,
    and the bandit that is saved begins with what it knows.
    """
    if action is not None or reward is not None or outcome is not None:
        teach(settings, action, reward, outcome, policy, seed, out, json=json)
    else:
        play(settings, policy, seed, out, json=json)


def play(settings: "TableSettings", policy: str, seed: int, out: Path, *, json: bool) -> None:
    """A table that says what every action would have cost."""
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


def teach(
    settings: "TableSettings",
    action: str | None,
    reward: str | None,
    outcome: str | None,
    policy: str,
    seed: int,
    out: Path,
    *,
    json: bool,
) -> None:
    """A log, which says it of one action per row."""
    from smoothbandits.apps.logged_table import LogSettings, findings_of, read_log, warm_bandit
    from smoothbandits.apps.logged_table.findings import LAST
    from smoothbandits.apps.logged_table.report import log_report, save_warm
    from smoothbandits.apps.reports import prepare
    from smoothbandits.cli.output import notes, print_report
    from smoothbandits.errors import InvalidParameter

    if action is None:
        raise InvalidParameter(
            "--reward and --outcome say what came of an action; give --action, the column with it"
        )
    asked = LogSettings(
        table=settings,
        action=action,
        reward=reward,
        outcome=outcome,
        policy=policy,  # type: ignore[arg-type]
        seed=seed,
    )
    console = notes()
    with console.status("reading"):
        log = read_log(asked)
    folder = prepare(out)
    for note in log.notes:
        console.print(note, markup=False)
    n = len(log.actions)
    with console.status("teaching the rows before the last fifth"):
        before = warm_bandit(log, asked, slice(0, n - n // LAST))
    with console.status("teaching all rows"):
        warm = warm_bandit(log, asked)
    with console.status("looking at what was learned"):
        found = findings_of(warm, before)
        report = log_report(warm, found, folder, command_line())
        paths = [*report.write(folder), *save_warm(warm, folder)]
    print_report(report, paths, json=json)
