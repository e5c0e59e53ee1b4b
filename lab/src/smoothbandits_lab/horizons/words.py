"""The study in words and numbers."""

from typing import Any

from smoothbandits.apps.reports import Table
from smoothbandits_lab.horizons.policies import POLICIES, RIVAL
from smoothbandits_lab.horizons.problem import ALL
from smoothbandits_lab.horizons.scores import BEHIND, Horizons, Place, Score, measure_of
from smoothbandits_lab.statistics import Estimate, estimate_or_none, ratio_text
from smoothbandits_lab.tables_at_hand import left_out, sources

__all__ = [
    "CAPTION",
    "TITLE",
    "facts",
    "horizon_words",
    "numbers",
    "overview_table",
    "place_table",
    "compared",
    "problem",
    "problem_words",
    "remarks",
    "shown_policies",
]

CAPTION = (
    "Mean loss over that of the rival on the same rows and seeds, where below 1 is better; with "
    "prices mean revenue over that of the rival, where above 1 is better. Small dots are tables, "
    "large ones geometric means over tables with 95 % intervals."
)
TITLE = "Short and long horizons against the twenty-line rival"
OURS = ("best", "best-sale", "fast", "fast-sale")  # of which sentences are made


def problem(result: Horizons) -> str:
    """What is played."""
    return (
        "Each row of a table is a round: the columns are the context, the action is a guess of "
        "the target, and only the loss of that guess is seen, |y - a| or, 3:1, y - a below the "
        "target and a third of a - y above it. As a price problem, the target is what a customer "
        "would pay: the action is a price, it earns itself if it is at most the target, else "
        "nothing, and only that is seen. Columns and target are scaled to [0, 1] and rows "
        "come in random order. Numbers are ratios to the rival's on the same rows, learning "
        "included: of mean losses, where under 1 is better than the rival, and with prices of "
        "mean revenues, where above 1 is better. Of a table with more, "
        f"{result.settings.most:,} rows count as all."
    )


def horizon_words(horizon: str) -> str:
    """A horizon as a heading.

    Examples
    --------
    >>> horizon_words("2000"), horizon_words("all")
    ('2,000', 'all rows')
    """
    return "all rows" if horizon == ALL else f"{int(horizon):,}"


def shown_policies(result: Horizons, loss: str | None = None) -> list[str]:
    """All that played, under this loss if one is given, but the rival, whose ratio is 1."""
    played = {score.policy for score in result.scores if loss in (None, score.loss)}
    return [name for name in POLICIES if name in played and name != RIVAL]


def overview_table(
    result: Horizons, loss: str, reference: str = RIVAL, *, wide: bool = True
) -> Table:
    """Geometric means over tables, with intervals if wide: policies down, horizons across."""
    scores = {(s.horizon, s.policy): s for s in result.scores if s.loss == loss}
    horizons = list(dict.fromkeys(horizon for horizon, _ in scores))
    shown = shown_policies(result, loss)
    names = shown if reference == RIVAL else [RIVAL, *shown]
    rows = [
        [name, *(ratio_text(ratio(scores[at, name], reference), wide=wide) for at in horizons)]
        for name in names
        if name != reference
    ]
    tables = [len(scores[horizon, RIVAL].places) for horizon in horizons]
    heads = [
        f"{horizon_words(horizon)}: {count} table{'s' * (count > 1)}"
        for horizon, count in zip(horizons, tables, strict=True)
    ]
    return Table([f"{loss}, {compared(loss)} {reference}'s", *heads], rows)


def compared(loss: str) -> str:
    """What is divided, with a reminder where more is better.

    Examples
    --------
    >>> compared("3:1"), compared("price")
    ('loss over', 'revenue (more is better) over')
    """
    return "loss over" if measure_of(loss) == "loss" else "revenue (more is better) over"


def problem_words(loss: str) -> str:
    """A loss as the subject of a heading.

    Examples
    --------
    >>> problem_words("3:1"), problem_words("price")
    ('3:1 loss', 'price, revenue')
    """
    return f"{loss} loss" if measure_of(loss) == "loss" else f"{loss}, revenue"


def ratio(found: Score | Place, reference: str) -> Estimate:
    """To one of the two that everyone is compared with."""
    return found.to_rival if reference == RIVAL else found.to_constant


def place_table(result: Horizons, loss: str, horizon: str) -> Table:
    """Tables down, policies across; the rival's own loss or revenue beside."""
    scores = {s.policy: s for s in result.scores if (s.loss, s.horizon) == (loss, horizon)}
    names = [name for name in shown_policies(result) if name in scores]
    rows = []
    for table, place in scores[RIVAL].places.items():
        cells = [ratio_text(scores[name].places[table].to_rival) for name in names]
        first = [table, f"{place.rounds:,}", str(len(place.by_seed)), f"{1000 * place.mean:.1f}"]
        rows.append([*first, *cells])
    own = f"rival's {measure_of(loss)} × 1000"
    return Table(["table", "rounds", "seeds", own, *names], rows)


def facts(result: Horizons) -> list[str]:
    """What each of our policies comes to, one sentence per loss, and where it is behind."""
    lines = []
    for name in OURS:
        for loss in dict.fromkeys(score.loss for score in result.scores):
            scores = [s for s in result.scores if (s.loss, s.policy) == (loss, name)]
            if not scores:
                continue
            where = " / ".join(horizon_words(score.horizon) for score in scores)
            to_rival = " / ".join(f"{score.to_rival.mean:.2f}" for score in scores)
            to_constant = " / ".join(f"{score.to_constant.mean:.2f}" for score in scores)
            lines.append(
                f"{name}, {problem_words(loss)}: {to_rival} of the rival's and {to_constant} of "
                f"the best constant's at {where} ({behind_words(scores)})."
            )
    return lines


def behind_words(scores: list[Score]) -> str:
    """The tables that are lost, if any."""
    lost = [
        f"{table} at {horizon_words(score.horizon)} {score.places[table].to_rival.mean:.2f}"
        for score in scores
        for table in score.behind
    ]
    edge = f"wholly above {BEHIND:g}"
    if scores[0].measure == "revenue":
        edge = f"wholly below {1.0 / BEHIND:.2f}"
    return f"intervals {edge}: {', '.join(lost)}" if lost else f"no table's interval is {edge}"


def remarks(result: Horizons) -> list[str]:
    """What to keep in mind, from the data and from what is missing."""
    lines = [f"{name}: {POLICIES[name].meaning}." for name in [RIVAL, *shown_policies(result)]]
    lines += sources(result.notes)
    lines.append("A table with fewer rows than a horizon is left out there.")
    return lines + left_out(result.settings.skipped)


def numbers(result: Horizons) -> dict[str, Any]:
    """Everything, for ``horizons.json``."""
    runs = [{"seed": seed, "rounds": rounds} for seed, rounds in result.settings.runs]
    return result.numbers("horizons", score_numbers, facts(result), {"runs": runs})


def score_numbers(score: Score) -> dict[str, Any]:
    """One policy under a loss at a horizon."""
    return {
        "loss": score.loss,
        "horizon": score.horizon,
        "policy": score.policy,
        "measure": score.measure,
        "to_rival": estimate_or_none(score.to_rival),
        "to_constant": estimate_or_none(score.to_constant),
        "behind": score.behind,
        "tables": {
            name: {
                score.measure: place.mean,
                "by_seed": list(place.by_seed),
                "rounds": place.rounds,
                "setting": place.setting,
                "to_rival": estimate_or_none(place.to_rival),
                "to_constant": estimate_or_none(place.to_constant),
            }
            for name, place in score.places.items()
        },
    }
