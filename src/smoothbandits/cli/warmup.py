"""``smoothbandits warmup``: compile the usual combinations ahead of time."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from smoothbandits.environments import Environment
    from smoothbandits.explorers import Explorer
    from smoothbandits.oracles import Oracle
    from smoothbandits.payoffs import KnownPayoff
    from smoothbandits.spaces import Space

__all__ = ["usual_combinations", "warmup"]


def warmup(
    json: Annotated[bool, typer.Option("--json", help="Print times as JSON.")] = False,
) -> None:
    """Compile the usual combinations ahead of time; kept on disk, so a second run is quick."""
    from rich.progress import Progress

    from smoothbandits.apps.reports import Table
    from smoothbandits.cli.info import cache_report
    from smoothbandits.cli.output import notes, print_json, print_table

    seconds: dict[str, float] = {}
    with silent_compiler():
        combinations = usual_combinations()
        with Progress(console=notes()) as progress:
            task = progress.add_task("", total=len(combinations))
            for name, compile_all in combinations.items():
                progress.update(task, description=name)
                began = time.perf_counter()
                compile_all()
                seconds[name] = time.perf_counter() - began
                progress.advance(task)
            progress.update(task, description="compiled")
    cache = cache_report()
    if json:
        print_json({"seconds": seconds, "cache": cache})
        return
    rows = [[name, f"{spent:.2f}"] for name, spent in seconds.items()]
    rows.append(["total", f"{sum(seconds.values()):.2f}"])
    print_table(Table(["combination", "seconds"], rows, strong=len(rows) - 1))
    if cache["folder"] is None:
        print("Nothing was kept, as no folder can be written; set SMOOTHBANDITS_CACHE to one.")
    else:
        print(f"Kept in {cache['folder']} ({cache['bytes'] / 1e6:.1f} MB)")


def usual_combinations() -> dict[str, Callable[[], None]]:
    """By name, a function that makes Python compile everything a bandit of that kind uses."""
    import numpy as np

    import smoothbandits as sb
    from smoothbandits.bandit.defaults import fast_explorer, fast_oracle

    interval, box, catalog = sb.Interval(0.0, 1.0), sb.Box([0, 0], [1, 1]), sb.Catalog(10)
    additive, linear = sb.AdditiveOracle(), sb.DispersionOracle()
    watched = sb.oracles.WatchedOracle(additive)
    curve = sb.oracles.CurveOracle()
    fourier = sb.DispersionOracle(sb.features.RandomFourier(16))
    harmonic, table = sb.HarmonicOracle(), sb.TableOracle()
    adaptive, growing, smooth = sb.AdaptiveIGW(), fast_explorer(catalog), sb.SmoothIGW(h=0.1)
    rows = np.linspace(0.0, 1.0, 20).reshape(10, 2)
    regression = sb.RegressionEnvironment(rows, rows[:, 0])
    function = sb.FunctionEnvironment(lambda context, action: 0.5, context_size=2)
    blind = sb.FunctionEnvironment(lambda context, action: 0.5)
    arms = sb.BernoulliEnvironment(np.linspace(0.1, 0.9, 10))
    offers = sb.environments.OffersEnvironment(10, channels=2)
    pairs, scaled = offers.space, fast_oracle(offers.space)
    boosted = sb.oracles.BoostedOracle(background=False)
    anytime = sb.SmoothIGW(h=1.0, gamma=sb.Anytime(4.0))
    kinds = {
        "Interval, AdditiveOracle, AdaptiveIGW": (interval, additive, adaptive, regression),
        "Interval, WatchedOracle, AdaptiveIGW": (interval, watched, adaptive, regression),
        "Interval, AdditiveOracle, SmoothIGW": (interval, additive, smooth, regression),
        "Interval, CurveOracle, AdaptiveIGW": (interval, curve, adaptive, blind),
        "Interval, CurveOracle, SmoothIGW": (interval, curve, anytime, blind),
        "Interval, BoostedOracle, SmoothIGW": (interval, boosted, anytime, regression),
        "Interval, DispersionOracle, AdaptiveIGW": (interval, linear, adaptive, regression),
        "Interval, RandomFourier features": (interval, fourier, adaptive, regression),
        "Interval, HarmonicOracle, AdaptiveIGW": (interval, harmonic, adaptive, regression),
        "Box, HarmonicOracle, AdaptiveIGW": (box, harmonic, adaptive, function),
        "Product, ScaledOracle, AdaptiveIGW": (pairs, scaled, adaptive, offers),
        "Product, BoostedOracle, SmoothIGW": (pairs, boosted, anytime, offers),
        "Catalog, TableOracle, AdaptiveIGW": (catalog, table, growing, arms),
        "Catalog, TableOracle, SmoothIGW": (catalog, table, smooth, arms),
    }
    sales, sale = sb.environments.SalesEnvironment(rows, rows[:, 0]), sb.payoffs.Sale()
    chances = {
        "OutcomeOracle": sb.oracles.OutcomeOracle(-1),
        "BoostedOutcomeOracle": sb.oracles.BoostedOutcomeOracle(-1, background=False),
    }
    return {
        **{name: partial(exercise, *parts) for name, parts in kinds.items()},
        **{
            f"Interval, {name}, SmoothIGW": partial(
                exercise, interval, oracle, anytime, sales, sale
            )
            for name, oracle in chances.items()
        },
        "the demo": play_demo,
    }


def exercise(
    space: "Space",
    oracle: "Oracle",
    explorer: "Explorer",
    environment: "Environment",
    payoff: "KnownPayoff | None" = None,
) -> None:
    """Use every verb of a bandit once."""
    from smoothbandits import Bandit, simulate
    from smoothbandits.oracles.refitted import RefittedOracle

    size = environment.context_size
    bandit = Bandit(space, oracle=oracle, explorer=explorer, context_size=size, payoff=payoff)
    one, two = ("loss", "losses") if payoff is None else ("outcome", "outcomes")
    contexts = environment.contexts(0, 2)
    first = contexts[0] if size else None
    decision = bandit.act(first)
    told: dict[str, Any] = {one: 0.5}
    bandit.learn(decision, **told)
    bandit.propensity(first, decision.action)
    bandit.oracle.predict(first, [decision.action])
    bandit.oracle.best(first)
    bandit.learn_many(bandit.act_many(contexts if size else 2), **{two: [0.5, 0.5]})
    simulate(bandit, environment, rounds=4)
    if isinstance(oracle, RefittedOracle):
        oracle.prepared(bandit.oracle.state)


def play_demo() -> None:
    """Play the demo on few rows: it also uses baselines, and asks oracles for its figures."""
    from smoothbandits.apps.demo import demo_problem, run_demo

    run_demo(demo_problem(rows=100), seeds=1, threads=1)


@contextmanager
def silent_compiler() -> Iterator[None]:
    """Print no remark that something is being compiled: its remedy is this command."""
    before = os.environ.get("SMOOTHBANDITS_QUIET")
    os.environ["SMOOTHBANDITS_QUIET"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SMOOTHBANDITS_QUIET"]
        else:
            os.environ["SMOOTHBANDITS_QUIET"] = before
