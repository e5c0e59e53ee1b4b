"""What is on the picture of what fields do."""

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.drawing.effects import draw_effects, size_of
from smoothbandits.drawing.panels import Effect, Effects, Track
from smoothbandits.drawing.themes import LIGHT

VALUES = np.array([0.0, 1.0, 4.0])
BEST = Track("action", VALUES + 5.0, VALUES + 4.0, VALUES + 6.0)
SHARE = Track("category 2", np.array([0.2, 0.5, 0.9]), is_share=True)
LOSS = Track("", VALUES / 10.0)


def drawn(effects):
    figure = Figure()
    draw_effects(figure, LIGHT, effects=effects)
    return figure


def test_the_best_action_above_and_its_prediction_below() -> None:
    effect = Effect("temperature", VALUES, (BEST,), LOSS)
    figure = drawn(Effects((effect, effect._replace(field="day")), "loss", 12, False, 9))
    axes = figure.axes
    assert len(axes) == 4
    assert np.array_equal(axes[0].lines[0].get_xydata(), np.column_stack([VALUES, BEST.mean]))
    edges = axes[0].collections[0].get_paths()[0].vertices[:, 1]
    assert (edges.min(), edges.max()) == (4.0, 10.0)
    assert np.array_equal(axes[2].lines[0].get_ydata(), LOSS.mean)
    assert [each.get_xlabel() for each in axes] == ["", "", "temperature", "day"]
    assert [each.get_ylabel() for each in axes[::2]] == ["best action", "predicted loss"]
    assert figure.get_suptitle() == "2 of 9 fields, means over 12 kept contexts"


def test_categories_have_a_row_of_their_own() -> None:
    effects = Effects((Effect("x", VALUES, (BEST, SHARE), LOSS),), "reward", 3, True, 1)
    figure = drawn(effects)
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert labels == ["best action", "how often best", "predicted reward"]
    shares = figure.axes[1]
    assert shares.get_legend().get_texts()[0].get_text() == "category 2"
    assert shares.get_ylim() == (0.0, 1.02)
    assert figure.get_suptitle() == "means over 3 given contexts"
    assert size_of(effects)["height"] > 6.0


def test_knobs_have_names() -> None:
    knobs = (BEST._replace(name="knob 0"), BEST._replace(name="knob 1"))
    figure = drawn(Effects((Effect("x", VALUES, knobs, LOSS),), "loss", 3, True, 1))
    names = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert names == ["knob 0", "knob 1"]
    assert figure.axes[0].get_ylabel() == "best action, as mass below"
