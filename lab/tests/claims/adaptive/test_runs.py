import math

import numpy as np
import pytest

from smoothbandits_lab.claims.adaptive.runs import (
    CEILING,
    bases_of,
    growths,
    practical_explorer,
    standard_eta,
)
from smoothbandits_lab.claims.adaptive.words import bound_with_constants


def test_ceiling():
    assert CEILING == pytest.approx(4.2321, abs=1e-4)
    # log2 T doublings at exp(1/ln T) each, whatever T
    for rounds in (10, 10**6):
        assert math.exp(math.log2(rounds) / math.log(rounds)) == pytest.approx(CEILING)


def test_growths_find_what_does_not_fit():
    beta = math.exp(1.0 / math.log(1000))
    thresholds = np.array([6.0, 13.0, 30.0])  # 2 B, one doubling, two
    right = growths(0.2 * beta ** np.array([0, 1, 2]), thresholds, 0.2, 1000)
    assert right["unmatched"] == 0 and right["off"] < 1e-12
    assert (right["least"], right["most"]) == pytest.approx((0.0, 2.0))
    for powers in ([0, -1, -2], [0, 0, 2], [1, 1, 2], [0, 2, 2]):
        assert growths(0.2 * beta ** np.array(powers), thresholds, 0.2, 1000)["unmatched"] > 0
    assert growths(0.2 * beta ** np.array([0, 1, 1.5]), thresholds, 0.2, 1000)["off"] > 0.4


def test_eta_balances_the_parts_without_h():
    rounds = 100_000
    eta = standard_eta(rounds)
    assert bases_of(rounds) == 17
    assert bases_of(rounds) / eta == pytest.approx(eta * rounds)


def test_the_practical_grid_is_theorem_ones():
    explorer = practical_explorer()
    bound = math.log(4) / 2
    assert explorer.highest == pytest.approx(4 * math.sqrt(1 / bound))
    assert explorer.lowest == pytest.approx(4 * math.sqrt((1 / 1024) / bound))
    assert explorer.anytime and explorer.bases == 8


@pytest.mark.parametrize("rounds", [10**3, 10**5, 10**6])
def test_the_bound_is_vacuous_until_then(rounds):
    assert bound_with_constants(rounds, 1 / 8) > rounds
    # a/eta + b eta is least at sqrt(a/b), where it is 2 sqrt(a b)
    logarithm, reg = math.log(rounds), math.log(4) / 2
    growing = rounds * (1 + 20 * logarithm * reg * 8)
    least = 2 * math.sqrt(bases_of(rounds) * logarithm * growing)
    assert bound_with_constants(rounds, 1 / 8) == pytest.approx(least, rel=1e-3)
