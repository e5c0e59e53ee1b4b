"""Contexts in turn: what is played is what the table says."""

import numpy as np
import pytest

from smoothbandits import Bandit, Box, Catalog, FiniteClassOracle, Interval, simulate
from smoothbandits.errors import InvalidParameter
from smoothbandits_lab.claims.contexts_in_turn import ContextsInTurn

VALUES = np.array([[0.3, 0.6, 0.5], [0.5, 0.4, 0.7]])
PROBLEM = ContextsInTurn(VALUES, noise=0.25, seed=3)


@pytest.mark.parametrize("space", [Catalog(3), Interval(0, 1)], ids=repr)
def test_losses_are_those_of_the_table(space) -> None:
    actions = [0, 1, 2] if space.size else [0.1, 0.5, 0.9]
    for number in range(4):
        losses = PROBLEM.expected_losses(number, actions, space)
        assert losses.tolist() == VALUES[number % 2].tolist()
    assert PROBLEM.contexts(1, 3).tolist() == [[1.0], [0.0], [1.0]]
    assert PROBLEM.best_losses(1, 2, space).tolist() == [0.4, 0.3]
    assert not PROBLEM.same_every_round and ContextsInTurn([[0.5]]).same_every_round


def test_losses_have_their_means() -> None:
    """Mean of 4,000 within 5 standard errors (false alarm below 1e-5)."""
    bandit = Bandit(Catalog(3), oracle=FiniteClassOracle(VALUES[None]), context_size=1, seed=1)
    trace = simulate(bandit, PROBLEM, rounds=4000, engine="python")
    error = trace.losses - trace.expected_losses
    assert abs(error.mean()) < 5 * 0.25 / np.sqrt(3 * 4000)
    assert np.abs(error).max() <= 0.25
    played = VALUES[np.arange(4000) % 2, trace.actions]
    assert (trace.expected_losses == played).all()


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="keep that far from 0 and 1"):
        ContextsInTurn([[0.1, 0.5]], noise=0.25)
    for space in (Catalog(4), Interval(0, 2), Box([0, 0], [1, 1])):
        with pytest.raises(InvalidParameter, match="Catalog"):
            PROBLEM.state(space)
