import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from smoothbandits.interpreted.philox import decision_key, uniforms
from smoothbandits.interpreted.philox import philox as interpreted
from smoothbandits.kernels.states import SLOT_ACTION, SLOT_LEARN
from tests.reference import philox as twin
from tests.theory.instances import repeatable

words = st.integers(0, 2**32 - 1)
ALARM = 1e-5  # of each statistical test below; seeds are fixed


@pytest.mark.parametrize(("counter", "key", "output"), twin.KNOWN_ANSWERS)
def test_gives_the_published_answers(counter, key, output):
    assert interpreted(*counter, *key) == output
    assert twin.philox(counter, key) == output


@repeatable
@given(st.tuples(words, words, words, words), st.tuples(words, words))
def test_is_the_papers_generator(counter, key):
    assert interpreted(*counter, *key) == twin.philox(counter, key)


@repeatable
@given(st.integers(0, 2**63 - 1), st.integers(0, 2**53))
def test_keys_of_decisions_are_non_negative_int64(seed, number):
    assert 0 <= decision_key(seed, number) < 2**63


def test_uniforms_are_uniform_and_unrelated():
    pairs = np.array([uniforms(decision_key(7, t), SLOT_ACTION) for t in range(4000)])
    assert ((0.0 <= pairs) & (pairs < 1.0)).all()
    for column in pairs.T:
        assert stats.kstest(column, "uniform").pvalue > ALARM
    for other in (pairs[:, 1], np.roll(pairs[:, 0], 1)):
        assert stats.pearsonr(pairs[:, 0], other).pvalue > ALARM


def test_seeds_slots_and_decisions_have_streams_of_their_own():
    draws = {
        uniforms(decision_key(seed, number), slot)[0]
        for seed in range(10)
        for number in range(10)
        for slot in (0, SLOT_ACTION, SLOT_LEARN)
    }
    assert len(draws) == 300


def test_uniforms_use_all_53_bits():
    scaled = [int(uniforms(key, 0)[0] * 2**53) for key in range(200)]
    seen = np.bitwise_or.reduce(scaled)
    assert seen == 2**53 - 1


def test_every_bit_counts():
    """No bit of a seed, of a decision's number or of its key is lost on the way to the draws."""
    seed, number = 0x0123456789ABCDEF, 0x0001000300070015
    key = decision_key(seed, number)
    keys = {key} | {decision_key(seed ^ 1 << bit, number) for bit in range(64)}
    keys |= {decision_key(seed, number ^ 1 << bit) for bit in range(63)}
    assert len(keys) == 1 + 64 + 63
    draws = {uniforms(key, 0)} | {uniforms(key ^ 1 << bit, 0) for bit in range(63)}
    assert len(draws) == 1 + 63
