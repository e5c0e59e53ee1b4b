import math

import numpy as np
import pytest

from smoothbandits.experiments.ratios import Ratio, geometric_mean, ratio_of


def test_two_seeds_by_hand():
    """Means 0.2 and 0.4; relative losses apart by (-0.25, 0.25), standard error 0.25."""
    ratio = ratio_of(np.array([0.1, 0.3]), np.array([0.3, 0.5]))
    assert ratio.log == pytest.approx(math.log(0.5)) and ratio.freedom == 1
    assert ratio.error == pytest.approx(0.25)
    mean, low, high = ratio.estimate()
    assert mean == pytest.approx(0.5)
    assert low == pytest.approx(0.5 * math.exp(-12.7062 * 0.25), rel=1e-4)
    assert high == pytest.approx(0.5 * math.exp(12.7062 * 0.25), rel=1e-4)


def test_luck_that_both_share_cancels():
    losses = np.array([0.1, 0.5, 0.3])
    assert ratio_of(0.9 * losses, losses).estimate() == pytest.approx((0.9, 0.9, 0.9))


def test_one_seed_has_no_interval():
    ratio = ratio_of(np.array([0.1]), np.array([0.2]))
    mean, low, high = ratio.estimate()
    assert mean == pytest.approx(0.5) and math.isnan(low) and math.isnan(high)
    mean, low, high = geometric_mean([ratio, Ratio(0.0, 0.1, 3)])
    assert mean == pytest.approx(math.sqrt(0.5)) and math.isnan(low) and math.isnan(high)


def test_the_interval_of_a_geometric_mean_covers():
    """Many tables with errors of one size: nearly normal, with the error over sqrt(tables)."""
    tables = [Ratio(math.log(0.8), 0.1, 1_000)] * 25
    mean, low, high = geometric_mean(tables)
    assert mean == pytest.approx(0.8)
    assert math.log(high / 0.8) == pytest.approx(1.96 * 0.1 / 5.0, rel=0.05)
    assert math.log(0.8 / low) == pytest.approx(1.96 * 0.1 / 5.0, rel=0.05)
