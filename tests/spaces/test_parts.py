"""What the rest of the library asks a space."""

import numpy as np
import pytest

from smoothbandits import Box, Catalog, Interval, Product
from smoothbandits.errors import InvalidParameter
from smoothbandits.measures import Custom, LogUniform
from smoothbandits.spaces.base import require_number

LINE, ITEMS = Interval(1.0, 100.0, LogUniform()), Catalog(4, weights=[0.0, 3.0, 1.0, 4.0])
KNOBS, OFFERS = Box([0.0, 1.0], [1.0, 5.0]), Product(LINE, ITEMS)


def test_sides_come_before_the_category() -> None:
    assert LINE.parts.sides == OFFERS.parts.sides == (LINE,)
    assert [side.support for side in KNOBS.parts.sides] == [(0.0, 1.0), (1.0, 5.0)]
    assert ITEMS.parts.sides == ()
    for space, sides in ((LINE, 1), (KNOBS, 2), (ITEMS, 0), (OFFERS, 1)):
        point = space.to_unit(space.sample(1, 1)[0])
        assert space.dimension == point.size == sides + (space.parts.category is not None)


def test_only_what_is_a_whole_action_is_only() -> None:
    assert LINE.parts.only_number is LINE and ITEMS.parts.only_category is ITEMS
    assert OFFERS.parts.number is LINE and OFFERS.parts.category is ITEMS
    assert OFFERS.parts.only_number is None and OFFERS.parts.only_category is None
    one_knob = Box([0.0], [1.0])  # its actions are vectors
    assert one_knob.parts.only_number is None and len(one_knob.parts.sides) == 1
    sizes = [space.size for space in (LINE, KNOBS, ITEMS, OFFERS)]
    assert sizes == [None, None, 4, None]


def test_masses_of_categories() -> None:
    np.testing.assert_array_equal(OFFERS.parts.masses, [0.0, 0.375, 0.125, 0.5])
    np.testing.assert_array_equal(LINE.parts.masses, [1.0])
    assert [s.parts.categories for s in (LINE, KNOBS, ITEMS, OFFERS)] == [0, 0, 4, 4]


def test_a_sampler_of_ones_own_is_not_compiled() -> None:
    own = Interval(0.0, 1.0, Custom(lambda g: g.random(), np.ones_like))
    assert not own.compilable
    assert all(space.compilable for space in (LINE, KNOBS, ITEMS, OFFERS))


def test_who_needs_a_number_says_so() -> None:
    assert require_number(LINE, "a pump") is LINE
    with pytest.raises(InvalidParameter, match=r"a pump needs an Interval, not Catalog.*; drink"):
        require_number(ITEMS, "a pump", "drink")
    with pytest.raises(InvalidParameter, match="give an Interval, a Box"):
        require_number(None, "a pump")
