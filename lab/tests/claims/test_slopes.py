import numpy as np
import pytest
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import LIGHT
from smoothbandits_lab.claims.slopes import log_log, reference_slope


def test_a_reference_has_its_slope_and_its_label():
    axes = Figure().subplots()
    reference_slope(axes, [10.0, 1000.0, 100.0], 3.0, 0.5, "slope 1/2", LIGHT)
    x, y = axes.get_lines()[0].get_data()
    assert x.tolist() == [10.0, 1000.0] and y[0] == 3.0
    assert np.log(y[1] / y[0]) / np.log(100.0) == pytest.approx(0.5)
    assert axes.texts[0].get_text() == "slope 1/2"


def test_log_axes_have_room_above():
    axes = Figure().subplots()
    axes.plot([1.0, 10.0], [1.0, 10.0])
    log_log(axes)
    top = axes.get_ylim()[1]
    log_log(axes, headroom=5.0)
    assert axes.get_xscale() == axes.get_yscale() == "log"
    assert axes.get_ylim()[1] == pytest.approx(5.0 * top)
