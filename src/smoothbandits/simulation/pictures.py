"""The figures of traces."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from smoothbandits.errors import InvalidParameter
from smoothbandits.extras import require_extra
from smoothbandits.simulation.trace import Trace

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from smoothbandits.drawing.runs import Run

__all__ = ["compare_plot"]

PANEL, HEIGHT = 3.4, 3.2  # inches


def compare_plot(traces: Mapping[str, Trace | Sequence[Trace]], *, dark: bool = False) -> "Figure":
    """Draw runs beside each other: mean loss, regret where it is known, exploration.

    Parameters
    ----------
    traces
        A trace per name, or several of them, of which the mean and two standard errors are
        drawn as far as the shortest goes.
    dark
        For dark pages.

    Returns
    -------
    A matplotlib figure that pyplot does not know: a notebook shows it once.

    Examples
    --------
    >>> import smoothbandits as sb
    >>> arms = sb.BernoulliEnvironment([0.1, 0.9])
    >>> greedy = sb.Bandit(sb.Catalog(2), explorer=sb.Greedy(), engine="python")
    >>> bandits = {"usual": sb.Bandit(sb.Catalog(2), engine="python"), "greedy": greedy}
    >>> traces = {name: sb.simulate(bandits[name], arms, rounds=50) for name in bandits}
    >>> figure = compare_plot(traces)
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['mean loss so far', 'cumulative regret', 'share of rounds that explore']
    """
    require_extra("plots", "matplotlib")
    from smoothbandits.drawing.figure import figure_of
    from smoothbandits.drawing.runs import draw_runs, panels_of

    runs = {name: [run_of(name, trace) for trace in several] for name, several in named(traces)}
    width = PANEL * len(panels_of(runs))
    return figure_of(partial(draw_runs, runs=runs), width=width, height=HEIGHT, dark=dark)


def named(traces: Mapping[str, Trace | Sequence[Trace]]) -> list[tuple[str, Sequence[Trace]]]:
    """Names and the traces of each, at least one."""
    if not isinstance(traces, Mapping) or not traces:
        raise InvalidParameter(
            f"traces is {traces!r}; give a trace per name, as in {{'fast': trace}}"
        )
    found = []
    for name, given in traces.items():
        several = [given] if isinstance(given, Trace) else given
        if not isinstance(several, Sequence) or not several:
            raise InvalidParameter(
                f"traces[{name!r}] is {given!r}; give a trace, or a list of them"
            )
        found.append((str(name), several))
    return found


def run_of(name: str, trace: Trace) -> "Run":
    """What is drawn of a trace."""
    from smoothbandits.drawing.runs import Run

    if not isinstance(trace, Trace):
        raise InvalidParameter(f"traces[{name!r}] holds {trace!r}; give what simulate returned")
    known = not np.isnan(trace.best_losses).any()
    regrets = trace.regrets if known else None
    return Run(trace.losses, trace.explored, regrets, trace.benchmark)
