"""The page of one policy on a table."""

import datetime
from pathlib import Path
from typing import Any

from smoothbandits.bandit import Bandit
from smoothbandits.experiments.own_table.about import columns_section, footer
from smoothbandits.experiments.own_table.measure import amount
from smoothbandits.experiments.own_table.run import TableRun
from smoothbandits.experiments.own_table.run_figures import (
    exploring_pictures,
    loss_pictures,
    surface_pictures,
)
from smoothbandits.experiments.own_table.run_summary import run_table, run_verdict
from smoothbandits.experiments.own_table.words import interval_note, lead, speed, title
from smoothbandits.reports import Section, cards, code, gallery, page, paragraph
from smoothbandits.tables.values import as_real

__all__ = ["run_page", "snippet"]


def run_page(run: TableRun, folder: Path, command: str = "") -> str:
    """The page of one policy on a table."""
    problem, exploring = run.problem, list(exploring_pictures(run))
    sections = [
        Section(
            "Result",
            paragraph(run_verdict(run))
            + run_table(run).to_html()
            + paragraph(interval_note(problem)),
        ),
        Section("How it learned", gallery(loss_pictures(run))),
    ]
    if exploring:
        sections.append(Section("How much it explores", gallery(exploring)))
    if run.surface is not None:
        sections.append(Section("What it learned", gallery(surface_pictures(run.surface))))
    if isinstance(run.policy, Bandit):
        words = (
            "The saved policy continues where this run ended. It takes any row with the table's "
            "columns, None where a value is missing."
        )
        sections.append(Section("In production", paragraph(words) + code(snippet(run, folder))))
    sections.append(columns_section(problem))
    return page(
        title(problem), lead(problem), sections, top=run_cards(run), footer=footer("run", command)
    )


def run_cards(run: TableRun) -> str:
    """The numbers to remember."""
    cheaper = -100.0 * run.difference.mean / max(run.reference.mean, 1e-300)
    late = run.played.losses[-max(1, run.problem.rounds // 10) :].mean()
    pace = (speed(run.problem.rounds, run.played.seconds), "rounds per second")
    if run.problem.sale:
        return cards([*revenue_cards(run, float(late)), pace])
    cost = amount(run.loss.mean * run.problem.unit)
    return cards(
        [
            (f"{run.loss.mean:.4f}", f"loss per round; {cost} in units of {run.problem.target}"),
            (f"{cheaper:+.1f} %", "saved against the best constant, learning included"),
            (f"{late:.4f}", "loss per round in the last tenth"),
            pace,
        ]
    )


def revenue_cards(run: TableRun, late: float) -> list[tuple[str, str]]:
    """What was earned, what more, and in the end."""
    measure = run.problem.measure
    more = measure.difference(run.difference).mean
    earned = measure.estimate(run.reference).mean
    percent = 100.0 * more / max(abs(earned), 1e-300)
    sold = f"revenue per round; {run.played.sold:.0%} of the prices were paid"
    return [
        (measure.each(run.loss.mean), sold),
        (f"{percent:+.1f} %", "earned against the best single price, learning included"),
        (measure.each(late), "revenue per round in the last tenth"),
    ]


def snippet(run: TableRun, folder: Path) -> str:
    """Python that loads and uses what was saved, with a row of the table."""
    used = {column.name for column in run.problem.encoder.columns}
    row = {k: v for k, v in run.problem.frame.row(-1, named=True).items() if k in used}
    cells = "".join(f"    {name!r}: {plain(name, value)!r},\n" for name, value in row.items())
    target = run.problem.target
    learn = (
        f"y = ...  # {target}, once it is known\n"
        f"cost = {run.problem.loss.formula}\n"
        "bandit.learn(decision, loss=min(cost, bandit.scale.high))  # y may leave the range\n"
    )
    if run.problem.sale:
        knows = isinstance(run.policy, Bandit) and run.policy.payoff is not None
        given = "outcome=sold" if knows else f"reward={run.problem.loss.formula}"
        learn = f"sold = ...  # True or False, once it is known\nbandit.learn(decision, {given})\n"
    return (
        "import smoothbandits as sb\n\n"
        f"bandit = sb.load({str(folder / 'policy.bandit')!r})\n"
        f"encoder = sb.tables.Encoder.load({str(folder / 'encoder.json')!r})\n\n"
        f"row = {{\n{cells}}}\n"
        "decision = bandit.act(encoder.transform(row))\n"
        "a = decision.action  # the value to use\n\n"
        f"{learn}"
        f"bandit.save({str(folder / 'policy.bandit')!r})\n"
    )


def plain(name: str, value: Any) -> Any:
    """A value that reads well in source: dates as text, other numbers as floats."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return str(value) if isinstance(value, datetime.date) else as_real(name, value)
