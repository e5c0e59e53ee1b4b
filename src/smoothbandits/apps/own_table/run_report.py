"""One policy on a table: its table, verdict, numbers and page, and what production needs."""

import datetime
from pathlib import Path
from typing import Any

from smoothbandits.apps.own_table import words
from smoothbandits.apps.own_table.contest import TableRun
from smoothbandits.apps.own_table.currency import amount
from smoothbandits.apps.own_table.figures import (
    action_picture,
    corral_picture,
    exploration_pictures,
    loss_pictures,
    run_overview,
    surface_pictures,
)
from smoothbandits.apps.reports import (
    Report,
    Section,
    Table,
    cards,
    code,
    gallery,
    page,
    paragraph,
    result_files,
)
from smoothbandits.apps.reports.figures import render
from smoothbandits.bandit.facade import Bandit
from smoothbandits.fields.values import as_real

__all__ = [
    "run_numbers",
    "run_page",
    "run_report",
    "run_table",
    "run_verdict",
    "save_for_production",
    "snippet",
]


def run_table(run: TableRun) -> Table:
    """The policy and the best single action."""
    currency, sold, other = run.problem.currency, run.played.sold, run.constant.sold
    more = None if sold is None or other is None else sold - other
    pace = words.speed(run.problem.rounds, run.played.seconds)
    rows = [
        [run.played.policy, *currency.cells(run.loss, sold), pace],
        ["best constant", *currency.cells(run.reference, other), "–"],
        ["difference", *currency.gap_cells(run.difference, more), "–"],
    ]
    return Table(["policy", *currency.headers, "rounds/s"], rows, strong=0)


def run_verdict(run: TableRun) -> str:
    """Whether the policy beat the best single action, and when it found the world changed."""
    currency, name = run.problem.currency, run.played.policy
    gain = currency.gain(run.difference.mean, run.reference.mean)
    degree = currency.better if gain >= 0.0 else currency.worse
    action = float(run.constant.actions[0])
    constant = f"the best single {currency.choice} in hindsight ({action:.4g})"
    if run.difference.high < 0.0:
        verdict = (
            f"{name} {currency.verb} {gain:.1f} % {currency.better} than {constant}, what it paid "
            "to learn included."
        )
    elif run.difference.low > 0.0:
        verdict = (
            f"{name} {currency.verb} {-gain:.1f} % {currency.worse} than {constant}: the columns "
            f"say too little about {currency.hidden}, or the rows are too few to learn it."
        )
    else:
        verdict = (
            f"{name} and {constant} {currency.verb} the same within the noise "
            f"({abs(gain):.1f} % {degree})."
        )
    return f"{verdict} {words.changes_words(name, [run.played.changes])}".rstrip()


def run_numbers(run: TableRun) -> dict[str, Any]:
    """Everything as plain numbers, for ``run.json``."""
    played, currency = run.played, run.problem.currency
    reference = currency.estimate(run.reference)._asdict()
    constant = {"action": float(run.constant.actions[0]), **reference}
    sold = {}
    if played.sold is not None:
        sold = {"share_sold": played.sold}
        constant["share_sold"] = run.constant.sold
    return {
        "command": "run",
        **run.problem.describe(),
        "policy": played.policy,
        "seed": played.seed,
        f"mean_{currency.noun}": currency.estimate(run.loss)._asdict(),
        **sold,
        "constant": constant,
        "difference": currency.difference(run.difference)._asdict(),
        "changes": list(played.changes),
        "exploration_rate": float(played.explored.mean()),
        "curves": {
            "rounds": played.ends.tolist(),
            "exploration": played.exploration.tolist(),
            "rates": played.rates.tolist(),
            "probabilities": played.probabilities.tolist(),
        },
        "rounds_per_second": played.losses.size / max(played.seconds, 1e-9),
        "saved": isinstance(run.policy, Bandit),
        **words.made_with(run),
        "verdict": run_verdict(run),
    }


