"""The table in words and numbers."""

from typing import Any

from smoothbandits.apps.reports import Table
from smoothbandits_lab.table1.policies import POLICIES
from smoothbandits_lab.table1.rows import Row, Table1
from smoothbandits_lab.tables_at_hand import left_out, sources

__all__ = [
    "INTERVALS",
    "CHOSEN",
    "LEGEND",
    "MEANINGS",
    "PUBLISHED",
    "TITLE",
    "detail_table",
    "facts",
    "numbers",
    "problem",
    "remarks",
    "table",
    "times_1000",
]

TITLE = "Table 1: guessing a column, one action at a time"
MEANINGS = {
    "constant": "the best constant in hindsight, the median",
    "cats": "CATS, compiled, as this package has it",
    "vw-cats": "CATS of Vowpal Wabbit in its own simulation, features as name:value",
    "vw-cats-bare": "the same with bare tokens, which the CATS authors' preprocessing wrote from "
    "raw columns; here from columns scaled to [0, 1]",
    "vw-discrete": "Vowpal Wabbit's epsilon-greedy over equal cells (cb_discrete)",
    "linear": "the paper's linear learner",
    "rff": "the paper's learner on 1024 random Fourier features",
    "linear-tuned": "the linear learner, hyper-parameters drawn at random, best in hindsight",
    "rff-tuned": "the same on random Fourier features",
    "fast": "no memory of examples, nothing set by hand, the same everywhere",
    "best": "the default of this package: boosted trees, nothing set by hand, the same everywhere",
    "batch": "boosted trees that see every target of 80 % of the rows, on the other 20 %",
}
INTERVALS = (
    "Intervals are 95 %: rows are weighed by Poisson(1) draws divided by their sum, 2000 "
    "times, in 1000 random groups; the spread of several seeds is added by Student's law. "
    "Vowpal Wabbit reports no single losses, so its intervals are the CATS authors' kind, as if "
    "losses were 0 or 1, which is wider. The paper's kind are the 5 % and 95 % quantiles of 60 "
    "replicates with weights that are not renormalised, of one run."
)
PUBLISHED = (
    "Published losses are of whole datasets: those of linear and rff are printed by the paper's "
    "notebook (the table's Wis / Linear, 138 to 139, is 141.1 there), those of CATS and of the "
    "discretised learner by the CATS authors. They wrote features as bare tokens, which Vowpal "
    "Wabbit reads as names, so their losses are not like for like."
)

NETWORK, ITSELF, CLEAN = "other draws of it", "this table", "other tables"
#: what settings of fast and best were chosen on, seen from each table (lab/studies/*.md)
CHOSEN_ON = {
    "bng-cpu": NETWORK,
    "bng-price": NETWORK,
    "bng-wisconsin": NETWORK,
    "flights": ITSELF,
    "flights-raw": ITSELF,
    "black-friday": CLEAN,
    "zurich": CLEAN,
    "diamonds": CLEAN,
    "txhousing": CLEAN,
}
CHOSEN = (
    "The first line says what the settings of fast and best were chosen on: only tables below "
    f"'{CLEAN}' say what to expect of one's own."
)

LEGEND = (
    "Dots are mean losses with 95 % intervals, open diamonds what was published for the whole "
    "dataset, the broken line is the best constant. Further left is better."
)


def times_1000(value: float) -> str:
    """A loss as the paper prints it.

    Examples
    --------
    >>> times_1000(0.03868), times_1000(0.000476)
    ('38.7', '0.476')
    """
    return f"{1000.0 * value:.1f}" if value >= 0.01 else f"{1000.0 * value:.3g}"


def problem(result: Table1) -> str:
    """What is played."""
    return (
        "Each row of a table is a round: the columns are the context, the action is a guess "
        "of the target, and only the loss |y - a| of that guess is seen. Columns and target "
        "are scaled to [0, 1] and rows come in random order. Numbers are mean losses times "
        "1000, learning included."
    )


def table(result: Table1) -> Table:
    """Policies down, datasets across; published losses in brackets."""
    found = {(row.dataset, row.policy): row for row in result.rows}
    datasets = list(dict.fromkeys(row.dataset for row in result.rows))
    names = [name for name in POLICIES if any(row.policy == name for row in result.rows)]
    rows = [["chosen on", *(chosen_on(dataset) for dataset in datasets)]]
    for name in names:
        cells = [found.get((dataset, name)) for dataset in datasets]
        rows.append([name, *("–" if row is None else short(row) for row in cells)])
    strong = 1 + names.index("fast") if "fast" in names else None
    return Table(["policy", *datasets], rows, strong=strong)


