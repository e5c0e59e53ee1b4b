"""What docs/paper.md says of the published experiments."""

import numpy as np
import pytest

from smoothbandits.spaces import Catalog
from smoothbandits_lab.figure1.runs import reference
from smoothbandits_lab.table1.published import published_loss

TABLES = ("bng-cpu", "black-friday", "bng-price", "bng-wisconsin", "zurich")


def test_the_grid_of_figure_1_is_divided_by_the_number_of_arms() -> None:
    means = np.full(10_025, 0.5)
    explorer = reference(means, 100_000, 45).explorer
    grid = explorer.grid(Catalog(10_025))
    np.testing.assert_allclose(grid, np.geomspace(1e3, 1e6, 8) / 10_025)
    assert (grid[0], grid[-1]) == pytest.approx((0.0998, 99.75), rel=1e-3)
    assert explorer.eta == 1.0 and explorer.shift == 1.0


def test_a_constant_beats_cats_everywhere_and_all_on_zurich() -> None:
    for name in TABLES:
        assert published_loss(name, "constant") < published_loss(name, "vw-cats")
    for policy in ("linear", "rff", "vw-cats"):
        assert published_loss("zurich", policy) > 50.0 * published_loss("zurich", "constant")
