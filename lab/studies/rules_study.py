"""Rules that follow the context: how far from the best allowed action a bandit plays.

``python lab/studies/rules_study.py`` plays 3,000 rounds on [0, 1] whose context x is uniform, and
whose allowed range begins at 0.8 x.  The loss is the distance from a target inside the range, with
noise of 0.02.  It prints the mean distance of ``oracle.best`` from that target over 50 contexts,
one number per seed: `fast`, `best`, `fast` where the action is a share of the range instead of a
number with a rule, and `fast` that is not told what its greedy rounds at an end of the range
brought, which shows why it errs.
"""

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import smoothbandits as sb

NOISE, CONTEXTS = 0.02, np.linspace(0.01, 0.99, 50)
UNIT = sb.Interval(0.0, 1.0)


class Problem(NamedTuple):
    """A range that begins at 0.8 x, and the share of it at which the target lies."""

    width: float
    share: Callable[[float], float]

    def allowed(self, x: float) -> tuple[float, float]:
        """What may be played."""
        return 0.8 * x, 0.8 * x + self.width

    def target(self, x: float) -> float:
        """What is best."""
        return 0.8 * x + self.share(x) * self.width


PROBLEMS = {
    "width 0.2, target at 30 %": Problem(0.2, lambda x: 0.3),
    "width 0.1, target at 30 %": Problem(0.1, lambda x: 0.3),
    "width 0.1, target at 90 %": Problem(0.1, lambda x: 0.9),
    "width 0.2, target from 0 to 100 %": Problem(0.2, lambda x: x),
}


def fast(problem: Problem, seed: int) -> sb.Bandit:
    """The policy in microseconds."""
    return bandit_under(problem, seed, policy="fast", drift=None)


def best(problem: Problem, seed: int) -> sb.Bandit:
    """The default, whose fits end where they are due, so that a run is the same each time."""
    return bandit_under(problem, seed, oracle=sb.BoostedOracle(background=False, watch=True))


def bandit_under(problem: Problem, seed: int, **policy: Any) -> sb.Bandit:
    """A bandit that obeys the rule."""
    rule = {"within": lambda x: problem.allowed(x[0])}
    return sb.Bandit(UNIT, context_size=1, seed=seed, **rule, **policy)


def shares(problem: Problem, seed: int) -> sb.Bandit:
    """The action is a share of what is allowed, and needs no rule."""
    return sb.Bandit(UNIT, context_size=1, seed=seed, policy="fast", drift=None)


def at_an_end(problem: Problem, x: float, decision: sb.Decision) -> bool:
    """Whether a greedy round was at an end of the range."""
    ends = abs(np.array(problem.allowed(x)) - decision.action)
    return not decision.explored and float(ends.min()) < 1e-9


WAYS: dict[str, tuple[Callable[[Problem, int], sb.Bandit], bool, bool]] = {
    "fast": (fast, False, False),
    "best": (best, False, False),
    "fast, of shares": (shares, True, False),
    "fast, without greedy rounds at ends": (fast, False, True),
}


def distance(name: str, way: str, rounds: int, seed: int) -> float:
    """How far from the best allowed action it plays in the end."""
    problem, (make, of_shares, leaves_out) = PROBLEMS[name], WAYS[way]
    bandit, rng = make(problem, seed), np.random.default_rng(seed)

    def meant(x: float, action: float) -> float:
        low, high = problem.allowed(x)
        return low + action * (high - low) if of_shares else action

    for x, noise in zip(rng.random(rounds), rng.normal(0.0, NOISE, rounds), strict=True):
        decision = bandit.act([x])
        if leaves_out and at_an_end(problem, x, decision):
            continue
        off = abs(meant(x, decision.action) - problem.target(x))
        bandit.learn(decision, loss=float(np.clip(off + noise, 0.0, 1.0)))
    ends = [abs(meant(x, bandit.oracle.best([x])[0]) - problem.target(x)) for x in CONTEXTS]
    return float(np.mean(ends))


def main() -> None:
    """Print a line per problem and way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--only", choices=list(WAYS), help="one way to play")
    given = parser.parse_args()
    for way in [given.only] if given.only else WAYS:
        for name in PROBLEMS:
            found = [distance(name, way, given.rounds, seed) for seed in range(given.seeds)]
            each = " ".join(f"{one:.3f}" for one in found)
            print(f"{way}; {name}: mean {np.mean(found):.3f}, each {each}", flush=True)


if __name__ == "__main__":
    main()
