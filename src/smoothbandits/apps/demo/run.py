"""The comparison of the demo, and one run of our policy in detail."""

from dataclasses import dataclass

from smoothbandits.apps.own_table import (
    Comparison,
    TableProblem,
    TableRun,
    TableSettings,
    compare_policies,
    load_problem,
    run_policy,
)
from smoothbandits.apps.own_table.playing import Progress

__all__ = ["DEMO_POLICIES", "OURS", "Demo", "demo_problem", "run_demo"]

OURS = "fast"
# epsilon-greedy has the oracle of fast, so that the two differ only in how they explore
DEMO_POLICIES = (OURS, "best", "rival", "cats", "epsilon-greedy", "random", "constant")


@dataclass(frozen=True, eq=False)
class Demo:
    """Our policy against the others over all seeds, and its first run in detail."""

    comparison: Comparison
    run: TableRun


def demo_problem(rows: int = 100_000) -> TableProblem:
    """The price problem of the paper's Table 1, drawn from the network that comes along."""
    return load_problem(TableSettings(data="bng-price", rows=rows))


def run_demo(
    problem: TableProblem,
    *,
    seeds: int = 3,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Demo:
    """Play every policy on the same rows; see `compare_policies` for the parameters."""
    comparison = compare_policies(
        problem,
        policies=DEMO_POLICIES,
        seeds=seeds,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    return Demo(comparison, run_policy(problem, policy=OURS, seed=seed))
