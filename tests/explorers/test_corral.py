import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import Corral
from smoothbandits.explorers.corral import corral_state
from smoothbandits.interpreted.explorers.corral import corral_credit, corral_rebalance
from smoothbandits.kernels.states import ESTIMATE, PROBABILITY, RUNNING
from tests.reference.corral import Corral as SlowCorral
from tests.reference.corral import mirror_step
from tests.theory.instances import repeatable

E_TO_1_OVER_LN_2 = math.exp(1.0 / math.log(2.0))  # 4.2321, on the growth of the rates
ALARM = 1e-5


def starve(master, t, rng):
    """Never a good word for base 0, which is invoked whenever possible."""
    return 0, 1.0


def alternate(master, t, rng):
    """Long phases in which another base is punished."""
    return t // 40 % master.bases, 1.0


def worst_first(master, t, rng):
    """Always punish the favourite, so that probabilities swing."""
    return int(master.probabilities.argmax()), 1.0


def protocol(master, t, rng):
    """Draw the base as CORRAL does; base 0 is good, the others bad."""
    base = int(rng.choice(master.bases, p=master.probabilities))
    return base, float(rng.random() < (0.1 if base == 0 else 0.9))


ADVERSARIES = [starve, alternate, worst_first, protocol]


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
@pytest.mark.parametrize(("bases", "eta"), [(2, 0.05), (5, 0.5), (12, 1.0)])
def test_is_the_published_algorithm(adversary, bases, eta):
    rounds, rng = 120, np.random.default_rng(1)
    master, slow = Corral(bases, rounds=rounds, eta=eta), SlowCorral(bases, rounds, eta)
    for t in range(rounds):
        base, loss = adversary(master, t, rng)
        master.update(base, float(master.probabilities[base]), loss)
        slow.update(base, loss)
        np.testing.assert_allclose(master.probabilities, slow.mixed, rtol=1e-7)
        np.testing.assert_allclose(master.rates, slow.eta, rtol=1e-12)
        np.testing.assert_allclose(master.thresholds, slow.threshold, rtol=1e-7)
        np.testing.assert_allclose(master.state.rows[RUNNING], slow.rho, rtol=1e-7)


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
@pytest.mark.parametrize(("bases", "rounds", "eta"), [(2, 3, 1.0), (3, 400, 0.3), (8, 800, 1.0)])
def test_identities_of_a_whole_run(adversary, bases, rounds, eta):
    master, rng = Corral(bases, rounds=rounds, eta=eta), np.random.default_rng(2)
    rates, thresholds = master.rates, master.thresholds
    triggered = np.zeros(bases, dtype=int)
    for t in range(rounds):
        base, loss = adversary(master, t, rng)
        master.update(base, float(master.probabilities[base]), loss)
        p, running = master.probabilities, master.state.rows[RUNNING]
        assert p.sum() == pytest.approx(1.0, abs=1e-12)
        assert (p >= 1.0 / (rounds * bases) * (1.0 - 1e-12)).all()
        assert (master.thresholds >= running).all()
        assert (running >= 1.0 / p).all()
        grown = master.thresholds > thresholds
        assert (master.thresholds[grown] >= 2.0 * thresholds[grown]).all()
        assert (master.rates[~grown] == rates[~grown]).all()
        assert (master.rates[grown] > rates[grown]).all()
        triggered += grown
        once = triggered > 0
        assert (master.thresholds[once] <= 2.0 * running[once]).all()
        rates, thresholds = master.rates, master.thresholds
    # each trigger doubles rho from 2M, and rho <= 2TM
    assert triggered.max() <= math.log2(rounds)
    assert rates.max() <= E_TO_1_OVER_LN_2 * eta * (1.0 + 1e-12)
    assert E_TO_1_OVER_LN_2 == pytest.approx(4.2321, abs=1e-4)


