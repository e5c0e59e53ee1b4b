"""The study in words and numbers."""

import math
from typing import Any

from smoothbandits.datasets.loading import entry_of
from smoothbandits.experiments.bootstrap import Estimate
from smoothbandits.experiments.change.policies import POLICIES
from smoothbandits.experiments.change.problem import WORLDS
from smoothbandits.experiments.change.run import Changes
from smoothbandits.experiments.change.scores import Place, Score
from smoothbandits.reports import Table, cores, versions

__all__ = [
    "INTERVALS",
    "TITLE",
    "facts",
    "late_table",
    "markdown",
    "numbers",
    "place_table",
    "played_worlds",
    "problem",
    "remarks",
    "whole_table",
]

TITLE = "Worlds that change, against the same policy begun anew at the change"
INTERVALS = (
    "Intervals are 95 % for other seeds, that is other orders of the rows and other draws, on "
    "these tables: Student's law of the paired ratio within a table, and for geometric means "
    "draws from it within every table. One seed has no interval."
)


def problem(result: Changes) -> str:
    """What is played."""
    lengths = result.settings.lengths
    worlds = "; ".join(f"{name}: {WORLDS[name].meaning}" for name in played_worlds(result))
    return (
        f"Each row of a table is one of {lengths['rounds']:,} rounds: the columns are the "
        "context, the action is a guess of the target, and only |y - a| is seen. Columns and "
        "target are scaled to [0, 1] and rows come in random order. Worlds change from round "
        f"{lengths['at']:,} on or all the time ({worlds}). Under 1 is better in all ratios."
    )


def played_worlds(result: Changes) -> list[str]:
    """In the order of the pages."""
    return list(dict.fromkeys(score.world for score in result.scores))


def late_table(result: Changes, *, wide: bool = True) -> Table:
    """Loss of the last rounds over that of the same policy begun anew at the change."""
    last = result.settings.lengths["last"]
    head = f"loss of the last {last:,} rounds over that of the same restarted"
    return overview(result, head, "to_restarted", wide=wide)


def whole_table(result: Changes, *, wide: bool = True) -> Table:
    """Loss of all rounds over that of the same policy as it is."""
    return overview(result, "loss of all rounds over that of the plain one", "to_plain", wide=wide)


def overview(result: Changes, head: str, ratio: str, *, wide: bool) -> Table:
    """Geometric means over tables: policies down, worlds across; references are left out."""
    scores = {(score.world, score.policy): score for score in result.scores}
    worlds = played_worlds(result)
    names = [
        name
        for name, policy in POLICIES.items()
        if (worlds[0], name) in scores
        and not policy.restarted
        and (ratio == "to_restarted" or name != policy.family)
    ]
    rows = [
        [name, *(span(getattr(scores[world, name], ratio), wide=wide) for world in worlds)]
        for name in names
    ]
    return Table([head, *worlds], rows)


def span(estimate: Estimate | None, *, wide: bool = True) -> str:
    """A ratio with its interval, if wide.

    Examples
    --------
    >>> span(Estimate(0.876, 0.861, 0.89)), span(Estimate(1.5, math.nan, math.nan)), span(None)
    ('0.88 [0.86, 0.89]', '1.50', '–')
    """
    if estimate is None:
        return "–"
    mean, low, high = estimate
    known = wide and math.isfinite(low)
    return f"{mean:.2f}" + (f" [{low:.2f}, {high:.2f}]" if known else "")


def place_table(result: Changes, world: str) -> Table:
    """Tables and policies down; losses, ratios and changes across."""
    rows = []
    for score in result.scores:
        if score.world == world:
            for table, place in score.places.items():
                rows.append([table, score.policy, *place_cells(place)])
    rows.sort(key=lambda row: row[0])  # stable: policies stay in order
    last = result.settings.lengths["last"]
    heads = ["all rounds", f"last {last:,}", "to restarted", "to plain", "changes found after"]
    return Table(["table", "policy", *heads], rows)


