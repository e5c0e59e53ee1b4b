import math

import numpy as np
import pytest
from scipy import integrate, stats

from smoothbandits import Box, Catalog, FunctionEnvironment, Interval, RandomPlay, simulate
from smoothbandits.errors import InvalidLoss, InvalidParameter
from tests.interpreted import InterpretedBandit


def distance(context: np.ndarray, a: float) -> float:
    return abs(a - context[0])


def test_rounds_depend_on_seed_and_number_alone() -> None:
    one, other = (FunctionEnvironment(distance, context_size=2, seed=5) for _ in range(2))
    rows = one.contexts(0, 50)
    assert (rows == np.array([other.context(i) for i in range(50)])).all()
    assert (rows[20:] == other.contexts(20, 30)).all()
    assert (rows != FunctionEnvironment(distance, context_size=2, seed=6).contexts(0, 50)).all()
    assert ((rows >= 0.0) & (rows < 1.0)).all()


def test_noise_has_the_stated_law() -> None:
    means = {0.0: 0.3, 1.0: 0.8}
    for noise in ("bernoulli", 0.05):
        environment = FunctionEnvironment(lambda context, a: means[a], noise=noise, seed=1)
        for action, mean in means.items():
            losses = np.array([environment.realised(i, action) for i in range(2000)])
            spread = math.sqrt(mean * (1 - mean)) if noise == "bernoulli" else 0.05
            # six standard errors: a false alarm in 1 of 5e8 seeds
            assert abs(losses.mean() - mean) < 6 * spread / math.sqrt(2000)
            assert abs(losses.std() - spread) < 0.1 * spread
            assert ((losses >= 0.0) & (losses <= 1.0)).all()
            assert environment.expected(3, action) == pytest.approx(mean, abs=1e-6)
    clean = FunctionEnvironment(lambda context, a: means[a])
    assert [clean.realised(i, 0.0) for i in range(5)] == [0.3] * 5


@pytest.mark.parametrize("noise", [0.001, 0.1, 0.5, 3.0, 1e9])
def test_the_expected_loss_is_the_mean_of_the_clipped_one(noise: float) -> None:
    for value in (0.0, 0.02, 0.5, 0.9, 1.0):
        environment = FunctionEnvironment(lambda context, a, value=value: value, noise=noise)
        law = stats.norm(value, noise)
        middle, _ = integrate.quad(law.sf, 0.0, 1.0, points=[value], epsabs=1e-12)
        assert environment.expected(0, 0.5) == pytest.approx(middle, abs=1e-9), value


def test_clipped_noise_leaves_regret_unbiased() -> None:
    """Where the loss is 0, noise is clipped to its upper half: its mean is not 0."""
    environment = FunctionEnvironment(
        lambda context, a: abs(a - 0.5), noise=0.2, best=lambda context: 0.0
    )
    losses = [environment.realised(i, 0.5) for i in range(2000)]
    # six standard errors: a false alarm in 1 of 5e8 seeds
    alarm = 6 * float(np.std(losses)) / math.sqrt(2000)
    assert abs(float(np.mean(losses)) - environment.expected(0, 0.5)) < alarm < 0.02
    assert environment.expected(0, 0.5) == pytest.approx(0.2 / math.sqrt(2.0 * math.pi), abs=1e-6)
    best = environment.best_losses(0, 3, Interval(0.0, 1.0))
    assert best.tolist() == [environment.expected(0, 0.5)] * 3


@pytest.mark.parametrize(
    ("space", "type_", "shape"),
    [
        (Interval(5.0, 50.0), float, ()),
        (Catalog(40), int, ()),
        (Box([10.0, -1.0], [20.0, 1.0]), np.ndarray, (2,)),
    ],
)
def test_the_function_sees_actions_as_users_do(space: object, type_: type, shape: tuple) -> None:
    seen = []

    def loss(context: object, action: object) -> float:
        seen.append(action)
        if isinstance(action, np.ndarray):
            action[...] = -99.0  # a user may do as he likes with what he is given
        return 0.5

    class Flat:
        def predict(self, context: object, actions: np.ndarray, weight: float = 1.0) -> object:
            return np.full(len(actions), 0.5)

        def learn(self, *args: object, **kwargs: object) -> None:
            pass

    bandit = InterpretedBandit(space, oracle=Flat(), explorer=RandomPlay(), seed=2)
    trace = simulate(bandit, FunctionEnvironment(loss), rounds=20)
    assert all(type(action) is type_ and np.shape(action) == shape for action in seen)
    assert all(space.contains(action) for action in trace.actions)
    if type_ is not np.ndarray:
        assert seen[::2] == trace.actions.tolist()


def test_a_sampler_may_reuse_its_buffer_and_a_function_may_write_into_the_context() -> None:
    buffer = np.empty(2)

    def sampler(generator: np.random.Generator) -> np.ndarray:
        buffer[:] = generator.random(2)
        return buffer

    def spoils(context: np.ndarray, a: float) -> float:
        value = abs(a - context[0])
        context[:] = 7.0
        return value

    environment = FunctionEnvironment(spoils, context_size=2, sampler=sampler)
    rows = environment.contexts(0, 10)
    assert len(np.unique(rows[:, 0])) == 10
    assert environment.expected(3, 0.5) == environment.expected(3, 0.5) == abs(0.5 - rows[3, 0])


def test_best_losses() -> None:
    plain = FunctionEnvironment(distance, context_size=1)
    assert np.isnan(plain.best_losses(0, 3, Interval(0, 1))).all()
    known = FunctionEnvironment(distance, context_size=1, best=lambda context: context[0] / 2)
    assert (known.best_losses(4, 3, Interval(0, 1)) == known.contexts(4, 3)[:, 0] / 2).all()


@pytest.mark.parametrize("answer", [1.2, -0.1, math.nan, None, "x", [0.5]])
def test_losses_outside_are_refused_with_value_action_and_round(answer: object) -> None:
    environment = FunctionEnvironment(lambda context, a: answer)
    with pytest.raises(InvalidLoss) as caught:
        environment.realised(7, 0.25)
    message = str(caught.value)
    assert repr(answer) in message and "0.25" in message and "round 7" in message


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"function": 0.5}, "function is 0.5"),
        ({"noise": "normal"}, "noise is 'normal'"),
        ({"noise": -0.1}, "noise is -0.1"),
        ({"noise": math.nan}, "noise is nan"),
        ({"context_size": -1}, "context_size is -1"),
        ({"sampler": "uniform"}, "sampler is 'uniform'"),
        ({"best": 0.0}, "best is 0.0"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
    ],
)
def test_bad_parameters(arguments: dict, says: str) -> None:
    with pytest.raises(InvalidParameter) as caught:
        FunctionEnvironment(**{"function": distance, **arguments})
    assert says in str(caught.value)


@pytest.mark.parametrize(("drawn", "says"), [([0.1], "(1,)"), ("ab", "'ab'"), (None, "()")])
def test_bad_samplers(drawn: object, says: str) -> None:
    environment = FunctionEnvironment(distance, context_size=2, sampler=lambda generator: drawn)
    with pytest.raises(InvalidParameter) as caught:
        environment.contexts(0, 1)
    assert says in str(caught.value)
