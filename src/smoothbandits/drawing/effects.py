"""What each field of a context does: the best action above, what is predicted of it below."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from smoothbandits.drawing.curves import colours_of
from smoothbandits.drawing.panels import Effect, Effects, Track
from smoothbandits.drawing.themes import Theme, percent

__all__ = ["draw_effects", "size_of"]

PANEL, ROW, LEAST = 2.6, 2.1, 4.0  # inches


def rows_of(effect: Effect) -> list[tuple[Track, ...]]:
    """Tracks of each row of the figure: numbers, shares of categories, predictions."""
    numbers = tuple(track for track in effect.best if not track.is_share)
    shares = tuple(track for track in effect.best if track.is_share)
    return [row for row in (numbers, shares, (effect.predicted,)) if row]


def size_of(effects: Effects) -> dict[str, float]:
    """Inches that the effects need."""
    rows = len(rows_of(effects.effects[0]))
    return {"width": max(LEAST, PANEL * len(effects.effects)), "height": ROW * rows + 0.4}


def draw_effects(figure: Figure | SubFigure, theme: Theme, *, effects: Effects) -> None:
    """Draw a column per field."""
    rows = len(rows_of(effects.effects[0]))
    grid = figure.subplots(rows, len(effects.effects), sharex="col", sharey="row", squeeze=False)
    for column, effect in enumerate(effects.effects):
        for axes, tracks in zip(grid[:, column], rows_of(effect), strict=True):
            draw_tracks(axes, effect, tracks, theme)
        grid[-1, column].set_xlabel(effect.field)
    for axes, tracks in zip(grid[:, 0], rows_of(effects.effects[0]), strict=True):
        axes.set_ylabel(label_of(tracks, effects.noun))
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="best")
    which = "given" if effects.given else "kept"
    some = f"{len(effects.effects)} of {effects.fields} fields, "
    words = f"means over {effects.contexts} {which} contexts"
    all_shown = len(effects.effects) == effects.fields
    figure.suptitle(words if all_shown else some + words, fontsize="medium")


def draw_tracks(axes: Axes, effect: Effect, tracks: tuple[Track, ...], theme: Theme) -> None:
    """Lines over the values of a field, with the middle four fifths of the contexts."""
    joined = "none" if effect.labels else "-"
    styles = colours_of([track.name for track in tracks], theme)
    for track in tracks:
        style = styles[track.name]
        label = track.name if len(tracks) > 1 or track.is_share else None
        axes.plot(
            effect.values,
            track.mean,
            marker=".",
            label=label,
            **{**style, "linestyle": joined} if effect.labels else style,
        )
        if track.low is None or track.high is None:
            continue
        if effect.labels:
            ends = (track.mean - track.low, track.high - track.mean)
            away = [np.maximum(0.0, end) for end in ends]  # a mean may lie beyond its quantiles
            axes.errorbar(effect.values, track.mean, away, color=style["color"], linestyle="none")
        else:
            axes.fill_between(
                effect.values, track.low, track.high, color=style["color"], alpha=0.2, linewidth=0
            )
    if effect.labels:
        axes.set_xticks(effect.values, effect.labels, rotation=30, ha="right")
        axes.margins(x=0.2)
    if tracks[0].is_share:
        axes.set_ylim(0.0, 1.02)
        axes.yaxis.set_major_formatter(percent())


def label_of(tracks: tuple[Track, ...], noun: str) -> str:
    """What a row shows."""
    if tracks[0].is_share:
        return "how often best"
    if tracks[0].low is None:
        return f"predicted {noun}"
    return "best action" if len(tracks) == 1 else "best action, as mass below"
