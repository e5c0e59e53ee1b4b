import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.theory import smooth_value
from smoothbandits_lab.claims.plateaus import plateaus, stairs


@pytest.mark.parametrize("build", [plateaus, stairs])
@pytest.mark.parametrize("h", [1 / 8, 1 / 100, 1e-3])
def test_smooth_h_is_the_lowest_loss_and_anything_wider_is_higher(build, h):
    instance = build(h, functions=4)
    assert instance.masses.sum() == pytest.approx(1.0)
    assert instance.masses.shape == instance.values.shape[1:]
    for seed in range(4):
        truth = instance.truth(seed)
        assert instance.masses[truth == truth.min()].sum() == pytest.approx(h)
        assert smooth_value(truth, h, instance.masses) == pytest.approx(truth.min())
        assert smooth_value(truth, 1.01 * h, instance.masses) > truth.min() + 1e-4
    assert len(np.unique(instance.values, axis=0)) == 4


def test_the_trap_is_what_a_mean_of_all_functions_prefers():
    instance = stairs(1 / 16)
    mean = instance.values.mean(axis=0)
    assert mean.argmin() == 4 and np.ptp(instance.values[:, 4]) == 0.0


def test_what_does_not_fit():
    with pytest.raises(InvalidParameter, match="do not fit"):
        plateaus(0.3, functions=4)
    with pytest.raises(InvalidParameter, match="trap"):
        stairs(0.1, middle=0.7)
    assert plateaus(0.25, functions=4).values.shape == (4, 4)  # nothing is left over
