"""What a picture of one context shows: lines, bars and marks, in the user's units."""

import numpy as np
import pytest

from smoothbandits import Box, Catalog, Interval, Product, Scale, SmoothIGW
from smoothbandits.bandit.looking.choice import choice_of
from smoothbandits.bandit.looking.sight import Sight
from smoothbandits.bandit.looking.units import Units
from smoothbandits.measures import LogUniform
from tests.interpreted import InterpretedBandit
from tests.kinds import taught

IGW = SmoothIGW(h=0.5, gamma=20.0)


class Told:
    """Predicts what a function says; its minimum is searched."""

    def __init__(self, function) -> None:
        self.function = function

    def predict(self, context, actions, weight=1.0):
        return [float(self.function(action)) for action in actions]

    def learn(self, context, action, loss, weight=1.0) -> None:
        pass


def choice(space, function, played=None, *, reward=None, **options):
    bandit = InterpretedBandit(space, oracle=Told(function), explorer=IGW, **options)
    sight = Sight(bandit, np.empty(0), 0)
    point = None if played is None else space.to_unit(played)
    return choice_of(sight, Units.of(bandit, reward), point)


def test_a_number_has_one_curve() -> None:
    found = choice(Interval(5.0, 45.0), lambda a: abs(a - 15.0) / 40.0)
    (panel,) = found.panels
    (line,) = panel.lines
    assert line.actions[[0, -1]].tolist() == [5.0, 45.0] and len(line.actions) >= 201
    assert line.predicted == pytest.approx(np.abs(line.actions - 15.0) / 40.0)
    assert line.density == pytest.approx(1.0 / (1.0 + 10.0 * line.predicted), abs=1e-6)
    assert panel.best.place == pytest.approx(15.0, abs=1e-3) == found.greedy_action
    assert (panel.label, panel.played, panel.logarithmic) == ("action", None, False)
    inside = np.trapezoid(line.density, line.actions) / 40.0
    assert inside + found.atom == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize(("reward", "noun"), [(None, "loss"), (False, "loss"), (True, "reward")])
def test_predictions_are_in_the_units_of_the_scale(reward, noun) -> None:
    found = choice(Interval(0.0, 1.0), lambda a: a, reward=reward, scale=Scale(-20.0, 60.0))
    line = found.panels[0].lines[0]
    expected = 60.0 - 80.0 * line.actions if reward else -20.0 + 80.0 * line.actions
    assert found.noun == noun and line.predicted == pytest.approx(expected)
    assert found.predicted == pytest.approx(60.0 if reward else -20.0)
    assert found.panels[0].best.predicted == pytest.approx(found.predicted)


def test_what_was_played_is_marked_unless_it_is_the_best() -> None:
    found = choice(Interval(0.0, 4.0), lambda a: a / 4.0, played=3.0)
    assert found.panels[0].played[:2] == pytest.approx((3.0, 0.75))
    assert 3.0 in found.panels[0].lines[0].actions
    assert choice(Interval(0.0, 4.0), lambda a: a / 4.0, played=0.0).panels[0].played is None


def test_a_measure_on_the_logarithm_gets_such_an_axis() -> None:
    found = choice(Interval(1.0, 100.0, LogUniform()), lambda a: a / 100.0)
    line = found.panels[0].lines[0]
    assert found.panels[0].logarithmic
    assert np.median(line.actions) == pytest.approx(10.0)


def test_a_box_has_a_panel_per_knob_through_the_best_point() -> None:
    space = Box([0.0, 10.0], [1.0, 30.0])

    def loss(a):
        return 0.5 * (a[0] - 0.25) ** 2 + 0.5 * ((a[1] - 25.0) / 20.0) ** 2

    found = choice(space, loss, played=[1.0, 10.0])
    first, second = found.panels
    best = found.greedy_action
    assert best == pytest.approx([0.25, 25.0], abs=1e-2)
    assert [panel.label for panel in found.panels] == ["knob 0", "knob 1"]
    for i, panel in enumerate((first, second)):
        (line,) = panel.lines
        for action, predicted in zip(line.actions[::40], line.predicted[::40], strict=True):
            point = best.copy()
            point[i] = action
            assert predicted == pytest.approx(loss(point))
        assert panel.best.place == pytest.approx(best[i])
        assert panel.played == pytest.approx(([1.0, 10.0][i], loss([1.0, 10.0]), 0))


def test_of_many_knobs_those_that_matter_are_shown() -> None:
    space = Box([0.0] * 8, [1.0] * 8)
    found = choice(space, lambda a: 0.1 * a[7] + 0.05 * a[3] + 0.5)
    assert (found.shown, found.actions, len(found.panels)) == (6, 8, 6)
    assert [panel.label for panel in found.panels[:2]] == ["knob 7", "knob 3"]


def test_items_are_bars_of_the_best() -> None:
    space = Catalog(40, weights=np.r_[0.0, np.ones(39)])
    found = choice(space, lambda a: ((a * 7) % 40) / 40.0, played=33)
    (panel,) = found.panels
    (line,) = panel.lines
    best = sorted(range(1, 40), key=lambda a: (a * 7) % 40)
    assert panel.labels == (str(best[0]), "33", *(str(a) for a in best[1:11]))
    assert line.predicted == pytest.approx([((int(a) * 7) % 40) / 40.0 for a in panel.labels])
    gaps = line.predicted - line.predicted[0]
    expected = 1.0 / (1.0 + 10.0 * gaps) / 39.0
    expected[0] += found.atom
    assert line.density == pytest.approx(expected)
    assert (found.shown, found.actions) == (12, 39)
    assert panel.played.place == 33.0


def test_all_items_of_a_small_catalogue_have_all_the_probability() -> None:
    found = choice(Catalog(5), lambda a: a / 10.0)
    assert found.panels[0].lines[0].density.sum() == pytest.approx(1.0)
    assert found.panels[0].labels == ("0", "1", "2", "3", "4")


def test_a_product_has_a_curve_per_category() -> None:
    space = Product(Interval(0.0, 10.0), Catalog(9, weights=[1.0] * 8 + [0.0]))

    def loss(a):
        number, category = a["number"], a["category"]
        return 0.05 * abs(number - category) + 0.05 * abs(category - 3)

    found = choice(space, loss, played=(9.0, 7))
    (panel,) = found.panels
    assert (found.shown, found.actions) == (6, 8)
    assert panel.lines[0].name == "category 3" and panel.lines[1].name == "category 7"
    for line in panel.lines:
        category = int(line.name.split()[1])
        expected = 0.05 * np.abs(line.actions - category) + 0.05 * abs(category - 3)
        assert line.predicted == pytest.approx(expected)
    assert panel.best[::2] == (pytest.approx(3.0, abs=1e-3), 0)
    assert panel.played == pytest.approx((9.0, 0.3, 1))


def test_a_payoff_shows_outcomes_and_money() -> None:
    bandit = taught("boosted sale", engine="python")
    found = choice_of(Sight(bandit, np.array([0.0, 1.0]), bandit.rounds), Units.of(bandit))
    line = found.panels[0].lines[0]
    assert found.noun == "reward"
    middles = (np.ceil(line.actions * 128).clip(min=1) - 0.5) / 128
    assert line.predicted == pytest.approx((middles - 0.1) * line.outcome, abs=1e-9)
    assert (np.diff(line.outcome) <= 1e-12).all()  # fewer buy at a higher price
