"""What a log from elsewhere is worth: a bandit that was taught it beside one that was not.

``python lab/studies/teach_study.py`` prints the mean loss (or, of money, its inverse) of a warm
bandit over that of a cold one, after as many rounds of its own as were taught: below 1 the log
helped.  Five kinds of logs, problems of several shapes.  ``--score`` plays the problems and seeds
apart; what the library does was chosen on the others, and how ``best`` hears a log also on two
valleys and dose with seeds 100 to 103.  ``--variant`` plays what was tried instead.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from statistics import mean
from typing import Any

import numpy as np

import smoothbandits as sb
from smoothbandits.bandit import teaching
from smoothbandits.datasets import load
from smoothbandits.environments import (
    DoseEnvironment,
    Environment,
    MarketEnvironment,
    PriceCliffEnvironment,
    RegressionEnvironment,
    SalesEnvironment,
    StepEnvironment,
    TwoValleysEnvironment,
)
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.oracles.trees.base import TreesOracle

Floats = np.ndarray[Any, np.dtype[np.float64]]
UNIT = sb.Interval(0.0, 1.0)
PRICES = MarketEnvironment.space
BIAS, SPREAD = 0.15, 0.05  # of the biased incumbent
NOISE = 0.1  # of losses that are known in the mean only


@dataclass(frozen=True)
class Problem:
    """Rows for the log, and an environment for the rounds afterwards.

    ``answers`` are what comes of actions in the rows of the log; ``best`` the actions that an
    incumbent who knew the problem would take.
    """

    space: sb.Interval
    logged: Environment
    played: Environment
    answers: Callable[[Floats], Floats]
    best: Floats
    payoff: Any = None
    money: bool = False


def regression(name: str, loss: Any) -> Callable[[int, int, int], Problem]:
    """A table whose target the action should meet."""

    def made(seed: int, n: int, rounds: int) -> Problem:
        table = load(f"synthetic-{name}", rows=n + rounds, seed=seed).scaled()
        X, y = table.X, table.y
        logged, played = (
            RegressionEnvironment(X[part], y[part], loss=loss)
            for part in (slice(n), slice(n, None))
        )
        power = 2 if loss == "squared" else 1
        return Problem(UNIT, logged, played, lambda a: abs(a - y[:n]) ** power, linear(X, y)[:n])

    return made


def sales(name: str) -> Callable[[int, int, int], Problem]:
    """A table of what customers would pay; what is learned is whether they bought."""

    def made(seed: int, n: int, rounds: int) -> Problem:
        table = load(f"synthetic-{name}", rows=n + rounds, seed=seed).scaled()
        X, y = table.X, table.y
        logged, played = (
            SalesEnvironment(X[part], y[part]) for part in (slice(n), slice(n, None))
        )
        wanted = np.clip(0.8 * linear(X, y)[:n], 0.0, 1.0)
        sold: Callable[[Floats], Floats] = lambda a: (a <= y[:n]).astype(float)  # noqa: E731
        return Problem(UNIT, logged, played, sold, wanted, sb.payoffs.Sale(), money=True)

    return made


def market(spread: float) -> Callable[[int, int, int], Problem]:
    """Private customers and businesses: two peaks of the revenue."""

    def made(seed: int, n: int, rounds: int) -> Problem:
        logged = MarketEnvironment(customers=n, seed=seed + 500, spread=spread)
        played = MarketEnvironment(customers=rounds, seed=seed, spread=spread)
        scale = played.scale

        def answers(prices: Floats) -> Floats:
            paid = np.where(prices <= logged.worths, prices, 0.0)
            return scale.losses(rewards=paid)

        return Problem(PRICES, logged, played, answers, logged.best_prices, money=True)

    return made


def pieces(kind: Any) -> Callable[[int, int, int], Problem]:
    """Cliffs and valleys whose places depend on the context."""

    def made(seed: int, n: int, rounds: int) -> Problem:
        logged, played = kind(n, seed=seed + 500), kind(rounds, seed=seed)
        grid = np.linspace(0.0, 1.0, 201)
        curves = np.array([logged.loss_curve(x, grid) for x in logged.features])
        noise = np.random.default_rng(seed).normal(0.0, NOISE, n)

        def answers(actions: Floats) -> Floats:
            rows = np.arange(n), np.rint(actions * 200).astype(int)
            return np.clip(curves[rows] + noise, 0.0, 1.0)

        return Problem(UNIT, logged, played, answers, grid[curves.argmin(axis=1)])

    return made


def linear(X: Floats, y: Floats) -> Floats:
    """The best linear guess of the target."""
    rows = np.column_stack([X, np.ones(len(X))])
    guess: Floats = np.clip(rows @ np.linalg.lstsq(rows, y, rcond=None)[0], 0.0, 1.0)
    return guess


CHOSEN_ON = {
    "linear": regression("linear", "absolute"),
    "friedman, squared": regression("friedman", "squared"),
    "price cliff": pieces(PriceCliffEnvironment),
    "market": market(3.0),
    "steps": pieces(StepEnvironment),
    "sales, linear": sales("linear"),
}
SCORED_ON = {
    "friedman": regression("friedman", "absolute"),
    "cats": regression("cats", "absolute"),
    "dose": pieces(DoseEnvironment),
    "two valleys": pieces(TwoValleysEnvironment),
    "sales, friedman": sales("friedman"),
}

# ------------------------------------------------------------------------------- logs


def units(problem: Problem) -> Floats:
    """The incumbent's actions, in [0, 1]."""
    low, high = problem.space.support
    return (problem.best - low) / (high - low)


