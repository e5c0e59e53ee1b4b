import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.engines import entries_of
from smoothbandits.interpreted.oracles import evidence
from tests.reference import evidence as twin
from tests.theory.instances import repeatable

shares = st.floats(0.0, 1.0)
usuals = st.floats(-0.1, 0.1)
rounds = st.lists(st.tuples(shares, shares, shares, usuals), max_size=30)
USUAL = 0.004


def play(capital, used, challenger, loss, usual=USUAL):
    """One round of bets."""
    at_risk = evidence.most_lost(used, challenger, usual)
    evidence.bet(capital, evidence.excess(used, challenger, loss, usual), at_risk)


def test_the_engines_are_loaded() -> None:
    assert entries_of("python") is not None  # the kernels below are interpreted


@repeatable
@given(shares, shares, shares, usuals)
def test_what_one_round_can_win_or_lose(used, challenger, loss, usual):
    gain = evidence.advantage(used, challenger, loss)
    assert gain == pytest.approx(twin.advantage(used, challenger, loss), abs=1e-15)
    left = evidence.excess(used, challenger, loss, usual)
    assert left == pytest.approx(twin.excess(used, challenger, loss, usual), abs=1e-15)
    at_risk = evidence.most_lost(used, challenger, usual)
    assert at_risk == pytest.approx(twin.most_lost(used, challenger, usual), abs=1e-15)
    assert left >= -at_risk - 1e-15


@repeatable
@given(st.floats(-2.0, 3.0), st.floats(-2.0, 3.0), shares, usuals)
def test_predictions_that_no_loss_can_have_lose_no_more(used, challenger, loss, usual):
    left = evidence.excess(used, challenger, loss, usual)
    assert left >= -evidence.most_lost(used, challenger, usual) - 1e-15


def test_who_says_that_low_losses_are_higher_risks_little() -> None:
    up, down = (evidence.most_lost(0.1, 0.1 + move, 0.0) for move in (0.05, -0.05))
    assert up < 0.1 < 0.17 < down


@repeatable
@given(rounds)
def test_the_capital_is_the_product_of_the_bets(sequence):
    capital = np.zeros(evidence.BETS)
    for used, challenger, loss, usual in sequence:
        play(capital, used, challenger, loss, usual)
    assert math.exp(evidence.log_evidence(capital)) == pytest.approx(twin.capital(sequence))


def worst_mean(used: float, challenger: float) -> float:
    """The chance of a loss of 1 at which the challenger is exactly as good as the margin asks."""
    at_zero, at_one = (twin.excess(used, challenger, loss, USUAL) for loss in (0.0, 1.0))
    return -at_zero / (at_one - at_zero)


@pytest.mark.parametrize("worse", [0.0, 0.3])
def test_where_the_challenger_is_not_better_the_mean_capital_is_at_most_1(worse: float) -> None:
    """All sequences of six losses of 0 or 1, and predictions that depend on what came before."""

    def predictions(past: tuple[int, ...]) -> tuple[float, float]:
        used = 0.3 + 0.05 * sum(past)
        return used, used + (0.08 if len(past) % 2 else -0.06) + 0.01 * (past[-1:] == (1,))

    mean = 0.0
    for sequence in itertools.product((0, 1), repeat=6):
        chance, capital = 1.0, np.zeros(evidence.BETS)
        for t, loss in enumerate(sequence):
            used, challenger = predictions(sequence[:t])
            at_zero, at_one = (twin.excess(used, challenger, end, USUAL) for end in (0.0, 1.0))
            edge = worst_mean(used, challenger)
            good = 1.0 if at_one > at_zero else 0.0  # the loss that speaks for the challenger
            of_one = edge + worse * ((1.0 - good) - edge)
            assert 0.0 <= of_one <= 1.0
            chance *= of_one if loss else 1.0 - of_one
            play(capital, used, challenger, float(loss))
        mean += chance * math.exp(evidence.log_evidence(capital))
    assert mean == pytest.approx(1.0, abs=1e-12) if worse == 0.0 else mean < 1.0


def test_levels_sum_to_alpha() -> None:
    levels = [math.exp(-evidence.log_threshold(0.03, k)) for k in range(1, 2000)]
    assert sum(levels) == pytest.approx(0.03 * (1 - 1 / 2000))


def test_the_capital_seldom_grows_beyond_its_bound() -> None:
    """Ville: at most one run in twenty ever exceeds 20.

    2,000 runs at the edge of the null; that more than 135 exceed it although 5 % would has
    probability below 1e-3 (normal approximation, 3.6 standard errors).
    """
    rng, exceeded = np.random.default_rng(1), 0
    for _ in range(2000):
        capital, used = np.zeros(evidence.BETS), 0.4
        for _ in range(200):
            challenger = used + rng.choice([-0.1, 0.1])
            loss = float(rng.random() < worst_mean(used, challenger))
            play(capital, used, challenger, loss)
            used = 0.5 * used + 0.5 * (0.3 + 0.3 * loss)  # as play would depend on losses
            if evidence.log_evidence(capital) >= math.log(20.0):
                exceeded += 1
                break
    assert 0 < exceeded <= 135
