"""What a bandit is said to be made of, and what making it takes."""

import tracemalloc

import pytest

from smoothbandits import AdditiveOracle, Bandit, HarmonicOracle, Interval, LinearOracle
from smoothbandits.bandit.sizes import numbers_of
from smoothbandits.features import Cosine, RandomFourier
from smoothbandits.oracles import DispersionOracle
from tests.kinds import KINDS

UNIT = Interval(0.0, 1.0)
LARGE = {
    "large additive": lambda: Bandit(UNIT, oracle=AdditiveOracle(), context_size=3_000),
    "large harmonic": lambda: Bandit(UNIT, oracle=HarmonicOracle(order=2_000), context_size=50),
    "large linear": lambda: Bandit(UNIT, oracle=LinearOracle(Cosine(30)), context_size=20),
    "large fourier": lambda: Bandit(
        UNIT, oracle=DispersionOracle(RandomFourier(4_000)), context_size=300
    ),
}


@pytest.mark.parametrize("kind", [*KINDS, *LARGE])
def test_no_bandit_takes_far_more_than_is_said(kind: str) -> None:
    make = LARGE[kind] if kind in LARGE else KINDS[kind]
    make()  # imports and compiles
    tracemalloc.start()
    try:
        bandit = make()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    bases = bandit.explorer.bases if bandit.explorer.oracle_per_base else 1
    said = numbers_of(
        bandit.space, bandit.oracle.oracle, bandit.explorer, bandit.context_size, bases, 0
    )
    assert peak < 4 * 8 * said + 2**20
