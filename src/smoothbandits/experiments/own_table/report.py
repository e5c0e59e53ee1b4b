"""The files of runs and comparisons on a table."""

from pathlib import Path

from smoothbandits.bandit import Bandit
from smoothbandits.environments import SalesEnvironment
from smoothbandits.experiments.own_table.compare import Comparison
from smoothbandits.experiments.own_table.compare_figures import compare_overview
from smoothbandits.experiments.own_table.compare_page import compare_page
from smoothbandits.experiments.own_table.compare_summary import compare_markdown, compare_numbers
from smoothbandits.experiments.own_table.run import TableRun
from smoothbandits.experiments.own_table.run_figures import run_overview
from smoothbandits.experiments.own_table.run_page import run_page
from smoothbandits.experiments.own_table.run_summary import run_markdown, run_numbers
from smoothbandits.reports import write_results
from smoothbandits.reports.figures import render
from smoothbandits.scale import Scale

__all__ = ["write_comparison", "write_run"]


def write_run(run: TableRun, folder: str | Path, command: str = "") -> list[Path]:
    """Write run.json, run.md, run.png, report.html, and what production needs.

    ``encoder.json`` turns rows into contexts; ``policy.bandit`` continues where the run ended
    and takes losses in units of the target.  A baseline cannot be saved.
    """
    paths = write_results(
        folder,
        "run",
        numbers=run_numbers(run),
        markdown=run_markdown(run),
        picture=render(lambda f, t: run_overview(f, run, t), width=13.0, height=3.9),
        page=run_page(run, Path(folder), command),
    )
    encoder = Path(folder) / "encoder.json"
    run.problem.encoder.save(encoder)
    paths.append(encoder)
    if isinstance(run.policy, Bandit):
        if run.policy.payoff is None:
            run.policy.scale = production_scale(run)
        run.policy.save(Path(folder) / "policy.bandit")
        paths.append(Path(folder) / "policy.bandit")
    return paths


def production_scale(run: TableRun) -> Scale:
    """Of the costs or the revenues that the saved policy will be told."""
    environment = run.problem.environment
    if isinstance(environment, SalesEnvironment):
        return environment.scale(run.problem.space)
    return Scale(0.0, run.problem.unit)


def write_comparison(comparison: Comparison, folder: str | Path, command: str = "") -> list[Path]:
    """Write compare.json, compare.md, compare.png and report.html."""
    return write_results(
        folder,
        "compare",
        numbers=compare_numbers(comparison),
        markdown=compare_markdown(comparison),
        picture=render(lambda f, t: compare_overview(f, comparison, t), width=11.0, height=4.2),
        page=compare_page(comparison, command),
    )
