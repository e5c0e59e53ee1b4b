import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from smoothbandits import Scale
from smoothbandits.errors import InvalidLoss, InvalidParameter

numbers = st.floats(-1e9, 1e9)


@given(numbers, st.floats(1e-6, 1e9), st.floats(0.0, 1.0))
def test_losses_and_rewards_are_mirror_images_within_the_unit_interval(
    low: float, width: float, share: float
) -> None:
    scale = Scale(low, low + width) if low < low + width else Scale(low, low + 1.0)
    value = min(max(scale.low, scale.low + share * (scale.high - scale.low)), scale.high)
    loss, reward = scale.loss(loss=value), scale.loss(reward=value)
    assert 0.0 <= loss <= 1.0 and reward == 1.0 - loss
    assert scale.to_user(loss) == pytest.approx(value, rel=1e-9, abs=1e-9 * width)


def test_the_ends_map_to_the_ends() -> None:
    scale = Scale(-3.0, 5.0)
    assert scale.loss(loss=-3.0) == 0.0 and scale.loss(loss=5.0) == 1.0
    assert scale.loss(reward=5.0) == 0.0 and scale.loss(reward=-3.0) == 1.0
    assert scale.loss(reward=3.0) == 0.25


@given(st.lists(st.floats(0.0, 40.0), max_size=20))
def test_many_values_equal_one_by_one(values: list[float]) -> None:
    scale = Scale(0.0, 40.0)
    assert scale.losses(losses=values).tolist() == [scale.loss(loss=v) for v in values]
    assert scale.losses(rewards=values).tolist() == [scale.loss(reward=v) for v in values]


@pytest.mark.parametrize(
    "given", [1, True, np.float32(0.5), np.int64(1), np.bool_(True), np.array(0.5)]
)
def test_any_number_is_taken(given: object) -> None:
    assert Scale().loss(loss=given) == float(given)


BAD = [
    1.0000001,
    -1e-9,
    math.nan,
    math.inf,
    -math.inf,
    "0.5",
    b"1",
    [0.5],
    np.array([0.5]),
    {},
    1j,
]


@pytest.mark.parametrize("name", ["loss", "reward"])
def test_what_is_no_number_of_the_range_is_refused_with_its_value(name: str) -> None:
    for value in BAD:
        with pytest.raises(InvalidLoss) as caught:
            Scale().loss(**{name: value})
        says = str(caught.value)
        assert says.startswith(f"{name} is {value!r}")
        assert "Scale" in says or "finite number" in says


@pytest.mark.parametrize("arguments", [{}, {"loss": 0.5, "reward": 0.5}, {"loss": None}])
def test_exactly_one_is_needed(arguments: dict[str, float]) -> None:
    with pytest.raises(InvalidLoss, match=r"(both|neither) of loss and reward"):
        Scale().loss(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"losses": [0.1, 1.5]}, r"losses\[1\] is 1.5, outside \[0.0, 1.0\]"),
        ({"rewards": [math.nan]}, r"rewards\[0\] is nan"),
        ({"losses": [[0.1]]}, r"shape \(1, 1\)"),
        ({"losses": 0.3}, r"shape \(\)"),
        ({"losses": ["a"]}, r"\['a'\]"),
        ({}, "neither of losses and rewards"),
        ({"losses": [0.1], "rewards": [0.1]}, "both of losses and rewards"),
    ],
)
def test_many_are_refused_as_one(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidLoss, match=message):
        Scale().losses(**arguments)


@pytest.mark.parametrize(
    "bounds", [(1.0, 1.0), (2.0, 1.0), (math.nan, 1.0), (0.0, math.inf), ("0", 1.0), (None, 1.0),
               (-1e308, 1e308), ([0.0], 1.0)]
)  # fmt: skip
def test_bad_bounds_are_refused_with_their_value(bounds: tuple[float, float]) -> None:
    with pytest.raises(InvalidParameter) as caught:
        Scale(*bounds)
    assert any(repr(bound) in str(caught.value) for bound in bounds)
