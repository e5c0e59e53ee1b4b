"""A bandit over trees that is taught a log, by `bandit.oracle.learn`, before it decides."""

import threading

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.bandit import fitter
from smoothbandits.kernels.states import ONLINE
from smoothbandits.oracles import BoostedOracle
from tests.inside import refits_of

EXAMPLES = 3000


def target(x):
    """No sum over the entries says this."""
    return np.where(x[..., 0] * x[..., 1] > 0.0, 25.0, 75.0)


def teach(model, examples=EXAMPLES, seed=1):
    rng = np.random.default_rng(seed)
    contexts = rng.uniform(-1.0, 1.0, (examples, 2))
    actions = rng.uniform(0.0, 100.0, examples)
    losses = np.abs(actions - target(contexts)) / 100.0
    for context, action, loss in zip(contexts, actions, losses, strict=True):
        model.learn(context, action, loss)
    return contexts


@pytest.fixture(scope="module")
def taught():
    bandit = sb.Bandit(sb.Interval(0.0, 100.0), context_size=2, explorer=sb.Greedy(), seed=3)
    return bandit, teach(bandit.oracle)


def test_no_example_is_lost(taught):
    bandit, contexts = taught
    state = bandit.oracle.state
    assert state is bandit.oracle.state
    assert state.kept.tolist() == [EXAMPLES, EXAMPLES]
    np.testing.assert_array_equal(state.contexts[:EXAMPLES], contexts.astype(np.float32))
    assert len(state.losses) > EXAMPLES  # room for what comes


def test_the_first_decisions_are_those_of_trees_that_know_the_log(taught):
    """30, 42, 59, ... examples: the last fit had more than 1 / 1.4 of them."""
    bandit, _ = taught
    assert bandit.oracle.state.active[0] != ONLINE
    assert bandit.oracle.state.since[0] > EXAMPLES / 1.4
    rng = np.random.default_rng(9)
    asked = rng.uniform(-1.0, 1.0, (200, 2))
    decided = np.array([bandit.act(x).action for x in asked])
    assert np.median(np.abs(decided - target(asked))) < 5.0
    assert not refits_of(bandit).busy and not bandit.swaps


def test_the_same_log_gives_the_same_decisions(taught):
    bandit, _ = taught
    again = sb.Bandit(sb.Interval(0.0, 100.0), context_size=2, explorer=sb.Greedy(), seed=3)
    teach(again.oracle)
    x = [0.3, -0.8]
    assert again.oracle.best(x) == bandit.oracle.best(x)


def test_a_model_that_stands_alone_is_fitted_too():
    model = BoostedOracle().bind(sb.Interval(0.0, 100.0), context_size=2)
    teach(model, 500)
    assert model.state.kept.tolist() == [500, 500] and model.state.since[0] > 500 / 1.4
    assert abs(model.best([0.5, 0.5])[0] - 25.0) < 15.0


def test_after_a_log_the_bandit_learns_on(tmp_path):
    oracle = BoostedOracle(background=False)
    bandit = sb.Bandit(sb.Interval(0.0, 100.0), oracle=oracle, context_size=2, seed=3)
    teach(bandit.oracle, 100)
    fits = bandit.oracle.state.since[0]
    rng = np.random.default_rng(4)
    for _ in range(60):
        x = rng.uniform(-1.0, 1.0, 2)
        decision = bandit.act(x)
        bandit.learn(decision, loss=float(abs(decision.action - target(x)) / 100.0))
    state = bandit.oracle.state
    assert state.kept.tolist() == [160, 160] and state.since[0] > fits and len(bandit.swaps) > 0
    bandit.save(tmp_path / "taught.bandit")
    again = sb.load(tmp_path / "taught.bandit")
    assert again.oracle.best([0.5, 0.5]) == bandit.oracle.best([0.5, 0.5])


def test_a_fit_in_flight_of_fewer_examples_is_dropped(monkeypatch):
    flights = []

    def hand_over(*task):
        flights.append(fitter.Flight(*task))  # never ends
        return flights[-1]

    monkeypatch.setattr("smoothbandits.bandit.refitting.hand_over", hand_over)
    bandit = sb.Bandit(sb.Interval(0.0, 100.0), context_size=2, seed=3)
    for _ in range(31):
        bandit.learn(bandit.act([0.0, 0.5]), loss=0.5)
    assert refits_of(bandit).flight is flights[-1]
    teach(bandit.oracle, 50)
    assert not refits_of(bandit).busy
    assert bandit.oracle.state.kept.tolist() == [81, 81]
    assert bandit.oracle.state.since[0] > 30


def test_an_interrupted_fit_is_made_up_for(monkeypatch):
    model = BoostedOracle().bind(sb.Interval(0.0, 100.0), context_size=2)
    with monkeypatch.context() as patched:
        patched.setattr(BoostedOracle, "fitted", interrupted)
        with pytest.raises(KeyboardInterrupt):
            teach(model, 40)
    assert model.state.kept.tolist() == [30, 30]
    teach(model, 5)
    assert model.state.kept.tolist() == [35, 35] and model.state.since[0] == 30


def interrupted(*_):
    raise KeyboardInterrupt


def test_teaching_waits_for_the_bandit():
    bandit = sb.Bandit(sb.Interval(0.0, 100.0), context_size=2, policy="fast")
    done = threading.Event()

    def learn():
        bandit.oracle.learn([0.1, 0.2], 50.0, 0.5)
        done.set()

    with bandit._lock:
        threading.Thread(target=learn).start()
        assert not done.wait(0.2)
    assert done.wait(60.0)
