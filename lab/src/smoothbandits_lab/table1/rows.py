"""From cells to rows of the table."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from smoothbandits_lab.statistics import beta_interval, poisson_interval
from smoothbandits_lab.study import Run
from smoothbandits_lab.table1.candidates import origin
from smoothbandits_lab.table1.published import published_interval, published_loss
from smoothbandits_lab.table1.settings import Table1Settings

__all__ = ["Row", "Table1", "make_row"]

POISSON, BETA = (
    "Poisson bootstrap over rows and seeds, 95 %",
    "Beta, as if losses were 0 or 1, 95 %",
)


@dataclass(frozen=True)
class Row:
    """One policy on one dataset.

    Attributes
    ----------
    dataset, policy
        Names.
    loss, low, high, interval
        Mean over seeds, its interval, and of what kind that is.
    rounds, seeds, seconds
        Per run, how many runs, mean time of one.
    published, published_interval
        By the papers, with their own kind of interval.
    paper_interval
        Of the first seed, in the paper's way.
    by_seed
        Loss of each run.
    settings, origin, tried
        What was run, where that comes from, and how many settings were tried.
    note
        What to say about the data.
    """

    dataset: str
    policy: str
    loss: float
    low: float
    high: float
    interval: str
    rounds: int
    seeds: int
    seconds: float
    published: float | None
    published_interval: tuple[float, float] | None
    paper_interval: tuple[float, float] | None
    by_seed: tuple[float, ...]
    settings: dict[str, Any]
    origin: str
    tried: int
    note: str

    def to_json(self) -> dict[str, Any]:
        """All fields."""
        return asdict(self)


def make_row(runs: Sequence[Run], *, full: bool = False, tune: int = 0) -> Row:
    """The setting with the least mean loss, over its seeds."""
    tried: dict[str, list[Run]] = {}
    for run in runs:
        tried.setdefault(str(run.cell.settings["policy"]), []).append(run)
    best = min(
        tried.values(), key=lambda runs: float(np.mean([run.result["loss"] for run in runs]))
    )
    cell, results = best[0].cell, [run.result for run in best]
    losses = [float(result["loss"]) for result in results]
    loss, rounds = float(np.mean(losses)), int(results[0]["rounds"])
    groups = [result["groups"] for result in results]
    known = all(group is not None for group in groups)
    low, high = poisson_interval(groups) if known else beta_interval(loss, rounds)
    low, high = max(0.0, low), min(1.0, high)  # where losses lie; two seeds may reach beyond
    paper = results[0]["paper_interval"]
    return Row(
        dataset=cell.dataset,
        policy=cell.policy,
        loss=loss,
        low=low,
        high=high,
        interval=POISSON if known else BETA,
        rounds=rounds,
        seeds=len(results),
        seconds=float(np.mean([result["seconds"] for result in results])),
        published=published_loss(cell.dataset, cell.policy),
        published_interval=published_interval(cell.dataset, cell.policy),
        paper_interval=None if paper is None else (float(paper[0]), float(paper[1])),
        by_seed=tuple(losses),
        settings=dict(cell.settings["policy"]),
        origin=origin(cell.dataset, cell.policy, full=full, tune=tune),
        tried=len(tried),
        note=str(results[0]["note"]),
    )


@dataclass(frozen=True, eq=False)
class Table1:
    """The finished table.

    Attributes
    ----------
    settings
        What was asked for.
    rows
        One per dataset and policy.
    """

    settings: Table1Settings
    rows: list[Row]
