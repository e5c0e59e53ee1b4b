import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from smoothbandits import Box, Catalog, Interval, Product
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.measures import Custom, Empirical, LogUniform, Uniform

WEIGHTS = [0.0, 3.0, 1.0, 4.0]
SPACES = {
    "interval": Interval(5.0, 50.0),
    "log": Interval(1e-3, 1e3, LogUniform()),
    "empirical": Interval(0.0, 9.0, Empirical([1.0, 2.0, 2.0, 8.0])),
    "box": Box([0.0, 1.0, -2.0], [1.0, 100.0, 2.0], [Uniform(), LogUniform(), Uniform()]),
    "catalog": Catalog(17),
    "weighted": Catalog(4, weights=WEIGHTS),
    "product": Product(Interval(5.0, 50.0, LogUniform()), Catalog(4, weights=WEIGHTS)),
}
spaces = pytest.mark.parametrize("space", SPACES.values(), ids=SPACES.keys())


@spaces
def test_samples_belong_to_the_space_and_repeat_with_their_key(space: object) -> None:
    actions = space.sample(11, 200)
    assert len(actions) == 200 and all(space.contains(action) for action in actions)
    assert (actions == space.sample(11, 200)).all()
    assert not (actions == space.sample(12, 200)).all()
    longer = space.sample(11, 300)  # long blocks are compiled, short ones are not
    assert (actions == longer[:200]).all()


@spaces
def test_units_lead_back_to_the_action(space: object) -> None:
    for action in space.sample(5, 30):
        unit = space.to_unit(space.check(action))
        assert unit.shape == (space.dimension,) and space.has_point(unit)
        back, given = space.to_columns([space.to_user(unit)]), space.to_columns([action])
        assert np.allclose(back, given, rtol=1e-12)


@spaces
def test_candidates_are_points_of_the_space(space: object) -> None:
    points, spacing = space.candidates()
    assert all(space.has_point(point) for point in points)
    if space.size is None:
        assert points[:, 0].min() == 0.0 and points[:, 0].max() == 1.0
        assert spacing.size == space.dimension
    else:
        assert len(points) == space.reachable.sum() and spacing.size == 0


def test_actions_come_in_the_users_types() -> None:
    assert type(Interval(0, 1).check(np.float32(0.5))) is float
    assert type(Catalog(3).check(np.float64(2.0))) is int
    assert Box([0, 0], [1, 5]).check((1, 2)).dtype == np.float64
    assert Interval(0, 1).sample(0, 3).dtype == np.float64
    assert Catalog(3).sample(0, 3).dtype == np.int64
    assert Box([0, 0], [1, 5]).sample(0, 3).shape == (3, 2)
    pairs = Product(Interval(0, 1), Catalog(3))
    number, category = pairs.check((np.float32(0.5), np.float64(2.0)))
    assert type(number) is float and type(category) is int
    assert pairs.sample(0, 3).dtype.names == ("number", "category")
    assert pairs.sample(0, 3)["category"].dtype == np.int64


BAD_ACTIONS = {
    "interval": [4.999, 50.001, math.nan, math.inf, "20", None, [20.0], np.array([20.0]), 1j],
    "box": [[0.5, 1.0], [0.5, 50.0, 3.0], [math.nan, 50.0, 0.0], 0.5, "abc", None, [[0.5, 9, 0]]],
    "catalog": [-1, 17, 1.5, math.nan, math.inf, "3", None, [3], np.array([3])],
    "product": [
        *(20.0, (20.0,), (20.0, 1, 0), [[20.0, 1]], "x", "ab", None, {}, math.nan),
        *({20.0, 1}, b"\x14\x01"),
        np.array([(1, 20.0)], dtype=[("category", "i8"), ("number", "f8")])[0],
    ],
}


@pytest.mark.parametrize(
    ("name", "action"), [(name, a) for name, actions in BAD_ACTIONS.items() for a in actions]
)
def test_actions_outside_are_refused_with_their_value(name: str, action: object) -> None:
    space = SPACES[name]
    assert not space.contains(action)
    with pytest.raises(InvalidAction) as caught:
        space.check(action)
    assert str(caught.value).startswith(f"action is {action!r}; give ")


BAD_PAIRS = [
    *(((number, 1), number, "[5.0, 50.0]") for number in (4.9, 50.1, math.nan, "x", None, [20.0])),
    *(((20.0, item), item, "0 to 3") for item in (-1, 4, 1.5, math.nan, "x", None, [1])),
]


