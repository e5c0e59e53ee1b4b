"""``smoothbandits reproduce``: the paper's experiments beside the published numbers."""

from pathlib import Path
from typing import Annotated, Any

import typer

from smoothbandits.cli.theory import add_claims

__all__ = ["app", "change", "figure1", "horizons", "shapes", "table1"]

app = typer.Typer(
    help="Reproduce the paper's experiments; a command that was stopped goes on where it was.",
    no_args_is_help=True,
)

Seeds = Annotated[int | None, typer.Option(help="Runs per policy.", show_default=False)]
Jobs = Annotated[int | None, typer.Option(help="Processes; one per core by default.")]
DataDir = Annotated[Path | None, typer.Option(help="Folder with data files.")]
Quick = Annotated[bool, typer.Option("--quick", help="A small version, to see that it works.")]
Json = Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")]

QUICK_ROUNDS, QUICK_SEEDS, FULL_SEEDS = 10_000, 4, 32
SHAPE_SEEDS, QUICK_SHAPE_SEEDS = 3, 1


@app.command()
def figure1(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("figure1"),
    seeds: Seeds = None,
    jobs: Jobs = None,
    data_dir: DataDir = None,
    quick: Quick = False,
    json: Json = False,
) -> None:
    """Regret on the caption contest: ours against the MOSS family, 32 runs of 100,000 rounds."""
    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import cell_bar, notes, print_json, print_table
    from smoothbandits.experiments.figure1 import POLICIES, run_figure1
    from smoothbandits.experiments.figure1.policies import PUBLISHED_ROUNDS
    from smoothbandits.experiments.figure1.report import write_report
    from smoothbandits.experiments.figure1.run import TWIN, dataset_at_hand
    from smoothbandits.experiments.figure1.summary import numbers, table, verdict
    from smoothbandits.reports import cores, prepare

    runs = check_count("seeds", (QUICK_SEEDS if quick else FULL_SEEDS) if seeds is None else seeds)
    processes = check_count("jobs", cores() if jobs is None else jobs)
    dataset = dataset_at_hand(data_dir)
    folder, console = prepare(out), notes()
    if dataset == TWIN:
        console.print(
            "The contest is not on this machine: its synthetic twin is played instead "
            "(`smoothbandits datasets fetch caption-652` or --data-dir brings the real one)."
        )
    with cell_bar(console) as bar:
        task = bar.add_task("figure1", total=runs * len(POLICIES), last="")

        def show(cell: Any, result: dict[str, Any], kept: bool) -> None:
            regret = f"{result['regrets'][-1]:,.0f}"
            bar.update(task, advance=1, last=f"{cell.policy} {cell.seed}: regret {regret}")

        result = run_figure1(
            folder / "cells",
            rounds=QUICK_ROUNDS if quick else PUBLISHED_ROUNDS,
            seeds=runs,
            dataset=dataset,
            data_dir=data_dir,
            jobs=processes,
            progress=show,
        )
    with console.status("drawing"):
        paths = write_report(result, folder)
    if json:
        print_json(numbers(result))
        return
    title = f"Regret after {result.rounds:,} rounds on {result.dataset}"
    print_table(table(result, wide=False), title)
    print(verdict(result))
    print("Written: " + ", ".join(str(path) for path in paths))


