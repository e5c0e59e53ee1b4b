"""The study in words and numbers."""

from typing import Any

from smoothbandits.apps.reports import Table
from smoothbandits_lab.change.policies import POLICIES
from smoothbandits_lab.change.problem import WORLDS
from smoothbandits_lab.change.scores import Changes, Place, Score
from smoothbandits_lab.statistics import estimate_or_none, ratio_text
from smoothbandits_lab.tables_at_hand import left_out, sources

__all__ = [
    "CAPTION",
    "TITLE",
    "facts",
    "late_table",
    "numbers",
    "place_table",
    "played_worlds",
    "problem",
    "remarks",
    "whole_table",
]

CAPTION = (
    "Mean loss × 1000 in consecutive windows, geometric means over tables; lower is better. "
    "Dashed: the change. The short line is the same policy begun anew there, over the rounds "
    "that count in the end."
)
TITLE = "Worlds that change, against the same policy begun anew at the change"


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
        [name, *(ratio_text(getattr(scores[world, name], ratio), wide=wide) for world in worlds)]
        for name in names
    ]
    return Table([head, *worlds], rows)


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
        ratio_text(place.to_restarted),
        ratio_text(place.to_plain),
        found if any(place.changes) else "–",
    ]


def facts(result: Changes) -> list[str]:
    """What each form that does something about change comes to, one sentence each."""
    lines = []
    for name, policy in POLICIES.items():
        scores = [score for score in result.scores if score.policy == name]
        if not scores or policy.restarted or name == policy.family:
            continue
        words = [
            f"{ratio_text(score.to_restarted, wide=False)} ({score.world})" for score in scores
        ]
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
    lines += sources(result.notes)
    lines.append("A table with fewer rows than rounds begins again after its last row.")
    return lines + left_out(result.settings.skipped)


def numbers(result: Changes) -> dict[str, Any]:
    """Everything, for ``change.json``."""
    asked = {"seeds": result.settings.used_seeds, **result.settings.lengths}
    return result.numbers("change", score_numbers, facts(result), asked)


def score_numbers(score: Score) -> dict[str, Any]:
    """One policy in a world."""
    return {
        "world": score.world,
        "policy": score.policy,
        "to_restarted": estimate_or_none(score.to_restarted),
        "to_plain": estimate_or_none(score.to_plain),
        "tables": {
            name: {
                "all": place.all,
                "last": place.last,
                "to_restarted": estimate_or_none(place.to_restarted),
                "to_plain": estimate_or_none(place.to_plain),
                "curve": list(place.curve),
                "changes": [list(seed) for seed in place.changes],
            }
            for name, place in score.places.items()
        },
    }
