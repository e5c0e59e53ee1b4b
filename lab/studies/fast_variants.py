"""Rows of the study of ``fast``: what ships, and what it was chosen against.

A row is what is given to `Bandit` beside space and seed; its name is that as code.  What a row
leaves out is as in ``fast``.
"""

from typing import Any

from smoothbandits.explorers import AdaptiveIGW, Anytime, SmoothIGW
from smoothbandits.features import RandomFourier
from smoothbandits.oracles import (
    Adam,
    AdditiveOracle,
    BoostedOracle,
    CurveOracle,
    DispersionOracle,
    HarmonicOracle,
)

FAST = "fast"
FOURIER = "DispersionOracle(RandomFourier(512), Adam(0.005, 300))"

ON_INTERVALS: dict[str, dict[str, Any]] = {
    FAST: {},
    "DispersionOracle()": {"oracle": DispersionOracle()},
    FOURIER: {"oracle": DispersionOracle(RandomFourier(512), Adam(0.005, 300.0))},
    "HarmonicOracle()": {"oracle": HarmonicOracle()},
    "AdditiveOracle(knots=4)": {"oracle": AdditiveOracle(knots=4)},
    "AdditiveOracle(knots=9)": {"oracle": AdditiveOracle(knots=9)},
    "AdditiveOracle(prior=0.3)": {"oracle": AdditiveOracle(prior=0.3)},
    "AdditiveOracle(prior=2.0)": {"oracle": AdditiveOracle(prior=2.0)},
    "AdaptiveIGW()": {"explorer": AdaptiveIGW()},
    "AdaptiveIGW(lowest=0.1, highest=100, bases=12, anytime=True)": {
        "explorer": AdaptiveIGW(lowest=0.1, highest=100.0, bases=12, anytime=True)
    },
    "AdaptiveIGW(lowest=4, highest=64, bases=4, anytime=True)": {
        "explorer": AdaptiveIGW(lowest=4.0, highest=64.0, bases=4, anytime=True)
    },
    "SmoothIGW(h=1, gamma=Anytime(8))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(8.0))},
}

# without a context there are no Fourier features, and knots and prior change nothing
WITHOUT_CONTEXT: dict[str, dict[str, Any]] = {
    FAST: {},
    "AdditiveOracle()": {"oracle": AdditiveOracle()},
    "CurveOracle(cells=32)": {"oracle": CurveOracle(32)},
    "CurveOracle(cells=128)": {"oracle": CurveOracle(128)},
    **{
        name: given
        for name, given in ON_INTERVALS.items()
        if name not in (FAST, FOURIER) and not name.startswith("AdditiveOracle")
    },
}

# at several horizons: what ships, and trees as they were the default here before
BEST = "best"
TREES = "BoostedOracle(background=False)"
BEST_WITHOUT_CONTEXT: dict[str, dict[str, Any]] = {
    BEST: {"policy": "best"},
    FAST: {},
    TREES: {"oracle": BoostedOracle(background=False), "policy": "best"},
    "HarmonicOracle()": {"oracle": HarmonicOracle()},
}
CURVES_AGAINST: dict[str, dict[str, Any]] = {
    FAST: {},
    BEST: {"policy": "best"},
    "AdditiveOracle()": {"oracle": AdditiveOracle()},
    "HarmonicOracle()": {"oracle": HarmonicOracle()},
}

ON_CATALOGUES: dict[str, dict[str, Any]] = {
    FAST: {},
    "AdaptiveIGW()": {"explorer": AdaptiveIGW()},
    "AdaptiveIGW(lowest=0.1, highest=1000, bases=12)": {
        "explorer": AdaptiveIGW(lowest=0.1, highest=1000.0, bases=12)
    },
    "AdaptiveIGW(lowest=0.01, highest=10, bases=8, anytime=True)": {
        "explorer": AdaptiveIGW(lowest=0.01, highest=10.0, bases=8, anytime=True)
    },
    "AdaptiveIGW(lowest=0.003, highest=10, bases=12, anytime=True)": {
        "explorer": AdaptiveIGW(lowest=0.003, highest=10.0, bases=12, anytime=True)
    },
    "AdaptiveIGW(lowest=0.003, highest=30, bases=12, anytime=True, mixing=0.03)": {
        "explorer": AdaptiveIGW(lowest=0.003, highest=30.0, bases=12, anytime=True, mixing=0.03)
    },
    "SmoothIGW(h=1, gamma=Anytime(0.3))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(0.3))},
    "SmoothIGW(h=1, gamma=Anytime(1))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(1.0))},
}
