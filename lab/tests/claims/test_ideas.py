"""The pictures for who has not read the paper show what they say."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from lab.tests.claims.judging import results_of
from smoothbandits.apps.reports.figures import DARK, LIGHT, render
from smoothbandits.theory import smooth_value
from smoothbandits_lab.claims import find_claim
from smoothbandits_lab.claims.claim import Judged
from smoothbandits_lab.claims.ideas import CHANGE, IDEAS, ROUNDS, SIZE, WIDTH, losses
from smoothbandits_lab.claims.page import theory_page


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: idea.title)
def test_each_is_drawn_for_light_and_dark(idea):
    pictures = [render(idea.draw, theme=theme, **SIZE) for theme in (LIGHT, DARK)]
    assert all(picture[1:4] == b"PNG" for picture in pictures) and pictures[0] != pictures[1]


def test_the_needle_is_deepest_and_hardly_counts():
    curve = losses()
    assert curve.argmin() < 500 < 0.3 * curve.size  # the needle
    without = np.where(np.arange(curve.size) < 600, 0.75, curve)
    assert smooth_value(without, WIDTH) - smooth_value(curve, WIDTH) < 0.03
    assert curve.min() < smooth_value(curve, WIDTH) - 0.1


def test_trust_follows_the_best_base():
    figure = Figure()
    IDEAS[2].draw(figure, LIGHT)
    lines = [line.get_ydata() for line in figure.axes[0].lines[:3]]
    assert np.argmax([line[CHANGE] for line in lines]) == 2
    assert np.argmax([line[ROUNDS - 1] for line in lines]) == 0


def test_they_stand_at_the_beginning_of_the_page():
    claim = find_claim("dominance")
    finding = claim.judge("tiny", results_of(claim.cells("tiny")))
    html = theory_page([Judged(claim, finding, 1.0)], "tiny", [(b"light", b"dark")], "made")
    places = [html.index(idea.title) for idea in IDEAS]
    assert places == sorted(places) and places[-1] < html.index("claims hold")
    assert html.count("Figure: ") >= 4
