import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.trees import tree_values
from smoothbandits.trees import from_lightgbm
from tests.trees.models import fitted, rows_of

lightgbm = pytest.importorskip("lightgbm")


def train(objective="regression", trees=3, **settings):
    rng = np.random.default_rng(0)
    rows = rows_of("plain", 500, rng)
    settings = {"objective": objective, "verbosity": -1, "num_threads": 1, **settings}
    labels = (rows[:, -1] > 0.5).astype(float)
    data = lightgbm.Dataset(rows, labels, params=settings)
    return lightgbm.train(settings, data, num_boost_round=trees), rows


def test_a_booster_or_its_text():
    model = fitted("categories")
    given = from_lightgbm(model).nodes, from_lightgbm(model.model_to_string()).nodes
    for one, other in zip(*given, strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_best_iteration_counts():
    model, rows = train(trees=6)
    model.best_iteration = 2
    state, out = from_lightgbm(model).state(), np.empty(len(rows))
    tree_values(state, rows, out)
    assert state.roots.size == 2
    np.testing.assert_array_equal(out, model.predict(rows))


def test_a_model_that_cannot_split_is_one_leaf():
    model, rows = train(min_data_in_leaf=400)
    state, out = from_lightgbm(model).state(), np.empty(len(rows))
    tree_values(state, rows, out)
    np.testing.assert_array_equal(out, model.predict(rows))


@pytest.mark.parametrize(
    "settings",
    [
        {"objective": "binary"},
        {"objective": "poisson"},
        {"reg_sqrt": True},
        {"boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.5},
    ],
)
def test_predictions_that_are_not_sums_are_refused(settings):
    model, _ = train(**settings)
    with pytest.raises(InvalidParameter, match="sum of its trees"):
        from_lightgbm(model)


def test_several_classes_and_linear_leaves_are_refused():
    with pytest.raises(InvalidParameter, match="multiclass"):
        from_lightgbm(train(objective="multiclass", num_class=2)[0])
    with pytest.raises(InvalidParameter, match="linear leaves"):
        from_lightgbm(train(linear_tree=True)[0])