def one_price(problem: Problem, rng: np.random.Generator) -> Floats:
    """The same for all."""
    return np.full(len(problem.best), np.median(units(problem)))


def three_prices(problem: Problem, rng: np.random.Generator) -> Floats:
    """One of three, at random."""
    return rng.choice([0.2, 0.5, 0.8], len(problem.best))


def biased(problem: Problem, rng: np.random.Generator) -> Floats:
    """Always too much, with a little noise."""
    return units(problem) + BIAS + rng.normal(0.0, SPREAD, len(problem.best))


def density_of_biased(problem: Problem, taught: Floats) -> Floats:
    """With which density that incumbent drew each action; its least and greatest have more."""
    away = (taught - units(problem) - BIAS) / SPREAD
    inside = (taught > 0.0) & (taught < 1.0)
    drawn = np.exp(-0.5 * away**2) / (SPREAD * math.sqrt(2.0 * math.pi))
    return np.where(inside, drawn, np.inf)


def avoiding(problem: Problem, rng: np.random.Generator) -> Floats:
    """Anything but what is near the best."""
    drawn, best = rng.random((50, len(problem.best))), units(problem)
    far = np.argmax(abs(drawn - best) > 0.2, axis=0)
    return drawn[far, np.arange(len(best))]


def other_bandit(problem: Problem, rng: np.random.Generator) -> Floats:
    """What a bandit with another policy played, exploration included."""
    bandit = made(problem, "fast", seed=int(rng.integers(1_000)))
    low, high = problem.space.support
    trace = sb.simulate(bandit, problem.logged, rounds=len(problem.best))
    return (np.asarray(trace.actions) - low) / (high - low)


LOGS = {
    "one price": one_price,
    "three prices": three_prices,
    "biased": biased,
    "avoids the best": avoiding,
    "another bandit": other_bandit,
}

VARIANTS = (
    "as it is",
    "all logs count in full",
    "fits as if decided",
    "explorers count them",
    "the biased incumbent says how it drew",
)

# ------------------------------------------------------------------------------ playing


def made(problem: Problem, policy: str, seed: int) -> sb.Bandit:
    """A default bandit of a policy."""
    size = problem.logged.context_size
    return sb.Bandit(
        problem.space,
        policy=policy,  # type: ignore[arg-type]
        context_size=size,
        payoff=problem.payoff,
        seed=seed,
    )