def test_starving_a_base_reaches_the_bound_on_its_rate():
    # the rate of a base that only loses grows nearly as often as the bound allows
    rounds = 4000
    master = Corral(2, rounds=rounds, eta=1.0)
    for _ in range(rounds):
        master.update(0, float(master.probabilities[0]), 1.0)
    growths = math.log(master.rates[0]) * math.log(rounds)
    assert growths == pytest.approx(round(growths), abs=1e-9)
    assert 0.7 * math.log2(rounds) <= growths <= math.log2(rounds)


def test_bases_are_drawn_with_their_probabilities():
    master = Corral(4, rounds=1000, eta=0.3)
    for base, loss in [(0, 1.0), (1, 0.5), (0, 1.0), (3, 1.0)]:
        master.update(base, float(master.probabilities[base]), loss)
    draws = [master.choose(key) for key in range(3000)]
    counts = np.bincount([base for base, _, _ in draws], minlength=4)
    assert stats.chisquare(counts, 3000 * master.probabilities).pvalue > ALARM
    for base, probability, rho in draws[:50]:
        assert probability == master.probabilities[base]
        assert rho == master.state.rows[RUNNING, base]


@repeatable
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 1.0]))
def test_estimates_are_unbiased(seed, shift):
    # E over the drawn base of what is credited is the (shifted) loss of every base
    rng = np.random.default_rng(seed)
    losses, p = rng.random(5), rng.dirichlet(np.ones(5))
    mean = np.zeros(5)
    for base in range(5):
        state = corral_state(5, 0.1, shift=shift)
        corral_credit(state, base, p[base], losses[base])
        mean += p[base] * state.rows[ESTIMATE]
    np.testing.assert_allclose(mean, losses - shift, rtol=1e-12)


def test_a_batch_is_credited_before_one_step():
    state = corral_state(3, 0.2)
    corral_credit(state, 0, 0.25, 1.0)
    corral_credit(state, 0, 0.5, 0.5)
    corral_credit(state, 2, 0.25, 0.25)
    np.testing.assert_allclose(state.rows[ESTIMATE], [5.0, 0.0, 1.0])
    expected = mirror_step(np.full(3, 1 / 3), [5.0, 0.0, 1.0], np.full(3, 0.2))[0]
    corral_rebalance(state)
    np.testing.assert_allclose(state.rows[PROBABILITY], [float(q) for q in expected], rtol=1e-12)
    assert (state.rows[ESTIMATE] == 0.0).all()


@pytest.mark.parametrize("loss", [-1.0, -1e300, math.nan])
def test_what_cannot_be_balanced_is_refused_and_changes_nothing(loss):
    master = Corral(3, rounds=1000, eta=0.1)
    master.update(0, 1 / 3, 0.5)
    before = master.state.rows.copy()
    for probability in (0.0, -0.5, 1.5, math.inf, math.nan, None, 1e-300):
        with pytest.raises(InvalidParameter, match="loss is|probability is"):
            master.update(1, probability, loss)
        np.testing.assert_array_equal(master.state.rows, before, err_msg=str(probability))


@pytest.mark.parametrize("loss", [0.0, 1.0, 1e300])
def test_probabilities_stay_probabilities(loss):
    for probability in (1e-300, 1e-30, 1e-17, 1e-6, 1.0):
        master = Corral(3, rounds=1000, eta=0.1)
        try:
            master.update(1, probability, loss)
        except InvalidParameter:
            assert loss == 1e300  # 1e300 over a small probability is not finite
        for base in (0, 1, 2, 1, 1):
            master.update(base, float(master.probabilities[base]), 1.0)
            assert master.probabilities.sum() == pytest.approx(1.0), probability
            assert (master.probabilities > 0.0).all(), probability


@pytest.mark.parametrize("key", [-1, 2**64, 1.5, None])
def test_bad_keys(key):
    with pytest.raises(InvalidParameter, match="key is"):
        Corral(3, rounds=1000, eta=0.1).choose(key)
