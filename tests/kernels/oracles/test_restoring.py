"""Going back to another state of the same type."""

import copy

import numpy as np
import pytest

from smoothbandits.bandit.storage import flatten
from smoothbandits.interpreted.oracles.restoring import restore
from smoothbandits.oracles import (
    Adam,
    AdditiveOracle,
    Coin,
    CurveOracle,
    DispersionOracle,
    ForgettingOracle,
    GLMOracle,
    GradientOracle,
    HarmonicOracle,
    LinearOracle,
    NewtonOracle,
    OutcomeOracle,
    ScaledOracle,
    TableOracle,
    WatchedOracle,
    WeightedOracle,
    bind,
)
from smoothbandits.spaces import Catalog, Interval

INTERVAL = Interval(0.0, 1.0)
ORACLES = [
    AdditiveOracle(),
    CurveOracle(cells=8),
    DispersionOracle(optimiser=Coin()),
    GLMOracle(),
    GradientOracle(),
    HarmonicOracle(order=2),
    HarmonicOracle(order=2, optimiser=Adam()),
    LinearOracle(),
    NewtonOracle(),
    OutcomeOracle(),
    ScaledOracle(HarmonicOracle(order=2)),
    ForgettingOracle(AdditiveOracle(), 20),
    WatchedOracle(AdditiveOracle()),
    WeightedOracle(ScaledOracle(LinearOracle()), "B"),
    TableOracle(),
]


def scrambled(state):
    """Other numbers in every array, also in those that never change."""
    other = copy.deepcopy(state)
    for array in arrays(other):
        array[...] = array + 1 if array.dtype.kind != "b" else ~array
    return other


def arrays(state):
    for part in state:
        if isinstance(part, np.ndarray):
            yield part
        elif isinstance(part, tuple):
            yield from arrays(part)


@pytest.mark.parametrize("oracle", ORACLES, ids=repr)
def test_what_files_keep_goes_back_and_nothing_else(oracle):
    space = Catalog(5) if isinstance(oracle, TableOracle) else INTERVAL
    width = 0 if isinstance(oracle, TableOracle | CurveOracle) else 2
    pristine = oracle.build(space, width, 0)
    state = scrambled(pristine)
    kept = {id(array) for array in flatten(state, "").values()}
    others = [array.copy() for array in arrays(state) if id(array) not in kept]
    restore(state, pristine)
    expected = flatten(pristine, "")
    for name, array in flatten(state, "").items():
        np.testing.assert_array_equal(array, expected[name], err_msg=name)
    left = [array for array in arrays(state) if id(array) not in kept]
    assert all((array == other).all() for array, other in zip(left, others, strict=True))


def test_an_object_of_the_user_is_copied_again():
    class Counting:
        seen = 0

        def predict(self, context, actions, weight=1.0):
            return np.full(len(actions), 0.5)

        def learn(self, context, action, loss, weight=1.0):
            self.seen += 1

    model = bind(WeightedOracle(Counting(), "B"), INTERVAL)
    model.learn(None, 0.5, loss=0.5)
    assert model.state.inner.holder.model.seen == 1
    restore(model.state.inner, model.state.pristine)
    assert model.state.inner.holder.model.seen == 0
    assert model.state.inner.holder.model is not model.state.pristine.holder.model
