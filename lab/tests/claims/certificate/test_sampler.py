"""The law that claims judge is the law that bandits report."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.oracles import FiniteClassOracle
from smoothbandits.theory import smooth_igw_law
from smoothbandits_lab.claims.certificate.sampler import finite_law
from tests.interpreted import InterpretedBandit

PREDICTIONS = np.array([0.3, 0.8, 0.1, 0.55])
WEIGHTS = np.array([0.4, 0.3, 0.1, 0.2])


def test_it_is_the_formula():
    law, mass = finite_law(PREDICTIONS, 0.2, 50.0, WEIGHTS)
    assert law == pytest.approx(smooth_igw_law(PREDICTIONS, 0.2, 50.0, WEIGHTS), abs=1e-15)
    assert law[2] == pytest.approx(WEIGHTS[2] + 1.0 - mass)


def test_it_is_what_a_bandit_reports():
    bandit = InterpretedBandit(
        sb.Catalog(4, weights=WEIGHTS),
        oracle=FiniteClassOracle([PREDICTIONS]),
        explorer=sb.SmoothIGW(h=0.2, gamma=50.0),
    )
    law, _ = finite_law(PREDICTIONS, 0.2, 50.0, WEIGHTS)
    for action in range(4):
        propensity = bandit.propensity(None, action)
        reported = WEIGHTS[action] * propensity.density + propensity.atom
        assert law[action] == pytest.approx(reported, abs=1e-12)


def test_it_is_what_a_bandit_samples():
    # 4,000 draws; each share within 4.4 standard errors, false alarm below 1e-4
    bandit = InterpretedBandit(
        sb.Catalog(4, weights=WEIGHTS),
        oracle=FiniteClassOracle([PREDICTIONS]),
        explorer=sb.SmoothIGW(h=0.2, gamma=50.0),
        seed=5,
    )
    law, _ = finite_law(PREDICTIONS, 0.2, 50.0, WEIGHTS)
    shares = np.bincount(np.asarray(bandit.act_many(4000).actions, dtype=int), minlength=4) / 4000
    assert np.abs(shares - law).max() < 4.4 * np.sqrt(0.25 / 4000)
