"""Small numerics that oracles and environments share: sigmoid, products, symmetric matrices."""

import math

import numpy as np

from .jit import kernel

LEAST_PIVOT = 1e-14  # of the diagonal


@kernel
def sigmoid(z):
    """Logistic function without overflow."""
    if z >= 0.0:
        return 1.0 / (1.0 + math.exp(-z))
    e = math.exp(z)
    return e / (1.0 + e)


@kernel
def dot(a, b, n):
    """Inner product of the first n entries in four interleaved sums, which is faster."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for i in range(0, whole, 4):
        s0 += a[i] * b[i]
        s1 += a[i + 1] * b[i + 1]
        s2 += a[i + 2] * b[i + 2]
        s3 += a[i + 3] * b[i + 3]
    for i in range(whole, n):
        s0 += a[i] * b[i]
    return (s0 + s1) + (s2 + s3)


@kernel
def affine(weights, x):
    """w.x + w_0, where w_0 comes last, summed from the first entry on."""
    n = x.shape[0]
    total = 0.0
    for i in range(n):
        total += weights[i] * x[i]
    return total + weights[n]


@kernel
def dot_at(a, b, start, n):
    """As `dot`, with the n entries of b from ``start`` on; a slice takes longer to compile."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for i in range(0, whole, 4):
        s0 += a[i] * b[start + i]
        s1 += a[i + 1] * b[start + i + 1]
        s2 += a[i + 2] * b[start + i + 2]
        s3 += a[i + 3] * b[start + i + 3]
    for i in range(whole, n):
        s0 += a[i] * b[start + i]
    return (s0 + s1) + (s2 + s3)


@kernel
def quadratic_form(matrix, v):
    """v' matrix v."""
    total = 0.0
    for i in range(v.shape[0]):
        total += v[i] * dot(matrix[i], v, v.shape[0])
    return total


@kernel
def add_outer(matrix, v, scale):
    """matrix += scale v v'."""
    for i in range(v.shape[0]):
        for j in range(v.shape[0]):
            matrix[i, j] += scale * v[i] * v[j]


@kernel
def shrink(inverse, v, scale):
    """inverse -= scale v v', unless rounding would leave a negative diagonal.

    It does so only where v is so large that nothing certain is left in its direction.  Kept
    positive, no entry of the inverse ever grows beyond what its diagonal began with.
    """
    for i in range(v.shape[0]):
        if not scale * v[i] * v[i] <= inverse[i, i]:
            return
    add_outer(inverse, v, -scale)


@kernel
def sherman_morrison(inverse, v, scale):
    """Inverse of (matrix + scale v v') from the inverse of matrix."""
    n = v.shape[0]
    product = np.empty(n)
    for i in range(n):
        product[i] = dot(inverse[i], v, n)
    shrink(inverse, product, scale / (1.0 + scale * max(0.0, dot(product, v, n))))


@kernel
def invert(matrix, shift, out):
    """Gauss-Jordan inverse of a symmetric positive definite matrix plus shift I.

    A pivot that rounding has eaten counts as the least one that it cannot eat.
    """
    n = matrix.shape[0]
    work = matrix.copy()
    for i in range(n):
        work[i, i] += shift
        for j in range(n):
            out[i, j] = 1.0 if i == j else 0.0
    for k in range(n):
        pivot = max(work[k, k], LEAST_PIVOT * (matrix[k, k] + shift))
        for j in range(n):
            work[k, j] /= pivot
            out[k, j] /= pivot
        for i in range(n):
            if i != k:
                factor = work[i, k]
                for j in range(n):
                    work[i, j] -= factor * work[k, j]
                    out[i, j] -= factor * out[k, j]
