"""What is looked at is what decides: predictions, density and atom, of every kind of bandit."""

import numpy as np
import pytest

from smoothbandits import Bandit, EpsilonGreedy, Interval, SmoothIGW
from smoothbandits.bandit.looking.asking import row_of
from smoothbandits.bandit.looking.sight import Sight
from tests.facade import GridOracle
from tests.interpreted import InterpretedBandit
from tests.kinds import KINDS, contexts_of, taught

BANKED = {"corral", "corral of thinned"}


def sight_of(bandit: Bandit) -> Sight:
    context = next(contexts_of(bandit)) if bandit.context_size else None
    return Sight(bandit, row_of(bandit, context), bandit.rounds)


@pytest.mark.parametrize("kind", KINDS)
def test_predictions_and_law_are_those_of_the_next_decision(kind: str) -> None:
    bandit = taught(kind, engine="python", rounds=40)
    sight, space = sight_of(bandit), bandit.space
    context = next(contexts_of(bandit)) if bandit.context_size else None
    points = np.array([space.to_unit(action) for action in space.sample(key=3, n=7)])
    users = [space.to_user(point) for point in points]
    if kind not in BANKED:  # there the likeliest base is looked at
        weighted = bandit.oracle.predict(context, users, weight=sight.weight)
        assert sight.losses(points) == pytest.approx(weighted, abs=1e-12)
    for point, density in zip(points, sight.densities(points), strict=True):
        asked = bandit.propensity(context, space.to_user(point))
        assert density == pytest.approx(asked.density, rel=1e-9)
    assert sight.propensity(sight.greedy).atom == pytest.approx(
        bandit.propensity(context, sight.greedy_action).atom, abs=1e-9
    )
    assert sight.least <= sight.losses(points).min() + 1e-9


@pytest.mark.parametrize("explorer", [SmoothIGW(h=0.3, gamma=50.0), EpsilonGreedy(0.2), None])
def test_density_and_atom_make_up_one(explorer) -> None:
    bandit = InterpretedBandit(Interval(0.0, 1.0), oracle=GridOracle(), explorer=explorer)
    for _ in range(30):
        bandit.learn(bandit.act(), loss=0.3)
    sight = sight_of(bandit)
    middles = (np.arange(8000) + 0.5)[:, None] / 8000
    total = sight.densities(middles).mean() + sight.propensity(sight.greedy).atom
    assert total == pytest.approx(1.0, abs=1e-6)


def test_without_atoms_none_is_integrated() -> None:
    bandit = InterpretedBandit(Interval(0.0, 1.0), oracle=GridOracle(), atoms=False)
    sight = sight_of(bandit)
    assert np.isnan(sight.propensity(sight.greedy).atom)
    other = sight.propensity(np.array([0.999]))
    assert other.atom == 0.0 and other.density == pytest.approx(
        bandit.propensity(None, 0.999).density
    )


def test_outcomes_are_what_rewards_are_made_of() -> None:
    bandit = taught("sale", engine="python")
    sight = sight_of(bandit)
    outcomes = sight.outcomes()
    middles = (np.arange(len(outcomes)) + 0.5) / len(outcomes)
    losses = 1.0 - middles * outcomes  # a price of [0, 1] if it sells
    assert sight.losses(middles[:, None]) == pytest.approx(losses, abs=1e-9)
    assert sight_of(taught("additive", engine="python")).outcomes() is None
