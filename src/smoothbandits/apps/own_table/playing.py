"""One policy on one seed, window by window."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from smoothbandits.apps.own_table.problem import TableProblem
from smoothbandits.apps.policies import make_policy
from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import Baseline
from smoothbandits.checks import Floats
from smoothbandits.drawing.windows import checkpoints, window_means
from smoothbandits.environments import SalesEnvironment
from smoothbandits.explorers import AdaptiveIGW
from smoothbandits.kernels.states import MIXED
from smoothbandits.simulation.play import simulate

__all__ = ["Played", "Progress", "checkpoints", "corral_probabilities", "play"]

#: policy, rounds just played, the seconds they took, mean loss of the run so far
Progress = Callable[[str, int, float, float], None]


@dataclass(frozen=True, eq=False)
class Played:
    """What a policy did.

    Attributes
    ----------
    losses, actions, explored
        One entry per round.
    ends
        Rounds done at the end of each window.
    probabilities
        Of CORRAL's bases at those ends; no columns without CORRAL.
    rates
        h*gamma of the bases.
    seconds
        Time of the loop, fits included, compiling not.
    sold
        Share of rounds whose price was paid; None where actions are no prices.
    changes
        After how many rounds the policy found the world changed, and began anew.
    """

    policy: str
    seed: int
    losses: Floats
    actions: Floats
    explored: NDArray[np.bool_]
    ends: NDArray[np.int64]
    probabilities: Floats
    rates: Floats
    seconds: float
    sold: float | None = None
    changes: tuple[int, ...] = ()

    @property
    def exploration(self) -> Floats:
        """Share of exploring rounds in each window."""
        return self.window_means(self.explored.astype(np.float64))

    @property
    def recent(self) -> Floats:
        """Mean loss of each window."""
        return self.window_means(self.losses)

    def window_means(self, values: Floats) -> Floats:
        """Mean of each window, of one value per round."""
        return window_means(values, self.ends)


def play(
    problem: TableProblem, name: str, seed: int, progress: Progress | None = None
) -> tuple[Bandit | Baseline, Played]:
    """Play all rows once; return the policy as it is afterwards, and what it did."""
    policy = make_policy(
        name,
        problem.space,
        context_size=problem.encoder.width,
        seed=seed,
        rounds=problem.rounds,
        environment=problem.environment,
        scale=problem.currency.scale,
        payoff=problem.stakes.payoff,
    )
    ends = checkpoints(problem.rounds)
    traces, probabilities, total, done = [], [], 0.0, 0
    for end in ends.tolist():
        trace = simulate(policy, problem.environment, rounds=end - done, progress=False)
        traces.append(trace)
        probabilities.append(corral_probabilities(policy)[1])
        total += float(trace.losses.sum())
        if progress is not None:
            progress(name, end - done, trace.seconds, total / end)
        done = end
    actions = np.concatenate([trace.actions for trace in traces])
    return policy, Played(
        policy=name,
        seed=seed,
        losses=np.concatenate([trace.losses for trace in traces]),
        actions=actions,
        explored=np.concatenate([trace.explored for trace in traces]),
        ends=ends,
        probabilities=np.array(probabilities),
        rates=corral_probabilities(policy)[0],
        seconds=sum(trace.seconds for trace in traces),
        sold=share_sold(problem, actions),
        changes=changes_of(policy),
    )


def changes_of(policy: Bandit | Baseline) -> tuple[int, ...]:
    """When the world was found changed; baselines do not look."""
    found = policy.changes if isinstance(policy, Bandit) else ()
    return tuple(change.learned for change in found)


def share_sold(problem: TableProblem, actions: Floats) -> float | None:
    """Share of rounds whose price was paid; None where actions are no prices."""
    if not isinstance(problem.environment, SalesEnvironment):
        return None
    return float(problem.environment.sold(0, actions).mean())


def corral_probabilities(policy: Bandit | Baseline) -> tuple[Floats, Floats]:
    """h*gamma of the bases under CORRAL and their probabilities; empty without it."""
    if not isinstance(policy, Bandit) or not isinstance(policy.explorer, AdaptiveIGW):
        return np.empty(0), np.empty(0)
    probabilities = policy.state_arrays()["explorer.corral.rows"][MIXED]
    return policy.explorer.grid(policy.space), probabilities
