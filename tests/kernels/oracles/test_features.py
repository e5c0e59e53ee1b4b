import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.features import Cosine, Items, Polynomial, RandomFourier
from smoothbandits.interpreted.generics import joint_features
from smoothbandits.interpreted.oracles.features import random_fourier
from smoothbandits.spaces import Box, Catalog, Interval
from tests.reference import features as twin
from tests.theory.instances import repeatable


@repeatable
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.sampled_from([0.01, 1.0, 100.0]))
def test_random_fourier_features_are_cosines(seed, n, bandwidth):
    rng = np.random.default_rng(seed)
    contexts = rng.normal(size=(3, 4))
    directions, phases = bandwidth * rng.standard_cauchy((4, n)), rng.random(n)
    out = np.empty((3, n))
    random_fourier(contexts, directions, phases, out)
    # an angle of T turns is known up to T roundings
    turns = 1.0 + np.abs(contexts) @ np.abs(directions)
    error = np.abs(out - twin.random_fourier(contexts, directions, phases))
    assert (error * np.sqrt(n) < 1e-10 + 1e-14 * turns).all()


def test_random_fourier_features_approximate_the_laplace_kernel():
    # E[2 cos(xW + b) cos(yW + b)] = exp(-bandwidth |x - y|_1); 2e5 features: error below
    # 5.3 standard deviations, 1e-7 by chance
    features = RandomFourier(200_000, bandwidth=0.5).build(2, seed=1)
    x, y = features(np.array([[0.2, 0.9], [0.7, 0.1]]))
    assert abs(2.0 * x @ y - np.exp(-0.5 * 1.3)) < 5.3 / np.sqrt(200_000)


@repeatable
@given(st.integers(1, 3), st.integers(1, 4), st.integers(0, 3), st.integers(0, 2**32 - 1))
def test_joint_features_are_products(dimension, highest, context_size, seed):
    rng = np.random.default_rng(seed)
    space = Box(np.zeros(dimension), np.ones(dimension))
    context, action = rng.normal(size=context_size), rng.random(dimension)
    for kind, features in [("cosine", Cosine(highest)), ("power", Polynomial(highest))]:
        basis = features.build(space)
        expected = twin.joint(basis.orders, basis.scales, kind, context, action)
        np.testing.assert_allclose(joint_features(basis, context, action), expected, atol=1e-12)


def test_orders_are_all_those_of_bounded_total_degree():
    orders = Cosine(3).build(Box([0, 0], [1, 1])).orders
    assert sorted(map(tuple, orders.tolist())) == sorted(
        (i, j) for i in range(4) for j in range(4) if i + j <= 3
    )
    np.testing.assert_allclose(
        Cosine(3, decay=0.5).build(Interval(0, 1)).scales,
        np.array([1.0, 2**-0.5, 3**-0.5, 0.5]) / math.sqrt(1 + 1 / 2 + 1 / 3 + 1 / 4),
    )


@pytest.mark.parametrize("features", [Cosine(7), Polynomial(5)], ids=repr)
def test_features_of_the_action_are_no_longer_than_one(features):
    box = Box([0, 0], [1, 1])
    basis = features.build(box)
    for point in box.sample(0, 200):
        assert np.linalg.norm(joint_features(basis, np.empty(0), point)) <= 1.0 + 1e-12


def test_items_are_rows():
    matrix = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    basis = Items(matrix).build(Catalog(3))
    found = joint_features(basis, np.array([0.5]), np.array([2.0]))
    np.testing.assert_allclose(found, [2.5, 5.0, 3.0, 6.0])
