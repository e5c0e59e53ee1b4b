"""Learn prices online in a synthetic market: four explorers, one oracle, several seeds."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from smoothbandits.bandit import Bandit
from smoothbandits.checks import Floats, check_count
from smoothbandits.environments import MarketEnvironment
from smoothbandits.experiments.pricing.results import (
    SHOWN_PRICES,
    Outcome,
    PricingResult,
    window_bounds,
)
from smoothbandits.explorers import AdaptiveIGW, EpsilonGreedy, Explorer, Greedy, RandomPlay
from smoothbandits.oracles import KernelOracle
from smoothbandits.reports import cores
from smoothbandits.simulation import simulate

__all__ = ["METHODS", "check_settings", "make_bandit", "run_pricing"]

METHODS: dict[str, Explorer] = {
    "AdaptiveIGW": AdaptiveIGW(),
    "EpsilonGreedy": EpsilonGreedy(0.05),
    "Greedy": Greedy(),
    "RandomPlay": RandomPlay(),
}
NEW_CUSTOMERS = 1_000  # who judge the prices learned

#: method, rounds just played, their mean loss
Progress = Callable[[str, int, float], None]


@dataclass
class _Run:
    """One method on one seed, window by window."""

    losses: list[Floats] = field(default_factory=list)
    expected: list[Floats] = field(default_factory=list)
    explored: list[Floats] = field(default_factory=list)
    seconds: float = 0.0


def run_pricing(
    *,
    rounds: int = 40_000,
    seeds: int = 12,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PricingResult:
    """Run every method on the same customers; results do not depend on the number of threads.

    Parameters
    ----------
    rounds
        Customers per run, at least 200.
    seeds
        Runs per method, with seeds seed, seed + 1, ...
    seed
        The first.
    threads
        By default one per core.
    progress
        Told about every window of every run.
    """
    check_settings(rounds=rounds, seeds=seeds, seed=seed)
    began = time.perf_counter()
    numbers = list(range(seed, seed + seeds))
    markets = [MarketEnvironment(rounds, seed=number) for number in numbers]
    newcomers = MarketEnvironment(NEW_CUSTOMERS, seed=seed + seeds)
    shown = typical_newcomers(newcomers)
    jobs = [(method, market) for market in markets for method in METHODS]

    def work(job: tuple[str, MarketEnvironment]) -> tuple[_Run, Floats, Floats]:
        return _play(*job, newcomers=newcomers, shown=shown, progress=progress)

    pool = ThreadPoolExecutor(threads or cores())
    try:
        done = dict(zip([(m, e.seed) for m, e in jobs], pool.map(work, jobs), strict=True))
    finally:
        pool.shutdown(cancel_futures=True)
    return PricingResult(
        rounds=rounds,
        seeds=numbers,
        outcomes={
            method: _outcome([done[method, number] for number in numbers], markets, newcomers)
            for method in METHODS
        },
        best=np.array([market.best_revenues.mean() for market in markets]),
        single=np.array([_single_price_revenue(market) for market in markets]),
        newcomers=newcomers,
        shown=shown,
        seconds=time.perf_counter() - began,
    )


def check_settings(*, rounds: int, seeds: int, seed: int) -> None:
    """Refuse what cannot be run, before anything is."""
    check_count("rounds", rounds, least=200)
    check_count("seeds", seeds)
    check_count("seed", seed, least=0)


def make_bandit(method: str, *, seed: int = 0) -> Bandit:
    """The same space, oracle and scale for every method.

    Revenue against price is lopsided: a little too high loses the sale, a little too low only
    the difference.  It also has two peaks.  The symmetric `DispersionOracle` cannot say
    either, so the oracle is `KernelOracle`.
    """
    return Bandit(
        MarketEnvironment.space,
        oracle=KernelOracle(),
        explorer=METHODS[method],
        context_size=len(MarketEnvironment.feature_names),
        scale=MarketEnvironment.scale,
        seed=seed,
    )


def typical_newcomers(market: MarketEnvironment) -> list[int]:
    """One who is probably private, one in doubt, one who is probably a business."""
    return [int(np.abs(market.share - share).argmin()) for share in (0.1, 0.5, 0.9)]


def _play(
    method: str,
    market: MarketEnvironment,
    *,
    newcomers: MarketEnvironment,
    shown: list[int],
    progress: Progress | None,
) -> tuple[_Run, Floats, Floats]:
    """Return the run, then learned prices and revenue curves for the newcomers."""
    bandit, run = make_bandit(method, seed=market.seed), _Run()
    bounds = window_bounds(len(market.worths))
    for first, end in zip(bounds, bounds[1:], strict=False):
        trace = simulate(bandit, market, rounds=end - first)
        run.losses.append(trace.losses)
        run.expected.append(trace.expected_losses)
        run.explored.append(trace.explored.astype(np.float64))
        run.seconds += trace.seconds
        if progress is not None:
            progress(method, end - first, trace.mean_loss)
    prices = [bandit.oracle.best(features)[0] for features in newcomers.features]
    curves = [
        market.scale.high * (1.0 - bandit.oracle.predict(newcomers.features[i], SHOWN_PRICES))
        for i in shown
    ]
    return run, np.array(prices), np.array(curves)


def _outcome(
    runs: list[tuple[_Run, Floats, Floats]],
    markets: list[MarketEnvironment],
    newcomers: MarketEnvironment,
) -> Outcome:
    """Gather the runs of one method."""
    high = newcomers.scale.high
    bounds = window_bounds(len(markets[0].worths))[:-1]
    best = np.array([_window_means(market.best_revenues, bounds) for market in markets])
    expected = np.array([high * (1.0 - np.concatenate(run.expected)) for run, _, _ in runs])
    realised = np.array([high * (1.0 - np.concatenate(run.losses)) for run, _, _ in runs])
    explored = np.array([np.concatenate(run.explored) for run, _, _ in runs])
    return Outcome(
        revenue=expected.mean(axis=1),
        realised=realised.mean(axis=1),
        late_exploration=explored[:, -explored.shape[1] // 5 :].mean(axis=1),
        learned=np.array([_share_of_best(newcomers, prices) for _, prices, _ in runs]),
        shares=np.array([_window_means(row, bounds) for row in expected]) / best,
        exploration=np.array([_window_means(row, bounds) for row in explored]),
        prices=runs[0][1],
        curves=runs[0][2],
        seconds=sum(run.seconds for run, _, _ in runs),
    )


def _share_of_best(market: MarketEnvironment, prices: Floats) -> float:
    return float(market.revenues(0, prices).mean() / market.best_revenues.mean())


def _window_means(values: Floats, starts: list[int]) -> Floats:
    lengths = np.diff([*starts, len(values)])
    return np.asarray(np.add.reduceat(values, starts) / lengths)


def _single_price_revenue(market: MarketEnvironment) -> float:
    """The most that one price for everybody can earn."""
    n = len(market.worths)
    return max(float(market.revenues(0, np.full(n, p)).mean()) for p in SHOWN_PRICES)