@app.command()
def table1(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("table1"),
    seeds: Seeds = None,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    jobs: Jobs = None,
    data_dir: DataDir = None,
    dataset: Annotated[
        list[str] | None, typer.Option(help="Only this dataset; may be repeated.")
    ] = None,
    policy: Annotated[
        list[str] | None, typer.Option(help="Only this policy; may be repeated.")
    ] = None,
    rows: Annotated[int | None, typer.Option(help="Rows of each dataset; all by default.")] = None,
    full: Annotated[bool, typer.Option("--full", help="CATS over its whole grid of 78.")] = False,
    tune: Annotated[
        int, typer.Option(help="Also tune linear and rff in hindsight with this many draws.")
    ] = 0,
    quick: Quick = False,
    json: Json = False,
) -> None:
    """Loss on regression tables in one pass: fast, best, the paper's learners, CATS, its peers."""
    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import cell_bar, notes, print_json, print_table
    from smoothbandits.experiments.table1 import Table1Settings, run_table1
    from smoothbandits.experiments.table1.plan import plan
    from smoothbandits.experiments.table1.report import write_report
    from smoothbandits.experiments.table1.summary import facts, numbers, remarks, table
    from smoothbandits.reports import cores, prepare

    settings = Table1Settings(
        datasets=dataset or None,
        policies=policy or None,
        rows=rows,
        seeds=1 if seeds is None else seeds,
        seed=seed,
        quick=quick,
        full=full,
        tune=tune,
        data_dir=None if data_dir is None else str(data_dir.resolve()),
    )
    processes = check_count("jobs", cores() if jobs is None else jobs)
    cells, _ = plan(settings)
    folder, console = prepare(out), notes()
    with cell_bar(console) as bar:
        task = bar.add_task("table1", total=len(cells), last="")

        def show(cell: Any, result: dict[str, Any], kept: bool) -> None:
            loss = f"{1000.0 * result['loss']:.1f}"
            last = f"{cell.dataset} {cell.policy} {cell.seed}: loss × 1000 is {loss}"
            bar.update(task, advance=1, last=last)

        result = run_table1(settings, folder / "cells", jobs=processes, progress=show)
    with console.status("drawing"):
        paths = write_report(result, folder)
    if json:
        print_json(numbers(result))
        return
    print_table(table(result), "Mean loss × 1000, published in brackets")
    for line in [*facts(result), *remarks(result)]:
        print(line)
    print("Written: " + ", ".join(str(path) for path in paths))


@app.command()
def shapes(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("shapes"),
    seeds: Seeds = None,
    jobs: Jobs = None,
    quick: Quick = False,
    json: Json = False,
) -> None:
    """Losses with cliffs, two valleys and steps, and what a symmetric model misses there."""
    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import cell_bar, notes, print_json, print_table
    from smoothbandits.experiments.shapes import ORACLES, SHAPES, run_shapes
    from smoothbandits.experiments.shapes.report import write_report
    from smoothbandits.experiments.shapes.run import ROUNDS
    from smoothbandits.experiments.shapes.summary import numbers, table, verdict
    from smoothbandits.reports import cores, prepare

    few = QUICK_SHAPE_SEEDS if quick else SHAPE_SEEDS
    runs = check_count("seeds", few if seeds is None else seeds)
    processes = check_count("jobs", cores() if jobs is None else jobs)
    folder, console = prepare(out), notes()
    with cell_bar(console) as bar:
        task = bar.add_task("shapes", total=runs * len(SHAPES) * len(ORACLES), last="")

        def show(cell: Any, result: dict[str, Any], kept: bool) -> None:
            regret = f"{result['regrets'][-1]:,.0f}"
            last = f"{cell.dataset} {cell.policy} {cell.seed}: regret {regret}"
            bar.update(task, advance=1, last=last)

        result = run_shapes(
            folder / "cells",
            rounds=QUICK_ROUNDS if quick else ROUNDS,
            seeds=runs,
            jobs=processes,
            progress=show,
        )
    with console.status("drawing"):
        paths = write_report(result, folder)
    if json:
        print_json(numbers(result))
        return
    print_table(table(result), f"After {result.rounds:,} rounds")
    print(verdict(result))
    print("Written: " + ", ".join(str(path) for path in paths))


