"""What is on the picture of one context."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from smoothbandits.drawing.choice import draw_choice, size_of
from smoothbandits.drawing.panels import Choice, Line, Mark, Panel
from smoothbandits.drawing.themes import DARK, LIGHT

ACTIONS = np.linspace(1.0, 9.0, 5)
LINE = Line("", ACTIONS, ACTIONS / 10.0, 1.0 - ACTIONS / 10.0)
PANEL = Panel("action", (LINE,), Mark(1.0, 0.1))


def drawn(choice, theme=LIGHT):
    figure = Figure(**{"figsize": tuple(size_of(choice).values())})
    draw_choice(figure, theme, choice=choice)
    return figure.axes


def choice(*panels, atom=0.25, **rest):
    return Choice(panels, "loss", 1.0, 0.1, atom, **rest)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_predictions_above_and_the_law_below(theme) -> None:
    losses, law = drawn(choice(PANEL._replace(played=Mark(7.0, 0.7))), theme)
    curve, best, played = losses.lines
    assert np.array_equal(curve.get_xydata(), np.column_stack([ACTIONS, LINE.predicted]))
    assert best.get_xydata().tolist() == [[1.0, 0.1]] and best.get_label() == "best guess"
    assert played.get_xydata().tolist() == [[7.0, 0.7]] and played.get_label() == "played"
    density, spike = law.lines
    assert np.array_equal(density.get_ydata(), LINE.density)
    assert set(spike.get_xdata()) == {1.0}
    assert [text.get_text() for text in law.texts] == ["best guess: 25 %"]
    assert (losses.get_ylabel(), law.get_ylabel()) == ("predicted loss", "density")
    assert law.get_xlabel() == "action" and law.get_xscale() == "linear"


@pytest.mark.parametrize("atom", [0.0, float("nan")])
def test_no_spike_where_there_is_no_atom_or_none_is_known(atom) -> None:
    _, law = drawn(choice(PANEL, atom=atom))
    assert len(law.lines) == 1 and not law.texts


def test_a_curve_per_category_with_the_best_guess_on_its_own() -> None:
    lines = tuple(LINE._replace(name=f"category {i}", predicted=LINE.predicted + i)
                  for i in (2, 0))  # fmt: skip
    panel = PANEL._replace(lines=lines, best=Mark(1.0, 0.1, 1), logarithmic=True)
    losses, law = drawn(choice(panel, shown=2, actions=9))
    names = [line.get_label() for line in losses.lines]
    assert names == ["category 2", "category 0", "best guess"]
    assert losses.lines[2].get_color() == losses.lines[1].get_color() == law.lines[2].get_color()
    assert law.get_xscale() == "log" and losses.get_title() == "the best 2 of 9"


def test_a_panel_per_knob() -> None:
    second = PANEL._replace(label="knob 1", best=Mark(5.0, 0.5))
    axes = drawn(choice(PANEL, second))
    assert [each.get_xlabel() for each in axes] == ["", "", "action", "knob 1"]
    assert [each.get_ylabel() for each in axes] == ["predicted loss", "", "density", ""]
    assert size_of(choice(PANEL, second))["width"] > size_of(choice(PANEL))["width"]


def test_items_are_bars() -> None:
    items = np.array([7.0, 3.0, 5.0])
    line = Line("", items, np.array([0.1, 0.2, 0.3]), np.array([0.8, 0.15, 0.05]))
    panel = Panel("item", (line,), Mark(7.0, 0.1), ("7", "3", "5"), played=Mark(5.0, 0.3))
    losses, law = drawn(choice(panel))
    assert [bar.get_height() for bar in losses.patches] == line.predicted.tolist()
    assert [bar.get_height() for bar in law.patches] == line.density.tolist()
    assert [text.get_text() for text in law.get_xticklabels()] == ["7", "3", "5"]
    best, played = losses.lines
    assert best.get_xydata().tolist() == [[0.0, 0.1]]
    assert played.get_xydata().tolist() == [[2.0, 0.3]]
    assert law.get_ylabel() == "probability"


def test_outcomes_come_first() -> None:
    panel = PANEL._replace(lines=(LINE._replace(outcome=1.0 - ACTIONS / 9.0),))
    outcomes, losses, law = drawn(choice(panel))
    assert np.array_equal(outcomes.lines[0].get_ydata(), 1.0 - ACTIONS / 9.0)
    assert outcomes.get_ylabel() == "predicted outcome"
    assert size_of(choice(panel))["height"] > size_of(choice(PANEL))["height"]
