"""What a round costs against the size of the problem, relative to the smallest size."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.claims.slopes import log_log, reference_slope

__all__ = ["draw_costs"]


def draw_costs(
    figure: Figure,
    measured: Mapping[str, Sequence[Mapping[str, Any]]],
    kinds: Mapping[str, str],
    words: Mapping[str, str],
    theme: Theme,
) -> None:
    """A panel for each kind of size."""
    panels = figure.subplots(1, len(kinds))
    for axes, (kind, label) in zip(panels, kinds.items(), strict=True):
        x = [result["size"] for result in measured[kind]]
        for name, word in words.items():
            if name in measured[kind][0]:
                y = [result[name] / measured[kind][0][name] for result in measured[kind]]
                axes.plot(x, y, marker="o", markersize=4, label=word)
        reference_slope(axes, x, 1.0, 1.0, "slope 1", theme)
        log_log(axes, headroom=2.0)
        axes.set(xlabel=label, title=f"Against {label}")
    panels[0].set_ylabel(f"times that at {measured['actions'][0]['size']} actions")
    for axes, kind in zip(panels[1:], list(kinds)[1:], strict=True):
        axes.set_ylabel(f"times that at {measured[kind][0]['size']}")
    panels[0].legend(fontsize=8, loc="center right", bbox_to_anchor=(1.0, 0.3))
