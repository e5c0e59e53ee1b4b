import numpy as np
import pytest
from matplotlib.figure import Figure

from smoothbandits import AdaptiveIGW, Box, Catalog, Interval
from smoothbandits.apps.reports.figures import DARK, LIGHT
from smoothbandits.apps.reports.surface import draw_choice, draw_surface, learned_surface
from smoothbandits.errors import InvalidParameter
from tests.interpreted import InterpretedBandit


class Valley:
    """Predicts abs(action - context)."""

    def predict(self, context, actions, weight=1.0):
        return np.abs(np.asarray(actions) - context[0])

    def best(self, context, weight=1.0):
        return float(context[0]), 0.0

    def learn(self, context, action, loss, weight=1.0):
        pass


@pytest.fixture(scope="module")
def surface():
    bandit = InterpretedBandit(
        Interval(0.0, 1.0), oracle=Valley(), explorer=AdaptiveIGW(), context_size=1, seed=1
    )
    contexts = np.random.default_rng(0).permutation(np.linspace(0.0, 1.0, 41))[:, None]
    return learned_surface(bandit, contexts, contexts[:, 0])


def test_rows_are_ordered_by_the_best_guess(surface) -> None:
    assert surface.best == pytest.approx(np.linspace(0.0, 1.0, 41))
    assert surface.targets == pytest.approx(surface.best)  # rows stay together
    expected = np.abs(surface.actions - surface.best[:, None])
    assert surface.predicted == pytest.approx(expected)


def test_a_few_rows_in_detail(surface) -> None:
    assert [shown.target for shown in surface.shown] == pytest.approx([0.1, 0.5, 0.9])
    for shown in surface.shown:
        assert shown.best == pytest.approx(shown.target)
        assert np.argmax(shown.density) == np.argmin(shown.predicted)
        mass = np.trapezoid(shown.density, surface.actions)
        assert mass + shown.atom == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_drawings(surface, theme) -> None:
    figure = Figure()
    draw_surface(figure, theme, surface=surface)
    assert figure.axes[0].images[0].get_array().shape == (81, 41)
    figure = Figure()
    draw_choice(figure, theme, surface=surface, which=1)
    words = [text.get_text() for text in figure.axes[1].texts]
    assert words == [f"best guess: {100 * surface.shown[1].atom:.0f} %"]


@pytest.mark.parametrize("space", [Catalog(3), Box([0, 0], [1, 1])])
def test_only_an_interval_has_a_surface(space) -> None:
    bandit = InterpretedBandit(space, policy="fast", context_size=0)
    with pytest.raises(InvalidParameter, match="a surface needs an Interval"):
        learned_surface(bandit, np.zeros((3, 0)), np.zeros(3))
