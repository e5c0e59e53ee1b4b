import numpy as np
import pytest

from smoothbandits_lab.statistics import poisson_interval
from smoothbandits_lab.table1.row_losses import group_means, paper_interval


def test_groups_do_not_depend_on_the_order_of_rounds() -> None:
    rng = np.random.default_rng(1)
    losses, order = rng.random(5_000), rng.permutation(5_000)
    straight = group_means(losses, np.arange(5_000))
    np.testing.assert_allclose(group_means(losses[order], order), straight, rtol=1e-12)
    assert len(straight) == 1_000
    assert straight.mean() == pytest.approx(losses.mean(), rel=1e-12)


def test_the_paper_s_kind_reflects_the_second_moment() -> None:
    """A constant loss has no variance, and yet that interval has a width."""
    losses = np.full(80_000, 0.5)
    low, high = paper_interval(losses, 8)
    assert high - low == pytest.approx(2 * 1.645 * 0.5 / np.sqrt(80_000), rel=0.3)
    one = poisson_interval([group_means(losses, np.arange(80_000))])
    assert one == pytest.approx((0.5, 0.5), abs=1e-12)
