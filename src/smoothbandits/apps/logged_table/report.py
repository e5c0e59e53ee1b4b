"""What a log can tell, as numbers, words, figures and a page; and the warm bandit."""

from pathlib import Path
from typing import Any

from smoothbandits.apps.logged_table.figures import action_picture, overview, reward_picture
from smoothbandits.apps.logged_table.findings import Findings
from smoothbandits.apps.logged_table.warm import Warm
from smoothbandits.apps.own_table.run_report import plain
from smoothbandits.apps.reports import (
    Report,
    Section,
    Table,
    bullets,
    cards,
    code,
    cores,
    gallery,
    page,
    paragraph,
    result_files,
    versions,
)
from smoothbandits.apps.reports.figures import render

__all__ = ["log_report", "save_warm", "verdicts"]

MUCH, LITTLE = 0.3, 0.03  # of the variance of actions drawn at random
RARE = 0.005  # of the rows: not worth a sentence


def verdicts(warm: Warm, found: Findings) -> list[str]:
    """What the log can tell, and what it cannot: one sentence each."""
    log = warm.log
    name = log.action
    lines = [variety_words(name, found, sale=log.payoff is not None)]
    if found.explained > 0.0:
        lines.append(
            f"Taught the first {found.told:,} rows, the bandit explains {found.explained:.0%} of "
            f"the variance of {reward_words(warm)} in the last {found.held_out:,}."
        )
    else:
        lines.append(
            f"Taught the first {found.told:,} rows, the bandit predicts {reward_words(warm)} of "
            f"the last {found.held_out:,} no better than their mean: it has yet to learn what "
            "matters."
        )
    if found.untried >= RARE:
        lines.append(
            f"In {found.untried:.0%} of the rows it would begin with a {name} that was hardly "
            "tried: a guess, which its first rounds will test."
        )
    if found.unlike >= RARE:
        lines.append(
            f"In {found.unlike:.0%} of the rows it would begin far from the {name} that such rows "
            "had."
        )
    if max(found.untried, found.unlike) < RARE:
        lines.append(f"It would begin with a {name} that was tried in such rows before.")
    return lines


def variety_words(name: str, found: Findings, *, sale: bool) -> str:
    """How much the actions vary given the columns."""
    how = f"Given the columns, {name} varies {found.variety:.1%} as much as a random one would"
    if sale:
        return (
            f"{how}; what a sale pays is known and a higher price sells less, so that all rows "
            "count in full."
        )
    if found.variety >= MUCH:
        return f"{how}: the log tells what {name} does."
    if found.variety >= LITTLE:
        return (
            f"{how}: the log tells something of what {name} does, and its rows count for that "
            "much less."
        )
    return (
        f"{how}: nobody can tell what {name} did from what the columns did, so the log counts for "
        f"little, and the bandit has to try other values of {name} itself."
    )


def reward_words(warm: Warm) -> str:
    """What rewards are called."""
    return warm.log.told if warm.log.payoff is None else f"what {warm.log.action} earned"


def tried_table(warm: Warm, found: Findings) -> Table:
    """Actions that were tried, and those that the bandit would begin with."""
    heads = ["", "least", "quarter", "middle", "three quarters", "greatest"]
    recommended = found.to_dict()["recommended"]
    rows = [["tried", *(f"{value:.4g}" for value in found.quantiles)]]
    rows.append(["begins with", *(f"{value:.4g}" for value in recommended)])
    return Table(heads, rows)


def common_words(name: str, found: Findings) -> str:
    """The most frequent actions."""
    shown = ", ".join(f"{value:g} ({share:.0%})" for value, share in found.common)
    what = "The most frequent" if found.distinct > len(found.common) else "They are"
    return f"{found.distinct:,} values of {name} were tried. {what}: {shown}."


def numbers_of(warm: Warm, found: Findings) -> dict[str, Any]:
    """Everything as plain numbers."""
    return {
        "command": "run",
        **warm.log.describe(),
        "taught": warm.bandit.taught,
        "seed": warm.bandit.seed,
        **found.to_dict(),
        "verdict": " ".join(verdicts(warm, found)),
        "versions": versions(),
        "cores": cores(),
    }


