import math

import numpy as np
import pytest

from smoothbandits import BernoulliEnvironment, Catalog, Interval, RandomPlay, simulate
from smoothbandits.errors import InvalidParameter
from tests.interpreted import InterpretedBandit

MEANS = [0.1, 0.5, 0.9]


def test_rewards_have_their_means() -> None:
    environment = BernoulliEnvironment(MEANS, seed=4)
    bandit = InterpretedBandit(Catalog(3), explorer=RandomPlay(), seed=4)
    trace = simulate(bandit, environment, rounds=6000, engine="python")
    assert set(trace.losses) == {0.0, 1.0}
    assert (trace.expected_losses == 1.0 - np.array(MEANS)[trace.actions]).all()
    for arm, mean in enumerate(MEANS):
        played = trace.losses[trace.actions == arm]
        # five standard errors: a false alarm in 1 of 600,000 seeds
        error = math.sqrt(mean * (1 - mean) / len(played))
        assert abs(played.mean() - (1.0 - mean)) < 5 * error


def test_a_round_answers_alike_to_everyone() -> None:
    """Common random numbers: with one arm, two bandits see the same rewards."""
    traces = [
        simulate(
            InterpretedBandit(Catalog(1), seed=seed),
            BernoulliEnvironment([0.5], seed=1),
            rounds=99,
        )
        for seed in (1, 2)
    ]
    assert (traces[0].losses == traces[1].losses).all()


def test_regret_is_against_the_best_arm() -> None:
    environment = BernoulliEnvironment(MEANS)
    assert environment.best_losses(5, 2, Catalog(3)) == pytest.approx([0.1, 0.1])
    assert "expected" in environment.benchmark


@pytest.mark.parametrize(
    ("means", "says"),
    [
        ([], "0 entries"),
        ([0.5, 1.5], "[1.5]"),
        ([-0.5, 0.5], "[-0.5]"),
        ([math.nan], "nan"),
        ([[0.5]], "2 axes"),
        ("abc", "'abc'"),
        (0.5, "0 axes"),
    ],
)
def test_bad_means(means: object, says: str) -> None:
    with pytest.raises(InvalidParameter) as caught:
        BernoulliEnvironment(means)
    assert says in str(caught.value)


@pytest.mark.parametrize("space", [Catalog(2), Interval(0, 1)])
def test_other_spaces_are_refused(space: object) -> None:
    with pytest.raises(InvalidParameter, match="3 means for"):
        BernoulliEnvironment(MEANS).state(space)


def test_later_changes_of_the_users_array_do_not_reach_it() -> None:
    means = np.array(MEANS)
    environment = BernoulliEnvironment(means)
    means[0] = 1.0
    assert environment.means.tolist() == MEANS
