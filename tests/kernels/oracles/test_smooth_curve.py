import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.oracles.smooth_curve import climb
from smoothbandits.oracles.curve import LENGTHS, CurveOracle, penalty
from smoothbandits.spaces import Interval
from tests.interpreted import model
from tests.reference import curve as twin
from tests.theory.instances import repeatable


@st.composite
def histories(draw, most=40):
    """Cells, and weighted examples, some of them at edges of cells."""
    cells = draw(st.integers(2, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    length = draw(st.integers(0, most))
    edges = rng.integers(0, cells + 1, length) / cells
    actions = np.where(rng.random(length) < 0.3, edges, rng.random(length))
    losses = rng.choice([0.0, 1.0, 0.3, rng.random()], length)
    weights = rng.choice([1.0, 0.01, 30.0], length) if draw(st.booleans()) else np.ones(length)
    return cells, list(zip(actions.tolist(), losses.tolist(), weights.tolist(), strict=True))


def taught(cells, examples):
    """The oracle after the examples."""
    found = model(CurveOracle(cells), Interval(0.0, 1.0))
    for action, loss, weight in examples:
        found.learn(None, action, loss, weight)
    return found


@pytest.mark.parametrize("cells", [2, 3, 5, 16])
def test_the_penalty_is_the_energy_of_a_smooth_process(cells):
    for length in LENGTHS:
        bands, matrix = penalty(cells, length), twin.precision(cells, length)
        for j in range(3):
            expected, said = np.diagonal(matrix, j) if j < cells else [], f"length {length}"
            band = bands[j, : max(0, cells - j)]
            np.testing.assert_allclose(band, expected, rtol=1e-9, err_msg=said)
            assert not bands[j, max(0, cells - j) :].any(), said


def test_its_process_has_the_variance_and_the_length_that_are_said():
    """Matern 3/2: correlation (1 + d / length) exp(-d / length), away from the ends."""
    bands = penalty(512, 1 / 16)
    matrix = sum(np.diag(bands[j, : 512 - j], j) for j in range(3))
    covariance = np.linalg.inv(np.triu(matrix) + np.triu(matrix, 1).T)
    middle, apart = 256, 32
    assert covariance[middle, middle] == pytest.approx(16.0, rel=0.02)
    share = covariance[middle, middle + apart] / covariance[middle, middle]
    assert share == pytest.approx(2.0 * np.exp(-1.0), rel=0.02)


@repeatable
@given(histories())
def test_learns_as_its_twin_does(history):
    cells, examples = history
    oracle, slow = taught(cells, examples), twin.Curve(cells)
    for action, loss, weight in examples:
        slow.learn(action, loss, weight)
    np.testing.assert_allclose(oracle.state.logits, slow.logits, rtol=1e-6, atol=1e-8)
    assert oracle.state.dispersion[0] == pytest.approx(slow.dispersion, rel=1e-6)
    assert slow.priors[LENGTHS[oracle.state.length[0]]] is slow.prior


@repeatable
@given(histories(), st.sampled_from(range(len(LENGTHS))), st.integers(0, 2**32 - 1))
def test_every_step_climbs_and_ends_at_the_top(history, length, seed):
    cells, examples = history
    state, slow = taught(cells, examples).state, twin.Curve(cells)
    slow.examples = [(slow.cell(a), loss, weight) for a, loss, weight in examples]
    slow.dispersion = state.dispersion[0]
    prior, f = slow.priors[LENGTHS[length]], np.random.default_rng(seed).normal(size=cells) * 3.0
    before = slow.posterior(prior, f)
    for _ in range(50):
        climb(state.penalties[length], state, f)
        after = slow.posterior(prior, f)
        assert after >= before - 1e-7 * (1.0 + abs(before))
        before = after
    for _ in range(20_000):  # slow where losses are all 0 or all 1 and weigh much
        moved = f.copy()
        climb(state.penalties[length], state, moved)
        done = abs(moved - f).max() < 1e-10
        f = moved
        if done:
            break
    counts, totals = slow.sums()
    gradient = totals - counts / (1.0 + np.exp(-f)) - prior @ f
    assert abs(gradient).max() < 1e-5 * (1.0 + counts.max() + abs(prior).max())


@repeatable
@given(histories(), st.floats(0.0, 1e4))
def test_the_argmin_and_the_mass_are_those_of_the_cells(history, rate):
    cells, examples = history
    oracle = taught(cells, examples)
    middles = (np.arange(cells) + 0.5) / cells
    losses = oracle.predict(None, middles)
    action, least = oracle.best()
    assert least == losses.min() and 0.0 <= action <= 1.0
    assert oracle.predict(None, [action])[0] == least
    expected = np.mean(1.0 / (1.0 + rate * (losses - least)))
    assert oracle.mass(None, rate) == (pytest.approx(expected, abs=1e-12), 0.0)
    assert oracle.argmin_error() == 0.0


@pytest.mark.parametrize(
    ("losses", "expected"),
    [
        ([0.5, 0.2, 0.5, 0.9], 0.375),  # the middle of the cell
        ([0.3, 0.2, 0.9, 0.9], 0.375 - 0.49 * 0.6 / 0.8 / 4),  # towards the lower neighbour
        ([0.1, 0.2, 0.5, 0.9], 0.0),  # the ends
        ([0.9, 0.5, 0.2, 0.1], 1.0),
        ([0.5, 0.5, 0.5, 0.5], 0.5),
    ],
)
def test_where_in_the_best_cell_the_argmin_is(losses, expected):
    oracle = model(CurveOracle(4), Interval(0.0, 1.0))
    oracle.state.logits[:] = np.log(losses) - np.log1p(-np.array(losses))
    action, _ = oracle.best()
    assert action == pytest.approx(expected, abs=1e-12)
