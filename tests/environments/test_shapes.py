"""Cliffs, valleys and steps: what is stated about them is true."""

import numpy as np
import pytest

from smoothbandits import Bandit, Interval, RandomPlay, simulate
from smoothbandits.environments import (
    DoseEnvironment,
    PriceCliffEnvironment,
    StepEnvironment,
    TwoValleysEnvironment,
)
from smoothbandits.errors import InvalidParameter

ROUNDS = 5_000
SHAPES = (PriceCliffEnvironment, DoseEnvironment, TwoValleysEnvironment, StepEnvironment)


@pytest.fixture(scope="module", params=SHAPES, ids=lambda kind: kind.__name__)
def shape(request):
    return request.param(ROUNDS, seed=2)


@pytest.fixture(scope="module")
def trace(shape):
    bandit = Bandit(shape.space, policy="fast", explorer=RandomPlay(), context_size=4, seed=1)
    return simulate(bandit, shape, engine="python")


def test_realised_losses_have_the_stated_mean(trace):
    # a normal test at 4.9 standard errors: a false alarm in 1 of 1,000,000 seeds
    difference = trace.losses - trace.expected_losses
    assert abs(difference.mean()) < 4.9 * difference.std() / np.sqrt(ROUNDS)
    assert 0.0 < np.abs(difference).max() <= 0.1 + 1e-12


def test_noise_does_not_depend_on_the_action(shape, trace):
    # correlation of independent variables, 4.9 standard errors
    difference = trace.losses - trace.expected_losses
    assert abs(np.corrcoef(difference, trace.actions)[0, 1]) < 4.9 / np.sqrt(ROUNDS)


def test_edges_ascend_from_0_to_1_and_losses_leave_room_for_noise(shape):
    assert (shape.edges[:, 0] == 0.0).all() and (shape.edges[:, -1] == 1.0).all()
    assert (np.diff(shape.edges, axis=1) >= 0.0).all()
    assert shape.ends.min() >= 0.1 - 1e-12 and shape.ends.max() <= 0.9 + 1e-12


def test_expected_losses_are_those_of_the_pieces(shape, trace):
    for number in range(0, ROUNDS, 250):
        action = trace.actions[number]
        piece = int(np.searchsorted(shape.edges[number, 1:-1], action))
        low, high = shape.edges[number, piece : piece + 2]
        line = np.interp(action, [low, high], shape.ends[number, piece])
        assert trace.expected_losses[number] == pytest.approx(line, abs=1e-12)


def test_the_best_loss_is_that_of_a_dense_grid_and_attained(shape):
    best = shape.best_losses(0, 40, shape.space)
    for number in range(40):
        dense = np.concatenate([np.linspace(0.0, 1.0, 2001), shape.edges[number]])
        losses = shape.expected_losses(number, dense, shape.space)
        assert losses.min() == pytest.approx(best[number], abs=1e-12)


def test_the_curve_of_a_context_is_that_of_its_round(shape):
    actions = np.linspace(0.0, 1.0, 301)
    for number in range(20):
        curve = shape.loss_curve(shape.contexts(number, 1)[0], actions)
        assert curve == pytest.approx(shape.expected_losses(number, actions, shape.space))


def test_regret_is_never_negative(trace):
    assert (np.diff(trace.regrets) >= -1e-12).all()


def test_either_valley_is_deeper_for_half_of_the_contexts():
    ends = TwoValleysEnvironment(ROUNDS, seed=2).ends
    first = ends[:, 1, 1] < ends[:, 4, 1]
    assert 0.45 < first.mean() < 0.55


def test_a_sale_just_below_the_cliff_is_best_and_just_above_it_worst():
    shop = PriceCliffEnvironment(10)
    worth = shop.edges[3, 1]
    at, above = shop.expected_losses(3, [worth, worth + 1e-9], shop.space)
    assert at == pytest.approx(0.9 - 0.8 * worth)
    assert above == 0.9


def test_rounds_repeat_and_seeds_differ():
    one, same, other = (StepEnvironment(100, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.contexts(0, 100), same.contexts(100, 100))
    assert not np.array_equal(one.contexts(0, 100), other.contexts(0, 100))


@pytest.mark.parametrize("noise", [-0.01, 0.2, float("nan")])
def test_noise_that_leaves_the_unit_interval_is_refused(noise):
    with pytest.raises(InvalidParameter, match="noise"):
        StepEnvironment(10, noise=noise)


def test_another_space_is_refused():
    with pytest.raises(InvalidParameter, match="DoseEnvironment needs an Interval from 0 to 1"):
        DoseEnvironment(10).state(Interval(0.0, 2.0))
