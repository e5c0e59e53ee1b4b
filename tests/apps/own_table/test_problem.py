import numpy as np
import polars
import pytest

from smoothbandits.apps.own_table import TableSettings, load_problem
from smoothbandits.errors import InvalidParameter, InvalidTable, MissingTable, UnknownColumn
from tests.apps.own_table.tables import ROWS, cars, write_cars


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> str:
    return str(write_cars(tmp_path_factory.mktemp("tables")))


def load(path: str, **settings):
    return load_problem(TableSettings(data=path, **{"target": "price", **settings}))


def test_rows_in_file_order_with_the_range_of_the_target(path: str) -> None:
    problem = load(path, ignore=("cost",))
    price = cars()["price"].to_numpy()
    assert (problem.environment.targets(0, ROWS) == price).all() and problem.rounds == ROWS
    assert problem.space.support == (price.min(), price.max())
    assert problem.encoder.names == ["age", "age is missing", "make = opel"] or (
        problem.encoder.names == ["age", "age is missing", "make = bmw"]
    )
    contexts = problem.encoder.transform(cars())
    assert (problem.environment.contexts(0, ROWS) == contexts).all()
    assert problem.encoder.dropped == {"country": "dropped: constant"}
    assert problem.order == "file order"
    assert sum("Hindsight" in note for note in problem.notes) == 2


def test_shuffled_rows_stay_together(path: str) -> None:
    problem = load(path, shuffle=3, rows=50)
    assert problem.rounds == 50 and problem.order == "random order"
    again = load(path, shuffle=3, rows=50)
    assert (problem.environment.y == again.environment.y).all()
    table = cars()
    for i in range(50):
        row = int(np.flatnonzero(table["price"].to_numpy() == problem.environment.y[i])[0])
        encoded = problem.encoder.transform(table.to_dicts()[row])
        assert (encoded == problem.environment.X[i]).all()


def test_the_range_can_be_given(path: str) -> None:
    problem = load(path, low=15.0, high=30.0)
    assert problem.space.support == (15.0, 30.0)
    assert any("lie outside the range" in note for note in problem.notes)
    assert not any("range of the action is that of all targets" in n for n in problem.notes)
    assert problem.currency.scale.high > 15.0  # targets outside count
    clipped = load(path, low=15.0, high=30.0, clip=True)
    assert clipped.currency.scale.high == 15.0 and clipped.environment.y.min() == 15.0
    assert "Targets were clipped to [15, 30]." in clipped.notes


def test_the_encoder_can_be_kept_from_hindsight(path: str) -> None:
    problem = load(path, fit_rows=30)
    assert problem.encoder == load(path, rows=30).encoder
    assert any("from the first 30 rows" in note for note in problem.notes)


def test_rows_without_a_target_are_left_out_on_request(path: str) -> None:
    problem = load(path, target="cost", drop_missing=True)
    assert problem.rounds == ROWS - ROWS // 10
    assert "40 rows without a target were left out." in problem.notes


def test_outliers_are_pointed_out(tmp_path) -> None:
    table = cars().with_columns(price=polars.Series([1e6, *cars()["price"].to_list()[1:]]))
    table.write_parquet(tmp_path / "cars.parquet")
    assert any("99 %" in note for note in load(str(tmp_path / "cars.parquet")).notes)


def test_a_dataset_by_its_name() -> None:
    problem = load_problem(TableSettings(data="synthetic-linear", rows=100))
    assert problem.name == "synthetic-linear" and problem.rounds == 100
    assert any("Source" in note for note in problem.notes)


@pytest.mark.parametrize(
    ("settings", "error", "says"),
    [
        ({"target": "prise"}, UnknownColumn, "no column 'prise'; did you mean 'price'"),
        (
            {"target": None},
            InvalidParameter,
            "no target is given; give --target, one of age, make",
        ),
        ({"target": "cost"}, InvalidTable, "missing or infinite in 40 of 400 rows"),
        ({"target": "make"}, InvalidTable, "not a number"),
        ({"loss": "hinge"}, InvalidParameter, "loss is 'hinge'"),
        ({"low": 30.0, "high": 10.0}, InvalidParameter, "low must be the smaller"),
        ({"low": float("nan")}, InvalidParameter, "low is nan"),
        ({"rows": 5}, InvalidParameter, "rows is 5; give a whole number of at least 20"),
        ({"fit_rows": 1}, InvalidParameter, "fit_rows is 1"),
        ({"shuffle": -1}, InvalidParameter, "shuffle is -1"),
        ({"max_categories": 0}, InvalidParameter, "max_categories is 0"),
        ({"ignore": ("colour",)}, UnknownColumn, "no column 'colour' to ignore"),
        ({"ignore": ("age", "make", "cost")}, InvalidTable, "no column besides the target"),
        ({"data": "cars"}, MissingTable, "no file and no dataset 'cars'; give a CSV"),
        ({"data": "bng-prise"}, MissingTable, "did you mean 'bng-price'"),
        ({"data": "nowhere.csv"}, MissingTable, "no file 'nowhere.csv'"),
    ],
)
def test_bad_settings(path: str, settings: dict, error: type, says: str) -> None:
    with pytest.raises(error, match=says):
        load_problem(TableSettings(**{"data": path, "target": "price", **settings}))


def test_a_target_that_is_flat_at_first(tmp_path) -> None:
    flat = cars().with_columns(price=polars.Series([5.0] * (ROWS - 1) + [6.0]))
    flat.write_csv(tmp_path / "flat.csv")
    with pytest.raises(InvalidTable, match="is 5 in the first 100 rows; take more rows"):
        load(str(tmp_path / "flat.csv"), rows=100)


def test_one_end_of_the_range_may_come_from_hindsight(path: str) -> None:
    price = cars()["price"].to_numpy()
    middle = float(np.median(price))
    said = " ".join(load(path, high=middle).notes)
    assert f"Hindsight: the low end of the action's range, {price.min():g}, is that of all" in said
    assert f"Losses are parts of the range of all targets, {price.max() - price.min():g}." in said
    said = " ".join(load(path, low=float(price.min()), high=float(price.max())).notes)
    assert "end of the action" not in said and "range of the action is" not in said
