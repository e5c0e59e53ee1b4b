import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.oracles.place import place
from tests.reference import additive as twin
from tests.theory.instances import repeatable


@repeatable
@given(st.floats(-50.0, 50.0))
def test_place_as_the_twin(total):
    assert place(total) == pytest.approx(twin.place(total))


def test_both_ends_are_reached_and_left_again():
    """At a finite sum, and with a rate of change that does not vanish beyond."""
    for total, end in ((-3.1, 0.0), (3.1, 1.0), (-40.0, 0.0), (40.0, 1.0)):
        found, rate = place(total)
        assert found == end and rate > 0.04
    assert place(0.0)[0] == 0.5


def test_the_rate_is_the_derivative_inside():
    for total in np.linspace(-2.9, 2.9, 30):
        sides = place(total + 1e-6)[0] - place(total - 1e-6)[0]
        assert place(total)[1] == pytest.approx(sides / 2e-6, rel=1e-6)
