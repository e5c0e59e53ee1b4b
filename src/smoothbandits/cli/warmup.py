"""``smoothbandits warmup``: compile the usual combinations ahead of time."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from smoothbandits import Bandit
    from smoothbandits.environments import Environment

__all__ = ["usual_combinations", "warmup"]


def warmup(
    json: Annotated[bool, typer.Option("--json", help="Print times as JSON.")] = False,
) -> None:
    """Compile the usual combinations ahead of time; kept on disk, so a second run is quick."""
    from rich.progress import track

    from smoothbandits.cli.info import cache_report
    from smoothbandits.cli.output import notes, print_json, print_table
    from smoothbandits.reports import Table

    combinations = usual_combinations()
    seconds: dict[str, float] = {}
    with silent_compiler():
        for name in track(combinations, "compiling", console=notes(), total=len(combinations)):
            began = time.perf_counter()
            combinations[name]()
            seconds[name] = time.perf_counter() - began
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

    interval, box, catalog = sb.Interval(0.0, 1.0), sb.Box([0, 0], [1, 1]), sb.Catalog(10)
    rows = np.linspace(0.0, 1.0, 20).reshape(10, 2)
    regression = sb.RegressionEnvironment(rows, rows[:, 0])
    function = sb.FunctionEnvironment(lambda context, action: 0.5, context_size=2)
    arms = sb.BernoulliEnvironment(np.linspace(0.1, 0.9, 10))
    fourier = sb.DispersionOracle(sb.features.RandomFourier(16))
    smooth, kernel = sb.SmoothIGW(h=0.1), sb.KernelOracle()

    def pair(bandit: "Bandit", environment: "Environment") -> Callable[[], None]:
        return lambda: exercise(bandit, environment)

    return {
        "Interval, DispersionOracle, AdaptiveIGW": pair(
            sb.Bandit(interval, context_size=2), regression
        ),
        "Interval, DispersionOracle, SmoothIGW": pair(
            sb.Bandit(interval, explorer=smooth, context_size=2), regression
        ),
        "Interval, RandomFourier features": pair(
            sb.Bandit(interval, oracle=fourier, context_size=2), regression
        ),
        "Interval, KernelOracle, AdaptiveIGW": pair(
            sb.Bandit(interval, oracle=kernel, context_size=2), regression
        ),
        "Box, KernelOracle, AdaptiveIGW": pair(sb.Bandit(box, context_size=2), function),
        "Catalog, TableOracle, AdaptiveIGW": pair(sb.Bandit(catalog), arms),
        "Catalog, TableOracle, SmoothIGW": pair(sb.Bandit(catalog, explorer=smooth), arms),
        "the demo": play_demo,
    }


def exercise(bandit: "Bandit", environment: "Environment") -> None:
    """Use every verb once."""
    from smoothbandits import simulate

    contexts = environment.contexts(0, 2)
    first = contexts[0] if bandit.context_size else None
    decision = bandit.act(first)
    bandit.learn(decision, loss=0.5)
    bandit.propensity(first, decision.action)
    bandit.oracle.predict(first, [decision.action])
    decisions = bandit.act_many(contexts if bandit.context_size else 2)
    bandit.learn_many(decisions, losses=[0.5, 0.5])
    simulate(bandit, environment, rounds=4)


def play_demo() -> None:
    """The demo with as few customers as possible."""
    from smoothbandits.experiments.pricing import run_pricing

    run_pricing(rounds=200, seeds=1, threads=1)


@contextmanager
def silent_compiler() -> Iterator[None]:
    """Leave out the line that says that something is being compiled and that points here."""
    before = os.environ.get("SMOOTHBANDITS_QUIET")
    os.environ["SMOOTHBANDITS_QUIET"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SMOOTHBANDITS_QUIET"]
        else:
            os.environ["SMOOTHBANDITS_QUIET"] = before
