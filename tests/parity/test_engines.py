"""Both engines, and act and learn by hand, give the same bits."""

import itertools

import numpy as np
import pytest

from smoothbandits import explorers, oracles
from smoothbandits.bandit.decision import plain
from smoothbandits.bandit.facade import Bandit
from smoothbandits.environments import FunctionEnvironment
from smoothbandits.explorers import AdaptiveIGW, Explorer, SmoothIGW
from smoothbandits.oracles import DispersionOracle, HarmonicOracle, Oracle, TableOracle
from smoothbandits.rooms import found
from smoothbandits.simulation.play import simulate
from smoothbandits.spaces import Box, Catalog, Interval
from tests.parity.problems import PROBLEMS, ROUNDS

COLUMNS = ("losses", "expected_losses", "best_losses", "actions", "bases", "explored")


def assert_same_states(first, second):
    first, second = first.state_arrays(), second.state_arrays()
    assert first.keys() == second.keys()
    for name in first:
        np.testing.assert_array_equal(first[name], second[name], err_msg=name)


def assert_same_traces(first, second):
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name), err_msg=name)


#: take long to compile, of parts that others compile alone
COMPOUND = {
    "market, watched outcomes",
    "market, boosted outcomes that are watched",
    "market, boosted outcomes that are forgotten",
    "thinned under corral",
    "doubling under corral",
    "class under corral",
    "forgetting linear",
    "forgetting harmonic",
}
CASES = [pytest.param(n, marks=[pytest.mark.slow] * (n in COMPOUND)) for n in PROBLEMS]


@pytest.mark.parametrize("name", CASES)
def test_compiled_and_interpreted_loops_agree_bit_for_bit(name):
    problem = PROBLEMS[name]
    for batch in (1, 8):
        compiled, interpreted = problem.bandit(), problem.bandit()
        untouched = problem.bandit()
        first = simulate(compiled, problem.environment, batch=batch, rounds=ROUNDS)
        second = simulate(
            interpreted, problem.environment, batch=batch, rounds=ROUNDS, engine="python"
        )
        assert (first.engine, second.engine) == ("compiled", "python")
        assert_same_traces(first, second)
        assert_same_states(compiled, interpreted)
        # and something did happen
        assert 0 < first.explored.sum() < ROUNDS or not compiled.explorer.has_atom
        assert np.unique(first.actions).size > 5
        moved = untouched.state_arrays()
        assert any((moved[k] != v).any() for k, v in compiled.state_arrays().items())


def test_the_problems_cover_what_they_should():
    pairs = set()
    for problem in PROBLEMS.values():
        pairs |= set(itertools.combinations(problem.names, 2))
    seen = {name for pair in pairs for name in pair}
    every_oracle = set(found(Oracle, oracles.__name__, oracles.__path__))
    assert len(every_oracle) > 10 and every_oracle <= seen, every_oracle - seen
    like_epsilon_greedy = {"Greedy", "RandomPlay"}  # the same kernel with another rate
    every_explorer = set(found(Explorer, explorers.__name__, explorers.__path__))
    every_explorer -= like_epsilon_greedy
    assert len(every_explorer) > 3 and every_explorer <= seen, every_explorer - seen
    environments = ("RegressionEnvironment", "BernoulliEnvironment")
    assert set(itertools.product(every_explorer, ("Interval", "Catalog"))) <= pairs
    assert set(itertools.product(every_explorer, environments)) <= pairs
    assert "MarketEnvironment" in seen
    on_products = ("ScaledOracle", "BoostedOracle")
    assert set(itertools.product(on_products, ("Product",))) <= pairs
    both = ("LinearOracle", "GLMOracle", "FiniteClassOracle", "WeightedOracle")
    assert set(itertools.product(both, ("Interval", "Catalog"))) <= pairs


# -------------------------------------------- environments that only exist as Python objects


def bowl(context, action):
    return min(1.0, float(np.sum((np.asarray(action) - context[0]) ** 2)))