def run_page(run: TableRun, folder: Path, command: str = "") -> str:
    """The page of one policy on a table."""
    problem = run.problem
    verdict = paragraph(run_verdict(run)) + run_table(run).to_html()
    sections = [
        Section("Result", verdict + paragraph(words.interval_note(run))),
        Section("How it learned", gallery([*loss_pictures(run), action_picture(run)])),
    ]
    exploring = list(exploration_pictures(run))
    if run.played.rates.size > 1:
        exploring.append(corral_picture(run))
    if exploring:
        sections.append(Section("How much it explores", gallery(exploring)))
    if run.surface is not None:
        sections.append(Section("What it learned", gallery(surface_pictures(run.surface))))
    if isinstance(run.policy, Bandit):
        remark = (
            "The saved policy continues where this run ended. It takes any row with the table's "
            "columns, None where a value is missing."
        )
        sections.append(Section("In production", paragraph(remark) + code(snippet(run, folder))))
    sections.append(words.columns_section(problem))
    return page(
        words.title(problem),
        words.lead(problem),
        sections,
        top=run_cards(run),
        footer=words.footer("run", command),
    )


def run_cards(run: TableRun) -> str:
    """The numbers to remember."""
    problem, currency = run.problem, run.problem.currency
    gain = currency.gain(run.difference.mean, run.reference.mean)
    late = float(run.played.losses[-max(1, problem.rounds // 10) :].mean())
    if run.played.sold is None:
        detail = f"{amount(run.loss.mean * currency.scale.high)} in units of {problem.target}"
    else:
        detail = f"{run.played.sold:.0%} of the prices were paid"
    than = f"{currency.noun} than the best single {currency.choice}, learning included"
    return cards(
        [
            (currency.each(run.loss.mean), f"{currency.noun} per round; {detail}"),
            (f"{abs(gain):.1f} %", f"{currency.better if gain >= 0.0 else currency.worse} {than}"),
            (currency.each(late), f"{currency.noun} per round in the last tenth"),
            (words.speed(problem.rounds, run.played.seconds), "rounds per second"),
        ]
    )


def snippet(run: TableRun, folder: Path) -> str:
    """Python that loads and uses what was saved, with a row of the table."""
    problem = run.problem
    used = {name for name, _ in problem.encoder.columns}
    row = {k: v for k, v in problem.frame.row(-1, named=True).items() if k in used}
    cells = "".join(f"    {name!r}: {plain(name, value)!r},\n" for name, value in row.items())
    told = isinstance(run.policy, Bandit) and run.policy.payoff is not None
    return (
        "import smoothbandits as sb\n\n"
        f"bandit = sb.load({str(folder / 'policy.bandit')!r})\n"
        f"encoder = sb.tables.Encoder.load({str(folder / 'encoder.json')!r})\n\n"
        f"row = {{\n{cells}}}\n"
        "decision = bandit.act(encoder.transform(row))\n"
        "a = decision.action  # the value to use\n\n"
        f"{problem.stakes.lesson(problem.target, told=told)}"
        f"bandit.save({str(folder / 'policy.bandit')!r})\n"
    )


def plain(name: str, value: Any) -> Any:
    """A value that reads well in source: dates as text, other numbers as floats."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return str(value) if isinstance(value, datetime.date) else as_real(name, value)


def run_report(run: TableRun, folder: str | Path, command: str = "") -> Report:
    """run.json, run.md, run.png and report.html, which says how to load what is saved there."""
    table, verdict, numbers = run_table(run), run_verdict(run), run_numbers(run)
    files = result_files(
        "run",
        numbers=numbers,
        markdown=words.markdown(run, verdict, table),
        picture=render(lambda f, t: run_overview(f, run, t), width=13.0, height=3.9),
        page=run_page(run, Path(folder), command),
    )
    return Report(numbers, files, tables=[(table, words.title(run.problem))], lines=[verdict])


def save_for_production(run: TableRun, folder: str | Path) -> list[Path]:
    """Save what production needs, and return the paths.

    ``encoder.json`` turns rows into contexts; ``policy.bandit`` continues where the run ended
    and takes losses in units of the target.  A baseline cannot be saved.
    """
    encoder, policy = Path(folder) / "encoder.json", Path(folder) / "policy.bandit"
    run.problem.encoder.save(encoder)
    if not isinstance(run.policy, Bandit):
        return [encoder]
    run.policy.save(policy)
    return [encoder, policy]
