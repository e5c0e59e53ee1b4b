"""Which kept examples are most like a decision."""

import numpy as np
import pytest

from smoothbandits import Box, Catalog, Interval, Product
from smoothbandits.bandit.looking.neighbours import distances, nearest
from smoothbandits.oracles.kept import Kept
from tests.kinds import taught

NAN = float("nan")


def test_entries_count_in_their_deviations() -> None:
    contexts = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 200.0], [2.0, 200.0]])
    kept = Kept(contexts, np.full((4, 1), 0.5), np.zeros(4))
    far = distances(kept, Interval(0, 1), contexts[0], np.array([0.5]))
    assert far == pytest.approx([0.0, np.sqrt(2.0), np.sqrt(2.0), 2.0])


def test_numbers_count_by_the_mass_between_them() -> None:
    kept = Kept(np.zeros((3, 0)), np.array([[0.5], [0.7], [0.1]]), np.zeros(3))
    order, far = nearest(kept, Interval(0, 1), np.empty(0), np.array([0.5]))
    assert order.tolist() == [0, 1, 2]
    assert far == pytest.approx([0.0, 0.2 * np.sqrt(12.0), 0.4 * np.sqrt(12.0)])


def test_another_category_is_out_of_reach() -> None:
    space = Product(Interval(0.0, 1.0), Catalog(3))
    kept = Kept(np.zeros((3, 0)), np.array([[0.5, 1.0], [0.5, 0.0], [0.9, 0.0]]), np.zeros(3))
    order, _ = nearest(kept, space, np.empty(0), np.array([0.5, 0.0]))
    assert order.tolist() == [1, 2]


def test_missing_entries_are_alike() -> None:
    contexts = np.array([[NAN, 1.0], [1.0, 1.0], [3.0, 1.0]])
    kept = Kept(contexts, np.full((3, 1), 0.5), np.zeros(3))
    point = np.array([0.5])
    far = distances(kept, Interval(0, 1), np.array([NAN, 1.0]), point)
    assert far == pytest.approx([0.0, np.sqrt(0.5), np.sqrt(0.5)])
    far = distances(kept, Interval(0, 1), np.array([1.0, 1.0]), point)
    assert far == pytest.approx([np.sqrt(0.5), 0.0, np.sqrt(2.0)])


def test_knobs_are_all_compared() -> None:
    kept = Kept(np.zeros((2, 0)), np.array([[0.1, 0.9], [0.9, 0.9]]), np.zeros(2))
    order, _ = nearest(kept, Box([0, 0], [1, 1]), np.empty(0), np.array([0.8, 0.8]))
    assert order.tolist() == [1, 0]


def test_enormous_entries_do_no_harm() -> None:
    contexts = np.array([[1e38], [-1e38], [0.0]])
    kept = Kept(contexts, np.full((3, 1), 0.5), np.zeros(3))
    with np.errstate(all="raise"):
        order, far = nearest(kept, Interval(0, 1), np.array([0.0]), np.array([0.5]))
    assert order[0] == 2 and np.isfinite(far).all()


@pytest.mark.parametrize("kind", ["boosted", "boosted product", "boosted sale"])
def test_the_nearest_example_of_a_repeated_decision_is_itself(kind: str) -> None:
    bandit = taught(kind, engine="python", rounds=60)
    decision = bandit.act([1.0, 0.0])
    if bandit.payoff is not None:
        bandit.learn(decision, outcome=0.25)
    else:
        bandit.learn(decision, loss=0.25)
    again = bandit.act([1.0, 0.0])
    (near, *_) = bandit.explain(again).neighbours
    assert near.context == (1.0, 0.0)
    if np.allclose(again.point, decision.point, atol=1e-6):
        assert near.distance == pytest.approx(0.0, abs=1e-5)
    every = bandit.oracle.oracle.kept(bandit.oracle.state)
    far = distances(every, bandit.space, np.array([1.0, 0.0]), np.array(again.point))
    assert near.distance == pytest.approx(far.min())
