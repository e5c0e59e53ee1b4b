"""What `best` with ``payoff=Sale()`` earns on tables, and what it would earn otherwise.

``python lab/studies/price_study.py --data-dir FOLDER [--seeds 100 101] [--only NAME ...]`` prints
what docs/explanations/pricing.md says under "What was tried": revenue over the twenty-line
rival's on the same rows, in geometric mean over the UCI tables at hand, for the policy as it is
and for others.

Settings are chosen on seeds 100 and up; `reproduce horizons` scores seeds 0 and up.
"""

import argparse
import math
from dataclasses import replace

import numpy as np

import smoothbandits as sb
from smoothbandits.bandit.defaults import outcome_explorer
from smoothbandits.baselines import GreedyTrees
from smoothbandits.datasets import at_hand, load
from smoothbandits.datasets.uci import UCI_SETS
from smoothbandits.environments import SalesEnvironment
from smoothbandits.oracles import BoostedOutcomeOracle
from smoothbandits.oracles.trees.boosted_outcome import CELL_EDGES
from smoothbandits.oracles.trees.flat import FlatTrees, leaf

ENDS = (500, 2_000, 5_000)
PRICES = sb.Interval(0.0, 1.0)


class Plain(BoostedOutcomeOracle):
    """Trees that stand on nothing."""

    def has_curve(self, width):
        """Never."""
        return False


class Only(BoostedOutcomeOracle):
    """A typical curve on which nothing stands."""

    def lifted(self, typical, contexts, *others):
        """Trees that add nothing."""
        flat = FlatTrees.join([leaf(0.0)], 0.0, contexts.shape[1] + 1)
        return flat.state(CELL_EDGES)


class Additive(Plain):
    """Trees that stand on nothing, none of which splits both the context and the price."""

    def surface_setting(self, n, entries, *how):
        """Trees of the context, and trees of the price."""
        apart = [list(range(entries - 1)), [entries - 1]]
        return {**super().surface_setting(n, entries, *how), "interaction_constraints": apart}


def explorer(constant: float):
    """As much exploration as this says."""
    return sb.SmoothIGW(h=1.0, gamma=sb.Anytime(constant))


USUAL = BoostedOutcomeOracle(-1)
VARIANTS = {
    "as it is": {},
    "no typical curve": {"oracle": Plain(-1)},
    "typical curve only": {"oracle": Only(-1)},
    "logit a sum of context and price": {"oracle": Additive(-1)},
    "no direction": {"oracle": BoostedOutcomeOracle()},
    "learning rate 0.05": {"oracle": replace(USUAL, learning_rate=0.05)},
    "constant of exploration 4": {"explorer": explorer(4.0)},
    "constant of exploration 16": {"explorer": explorer(16.0)},
    "constant of exploration 32": {"explorer": explorer(32.0)},
}


def revenues(player, market: SalesEnvironment, rounds: int) -> list[float]:
    """Per round, until each of the ends."""
    earned = 1.0 - sb.simulate(player, market, rounds=rounds).losses
    return [float(earned[:end].mean()) for end in ENDS if end <= rounds]


def ours(market: SalesEnvironment, rounds: int, seed: int, parts: dict) -> list[float]:
    """The policy, with other parts."""
    given = {"oracle": USUAL, "explorer": outcome_explorer("best"), **parts}
    payoff, size = sb.payoffs.Sale(), market.context_size
    return revenues(
        sb.Bandit(PRICES, payoff=payoff, context_size=size, seed=seed, **given), market, rounds
    )


def main() -> None:
    """Print a line per variant."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data-dir")
    parser.add_argument("--seeds", type=int, nargs="+", default=[100, 101])
    parser.add_argument("--only", nargs="+", choices=VARIANTS, default=list(VARIANTS))
    asked = parser.parse_args()
    problems, rival = {}, {}
    for name in UCI_SETS:
        if at_hand(name, data_dir=asked.data_dir):
            table = load(name, data_dir=asked.data_dir).scaled()
            rounds = min(len(table), ENDS[-1])
            for seed in asked.seeds:
                market = SalesEnvironment(table.X, table.y, shuffle=seed)
                problems[name, seed] = market, rounds, seed
                player = GreedyTrees(PRICES, market.context_size, seed=seed)
                rival[name, seed] = revenues(player, market, rounds)
    heads = " | ".join(f"{end:,}" for end in ENDS)
    print(f"| | {heads} |\n|---|{'---:|' * len(ENDS)}")
    for variant in asked.only:
        found = {key: ours(*problem, VARIANTS[variant]) for key, problem in problems.items()}
        shown = []
        for i in range(len(ENDS)):
            names = {name for name, seed in problems if len(rival[name, seed]) > i}
            ratios = [
                sum(found[name, seed][i] for seed in asked.seeds)
                / sum(rival[name, seed][i] for seed in asked.seeds)
                for name in names
            ]
            shown.append(f"{math.exp(np.mean(np.log(ratios))):.3f}")
        print(f"| {variant} | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main()
