"""A price and a channel: `python lab/studies/offers_study.py --jobs 2 --keep`.

With ``--keep`` the tables replace those in lab/studies/best.md.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from study import Part, run_study

import smoothbandits as sb
from smoothbandits.environments import OffersEnvironment
from smoothbandits.explorers import AdaptiveIGW, Anytime, SmoothIGW
from smoothbandits.oracles import BoostedOracle
from smoothbandits_lab.cells import Cell

DOCUMENT = Path(__file__).with_name("best.md")
CHANNELS = {"2 channels": 2, "4 channels": 4, "16 channels": 16}

#: what is given to `Bandit` beside policy="best", space and seed
VARIANTS: dict[str, dict[str, Any]] = {
    "best": {},
    "fast": {"policy": "fast"},
    "HarmonicOracle()": {"oracle": sb.HarmonicOracle()},
    "SmoothIGW(h=1, gamma=Anytime(1))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(1.0))},
    "SmoothIGW(h=1, gamma=Anytime(2))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(2.0))},
    "SmoothIGW(h=1, gamma=Anytime(8))": {"explorer": SmoothIGW(h=1.0, gamma=Anytime(8.0))},
    "AdaptiveIGW(lowest=1, highest=8, bases=4, anytime=True)": {
        "explorer": AdaptiveIGW(lowest=1.0, highest=8.0, bases=4, anytime=True)
    },
    "BoostedOracle(first=500)": {"oracle": BoostedOracle(first=500)},
}


def play(cell: Cell) -> dict[str, float]:
    """Regret per round x 1000 against the best price and channel of each customer."""
    rounds = cell.settings["rounds"]
    shop = OffersEnvironment(rounds, channels=CHANNELS[cell.dataset], seed=cell.seed)
    given = {"policy": "best", **VARIANTS[cell.policy]}
    bandit = sb.Bandit(shop.space, context_size=shop.context_size, seed=cell.seed, **given)
    trace = sb.simulate(bandit, shop)
    return {"value": 1e3 * float(trace.regrets[-1]) / len(trace), "seconds": trace.seconds}


def parts(tables: Collection[str], quick: bool, full: bool) -> list[Part]:
    """Few customers, and many."""
    few, many = (500, 2_000) if quick else (2_000, 100_000 if full else 10_000)
    return [
        Part(
            name,
            play,
            CHANNELS,
            VARIANTS,
            rounds,
            seeds=3,
            measure=f"Regret × 1000 per round over {rounds:,} rounds",
            digits=1,
        )
        for name, rounds in (("offers-few", few), ("offers-many", many))
    ]


if __name__ == "__main__":
    run_study(__file__, DOCUMENT, (), parts)