@contextmanager
def variant(name: str, n: int) -> Iterator[Callable[[sb.Bandit], None]]:
    """What was tried instead; what is yielded is done to a bandit that was taught."""
    room, varying = TreesOracle.room_until_next, teaching.varies
    after: Callable[[sb.Bandit], None] = lambda bandit: None  # noqa: E731
    if name == "fits as if decided":
        TreesOracle.room_until_next = RefittedOracle.room_until_next  # type: ignore[method-assign]
    elif name == "all logs count in full":
        teaching.varies = lambda model: False
    elif name == "explorers count them":

        def after(bandit: sb.Bandit) -> None:
            counts = bandit._learner.counts
            bandit._learner.counts = counts._replace(decided=n)

    try:
        yield after
    finally:
        TreesOracle.room_until_next = room  # type: ignore[method-assign]
        teaching.varies = varying


def ratio(cell: tuple[str, str, str, int, int, str]) -> tuple[tuple[str, ...], float]:
    """What a warm bandit loses over what a cold one does."""
    name, log, policy, seed, n, tried = cell
    problem = {**CHOSEN_ON, **SCORED_ON}[name](seed, n, n)
    rng = np.random.default_rng(seed)
    taught = np.clip(LOGS[log](problem, rng), 0.0, 1.0)
    low, high = problem.space.support
    actions = low + (high - low) * taught
    warm = made(problem, policy, seed)
    told = {"outcomes" if problem.payoff else "losses": problem.answers(actions)}
    if log == "biased" and tried == VARIANTS[-1]:
        told["propensities"] = density_of_biased(problem, taught)
    with variant(tried, n) as after:
        warm.teach(problem.logged.contexts(0, n), actions, **told)
        after(warm)
        lost = sb.simulate(warm, problem.played, rounds=n).mean_loss
    begun_cold = cold(name, policy, seed, n)
    if problem.money:
        return cell[:3], (1.0 - begun_cold) / (1.0 - lost)
    return cell[:3], lost / begun_cold


@cache
def cold(name: str, policy: str, seed: int, n: int) -> float:
    """What a bandit that was taught nothing loses, whatever the log."""
    problem = {**CHOSEN_ON, **SCORED_ON}[name](seed, n, n)
    return sb.simulate(made(problem, policy, seed), problem.played, rounds=n).mean_loss


def main() -> None:
    """Print a table per policy."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--score", action="store_true")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--policies", nargs="+", default=["best", "fast"])
    parser.add_argument("--logs", nargs="+", choices=LOGS, default=list(LOGS))
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--variant", choices=VARIANTS, default=VARIANTS[0])
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    problems = asked.only or list(SCORED_ON if asked.score else CHOSEN_ON)
    first = 0 if asked.score else 100
    cells = [
        (problem, log, policy, seed, asked.rounds, asked.variant)
        for policy in asked.policies
        for problem in problems
        for log in asked.logs
        for seed in range(first, first + asked.seeds)
    ]
    found: dict[tuple[str, ...], list[float]] = {}
    with get_context("spawn").Pool(asked.processes) as pool:
        for key, value in pool.imap(ratio, cells):
            found.setdefault(key, []).append(value)
            print(*key, f"{value:.3f}", sep=", ", file=sys.stderr, flush=True)
    for policy in asked.policies:
        print(f"\n| {policy} | {' | '.join(asked.logs)} |\n|---|{'---:|' * len(asked.logs)}")
        for problem in problems:
            means = [mean(found[problem, log, policy]) for log in asked.logs]
            worst = [max(found[problem, log, policy]) for log in asked.logs]
            shown = [f"{a:.3f} ({b:.3f})" for a, b in zip(means, worst, strict=True)]
            print(f"| {problem} | {' | '.join(shown)} |", flush=True)
        all_of = [value for key, values in found.items() if key[2] == policy for value in values]
        print(f"\n{policy}: geometric mean {math.exp(np.mean(np.log(all_of))):.3f}")


if __name__ == "__main__":
    main()
