"""``smoothbandits journal``: look at a journal, take it elsewhere, bring outcomes, delete."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from smoothbandits.journal import Journal

__all__ = ["app"]

app = typer.Typer(
    help="Decisions and outcomes on the disk: verify, stats, head, export, import, delete.",
    no_args_is_help=True,
)

File = Annotated[Path, typer.Argument(help="The journal, an SQLite file.")]
Json = Annotated[bool, typer.Option("--json", help="Print as JSON.")]


@contextmanager
def opened(path: Path) -> "Iterator[Journal]":
    """A journal that there is."""
    from smoothbandits.errors import MissingTable
    from smoothbandits.journal import Journal

    if not path.is_file():
        raise MissingTable(f"there is no journal {str(path)!r}")
    with Journal(path) as journal:
        yield journal


@contextmanager
def bar(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar; yields the function that says how far it got."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from smoothbandits.cli.output import notes

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=notes(), transient=True) as bars:
        task = bars.add_task(what, total=total)

        def show(done: int) -> None:
            bars.update(task, completed=done)

        yield show


def show_facts(facts: dict[str, Any], *, json: bool) -> None:
    """As JSON, or a line each."""
    from smoothbandits.cli.output import print_json

    if json:
        print_json(facts)
        return
    for key, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join(f"{name} {n:,}" for name, n in value.items())
        elif isinstance(value, int) and not isinstance(value, bool):
            value = f"{value:,}"
        if value not in (None, ""):
            print(f"{key.replace('_', ' '):<16}{value}")


@app.command()
def stats(path: File, json: Json = False) -> None:
    """Show how much a journal holds."""
    from smoothbandits.journal.facts import facts_of

    with opened(path) as journal:
        show_facts(facts_of(journal), json=json)


@app.command()
def verify(path: File, json: Json = False) -> None:
    """Check the file, that each loss has its decision, and that snapshots equal their replay."""
    from smoothbandits.cli.output import print_json
    from smoothbandits.journal.facts import verify as problems_of

    with opened(path) as journal:
        last = journal.store.last()
        with bar("verifying", last) as show:
            problems = problems_of(journal, show)
    if json:
        print_json(
            {"path": str(path), "events": last, "sound": not problems, "problems": problems}
        )
    else:
        for problem in problems:
            print(problem)
        if not problems:
            print(f"{path}: {last:,} events, sound")
    if problems:
        raise typer.Exit(1)


@app.command()
def head(
    path: File,
    rows: Annotated[int, typer.Option(help="How many decisions.")] = 10,
    last: Annotated[bool, typer.Option("--last", help="The last ones instead.")] = False,
    json: Json = False,
) -> None:
    """Show the first decisions, or the last, with what came of them."""
    from smoothbandits.apps.reports import Table
    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import print_json, print_table

    check_count("rows", rows)
    found: list[dict[str, Any]] = []
    with opened(path) as journal:
        for frame in journal.log().frames():
            found += (frame.tail(rows) if last else frame.head(rows)).to_dicts()
            found = found[-rows:] if last else found[:rows]
            if not last and len(found) == rows:
                break
    if json:
        print_json({"decisions": [{k: plain(v) for k, v in row.items()} for row in found]})
        return
    names = ("id", "decided_at", "action", "explored", "density", "atom", "status", "loss")
    print_table(Table(names, [tuple(cell(row[name]) for name in names) for row in found]))


def plain(value: Any) -> Any:
    """A cell as JSON can hold it."""
    import datetime

    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, list):
        return [plain(one) for one in value]
    return None if isinstance(value, float) and value != value else value


def cell(value: Any) -> str:
    """A cell as text."""
    import datetime

    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ", timespec="seconds")[:19]
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@app.command("export")
def export_log(
    path: File,
    out: Annotated[Path, typer.Argument(help="The file to write.")],
    format: Annotated[
        str | None,
        typer.Option(help="parquet, csv, vw, dsjson or obp; by default by the file's name."),
    ] = None,
    json: Json = False,
) -> None:
    """Write decisions and what came of them to a file."""
    with opened(path) as journal, bar("exporting", None) as show:
        done = journal.export(out, format, progress=show)
    facts = {"path": str(done.path), "format": done.format, "rows": done.rows}
    show_facts({**facts, "left_out": done.left_out or None, "note": done.note}, json=json)


@app.command("import")
def import_table(
    path: File,
    table: Annotated[Path, typer.Argument(help="CSV or Parquet: id; loss, reward or outcome.")],
    json: Json = False,
) -> None:
    """Bring outcomes, joined by id; each row gets an answer or a reason why it has none."""
    from smoothbandits.journal.importing import import_outcomes

    with opened(path) as journal:
        with bar("making the bandit again", journal.store.last()) as show:
            journal.bandit(progress=show)
        with bar("importing", None) as show:
            done = import_outcomes(journal, table, show)
    facts: dict[str, Any] = {"rows": done.rows, **done.answers, "refused": done.refused}
    if json:
        facts["problems"] = [problem._asdict() for problem in done.problems]
        show_facts(facts, json=True)
    else:
        show_facts(facts, json=False)
        for problem in done.problems:
            print(f"row {problem.row}: {problem.reason}")
    if done.refused:
        raise typer.Exit(1)


@app.command()
def delete(
    path: File,
    person: Annotated[str, typer.Option(help="Whose decisions go, as given to act.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Json = False,
) -> None:
    """Delete all that is known of a person; the bandit learns the rest again."""
    from smoothbandits.cli.output import notes

    with opened(path) as journal:
        n = len(journal.store.of_person(person))
        if n and not yes and not typer.confirm(f"Delete {n:,} decisions for good?", err=True):
            raise typer.Exit(1)
        with notes().status("learning the rest again"):
            done = journal.delete(person)
    facts = {"decisions": done.decisions, "learned": done.learned}
    lost = f"before event {done.until:,}" if done.decisions else None
    show_facts({**facts, "versions_lost": lost}, json=json)