def place_cells(place: Place) -> list[str]:
    """Losses times 1000, ratios, and when changes were found in each seed."""
    found = "; ".join(", ".join(f"{at:,}" for at in seed) or "–" for seed in place.changes)
    return [
        f"{1000 * place.all:.1f}",
        f"{1000 * place.last:.1f}",
        span(place.to_restarted),
        span(place.to_plain),
        found if any(place.changes) else "–",
    ]


def facts(result: Changes) -> list[str]:
    """What each form that does something about change comes to, one sentence each."""
    lines = []
    for name, policy in POLICIES.items():
        scores = [score for score in result.scores if score.policy == name]
        if not scores or policy.restarted or name == policy.family:
            continue
        words = [f"{span(score.to_restarted, wide=False)} ({score.world})" for score in scores]
        lines.append(
            f"{name}: {', '.join(words)} times the loss of {policy.family} begun anew at the "
            f"change, over the last {result.settings.lengths['last']:,} rounds."
        )
        calm = next((score for score in scores if score.world == "none"), None)
        if calm is not None and calm.to_plain is not None:
            percent = 100.0 * (calm.to_plain.mean - 1.0)
            lines.append(
                f"{name}: where nothing changes it costs {percent:+.1f} % against {policy.family}"
                f"{alarms(calm)}."
            )
    return lines


def alarms(calm: Score) -> str:
    """How often a change was found where there is none."""
    runs = [seed for place in calm.places.values() for seed in place.changes]
    wrong = sum(bool(seed) for seed in runs)
    return f", with false alarms in {wrong} of {len(runs)} runs" if "watch" in calm.policy else ""


def remarks(result: Changes) -> list[str]:
    """What to keep in mind, from the data and from what is missing."""
    played = {score.policy for score in result.scores}
    lines = [f"{name}: {policy.meaning}." for name, policy in POLICIES.items() if name in played]
    for name, note in result.notes.items():
        card = entry_of(name).card
        lines.append(f"{name}: {card.source}; {card.licence}{f'; {note}' if note else ''}.")
    lines.append("A table with fewer rows than rounds begins again after its last row.")
    lines += [f"{name} is left out: {reason}." for name, reason in result.skipped.items()]
    return lines


def numbers(result: Changes) -> dict[str, Any]:
    """Everything, for ``change.json``."""
    settings = result.settings
    return {
        "command": "change",
        "scores": [score_numbers(score) for score in result.scores],
        "facts": facts(result),
        "notes": result.notes,
        "skipped": result.skipped,
        "settings": {
            "seeds": settings.used_seeds,
            **settings.lengths,
            "quick": settings.quick,
        },
        "seconds": round(result.seconds, 3),
        "cores": cores(),
        "versions": versions(),
    }


def score_numbers(score: Score) -> dict[str, Any]:
    """One policy in a world."""
    return {
        "world": score.world,
        "policy": score.policy,
        "to_restarted": plain(score.to_restarted),
        "to_plain": plain(score.to_plain),
        "tables": {
            name: {
                "all": place.all,
                "last": place.last,
                "to_restarted": plain(place.to_restarted),
                "to_plain": plain(place.to_plain),
                "curve": list(place.curve),
                "changes": [list(seed) for seed in place.changes],
            }
            for name, place in score.places.items()
        },
    }


def plain(estimate: Estimate | None) -> dict[str, float | None] | None:
    """For JSON, which has no nan."""
    if estimate is None:
        return None
    return {
        name: value if math.isfinite(value) else None for name, value in estimate._asdict().items()
    }


def markdown(result: Changes) -> str:
    """The page as Markdown."""
    parts = [f"# {TITLE}", problem(result), "\n".join(f"- {line}" for line in facts(result))]
    parts += [late_table(result).to_markdown(), whole_table(result).to_markdown(), INTERVALS]
    for world in played_worlds(result):
        parts += [f"## {world}: {WORLDS[world].meaning}", "Losses are times 1000."]
        parts.append(place_table(result, world).to_markdown())
    parts += ["## Data and remarks", "\n".join(f"- {line}" for line in remarks(result))]
    return "\n\n".join(part for part in parts if part) + "\n"
