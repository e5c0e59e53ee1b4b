"""The heap of arms against a scan of all of them."""

import numpy as np
import pytest
from scipy.stats import chisquare

from smoothbandits import Catalog
from smoothbandits.baselines.moss import arms_state
from smoothbandits.interpreted.baselines.arms import (
    UNPULLED,
    best_arm,
    best_index,
    enter,
    leave_all,
    recall,
    remember,
    reward_arm,
    shuffle,
)
from tests.reference.moss import index


def scan(arms):
    """Greatest index of the arms in play, and who has it."""
    values = {
        int(a): index(arms.totals[a], arms.pulls[a], *arms.setting)
        for a in np.flatnonzero(arms.place != -1)
    }
    greatest = max(values.values())
    return greatest, {a for a, value in values.items() if value == greatest}


@pytest.mark.parametrize("seed", range(4))
def test_the_best_arm_is_that_of_a_scan(seed):
    """Random pulls, also of arms out of play; rewards of few values make many ties."""
    rng = np.random.default_rng(seed)
    arms = arms_state(Catalog(40), 500.0, 25.0)
    tied = 0
    for step in range(600):
        if step % 150 == 0:
            leave_all(arms)
            for arm in rng.choice(40, 25, replace=False):
                enter(arms, int(arm))
        greatest, best = scan(arms)
        arm, ties = best_arm(arms, rng.random())
        assert best_index(arms) == greatest and int(arm) in best and ties == len(best)
        tied += 1 < ties and greatest < UNPULLED
        pulled = int(arm) if rng.random() < 0.8 else int(rng.integers(40))
        reward_arm(arms, pulled, float(rng.integers(3)) / 2.0)
    assert tied > 50
    assert arms.pulls.sum() == 600.0


def test_ties_are_equally_likely():
    """A grid of draws falls on each of 7 tied arms of 12 alike."""
    arms = arms_state(Catalog(12), 100.0, 12.0)
    for arm in range(12):
        enter(arms, arm)
        reward_arm(arms, arm, 1.0 if arm < 7 else 0.0)
    counts = np.zeros(12)
    for u in (np.arange(7000) + 0.5) / 7000:
        counts[best_arm(arms, u)[0]] += 1
    assert (counts[:7] == 1000).all() and counts[7:].sum() == 0


def test_shuffled_sequences_are_equally_likely():
    """All 12 ordered pairs out of 4: chi-square, false alarm 1e-4."""
    counts = np.zeros((4, 4))
    for key in range(6000):
        deck = np.arange(4, dtype=np.int32)
        shuffle(deck, 2, key)
        assert sorted(deck) == [0, 1, 2, 3]
        counts[deck[0], deck[1]] += 1
    assert (np.diag(counts) == 0).all()
    assert chisquare(counts[~np.eye(4, dtype=bool)]).pvalue > 1e-4


def test_history():
    history = np.zeros((2, 3), dtype=np.int64)
    for number, (key, choice) in enumerate([(11, 5), (12, -1), (13, 7)]):
        remember(history, number, key, choice)
        assert recall(history, number + 1, key) == choice
    assert [recall(history, 3, key) for key in (11, 12, 13)] == [5, -1, 7]
    remember(history, 9, 99, 4)  # past the horizon
    assert recall(history, 10, 99) == 4 and recall(history, 10, 12) == -1