FUNCTION = FunctionEnvironment(bowl, context_size=2, noise=0.1, seed=3)
SPACES = {
    "interval": (Interval(0.0, 1.0), DispersionOracle(), AdaptiveIGW(bases=4), 200),
    "box": (Box([0, 0], [1, 1]), HarmonicOracle(order=2), SmoothIGW(h=0.2, gamma=100.0), 24),
}


@pytest.mark.parametrize("name", SPACES)
def test_compiled_steps_and_interpreted_loop_agree_bit_for_bit(name):
    space, oracle, explorer, rounds = SPACES[name]
    for batch in (1, 8):
        stepped, interpreted = (
            Bandit(space, oracle=oracle, explorer=explorer, context_size=2, seed=5)
            for _ in range(2)
        )
        first = simulate(stepped, FUNCTION, rounds=rounds, batch=batch)
        second = simulate(interpreted, FUNCTION, rounds=rounds, batch=batch, engine="python")
        assert (first.engine, second.engine) == ("stepped", "python")
        assert_same_traces(first, second)
        assert_same_states(stepped, interpreted)


# ------------------------------------------------------------------------- act and learn by hand


def by_hand(bandit, environment, rounds):
    """What `simulate` does, through the front door."""
    decisions = []
    for t in range(rounds):
        context = environment.context(t)
        decision = bandit.act(context)
        bandit.learn(decision, loss=environment.realised(t, decision.action))
        decisions.append(decision)
    return decisions


def assert_same_decisions(decisions, trace):
    np.testing.assert_array_equal([d.action for d in decisions], trace.actions)
    np.testing.assert_array_equal([d.base for d in decisions], trace.bases)
    np.testing.assert_array_equal([d.explored for d in decisions], trace.explored)


def test_acting_and_learning_by_hand_is_a_simulation():
    space, oracle, explorer, rounds = SPACES["interval"]
    first, second = (
        Bandit(space, oracle=oracle, explorer=explorer, context_size=2, seed=5) for _ in range(2)
    )
    decisions = by_hand(first, FUNCTION, rounds)
    assert_same_decisions(decisions, simulate(second, FUNCTION, rounds=rounds))
    assert_same_states(first, second)


@pytest.mark.parametrize("name", [n for n, p in PROBLEMS.items() if p.space.size is None])
def test_interpreted_acting_and_learning_by_hand_is_a_simulation(name):
    problem = PROBLEMS[name]
    first, second = problem.bandit("python"), problem.bandit("python")
    rounds = 25
    trace = simulate(first, problem.environment, rounds=rounds)
    for t in range(rounds):
        decision = second.act(problem.environment.contexts(t, 1)[0])
        assert decision.action == plain(trace.actions[t])
        assert decision.base == trace.bases[t]
        assert decision.explored == trace.explored[t]
        if problem.payoff is None:
            second.learn(decision, loss=trace.losses[t])
        else:
            second.learn(decision, outcome=trace.losses[t] < 1.0)
    assert_same_states(first, second)


def test_a_block_of_decisions_is_a_loop_of_decisions():
    space, oracle, explorer, _ = SPACES["interval"]
    first, second = (
        Bandit(space, oracle=oracle, explorer=explorer, context_size=2, seed=5, engine="python")
        for _ in range(2)
    )
    contexts = FUNCTION.contexts(0, 50)
    block = first.act_many(contexts)
    for i, context in enumerate(contexts):
        one = second.act(context)
        nameless = {"id": 0, "bandit": "", "context": None}
        assert block[i]._replace(**nameless) == one._replace(**nameless)


def test_a_table_by_hand_on_both_engines():
    environment = FunctionEnvironment(lambda context, a: (a % 7) / 7.0, noise="bernoulli", seed=1)
    runs = [
        Bandit(Catalog(40), oracle=TableOracle(), seed=2, engine=engine)
        for engine in ("compiled", "python")
    ]
    first, second = (by_hand(bandit, environment, 150) for bandit in runs)
    for one, other in zip(first, second, strict=True):
        assert one._replace(id=0, bandit="") == other._replace(id=0, bandit="")
    assert_same_states(*runs)
