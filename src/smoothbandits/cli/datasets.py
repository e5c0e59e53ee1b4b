"""``smoothbandits datasets``: list, describe, fetch and locate datasets."""

from pathlib import Path
from typing import Annotated

import typer

from smoothbandits.cli.table_options import DataDir

__all__ = ["app"]

app = typer.Typer(help="Data to try bandits on: list, info, fetch, path.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="Name of the dataset, as `datasets list` shows it.")]
Seed = Annotated[int | None, typer.Option(help="Of generated data; 1 is the published set.")]
Rows = Annotated[int | None, typer.Option(help="How many rows, from the beginning.")]
Json = Annotated[bool, typer.Option("--json", help="Print as JSON.")]


@app.command("list")
def list_datasets(data_dir: DataDir = None, json: Json = False) -> None:
    """Show all datasets and which are at hand."""
    from smoothbandits.cli.dataset_facts import described
    from smoothbandits.cli.output import print_json
    from smoothbandits.datasets import names

    facts = [described(name, data_dir) for name in names()]
    if json:
        print_json({"datasets": facts})
        return
    for fact in facts:
        print(f"{fact['name']:<20}{'at hand' if fact['at_hand'] else '-':<9}{fact['summary']}")


@app.command()
def info(
    name: Name,
    rows: Rows = None,
    seed: Seed = None,
    data_dir: DataDir = None,
    json: Json = False,
) -> None:
    """Show licence, source and, if it is at hand, the size of a dataset."""
    from smoothbandits.cli.dataset_facts import described, load_any, measured, shown
    from smoothbandits.cli.output import notes, print_json
    from smoothbandits.datasets import at_hand

    facts = described(name, data_dir)
    if at_hand(name, data_dir=data_dir):
        with notes().status(f"loading {name}"):
            facts |= measured(load_any(name, rows, seed, data_dir))
    if json:
        print_json(facts)
        return
    for key, value in facts.items():
        if value not in (None, ""):
            print(f"{key.replace('_', ' '):<20}{shown(value)}")


@app.command()
def fetch(
    name: Name,
    rows: Rows = None,
    seed: Seed = None,
    data_dir: DataDir = None,
    out: Annotated[
        Path | None, typer.Option(help="Also write the table here, as .csv or .parquet.")
    ] = None,
    json: Json = False,
) -> None:
    """Download and check a dataset, or generate it."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    from smoothbandits.cli.dataset_facts import described, load_any, measured, write_table
    from smoothbandits.cli.output import notes, print_json
    from smoothbandits.datasets import fetch as bring

    console = notes()
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console) as bars:
        task = bars.add_task(name, total=None, visible=False)

        def show(done: int, size: int) -> None:
            bars.update(task, completed=done, total=size or None, visible=True)

        path = bring(name, data_dir=data_dir, progress=show)
    with console.status(f"loading {name}"):
        data = load_any(name, rows, seed, data_dir)
        if out is not None:
            write_table(data, out)
    facts = {**described(name, data_dir), **measured(data), "path": str(path) if path else None}
    if out is not None:
        facts["written"] = str(out)
    if json:
        print_json(facts)
        return
    print(f"{name}: {data!r}, {facts['licence']}, {facts['source']}")
    print(f"File: {path}" if path else "Made in memory whenever it is loaded.")
    if out is not None:
        print(f"Written: {out}")


@app.command()
def path(name: Name, data_dir: DataDir = None, json: Json = False) -> None:
    """Print the file that a dataset comes from or is kept in."""
    from smoothbandits.cli.output import print_json
    from smoothbandits.datasets.loading import entry_of
    from smoothbandits.errors import InvalidParameter, MissingData

    entry = entry_of(name)
    found = entry.where(data_dir)
    if found is None and entry.generated and name.startswith("bng-"):
        raise MissingData(
            f"{name} was not drawn yet; run `smoothbandits datasets fetch {name}` first"
        )
    if found is None and entry.generated:
        raise InvalidParameter(
            f"{name} is made in memory and has no file; "
            f"run `smoothbandits datasets fetch {name} --out FILE.csv` to have one"
        )
    if found is None:
        raise MissingData(
            f"{name} is not on this machine; run `smoothbandits datasets fetch {name}`"
        )
    if json:
        print_json({"name": name, "path": str(found)})
    else:
        print(found)
