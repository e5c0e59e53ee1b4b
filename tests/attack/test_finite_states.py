"""Whatever finite input comes, a state stays finite, and a bandit goes on."""

import warnings

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidContext, InvalidParameter
from tests.attack.oracles import ORACLES, context_size_of, is_sound

LARGEST = float(np.finfo(np.float64).max)
ENTRIES = [0.0, -0.0, 5e-324, -1e-310, 1e-155, 1e-30, 1.0, -1.0, 3.0, 1e3, 1e6, 1e10, 1e16, -1e20,
           1e25, -1e29, 1e30, 1e31, 1e50, 1e77, 1e100, -1e150, 1e155, 1e300, LARGEST,
           -LARGEST]  # fmt: skip
WEIGHTS = [1.0, 1.0, 1e-300, 1e-30, 1e-9, 1e9, 1e15, 1e30, 1e100, LARGEST]
RUNS = {"fast": 8, "slow": 120}  # of thirty examples, per oracle
# the first oracle of each name; all of them take minutes to compile
FIRST = {name.split(maxsplit=1)[1].rpartition(" on ")[0]: name for name in reversed(ORACLES)}


def attack(space, oracle, seed):
    """Teach thirty examples, a few extreme contexts again and again; refusals are fine."""
    rng = np.random.default_rng([seed, 13])
    size = context_size_of(oracle)
    model = oracle.bind(space, context_size=size)
    pool = rng.choice(ENTRIES, 3)
    for _ in range(30):
        context = rng.choice(pool, size) if rng.random() < 0.7 else rng.normal(size=size)
        action = space.sample(int(rng.integers(3)), 1)[0]
        loss, weight = float(rng.choice([0.0, 0.5, 1.0])), float(rng.choice(WEIGHTS))
        try:
            model.learn(context, action, loss, weight)
        except (InvalidContext, InvalidParameter):
            assert (
                abs(context).max(initial=0.0) > 1e30
                or not 1e-30 <= weight <= 1e30
                or weight > 10.0
            )
            continue
        assert is_sound(model.state)
        predicted, (_, least) = model.predict(context, [action]), model.best(context)
        assert 0.0 <= predicted[0] <= 1.0 and 0.0 <= least <= 1.0


@pytest.mark.parametrize("name", FIRST.values())
def test_no_finite_input_makes_a_state_infinite(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*ignores contexts")
        for seed in range(RUNS["fast"]):
            attack(*ORACLES[name], seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", ORACLES)
def test_no_finite_input_makes_a_state_infinite_at_length(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*ignores contexts")
        for seed in range(RUNS["slow"]):
            attack(*ORACLES[name], seed)


@pytest.mark.parametrize("entry", [1e31, 1e100, 1e155, LARGEST])
@pytest.mark.parametrize(
    "oracle", [sb.HarmonicOracle(), sb.oracles.NewtonOracle(), sb.DispersionOracle()]
)
def test_what_an_oracle_cannot_square_is_refused(oracle, entry):
    bandit = sb.Bandit(sb.Interval(0, 1), oracle=oracle, context_size=1)
    with pytest.raises(InvalidContext, match="at most 1e.30 in size"):
        bandit.act([entry])
    assert bandit.rounds == 0
    bandit.learn(bandit.act([1.0]), loss=0.5)
    bandit.act([1.0])


@pytest.mark.parametrize("oracle", [sb.AdditiveOracle(), sb.BoostedOracle(background=False)])
def test_oracles_that_compare_entries_take_any(oracle):
    bandit = sb.Bandit(sb.Interval(0, 1), oracle=oracle, context_size=1)
    for entry in (LARGEST, -LARGEST, 1e300) * 20:
        bandit.learn(bandit.act([entry]), loss=0.5)
    assert is_sound(bandit.oracle.state)


@pytest.mark.parametrize("entry", [1e31, 1e200, LARGEST])
def test_features_of_a_context_take_any_entry_or_refuse_it(entry):
    oracle = sb.HarmonicOracle(sb.features.RandomFourier(8))
    bandit = sb.Bandit(sb.Interval(0, 1), oracle=oracle, context_size=1)
    for _ in range(20):
        try:
            bandit.learn(bandit.act([entry]), loss=0.5)
        except InvalidContext:
            assert entry == LARGEST
        assert is_sound(bandit.oracle.state)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_finite_class_takes_any_weight_or_refuses_it(weight):
    model = sb.FiniteClassOracle([[0.2, 0.8], [0.9, 0.4]]).bind(sb.Catalog(2))
    for example in range(60):
        try:
            model.learn(None, example % 2, float(example % 3 == 0), weight)
        except InvalidParameter:
            assert not 1e-30 <= weight <= 1e30
        assert is_sound(model.state)
    assert 0.0 <= model.best()[1] <= 1.0
