"""``smoothbandits reproduce theory`` and one command per claim of the paper."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from smoothbandits.experiments.theory.claims import CLAIMS

__all__ = ["add_claims"]

Jobs = Annotated[int | None, typer.Option(help="Processes; one per core by default.")]
Quick = Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs.")]
Json = Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")]
Names = Annotated[
    list[str] | None, typer.Option("--claim", help="Only this claim; may be repeated.")
]
EXIT = "Exit code 1 if a verdict is 'fails'."


def add_claims(app: typer.Typer) -> None:
    """Add the command of the whole page, and one for each claim."""
    app.command("theory", help=f"All claims of the paper put to the test, on one page. {EXIT}")(
        theory
    )
    for name, words in CLAIMS.items():
        app.command(name, help=f"{words} {EXIT}")(command_of(name))


def theory(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("theory"),
    claim: Names = None,
    jobs: Jobs = None,
    quick: Quick = False,
    json: Json = False,
) -> None:
    """All claims, or those that are named."""
    put_to_the_test("theory", list(dict.fromkeys(claim or CLAIMS)), out, jobs, quick, json)


def command_of(name: str) -> Callable[..., None]:
    """The command of one claim."""

    def one(
        out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path(name),
        jobs: Jobs = None,
        quick: Quick = False,
        json: Json = False,
    ) -> None:
        put_to_the_test(name, [name], out, jobs, quick, json)

    return one


def put_to_the_test(
    command: str, names: Sequence[str], out: Path, jobs: int | None, quick: bool, json: bool
) -> None:
    """Run, write, print; end with exit code 1 where a verdict fails."""
    from rich.console import Console

    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import cell_bar, notes, print_json, print_table
    from smoothbandits.experiments.theory.claim import Size
    from smoothbandits.experiments.theory.claims import find_claim
    from smoothbandits.experiments.theory.report import write_report
    from smoothbandits.experiments.theory.run import run_theory
    from smoothbandits.experiments.theory.summary import claim_numbers, overview, theory_numbers
    from smoothbandits.reports import cores, prepare

    processes = check_count("jobs", cores() if jobs is None else jobs)
    size: Size = "quick" if quick else "full"
    total = sum(len(find_claim(name).cells(size)) for name in names)
    folder, console = prepare(out), notes()
    with cell_bar(console) as bar:
        task = bar.add_task(command, total=total, last="")

        def show(cell: Any, result: dict[str, Any], kept: bool) -> None:
            bar.update(task, advance=1, last=f"{cell.dataset}: {cell.policy} {cell.seed}")

        found = run_theory(names, folder / "cells", size=size, jobs=processes, progress=show)
    made = f"smoothbandits reproduce {command}" + " --quick" * quick
    if command == "theory" and len(names) < len(CLAIMS):
        made += "".join(f" --claim {name}" for name in names)
    with console.status("drawing"):
        paths = write_report(found, folder, made)
    if json:
        only = command != "theory"
        print_json(claim_numbers(found.judged[0], size) if only else theory_numbers(found))
    else:
        print_table(overview(found))
        shown = Console(highlight=False, markup=False, soft_wrap=True)
        for one in found.judged:
            for check in one.finding.checks:
                if not check.holds:
                    words = f"FAILS: {one.claim.name}: {check.condition} ({check.measured})"
                    shown.print(words, style="bold red")
        shown.print(
            f"Verdict: {found.verdict}",
            style="bold green" if found.verdict == "holds" else "bold red",
        )
        print(f"Written: {paths[-1]} and {len(paths) - 1} files beside it")
    if found.verdict == "fails":
        raise typer.Exit(1)