@app.command()
def horizons(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("horizons"),
    seeds: Seeds = None,
    long_seeds: Annotated[int, typer.Option(help="How many of the runs go on to all rows.")] = 3,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    jobs: Jobs = None,
    data_dir: DataDir = None,
    dataset: Annotated[
        list[str] | None, typer.Option(help="Only this table; may be repeated.")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(help="Only this policy beside rival and constant; may be repeated."),
    ] = None,
    loss: Annotated[
        list[str] | None, typer.Option(help="Only this loss: absolute, 3:1 or price.")
    ] = None,
    quick: Quick = False,
    json: Json = False,
) -> None:
    """Few rounds and many, guesses and prices: fast and best against twenty lines."""
    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import cell_bar, notes, print_json, print_table
    from smoothbandits.experiments.horizons import HorizonsSettings, run_horizons
    from smoothbandits.experiments.horizons.plan import plan
    from smoothbandits.experiments.horizons.report import write_report
    from smoothbandits.experiments.horizons.scores import measure_of
    from smoothbandits.experiments.horizons.summary import facts, numbers, overview_table
    from smoothbandits.reports import cores, prepare

    settings = HorizonsSettings(
        datasets=dataset or None,
        policies=policy or None,
        losses=loss or None,
        seeds=seeds,
        long_seeds=long_seeds,
        seed=seed,
        quick=quick,
        data_dir=None if data_dir is None else str(data_dir.resolve()),
    )
    processes = check_count("jobs", cores() if jobs is None else jobs)
    cells, skipped = plan(settings)
    folder, console = prepare(out), notes()
    with cell_bar(console) as bar:
        task = bar.add_task("horizons", total=len(cells), last="")

        def show(cell: Any, result: dict[str, Any], kept: bool) -> None:
            measure, mean = (
                measure_of(cell.settings["loss"]),
                min([*result["losses"].values()][-1]),
            )
            shown = 1000.0 * (1.0 - mean if measure == "revenue" else mean)
            where = f"{cell.dataset} {cell.settings['loss']} {cell.policy} {cell.seed}"
            bar.update(task, advance=1, last=f"{where}: {measure} × 1000 is {shown:.1f}")

        result = run_horizons(settings, folder / "cells", jobs=processes, progress=show)
    with console.status("drawing"):
        paths = write_report(result, folder)
    if json:
        print_json(numbers(result))
        return
    for name in settings.used_losses:
        print_table(overview_table(result, name, wide=False))
    for line in facts(result):
        print(line)
    for name, reason in skipped.items():
        print(f"{name} is left out: {reason}.")
    print("Written: " + ", ".join(str(path) for path in paths))


@app.command()
def change(
    out: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("change"),
    seeds: Seeds = None,
    seed: Annotated[int, typer.Option(help="First seed.")] = 0,
    jobs: Jobs = None,
    data_dir: DataDir = None,
    dataset: Annotated[
        list[str] | None, typer.Option(help="Only this table; may be repeated.")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(help="Only this policy, beside what it is compared with; may be repeated."),
    ] = None,
    world: Annotated[
        list[str] | None, typer.Option(help="Only jump, flip, drift, seasons or none.")
    ] = None,
    quick: Quick = False,
    json: Json = False,
) -> None:
    """Worlds that jump, flip, drift or have seasons: who notices, against beginning anew."""
    from smoothbandits.checks import check_count
    from smoothbandits.cli.output import cell_bar, notes, print_json, print_table
    from smoothbandits.experiments.change import ChangeSettings, run_change
    from smoothbandits.experiments.change.plan import plan
    from smoothbandits.experiments.change.report import write_report
    from smoothbandits.experiments.change.summary import facts, late_table, numbers, whole_table
    from smoothbandits.reports import cores, prepare

    settings = ChangeSettings(
        datasets=dataset or None,
        policies=policy or None,
        worlds=world or None,
        seeds=seeds,
        seed=seed,
        quick=quick,
        data_dir=None if data_dir is None else str(data_dir.resolve()),
    )
    processes = check_count("jobs", cores() if jobs is None else jobs)
    cells, skipped = plan(settings)
    folder, console = prepare(out), notes()
    with cell_bar(console) as bar:
        task = bar.add_task("change", total=len(cells), last="")

        def show(cell: Any, result: dict[str, Any], kept: bool) -> None:
            where = f"{cell.dataset} {cell.settings['world']} {cell.policy} {cell.seed}"
            loss = f"{1000.0 * result['last']:.1f}"
            bar.update(task, advance=1, last=f"{where}: loss × 1000 is {loss} in the end")

        result = run_change(settings, folder / "cells", jobs=processes, progress=show)
    with console.status("drawing"):
        paths = write_report(result, folder)
    if json:
        print_json(numbers(result))
        return
    print_table(late_table(result, wide=False))
    if whole_table(result).rows:
        print_table(whole_table(result, wide=False))
    for line in facts(result):
        print(line)
    for name, reason in skipped.items():
        print(f"{name} is left out: {reason}.")
    print("Written: " + ", ".join(str(path) for path in paths))


add_claims(app)
