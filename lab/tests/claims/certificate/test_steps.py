"""Curves of pieces and their integrals."""

import numpy as np
import pytest

from smoothbandits.theory import absolute_igw_mass
from smoothbandits_lab.claims.certificate.steps import (
    PIECES,
    Steps,
    random_kernels,
    random_steps,
)


@pytest.mark.parametrize("rate", [0.1, 10.0, 100.0])
def test_quadrature_has_all_digits(rate):
    ends = np.abs(np.arange(PIECES + 1) / PIECES - 0.25)
    curve = Steps(ends[:-1], ends[1:])
    mass = curve.integrate(1.0 / (1.0 + rate * curve.values))
    assert mass == pytest.approx(absolute_igw_mass(0.25, h=0.1, gamma=10.0 * rate), rel=1e-13)


def test_quadrature_has_all_digits_where_it_is_steepest():
    curve = Steps(np.zeros(PIECES), np.full(PIECES, 0.125))
    assert curve.integrate(1.0 / (1.0 + 100.0 * curve.values)) == pytest.approx(
        np.log1p(12.5) / 12.5, rel=1e-12
    )


def test_random_curves_are_losses():
    generator = np.random.default_rng(0)
    for _ in range(60):
        curve = random_steps(generator)
        ends = np.concatenate([curve.left, curve.right])
        assert 0.0 <= ends.min() == curve.least and ends.max() <= 1.0
        assert np.abs(curve.right - curve.left).max() <= 0.125 + 1e-12


def test_random_kernels_are_smooth():
    generator = np.random.default_rng(0)
    for _ in range(30):
        extreme, mixed, h = random_kernels(generator)
        for kernels in (extreme, mixed):
            assert kernels.mean(axis=1) == pytest.approx(np.ones(len(kernels)))
            assert 0.0 <= kernels.min() and kernels.max() <= 1.0 / h + 1e-12
        assert set(np.unique(extreme)) <= {0.0, 1.0 / h}
