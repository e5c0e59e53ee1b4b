"""Contexts by names: both engines see the same rows and give the same bits."""

import numpy as np
import pytest

import smoothbandits as sb
from tests.bandit.test_named_contexts import KINDS, assert_same_state, some

ROUNDS = 120


@pytest.mark.parametrize(
    "space", [sb.Interval(5.0, 50.0), sb.Box([0, 0], [1, 5])], ids=["Interval", "Box"]
)
def test_engines_agree_on_missing_values_and_new_levels(space) -> None:
    bandits = [
        sb.Bandit(space, context=KINDS, policy="fast", seed=8, atoms=False, engine=engine)
        for engine in ("compiled", "python")
    ]
    losses = np.random.default_rng(4).random(ROUNDS).tolist()
    for context, loss in zip(some(ROUNDS, seed=7), losses, strict=True):
        one, other = (bandit.act(context, id=len(losses)) for bandit in bandits)
        nameless = {"bandit": "", "context": None, "row": None}
        assert repr(one._replace(**nameless)) == repr(other._replace(**nameless))
        np.testing.assert_array_equal(one.row, other.row)
        for bandit, decision in zip(bandits, (one, other), strict=True):
            bandit.learn(decision, loss=loss)
    assert_same_state(*bandits)
    missing = [bandit.act({}) for bandit in bandits]
    np.testing.assert_array_equal(missing[0].action, missing[1].action)
