"""Promotions that are right, and few that are not."""

import math

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import AlreadyLearned, InvalidLoss, InvalidParameter, UnknownDecision
from smoothbandits.evaluation.difference import Difference
from smoothbandits.evaluation.sequences import log_wealth


def promotions(runs: int, rounds: int, share: float, gain: float) -> tuple[int, int]:
    """How many of the runs promote and stop, looked at after every round.

    The gate's own arithmetic, for all runs at once: a Difference for each would take minutes.
    Losses drift, so that the means are not one.
    """
    rng = np.random.default_rng(11)
    unit = 1.0 / min(share, 1.0 - share) + 1.0
    losses, gains, spread = np.zeros(runs), np.zeros(runs), np.zeros(runs)
    up, down = np.zeros(runs, bool), np.zeros(runs, bool)
    first = Difference(share)
    needed = math.log(20.0)
    for t in range(rounds):
        mean = 0.5 + 0.3 * math.sin(t / 50.0)
        trial = rng.random(runs) < share
        loss = (rng.random(runs) < mean - gain * trial).astype(float)
        usual, expected = (losses + 0.5) / (t + 1), np.clip(gains / (t + 1), -1.0, 1.0)
        one = np.where(trial, (usual - loss) / share, (loss - usual) / (1.0 - share))
        losses, gains = losses + loss, gains + one
        spread = spread + ((one - expected) / unit) ** 2
        first.add(bool(trial[0]), float(loss[0]))
        # the wealth exceeds 20 only where a normal bound is near
        near = np.flatnonzero(np.abs(gains) / unit > np.sqrt(2.0 * spread))
        for run in near:
            up[run] |= log_wealth(gains[run] / unit, spread[run]) >= needed
            down[run] |= log_wealth(-gains[run] / unit, spread[run]) >= needed
    assert first.mean == pytest.approx(gains[0] / rounds)
    assert first.proof(gain=True) == pytest.approx(log_wealth(gains[0] / unit, spread[0]))
    return int(up.sum()), int((down & ~up).sum())


@pytest.mark.parametrize("share", [0.5, pytest.param(0.1, marks=pytest.mark.slow)])
def test_at_most_one_in_twenty_false_promotions(share):
    false, _ = promotions(1000, 1000, share, 0.0)
    assert false <= 50


def test_gains_are_found_and_losses_stopped():
    assert promotions(100, 1500, 0.5, 0.15)[0] >= 95
    assert promotions(100, 1500, 0.5, -0.15)[1] >= 95


def test_the_interval_holds_what_is_true_and_its_end_is_the_proof():
    rng, found = np.random.default_rng(0), Difference(0.3)
    for _ in range(800):
        trial = rng.random() < 0.3
        found.add(trial, float(rng.random() < (0.4 if trial else 0.5)))
    low, high = found.interval(0.1)
    assert low < 0.1 < high
    assert (low > 0.0) == (found.proof(gain=True) >= math.log(20.0))


def test_shadow_trial_and_promotion_of_bandits():
    space = sb.Interval(0.0, 1.0)
    incumbent = sb.Bandit(space, explorer=sb.RandomPlay(), policy="fast", engine="python")
    candidate = sb.Bandit(space, policy="fast", seed=1, engine="python")
    gate = sb.Gate(incumbent, candidate, shadow=150, seed=2)
    while gate.stage in ("shadow", "trial") and gate.decided < 1500:
        passage = gate.act()
        if gate.decided <= 150:
            assert (passage.who, passage.stage) == ("incumbent", "shadow")
        gate.learn(passage, loss=abs(passage.action - 0.3))
    assert gate.stage == "promoted"
    assert [step.stage for step in gate.record] == ["shadow", "trial", "promoted"]
    assert "gained" in gate.record[-1].reason
    assert candidate.taught == incumbent.learned >= 150
    assert gate.act().who == "candidate"
    assert gate.gain[0] > 0.05
    assert "gained" in gate._repr_html_()


def test_rounds_count_in_their_order_only():
    gate = sb.Gate(lambda context: 0, lambda context: 1, seed=3)
    passages = [gate.act() for _ in range(3)]
    gate.learn(passages[2], loss=0.5)
    gate.learn(1, loss=0.5)
    assert math.isnan(gate.gain[0])
    assert gate.outstanding == (passages[0],)
    gate.learn(passages[0], loss=0.5)
    assert gate._difference.rounds == 3
    with pytest.raises(AlreadyLearned):
        gate.learn(1, loss=0.5)
    with pytest.raises(UnknownDecision):
        gate.learn(7, loss=0.5)


def test_a_trial_without_a_finding_ends_and_the_units_are_the_users():
    gate = sb.Gate(
        lambda context: 0, lambda context: 1, rounds=40, scale=sb.Scale(0.0, 10.0), seed=3
    )
    rng = np.random.default_rng(0)
    while gate.stage == "trial":
        gate.learn(gate.act(), reward=float(rng.integers(0, 11)))
    assert (gate.stage, gate.decided) == ("stopped", 40)
    assert "40 rounds have not shown a gain" in gate.record[-1].reason
    assert gate.act().who == "incumbent"
    assert -10.0 <= gate.gain[1] < gate.gain[0] < gate.gain[2] <= 10.0


def test_outcomes_that_are_wrong_change_nothing():
    gate = sb.Gate(lambda context: 0, lambda context: 1)
    passage = gate.act()
    for wrong in ({"loss": 2.0}, {"outcome": 1.0}, {}, {"loss": 0.1, "reward": 0.1}):
        with pytest.raises(InvalidLoss):
            gate.learn(passage, **wrong)
    assert gate.outstanding == (passage,)


@pytest.mark.parametrize(
    "wrong",
    [{"share": 1.0}, {"share": 0.0}, {"level": 1.0}, {"shadow": -1}, {"rounds": 0}, {"seed": -1}],
)
def test_parameters_are_checked(wrong):
    with pytest.raises(InvalidParameter):
        sb.Gate(lambda context: 0, lambda context: 1, **wrong)
    with pytest.raises(InvalidParameter):
        sb.Gate(3, lambda context: 1)