def chosen_on(dataset: str) -> str:
    """What settings were chosen on; the tables of the UCI repository are there to choose on.

    Examples
    --------
    >>> chosen_on("flights"), chosen_on("uci-sml"), chosen_on("diamonds")
    ('this table', 'this table', 'other tables')
    """
    return CHOSEN_ON.get(dataset, ITSELF)


def short(row: Row) -> str:
    """Our loss and the published one."""
    known = "" if row.published is None else f" ({times_1000(row.published)})"
    return times_1000(row.loss) + known


def detail_table(result: Table1) -> Table:
    """One line per dataset and policy."""
    rows = [
        [
            row.dataset,
            row.policy,
            times_1000(row.loss),
            span((row.low, row.high)),
            span(row.paper_interval),
            "–" if row.published is None else times_1000(row.published),
            "–" if row.published is None else f"{100.0 * (row.loss / row.published - 1.0):+.1f} %",
            f"{row.rounds:,}",
            str(row.seeds),
            f"{row.seconds:.1f}",
            row.origin,
        ]
        for row in result.rows
    ]
    for name, reason in result.settings.tables[1].items():
        rows.append([name, *["–"] * 9, reason])
    headers = ["dataset", "policy", "loss", "95 % interval", "paper's kind", "published"]
    return Table([*headers, "difference", "rounds", "seeds", "s per run", "settings"], rows)


def span(interval: tuple[float, float] | None) -> str:
    """An interval times 1000."""
    if interval is None:
        return "–"
    low, high = (1000.0 * value for value in interval)
    digits = 2 if high - low < 0.5 else 1
    return f"[{low:.{digits}f}, {high:.{digits}f}]"


def remarks(result: Table1) -> list[str]:
    """What to keep in mind, from the data and from what is missing."""
    notes: dict[str, str] = {}
    for row in result.rows:
        notes.setdefault(row.dataset, row.note)
    lines = sources(notes)
    if result.settings.used_rows is not None:
        lines.append(
            f"Only {result.settings.used_rows:,} rows of each dataset were played, so losses are "
            "not comparable with the published ones."
        )
    return lines + left_out(result.settings.skipped)


def facts(result: Table1) -> list[str]:
    """Comparisons that the table allows, one sentence each."""
    whole = result.settings.used_rows is None
    lines = []
    for name in ("linear", "rff"):
        rows = [row for row in result.rows if row.policy == name and row.published is not None]
        if rows and whole:
            worst = max(abs(row.loss / row.published - 1.0) for row in rows if row.published)
            lines.append(
                f"{name} is within {100.0 * worst:.1f} % of the published notebook on "
                f"{len(rows)} dataset{'s' * (len(rows) > 1)}."
            )
    for other in ("constant", "cats", "vw-cats", "linear", "rff"):
        lines += against(result, "fast", other)
    lines += against(result, "best", "fast")
    return lines


def against(result: Table1, own: str, other: str) -> list[str]:
    """Where one policy has the lower mean than another, and how often that is plain."""
    rivals = {row.dataset: row for row in result.rows if row.policy == other}
    pairs = [
        (row, rivals[row.dataset])
        for row in result.rows
        if row.policy == own and row.dataset in rivals
    ]
    if not pairs:
        return []
    lower = [(ours, rival) for ours, rival in pairs if ours.loss < rival.loss]
    apart = sum(ours.high < rival.low for ours, rival in lower)
    names = ", ".join(ours.dataset for ours, _ in lower)
    where = f" ({names})" if 0 < len(lower) < len(pairs) else ""
    ending = f"; the intervals are apart on {apart} of these" if lower else ""
    found = f"{len(lower)} of {len(pairs)}{where}{ending}"
    return [f"{own} has the lower mean than {other} on {found}."]


def numbers(result: Table1) -> dict[str, Any]:
    """Everything, for ``table1.json``."""
    settings = result.settings
    return {
        "rows": [row.to_json() for row in result.rows],
        "skipped": settings.skipped,
        "settings": {
            "rows": settings.used_rows,
            "seeds": len(settings.used_seeds),
            "seed": settings.seed,
            "full": settings.full,
            "tune": settings.tune,
        },
    }
