import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.oracles.pentadiagonal import (
    factors_of,
    log_determinant,
    quadratic_form,
    solve,
)
from tests.theory.instances import repeatable


@st.composite
def matrices(draw):
    """A positive matrix with two bands beside the diagonal, and its bands."""
    n = draw(st.integers(1, 9))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    lower = np.tril(np.triu(rng.normal(size=(n, n)), -2))
    np.fill_diagonal(lower, rng.uniform(0.5, 2.0, n))
    matrix = lower @ lower.T
    bands = np.zeros((3, n))
    for j in range(min(3, n)):
        bands[j, : n - j] = np.diagonal(matrix, j)
    return matrix, bands, rng.uniform(0.0, 5.0, n) * rng.integers(0, 2), rng.normal(size=n)


@repeatable
@given(matrices())
def test_agrees_with_dense_matrices(drawn):
    matrix, bands, added, right = drawn
    whole = matrix + np.diag(added)
    factors, x = factors_of(bands, added), np.append(right, [0.0, 0.0])
    solve(factors, x)
    np.testing.assert_allclose(whole @ x[:-2], right, atol=1e-9 * np.linalg.cond(whole))
    assert x[-2:].tolist() == [0.0, 0.0]
    assert log_determinant(factors) == pytest.approx(np.linalg.slogdet(whole)[1], abs=1e-8)
    assert quadratic_form(bands, right) == pytest.approx(right @ matrix @ right, abs=1e-9)
