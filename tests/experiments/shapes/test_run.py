"""The shapes, played briefly."""

import numpy as np
import pytest

from smoothbandits.experiments.shapes import ORACLES, SHAPES, run_shapes, summary
from smoothbandits.experiments.shapes import play as played
from smoothbandits.experiments.shapes.figures import draw_shapes
from smoothbandits.oracles import BoostedOracle
from smoothbandits.reports.figures import render

ROUNDS = 1_500


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cells")


@pytest.fixture(scope="module")
def result(folder):
    with pytest.MonkeyPatch.context() as patch:  # trees from early on, so that they play at all
        patch.setitem(played.ORACLES, "boosted", BoostedOracle(first=400, trees=20))
        return run_shapes(folder, rounds=ROUNDS, seeds=2)


def test_every_oracle_plays_every_shape(result):
    assert list(result.outcomes) == list(SHAPES)
    for outcomes in result.outcomes.values():
        assert list(outcomes) == list(ORACLES)
        for outcome in outcomes.values():
            assert outcome.regrets.shape == (2, 50)
            assert (np.diff(outcome.regrets, axis=1) >= -1e-9).all()
            assert outcome.learned.shape == (2, 2, 201)
            assert 0.0 <= outcome.learned.min() and outcome.learned.max() <= 1.0


def test_the_late_regret_is_the_slope_of_the_curve(result):
    outcome = result.outcomes["step"]["kernel"]
    rise = outcome.regrets[:, -1] - outcome.regrets[:, -6]  # the last tenth of 50 checkpoints
    assert outcome.late == pytest.approx(rise / (ROUNDS // 10))


def test_finished_cells_are_not_played_again(folder, result, monkeypatch):
    def simulate(*arguments):
        raise AssertionError("played again")

    monkeypatch.setattr(played, "simulate", simulate)
    kept = []
    again = run_shapes(folder, rounds=ROUNDS, seeds=2, progress=lambda c, r, k: kept.append(k))
    assert kept == [True] * 2 * len(SHAPES) * len(ORACLES)
    assert again.outcomes["dose"]["additive"].late.tolist() == (
        result.outcomes["dose"]["additive"].late.tolist()
    )


def test_a_symmetric_model_cannot_tell_two_valleys(result):
    # its losses fall and then rise: never two minima with a ridge between them
    for name in ("dispersion", "additive"):
        for curve in result.outcomes["valleys"][name].learned.reshape(-1, 201):
            lowest = int(np.argmin(curve))
            assert (np.diff(curve[: lowest + 1]) <= 1e-12).all()
            assert (np.diff(curve[lowest:]) >= -1e-12).all()


def test_the_summary_holds_the_numbers(result):
    numbers = summary.numbers(result)
    assert numbers["rounds"] == ROUNDS and set(numbers["shapes"]) == set(SHAPES)
    price = numbers["shapes"]["price"]
    assert price["oracles"]["boosted"]["late_mean"] == pytest.approx(
        result.outcomes["price"]["boosted"].late.mean()
    )
    assert np.min(price["true"]) >= 0.1
    text = summary.markdown(result)
    for shape in SHAPES.values():
        assert shape.label in text


def test_the_figure_draws(result):
    drawn = render(lambda figure, theme: draw_shapes(figure, result, theme))
    assert drawn[1:4] == b"PNG"
