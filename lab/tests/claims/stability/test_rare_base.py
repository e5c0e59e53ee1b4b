import numpy as np
import pytest

from smoothbandits_lab.claims.stability.rare_base import CHASE, PHASES, STABLE, VISITS, Game


def test_phases_invoke_the_base_equally_often():
    game = Game(rho=64.0, adversary=PHASES)
    assert game.rounds == VISITS * (1 + 8 + 64)
    run = game.play(STABLE, seed=0)
    levels, counts = np.unique(run.probabilities, return_counts=True)
    assert levels == pytest.approx([1 / 64, 1 / 8, 1])
    # Binomial: mean 2000, standard deviation at most 45; six of them either side
    assert abs(counts - VISITS).max() < 270
    assert run.rhos[-1] == pytest.approx(64.0) and (np.diff(run.rhos) >= 0.0).all()
    # 1/q makes the number of rounds out of the number of invocations
    assert (1.0 / run.probabilities).sum() == pytest.approx(game.rounds, rel=0.15)


def test_the_chase_goes_on_only_after_the_base_has_learned():
    run = Game(rho=64.0, adversary=CHASE).play(STABLE, seed=1)
    assert run.rhos[-1] == pytest.approx(64.0)
    for level in (1.0, 1 / 8):
        phase = run.regrets[np.isclose(run.probabilities, level)]
        assert (phase[-20:] == 0.0).all() and (phase[:-20] > 0.0).any()
        assert phase.size < VISITS


def test_regret_counts_by_one_over_q():
    run = Game(rho=4.0, adversary=PHASES).play(STABLE, seed=2)
    by_hand = sum(r / q for r, q in zip(run.regrets, run.probabilities, strict=True))
    assert run.importance_weighted == pytest.approx(by_hand)
    assert set(np.round(run.regrets, 12)) <= {0.0, 0.4, 0.8}
