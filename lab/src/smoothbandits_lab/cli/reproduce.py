"""``smoothbandits reproduce``: a command for each study, made from the fields of its settings.

A study is imported when its command is asked for, and so the others start fast.
"""

from dataclasses import fields
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from smoothbandits_lab.studies import HELP, find_study

if TYPE_CHECKING:
    from smoothbandits_lab.study import Study

__all__ = ["app", "carry_out", "command_of"]

Jobs = Annotated[int | None, typer.Option(help="Processes; one per core by default.")]
Json = Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")]


class Studies(TyperGroup):
    """Commands that are made when they are asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """In the order of the help."""
        return list(HELP)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """One of them, if there is one of this name."""
        return command_of(cmd_name) if cmd_name in HELP else None


app = typer.Typer(
    cls=Studies,
    help="Reproduce the paper's experiments; a command that was stopped goes on where it was.",
    no_args_is_help=True,
)


def command_of(name: str) -> Any:
    """The command of a study: its settings, and what every command takes."""
    study = find_study(name)
    folder = Annotated[Path, typer.Option(help="Folder for the results.")]

    def command(out: Path, jobs: int | None, json: bool, **asked: Any) -> None:
        carry_out(study, study.settings(**asked), out, jobs, json)

    kinds = get_type_hints(study.settings, include_extras=True)
    options: dict[str, tuple[Any, Any]] = {
        "out": (folder, Path(name)),
        **{one.name: (kinds[one.name], one.default) for one in fields(study.settings)},
        "jobs": (Jobs, None),
        "json": (Json, False),
    }
    command.__annotations__ = {option: kind for option, (kind, _) in options.items()}
    command.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(option, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for option, (kind, default) in options.items()
        ]
    )
    alone = typer.Typer(add_completion=False)
    alone.command(name, help=HELP[name])(command)
    return typer.main.get_command(alone)


def carry_out(
    study: "Study[Any, Any]", settings: Any, out: Path, jobs: int | None, json: bool
) -> None:
    """Run, write, print; end with exit code 1 where a verdict fails."""
    from rich.console import Console

    from smoothbandits.apps.reports import cores, prepare
    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import cell_bar, notes, print_json, print_table
    from smoothbandits_lab.study import run_study

    processes = check_count("jobs", cores() if jobs is None else jobs)
    total = len(study.cells(settings))
    folder, console = prepare(out), notes()
    for warning in study.warnings(settings):
        console.print(warning, soft_wrap=True, markup=False)
    with cell_bar(console) as bar:
        task = bar.add_task(study.name, total=total, last="")

        def show(cell: Any, result: dict[str, Any], kept: bool) -> None:
            bar.update(task, advance=1, last=study.brief(cell, result))

        done = run_study(study, settings, folder / "cells", jobs=processes, progress=show)
    with console.status("drawing"):
        report = study.report(done)
        paths = report.write(folder)
    if json:
        print_json(report.numbers)
    else:
        for table, title in report.tables:
            if table.rows:
                print_table(table, title)
        for line in report.lines:
            print(line)
        if report.verdict is not None:
            style = "bold green" if report.verdict == "holds" else "bold red"
            Console(highlight=False).print(f"Verdict: {report.verdict}", style=style)
        print(f"Written: {paths[-1]} and {len(paths) - 1} files beside it")
    if report.verdict == "fails":
        raise typer.Exit(1)
