"""``smoothbandits evaluate``: what other policies would have been worth, from a log."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["evaluate"]


def evaluate(
    log: Annotated[
        Path,
        typer.Argument(
            help="Parquet or CSV file with action, density, atom, explored and loss.",
            show_default=False,
        ),
    ],
    policy: Annotated[
        list[str],
        typer.Option(help="An action, 'greedy', or the file of a saved bandit; several times."),
    ],
    bandit: Annotated[
        Path | None, typer.Option(help="File of the bandit whose log it is: its actions, units.")
    ] = None,
    low: Annotated[float | None, typer.Option(help="Instead: the least action.")] = None,
    high: Annotated[float | None, typer.Option(help="And the greatest.")] = None,
    items: Annotated[int | None, typer.Option(help="Or how many items there are.")] = None,
    worst: Annotated[
        float | None, typer.Option(help="The reward that a loss of 1 stands for.")
    ] = None,
    best: Annotated[
        float | None, typer.Option(help="The reward that a loss of 0 stands for.")
    ] = None,
    method: Annotated[str, typer.Option(help="auto, ips, snips, dr or cressie-read.")] = "auto",
    interval: Annotated[
        str,
        typer.Option(help="auto, asymptotic, empirical-likelihood, sequence or betting."),
    ] = "auto",
    level: Annotated[float, typer.Option(help="How often intervals are to hold.")] = 0.95,
    bandwidth: Annotated[
        float | None, typer.Option(help="Share of mu to each side that policies are smoothed by.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of a model's fits.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("evaluate"),
    json: Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")] = False,
) -> None:
    """Value policies from the log of another one, with intervals that say what they rest on.

    The log has a row per round: the action, how likely it was (density relative to mu, and atom),
    whether the draw from mu was played, and the loss, of [0, 1].  It may be larger than memory.
    """
    from smoothbandits.apps.evaluated_log import LogQuestion, answer, evaluation_report
    from smoothbandits.apps.reports import prepare
    from smoothbandits.cli.output import notes, print_report
    from smoothbandits.cli.table_options import command_line

    asked = LogQuestion(
        log=log,
        policies=policy,
        bandit=bandit,
        low=low,
        high=high,
        items=items,
        worst=worst,
        best=best,
        method=method,
        interval=interval,
        level=level,
        bandwidth=bandwidth,
        seed=seed,
    )
    console = notes()
    with console.status("reading the log"):
        found = answer(asked)
    folder = prepare(out)
    with console.status("drawing"):
        report = evaluation_report(found, log.name, command_line())
        paths = report.write(folder)
    print_report(report, paths, json=json)
