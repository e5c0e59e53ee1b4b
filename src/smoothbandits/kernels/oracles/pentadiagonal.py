"""Equations whose symmetric matrix has two bands beside its diagonal: one pass down, one up.

``bands`` f8[3, K] holds A[k, k + j] as bands[j, k], and zeros where there is no such entry.
"""

import math

import numpy as np

from ..jit import kernel


@kernel
def factors_of(bands, added):
    """A + diag(added) = L D L', for a positive matrix, as f8[3, K + 2].

    Its rows are 1 / D[k], L[k + 1, k] and L[k + 2, k]; two columns are room beyond the end.
    """
    n = added.shape[0]
    factors = np.zeros((3, n + 2))
    for k in range(n):
        factors[0, k] = bands[0, k] + added[k]
        factors[1, k], factors[2, k] = bands[1, k], bands[2, k]
    for k in range(n):
        near, far, inverse = factors[1, k], factors[2, k], 1.0 / factors[0, k]
        factors[0, k], factors[1, k], factors[2, k] = inverse, near * inverse, far * inverse
        factors[0, k + 1] -= near * near * inverse
        factors[1, k + 1] -= near * far * inverse
        factors[0, k + 2] -= far * far * inverse
    return factors


@kernel
def solve(factors, x):
    """Replace the right side in ``x``, f8[K + 2] with two zeros at its end, by the solution."""
    n = x.shape[0] - 2
    for k in range(n):
        x[k + 1] -= factors[1, k] * x[k]
        x[k + 2] -= factors[2, k] * x[k]
    for k in range(n - 1, -1, -1):
        x[k] = factors[0, k] * x[k] - factors[1, k] * x[k + 1] - factors[2, k] * x[k + 2]


@kernel
def log_determinant(factors):
    """Of the matrix that the factors are of."""
    total = 0.0
    for k in range(factors.shape[1] - 2):
        total -= math.log(factors[0, k])
    return total


@kernel
def quadratic_form(bands, x):
    """x' A x."""
    n = x.shape[0]
    total = 0.0
    for k in range(n):
        row = 0.5 * bands[0, k] * x[k]
        for j in range(1, min(3, n - k)):
            row += bands[j, k] * x[k + j]
        total += 2.0 * x[k] * row
    return total
