import numpy as np
import pytest

from smoothbandits.engines import entries_of
from smoothbandits.interpreted.generics import optimise, restore, step
from smoothbandits.oracles import Adam, Coin, DispersionOracle
from smoothbandits.spaces import Interval
from tests.interpreted import model
from tests.reference import optimisers as twin

entries_of("python")  # registers the kernels

START = np.array([0.5, -1.0, 0.0, 2.0])
RNG = np.random.default_rng(11)
GRADIENTS = RNG.normal(size=(60, 4)) * np.array([1.0, 1e-3, 50.0, 0.0])
GRADIENTS[:5, 2] = 0.0  # a coordinate that wakes up late; the last one never does


@pytest.mark.parametrize(
    ("fast", "slow"),
    [
        (Adam(learning_rate=0.05, tzero=7.0), lambda start: twin.Adam(0.05, 7.0)),
        (Coin(), lambda start: twin.Cocob(start)),
    ],
    ids=["adam", "coin"],
)
def test_steps_are_the_published_ones(fast, slow):
    parameters = START.copy()
    state = fast.build(parameters)
    twins, expected = [slow(v) for v in START], START.tolist()
    for gradient in GRADIENTS:
        optimise(state, parameters, gradient)
        expected = [
            t.step(v, g) for t, v, g in zip(twins, expected, gradient.tolist(), strict=True)
        ]
        np.testing.assert_allclose(parameters, expected, rtol=1e-9, atol=1e-12)


def test_batches_of_all_sizes_step_by_their_mean():
    """One step would not tell: it is the same for all multiples of a gradient."""
    oracle = DispersionOracle(optimiser=Adam(0.05, 7.0))
    state = model(oracle, Interval(0, 1), context_size=2).state
    size, rng = len(state.parameters), np.random.default_rng(3)
    twins, expected = [twin.Adam(0.05, 7.0) for _ in range(size)], state.parameters.tolist()
    for batch in (1, 5, 2):
        gradients = rng.normal(size=(batch, size))
        state.gradient[:size] += gradients.sum(axis=0)
        state.gradient[size] += batch
        step(state)
        means = gradients.mean(axis=0).tolist()
        expected = [t.step(v, g) for t, v, g in zip(twins, expected, means, strict=True)]
        np.testing.assert_allclose(state.parameters, expected, rtol=1e-9)
        assert (state.gradient == 0.0).all()


@pytest.mark.parametrize("optimiser", [Adam(learning_rate=0.3), Coin()], ids=["adam", "coin"])
def test_finds_the_middle_of_a_valley(optimiser):
    parameters = START.copy()
    state = optimiser.build(parameters)
    target = np.array([1.0, 1.0, -1.0, 0.5])
    average = np.zeros(4)
    for _ in range(2000):
        optimise(state, parameters, np.sign(parameters - target))
        average += parameters / 2000
    np.testing.assert_allclose(average, target, atol=0.1)


@pytest.mark.parametrize("optimiser", [Adam(), Coin()], ids=["adam", "coin"])
def test_restoring_starts_over(optimiser):
    def run(state):
        parameters = START.copy()
        for gradient in GRADIENTS[:10]:
            optimise(state, parameters, gradient)
        return parameters

    state, pristine = optimiser.build(START.copy()), optimiser.build(START.copy())
    first = run(state)
    assert (run(state) != first).any()
    restore(state, pristine)
    assert (run(state) == first).all()
