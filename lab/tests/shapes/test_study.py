"""The shapes, played briefly."""

import numpy as np
import pytest

from smoothbandits.oracles import BoostedOracle
from smoothbandits_lab.shapes import runs
from smoothbandits_lab.shapes import study as shapes
from smoothbandits_lab.shapes.runs import ORACLES, SHAPES
from smoothbandits_lab.shapes.study import STUDY, ShapesSettings
from smoothbandits_lab.study import run_study

ROUNDS = 1_500


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shapes, "QUICK_ROUNDS", ROUNDS)
        # trees from early on, so that they play at all
        patch.setitem(runs.ORACLES, "boosted", BoostedOracle(first=400, trees=20))
        yield run_study(
            STUDY, ShapesSettings(seeds=2, quick=True), tmp_path_factory.mktemp("cells")
        )


@pytest.fixture(scope="module")
def result(done):
    return done.finding


def test_every_oracle_plays_every_shape(result):
    assert list(result) == list(SHAPES)
    for outcomes in result.values():
        assert list(outcomes) == list(ORACLES)
        for outcome in outcomes.values():
            assert outcome.regrets.shape == (2, 50)
            assert (np.diff(outcome.regrets, axis=1) >= -1e-9).all()
            assert outcome.learned.shape == (2, 2, 201)
            assert 0.0 <= outcome.learned.min() and outcome.learned.max() <= 1.0


def test_the_late_regret_is_the_slope_of_the_curve(result):
    outcome = result["step"]["harmonic"]
    rise = outcome.regrets[:, -1] - outcome.regrets[:, -6]  # the last tenth of 50 checkpoints
    assert outcome.late == pytest.approx(rise / (ROUNDS // 10))


def test_a_model_of_one_valley_cannot_tell_two_valleys(result):
    # its losses fall and then rise: never two minima with a ridge between them
    for name in ("dispersion", "additive"):
        for curve in result["valleys"][name].learned.reshape(-1, 201):
            lowest = int(np.argmin(curve))
            assert (np.diff(curve[: lowest + 1]) <= 1e-12).all()
            assert (np.diff(curve[lowest:]) >= -1e-12).all()


def test_the_report_holds_the_numbers(done):
    report = STUDY.report(done)
    assert report.numbers["rounds"] == ROUNDS and set(report.numbers["shapes"]) == set(SHAPES)
    price = report.numbers["shapes"]["price"]
    assert price["oracles"]["boosted"]["late_mean"] == pytest.approx(
        done.finding["price"]["boosted"].late.mean()
    )
    assert np.min(price["true"]) >= 0.1
    text = report.files["shapes.md"].decode()
    for shape in SHAPES.values():
        assert shape.label in text
    assert report.files["shapes.png"][1:4] == b"PNG"
