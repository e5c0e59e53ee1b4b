import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.oracles.trees import slice_rows, tree_values
from smoothbandits.oracles.trees import from_scikit_learn
from tests.oracles.trees.models import losses_of, rows_of, strange_rows

ensemble = pytest.importorskip("sklearn.ensemble")


@pytest.fixture(autouse=True)
def one_thread():
    """Threads that wait for each other take long on a busy machine."""
    with pytest.importorskip("threadpoolctl").threadpool_limits(1):
        yield


@pytest.mark.parametrize("kind", ["plain", "missing"])
def test_slices_are_the_library_s_predictions(kind):
    rng = np.random.default_rng(0)
    rows = rows_of(kind, 3000, rng)
    model = ensemble.HistGradientBoostingRegressor(max_iter=20, early_stopping=False)
    model.fit(rows, losses_of(rows, rng))
    state = from_scikit_learn(model).state()
    rows = strange_rows(kind, 10_000, rng)
    rows[np.isinf(rows)] = 7.0  # scikit-learn refuses them
    expected, out = model.predict(rows), np.empty(len(rows))
    tree_values(state, rows, out)
    np.testing.assert_allclose(out, expected, rtol=0.0, atol=1e-14)
    values = np.empty((len(rows), state.edges.size - 1))
    slice_rows(state, np.ascontiguousarray(rows[:, :-1]), values)
    cells = np.searchsorted(state.edges[1:-1], rows[:, -1])
    np.testing.assert_allclose(values[np.arange(len(rows)), cells], expected, atol=1e-13)


@pytest.mark.parametrize(
    ("settings", "what"),
    [({"loss": "poisson"}, "poisson"), ({"categorical_features": [1]}, "cat")],
)
def test_what_is_not_a_sum_of_numeric_trees_is_refused(settings, what):
    rng = np.random.default_rng(0)
    rows = rows_of("plain", 300, rng)
    model = ensemble.HistGradientBoostingRegressor(max_iter=2, **settings)
    model.fit(rows, np.abs(losses_of(rows, rng)))
    with pytest.raises(InvalidParameter, match=what):
        from_scikit_learn(model)
