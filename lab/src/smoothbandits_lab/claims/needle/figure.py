"""Regret over horizons in haystacks, and what smoothing costs there."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme, thousands
from smoothbandits_lab.claims.needle.runs import METHODS, SPANNER, UNIFORM
from smoothbandits_lab.claims.slopes import log_log, reference_slope

__all__ = ["draw_needle"]


def draw_needle(figure: Figure, numbers: dict[str, Any], theme: Theme) -> None:
    """Regret over horizons, and what smoothing costs."""
    figure.set_size_inches(9.0, 4.6)
    left, right = figure.subplots(1, 2, width_ratios=[1.5, 1.0])
    horizons = np.array(numbers["horizons"], dtype=float)
    styles = (("o", "-"), ("s", "--"), ("^", "-"), ("D", "-"))
    for (method, label), (marker, line) in zip(METHODS.items(), styles, strict=True):
        mean = np.mean(numbers["standard"][method], axis=1)
        left.plot(horizons, mean, line, marker=marker, markersize=5, label=label)
    stuck, found = (np.mean(numbers["standard"][m], axis=1)[0] for m in (UNIFORM, SPANNER))
    reference_slope(left, horizons.tolist(), 1.6 * stuck, 1.0, "slope 1", theme)
    reference_slope(left, horizons.tolist(), 0.4 * found, 0.5, "slope 1/2", theme)
    log_log(left)
    left.set_xticks(horizons)
    left.set(xlabel="horizon T (rounds)", ylabel="regret to the best action", title="Runs")
    left.xaxis.set_major_formatter(thousands())
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=2)
    grown = numbers["grown"]
    right.semilogx(grown["actions"], grown["smooth"], marker="o", markersize=4)
    right.axhline(grown["best"], color=theme.cycle[1], linestyle="--")
    right.annotate("Smooth_h", (grown["actions"][-1], grown["smooth"][-1]), (-8, -16),
                   textcoords="offset points", ha="right")  # fmt: skip
    right.annotate("best action", (grown["actions"][-1], grown["best"]), (-8, 6),
                   textcoords="offset points", ha="right")  # fmt: skip
    right.set(
        xlabel="number of actions",
        ylabel="expected loss",
        ylim=(0.0, 0.55),
        title="Linear losses",
    )