def log_report(warm: Warm, found: Findings, folder: str | Path, command: str = "") -> Report:
    """run.json, run.md, run.png and report.html, which says how to load what is saved there."""
    numbers, table, lines = (
        numbers_of(warm, found),
        tried_table(warm, found),
        verdicts(warm, found),
    )
    common = common_words(warm.log.action, found)
    files = result_files(
        "run",
        numbers=numbers,
        markdown=markdown(warm, [common, *lines], table),
        picture=render(lambda f, t: overview(f, warm, found, t), width=11.0, height=3.9),
        page=log_page(warm, found, Path(folder), command),
    )
    return Report(numbers, files, tables=[(table, title(warm))], lines=[common, *lines])


def title(warm: Warm) -> str:
    """Heading of the report."""
    return f"{warm.log.action} in {warm.log.name}"


def lead(warm: Warm) -> str:
    """What was done, in one sentence."""
    log = warm.log
    return (
        f"A bandit was taught {warm.bandit.taught:,} rows of a log: what {log.action} was, and "
        f"what {log.told} came of it, beside {log.frame.width} columns."
    )


def markdown(warm: Warm, lines: list[str], table: Table) -> str:
    """The report in Markdown."""
    columns = "\n".join(f"- `{name}`: {what}" for name, what in warm.log.columns.items())
    notes = "\n".join(f"- {line}" for line in warm.log.notes)
    said = "\n".join(f"- {line}" for line in lines)
    parts = [f"# {title(warm)}", lead(warm), said, table.to_markdown(), "## Columns", columns]
    return "\n\n".join([*parts, "## Remarks", notes]) + "\n"


def log_page(warm: Warm, found: Findings, folder: Path, command: str) -> str:
    """The page of a log."""
    log = warm.log
    said = [common_words(log.action, found), *verdicts(warm, found)]
    top = cards(
        [
            (f"{warm.bandit.taught:,}", "rows taught"),
            (f"{found.variety:.1%}", f"as varied as random, given the columns: {log.action}"),
            (f"{found.explained:.0%}", "of the variance of later rewards explained"),
            (f"{found.untried:.0%}", "of the rows would begin with what was hardly tried"),
        ]
    )
    columns = [f"{name}: {what}" for name, what in log.columns.items()]
    remark = (
        "The bandit has not decided anything yet. It explores as one that knows nothing would."
    )
    sections = [
        Section("What the log tells", bullets(said) + tried_table(warm, found).to_html()),
        Section("Pictures", gallery([action_picture(warm, found), reward_picture(warm, found)])),
        Section("In production", paragraph(remark) + code(snippet(warm, folder))),
        Section("The table", bullets([*log.notes, *columns])),
    ]
    made = ", ".join(f"{package} {number}" for package, number in versions().items())
    by = f"Made by: {command}. " if command else ""
    footer = f"{by}{made}. All numbers are in run.json."
    return page(title(warm), lead(warm), sections, top=top, footer=footer)


def snippet(warm: Warm, folder: Path) -> str:
    """Python that loads and uses what was saved, with a row of the log."""
    log = warm.log
    row = log.frame.row(-1, named=True) if log.schema is not None else {}
    cells = "".join(f"    {name!r}: {plain(name, value)!r},\n" for name, value in row.items())
    asked = f"{{\n{cells}}}" if row else ""
    answer = "outcome=True" if log.payoff is not None else f"reward={log.rewards[-1]:g}"
    return (
        "import smoothbandits as sb\n\n"
        f"bandit = sb.load({str(folder / 'policy.bandit')!r})\n\n"
        f"decision = bandit.act({asked})\n"
        f"print(decision.action)  # the {log.action} to use\n"
        f"bandit.learn(decision, {answer})  # what came of it\n"
        f"bandit.save({str(folder / 'policy.bandit')!r})\n"
    )


def save_warm(warm: Warm, folder: str | Path) -> list[Path]:
    """Save the warm bandit, which knows the columns; return the path."""
    policy = Path(folder) / "policy.bandit"
    warm.bandit.save(policy, overwrite=True)
    return [policy]
