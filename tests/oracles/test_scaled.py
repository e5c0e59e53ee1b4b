"""ScaledOracle: contexts in any units."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import smoothbandits as sb
from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.features import RandomFourier
from smoothbandits.interpreted.oracles.scaled import scaled
from smoothbandits.oracles import BoostedOracle, HarmonicOracle, ScaledOracle, WeightedOracle
from smoothbandits.testing import check_oracle
from tests.theory.instances import repeatable

UNIT = sb.Interval(0.0, 1.0)
UNITS, ORIGIN = np.array([1e5, 0.01]), np.array([3e6, -7.0])


def places(knots, context):
    """The slow twin: numpy's interpolation from the knots to [-1, 1]."""
    grid = np.linspace(-1.0, 1.0, knots.shape[1])
    found = [np.interp(x, row, grid) for row, x in zip(knots, context, strict=True)]
    return np.where(np.isnan(context), 0.0, found)


numbers = st.floats(-1e6, 1e6)


@repeatable
@given(
    st.lists(st.lists(numbers, min_size=4, max_size=4, unique=True), min_size=1, max_size=3),
    st.lists(st.one_of(numbers, st.just(math.nan)), min_size=3, max_size=3),
)
def test_entries_become_places_among_their_knots(rows, entries):
    knots, context = np.sort(np.array(rows), axis=1), np.array(entries[: len(rows)])
    np.testing.assert_allclose(scaled(knots, context), places(knots, context), atol=1e-9)


def test_before_any_example_an_entry_counts_as_it_is():
    knots = ScaledOracle(HarmonicOracle()).build(UNIT, 3, 0).knots
    np.testing.assert_allclose(
        scaled(knots, np.array([-0.3, 0.0, 5.0])), [-0.3, 0.0, 1.0], atol=1e-15
    )


def losses(contexts, actions):
    return np.abs(actions - (0.5 + 0.3 * contexts[:, 0])) * np.where(contexts[:, 1] > 0, 1.0, 0.7)


def play(mine, contexts, units=1.0, origin=0.0):
    """Learn in blocks; mean loss of the last blocks."""
    found = []
    for start in range(0, len(contexts), 50):
        rows = contexts[start : start + 50]
        decisions = mine.act_many(rows * units + origin)
        found.append(losses(rows, np.asarray(decisions.actions)))
        mine.learn_many(decisions, losses=found[-1])
    return np.concatenate(found)[-500:].mean()


def bandit(oracle, seed=3):
    return sb.Bandit(
        UNIT, oracle=oracle, context_size=2, seed=seed, explorer=sb.EpsilonGreedy(0.1)
    )


def test_units_make_no_difference():
    """But for rounding: knots are quantiles, and places between them do not change."""
    contexts = np.random.default_rng(4).uniform(-1.0, 1.0, (2000, 2))
    plain, raw = bandit(HarmonicOracle()), bandit(HarmonicOracle())
    own, other = (bandit(ScaledOracle(HarmonicOracle())) for _ in range(2))
    usual = play(plain, contexts)
    assert play(raw, contexts, UNITS, ORIGIN) > 1.2 * usual  # what this is for
    assert play(own, contexts) < 1.15 * usual
    assert play(other, contexts, UNITS, ORIGIN) < 1.15 * usual


def test_missing_entries_are_taken_and_infinite_ones_refused():
    mine = bandit(ScaledOracle(HarmonicOracle()))
    for _ in range(20):
        mine.learn(mine.act([math.nan, 1e7]), loss=0.5)
    state = mine.oracle.state
    assert (state.knots[0] == np.linspace(-1.0, 1.0, 6)).all()  # nothing was seen of it
    assert (state.knots[1] == 1e7).all()
    with pytest.raises(InvalidContext, match="nan where it is missing"):
        mine.act([math.inf, 0.0])


def test_saved_in_the_middle_it_goes_on_as_if_never_stopped(tmp_path):
    contexts = np.random.default_rng(4).uniform(-1.0, 1.0, (600, 2))
    whole, mine = bandit(ScaledOracle(HarmonicOracle())), bandit(ScaledOracle(HarmonicOracle()))
    expected = play(whole, contexts)
    play(mine, contexts[:300])
    mine.save(tmp_path / "b.bandit")
    again = sb.load(tmp_path / "b.bandit")
    play(again, contexts[300:])
    one, two = (b.act_many(contexts[:50]) for b in (whole, again))
    np.testing.assert_array_equal(one.actions, two.actions)
    assert expected > 0.0


def test_a_restart_forgets_the_knots_too():
    model = WeightedOracle(ScaledOracle(HarmonicOracle()), "B").bind(UNIT, context_size=1)
    for i in range(20):
        model.learn([100.0 + i], 0.5, 0.5, weight=1.0)
    assert model.state.inner.knots[0, 0] == 100.0
    model.learn([100.0], 0.5, 0.5, weight=1000.0)  # restarts, then learns one example
    assert model.state.inner.knots[0, 0] == -1.0 and model.state.inner.seen[0] <= 1


@pytest.mark.parametrize(
    "space", [UNIT, sb.Product(UNIT, sb.Catalog(3)), sb.Box([0, 0], [1, 1])], ids=repr
)
def test_it_keeps_the_contracts_of_an_oracle(space):
    check_oracle(ScaledOracle(HarmonicOracle(order=3)), space, context_size=2, engine="python")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((HarmonicOracle(), 1), "knots is 1"),
        ((BoostedOracle(),), "built-in one that takes contexts as they are"),
        (("kernel",), "oracle is 'kernel'"),
        ((HarmonicOracle(RandomFourier(8)),), "features of the context need scaled contexts"),
    ],
)
def test_bad_parameters(arguments, says):
    with pytest.raises(InvalidParameter) as caught:
        ScaledOracle(*arguments)
    assert says in str(caught.value)
