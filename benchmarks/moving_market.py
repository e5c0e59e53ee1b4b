"""A market whose seasons no context tells: prices with and without `forget=` and `drift="watch"`.

Prints, for each policy, what it earned relative to the best price for each customer, in the mean
over seeds, and its worst seed.

    python benchmarks/moving_market.py
    python benchmarks/moving_market.py --year 2000 --seeds 100 101 102
"""

import argparse
from typing import Any

import numpy as np

import smoothbandits as sb

HALF_LIVES = (250, 500, 1_000, 2_000)


def changes() -> list[dict[str, Any]]:
    """What is said about the world: nothing, a half-life, or that it is to be watched."""
    return [{}, *({"forget": rounds} for rounds in HALF_LIVES), {"drift": "watch"}]


def share_earned(policy: Any, market: sb.environments.MarketEnvironment, **given: Any) -> float:
    """Expected revenue of the prices that were asked, relative to the best ones."""
    bandit = sb.Bandit(
        market.space,
        payoff=sb.payoffs.Sale(),
        policy=policy,
        context_size=market.context_size,
        seed=market.seed,
        **given,
    )
    trace = sb.simulate(bandit, market)
    return float(market.revenues(0, trace.actions).mean() / market.best_revenues.mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=16_000)
    parser.add_argument("--year", type=int, default=8_000, help="rounds of all seasons")
    parser.add_argument("--swing", type=float, default=0.2, help="0 is a market that stays")
    parser.add_argument("--seeds", type=int, nargs="+", default=range(5))
    parser.add_argument("--policies", nargs="+", default=["fast", "best"])
    options = parser.parse_args()
    markets = [
        sb.environments.MarketEnvironment(
            options.rounds, seed=seed, swing=options.swing, year=options.year, calendar=False
        )
        for seed in options.seeds
    ]
    for policy in options.policies:
        for given in changes():
            earned = [share_earned(policy, market, **given) for market in markets]
            said = ", ".join(f"{name}={value!r}" for name, value in given.items()) or "neither"
            print(f"{policy}, {said}: {np.mean(earned):.3f} (worst {min(earned):.3f})", flush=True)
