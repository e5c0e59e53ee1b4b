import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.oracles.trees import slice_rows, tree_values
from smoothbandits.kernels.states import ACTION
from smoothbandits.oracles.trees import from_lightgbm
from tests.oracles.trees.models import fitted, rows_of, strange_rows

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


def test_several_models_are_their_sum():
    models = [fitted(kind) for kind in ("plain", "categories", "missing")]
    state, rows = from_lightgbm(*models).state(), train()[1]
    out = np.empty(len(rows))
    tree_values(state, rows, out)
    assert state.roots.size == sum(model.num_trees() for model in models)
    expected = sum(model.predict(rows) for model in models)
    np.testing.assert_allclose(out, expected, rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("kind", ["plain", "categories", "missing"])
def test_without_an_action_every_feature_is_of_the_context(kind):
    """One cell, as nothing depends on the action; splits may lie anywhere."""
    model = fitted(kind)
    state = from_lightgbm(model, action=False).state()
    assert state.edges.tolist() == [0.0, 1.0] and state.waiting[0] == 1
    assert (
        set(state.feature) == set(from_lightgbm(model).nodes.feature)
        and ACTION not in state.feature
    )
    rows = strange_rows(kind, 500, np.random.default_rng(2))
    found = np.empty((500, 1))
    slice_rows(state, rows, found)
    np.testing.assert_allclose(found[:, 0], model.predict(rows), rtol=0.0, atol=1e-12)


def test_a_booster_that_was_told_gradients_is_the_sum_of_its_trees():
    """Without the score that it began with, which is not in the model."""
    rows = rows_of("plain", 500, np.random.default_rng(0))
    settings = {"objective": "none", "verbosity": -1, "num_threads": 1}
    data = lightgbm.Dataset(rows, rows[:, -1], init_score=np.full(500, 0.3), params=settings)
    model = lightgbm.Booster(settings, data)
    for _ in range(3):
        model.update(fobj=lambda scores, data: (scores - data.get_label(), np.ones(500)))
    out = np.empty(500)
    tree_values(from_lightgbm(model).state(), rows, out)
    np.testing.assert_array_equal(out, model.predict(rows))
    assert abs(out.mean() - (rows[:, -1].mean() - 0.3)) < 0.2 and out.std() > 0.01


@pytest.mark.parametrize("objective", ["binary", "cross_entropy"])
def test_logits_are_lightgbms_own(objective):
    rng = np.random.default_rng(2)
    rows = rng.random((300, 3))
    labels = (rng.random(300) < rows[:, 2]).astype(float)
    setting = {"objective": objective, "verbose": -1, "num_threads": 1}
    booster = lightgbm.train(setting, lightgbm.Dataset(rows, label=labels), 5)
    found = np.empty(300)
    tree_values(from_lightgbm(booster, logits=True).state(), rows, found)
    np.testing.assert_allclose(found, booster.predict(rows, raw_score=True), atol=1e-12)
    with pytest.raises(InvalidParameter, match=objective):
        from_lightgbm(booster)


def test_losses_are_no_logits():
    text = "max_feature_idx=0\nnum_class=1\nobjective={0}\n\nTree=0\nnum_leaves=1\nnum_cat=0\n"
    for objective in ("regression", "binary sigmoid:2"):
        with pytest.raises(InvalidParameter, match="sigmoid of the sum"):
            from_lightgbm(text.format(objective) + "leaf_value=0.25\n\nend of trees", logits=True)