@pytest.mark.parametrize(("pair", "part", "allowed"), BAD_PAIRS)
def test_a_bad_half_of_a_pair_is_named(pair: object, part: object, allowed: str) -> None:
    space = SPACES["product"]
    assert not space.contains(pair)
    for verb in (space.check, space.to_unit):
        with pytest.raises(InvalidAction) as caught:
            verb(pair)
        assert str(caught.value).startswith(f"action is {pair!r}; give (number, category)")
        assert allowed in str(caught.value)
        assert f"is {part!r}; give " in str(caught.value.__cause__)


def test_density_of_a_catalogue_is_its_mass() -> None:
    space = SPACES["weighted"]
    assert space.density([0, 1, 2, 3]).tolist() == [0.0, 0.375, 0.125, 0.5]
    assert space.density([-1, 4, 99]).tolist() == [0.0, 0.0, 0.0]
    assert Catalog(4).density([0, 3]).tolist() == [0.25, 0.25]


def test_density_of_a_box_is_the_product_of_its_knobs() -> None:
    space = SPACES["box"]
    action = np.array([0.5, 10.0, 1.0])
    product = np.prod([side.density(a) for side, a in zip(space.sides, action, strict=True)])
    assert space.density(action) == pytest.approx(product)
    assert space.density([[0.5, 10.0, 3.0]]).tolist() == [0.0]
    with pytest.raises(InvalidAction, match=r"\(2,\)"):
        space.density([0.5, 10.0])


def test_density_of_a_product_is_number_times_category() -> None:
    space = SPACES["product"]
    pairs = space.sample(3, 20)
    expected = space.number.density(pairs["number"]) * space.category.masses[pairs["category"]]
    rows = space.to_columns(pairs)
    for actions in (pairs, rows, rows.tolist(), [tuple(row) for row in rows], list(pairs)):
        np.testing.assert_array_equal(space.density(actions), expected)
    for n in (1, 2, 3):  # fields of other sizes, as from a data frame
        narrow = pairs[:n].astype([("number", "f8"), ("category", "i4")])
        np.testing.assert_array_equal(space.density(narrow), expected[:n])
        assert space.check(narrow[0]) == space.check(pairs[0])
    other = np.zeros(2, dtype=[("price", "f8"), ("category", "i8")])
    outside = [(20.0, 0), (20.0, 4), (20.0, -1), (4.0, 1), (51.0, 1)]
    assert space.density(outside).tolist() == [0.0] * 5
    for bad in ([20.0, 1.0, 0.0], 20.0, [[20.0]], other):
        with pytest.raises(InvalidAction, match=r"has shape .*; give \(number, category\)"):
            space.density(bad)


def test_categories_of_weight_zero_are_held_but_neither_drawn_nor_searched() -> None:
    space = SPACES["product"]
    assert space.contains((20.0, 0)) and space.has_point(np.array([0.5, 0.0]))
    assert set(space.sample(1, 2000)["category"].tolist()) == {1, 2, 3}
    points, spacing = space.candidates()
    assert len(points) == 3 * 65 and set(points[:, 1]) == {1.0, 2.0, 3.0}
    assert spacing.tolist() == [1.0 / 64.0, 0.0]


@given(st.lists(st.floats(0.0, 1e6), min_size=1, max_size=40).filter(lambda w: sum(w) > 0.0))
def test_normalising_weights_twice_changes_nothing(weights: list[float]) -> None:
    once = Catalog(len(weights), weights=weights)
    twice = Catalog(len(weights), weights=once.weights)
    assert once.weights.tobytes() == twice.weights.tobytes()
    assert once.weights.sum() == pytest.approx(1.0)


@given(st.lists(st.floats(0.0, 1e3), min_size=1, max_size=25).filter(lambda w: sum(w) > 1e-3))
def test_the_alias_table_has_the_weights_as_its_law(weights: list[float]) -> None:
    space = Catalog(len(weights), weights=weights)
    _, masses, threshold, alias = space.state
    law = np.zeros(len(weights))
    for column in range(len(weights)):
        law[column] += threshold[column] / len(weights)
        law[alias[column]] += (1.0 - threshold[column]) / len(weights)
    assert np.allclose(law, masses, atol=1e-12)


def test_later_changes_of_the_users_arrays_do_not_reach_the_space() -> None:
    lows, weights = np.zeros(2), np.array([0.5, 0.5])
    box, catalog = Box(lows, [1.0, 1.0]), Catalog(2, weights=weights)
    lows[0], weights[0] = 0.9, 9.0
    assert box.contains([0.1, 0.1]) and catalog.masses.tolist() == [0.5, 0.5]


BAD_SPACES = {
    "empty catalogue": (lambda: Catalog(0), "n is 0"),
    "negative catalogue": (lambda: Catalog(-3), "n is -3"),
    "fraction of an item": (lambda: Catalog(2.5), "n is 2.5"),
    "catalogue of a list": (lambda: Catalog([["a"], "b"]), "strings, or whole numbers"),
    "true catalogue": (lambda: Catalog(True), "n is True"),
    "too large": (lambda: Catalog(2**31), "n is 2147483648"),
    "negative weight": (lambda: Catalog(2, weights=[1.0, -0.5]), "-0.5"),
    "nan weight": (lambda: Catalog(2, weights=[1.0, math.nan]), "nan"),
    "infinite weight": (lambda: Catalog(2, weights=[math.inf, 1.0]), "inf"),
    "no weight": (lambda: Catalog(2, weights=[0.0, 0.0]), "sum 0.0"),
    "endless weight": (lambda: Catalog(2, weights=[1e308, 1e308]), "sum inf"),
    "missing weight": (lambda: Catalog(3, weights=[1.0, 1.0]), "2 entries for 3"),
    "matrix of weights": (lambda: Catalog(1, weights=[[1.0]]), "2 axes"),
    "words for weights": (lambda: Catalog(2, weights=["a", "b"]), r"\['a', 'b'\]"),
    "empty interval": (lambda: Interval(1.0, 1.0), "low is 1.0 and high is 1.0"),
    "backward interval": (lambda: Interval(2.0, 1.0), "low is 2.0"),
    "nan bound": (lambda: Interval(math.nan, 1.0), "low is nan"),
    "endless interval": (lambda: Interval(0.0, math.inf), "high is inf"),
    "word for a bound": (lambda: Interval("0", 1.0), "low is '0'"),
    "overflowing interval": (lambda: Interval(-1e308, 1e308), "finite"),
    "box without knobs": (lambda: Box([], []), "0 entries"),
    "uneven box": (lambda: Box([0.0], [1.0, 2.0]), "1 entries and highs 2"),
    "backward box": (lambda: Box([0.0, 2.0], [1.0, 1.0]), "low is 2.0"),
    "nan box": (lambda: Box([math.nan], [1.0]), "nan"),
    "numbers for a box": (lambda: Box(0.0, 1.0), "0 axes"),
    "measures missing": (lambda: Box([0.0, 0.0], [1.0, 1.0], [Uniform()]), "2 knobs"),
    "sampler on a box": (
        lambda: Box([0.0], [1.0], [Custom(lambda g: 0.5, lambda a: 1.0 + 0 * a)]),
        "measures is",
    ),
    "number for a product": (
        lambda: Product(5.0, Catalog(2)),
        "^number is 5.0; give an Interval with a Uniform, LogUniform or Empirical measure$",
    ),
    "box in a product": (
        lambda: Product(Box([0.0], [1.0]), Catalog(2)),
        "^number is Box.*; give an Interval with a Uniform, LogUniform or Empirical measure$",
    ),
    "sampler in a product": (
        lambda: Product(Interval(0, 1, Custom(lambda g: 0.5, lambda a: 1.0 + 0 * a)), Catalog(2)),
        "^number is .*Custom.*; give an Interval with a Uniform, LogUniform or Empirical measure$",
    ),
    "count for categories": (
        lambda: Product(Interval(0, 1), 3),
        "^category is 3; give a Catalog$",
    ),
    "halves swapped": (lambda: Product(Catalog(3), Interval(0, 1)), "^number is Catalog"),
    "too many categories": (
        lambda: Product(Interval(0, 1), Catalog(10_001)),
        "^category has 10001 items; a Product has at most 10000$",
    ),
}


@pytest.mark.parametrize(("make", "message"), BAD_SPACES.values(), ids=BAD_SPACES.keys())
def test_bad_spaces_are_refused_with_their_value(make: object, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        make()


@pytest.mark.parametrize(("key", "n"), [(0, 0), (0, -1), (0, 1.5), (-1, 1), (1.5, 1), (None, 1)])
def test_bad_keys_and_counts_are_refused(key: object, n: object) -> None:
    with pytest.raises(InvalidParameter, match=r"(key|n) is"):
        Interval(0.0, 1.0).sample(key, n)
