"""A log that was taught: whether the valley may begin, and of which examples it is fitted."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.environments import TwoValleysEnvironment
from smoothbandits.errors import CorruptSave
from smoothbandits.kernels.states import AGREES, DOUBTS, ONLINE, REFUTES, SURFACE, VALLEY
from smoothbandits.oracles.trees import boosted as module
from smoothbandits.oracles.trees.boosted import BoostedOracle
from tests.inside import states_of

UNIT = sb.Interval(0.0, 1.0)
FIRST, ROWS, SIZE = 20, 600, 4
ORACLE = BoostedOracle(first=FIRST, trees=40, background=False)


def bandit(oracle=ORACLE):
    return sb.Bandit(UNIT, oracle=oracle, context_size=SIZE, policy="best", seed=2)


def one_valley(contexts, actions):
    return np.abs(actions - 0.5 - 0.3 * contexts[:, 0])


def two_valleys(contexts, actions):
    problem = TwoValleysEnvironment(1)
    pairs = zip(contexts, actions, strict=True)
    return np.array([problem.loss_curve(x, [a])[0] for x, a in pairs])


def teach(mine, losses_of, n=ROWS, seed=0, **others):
    rng = np.random.default_rng(seed)
    contexts, actions = rng.uniform(-1.0, 1.0, (n, SIZE)), rng.random(n)
    losses = np.clip(losses_of(contexts, actions) + rng.normal(0.0, 0.05, n), 0.0, 1.0)
    mine.teach(contexts, actions, losses=losses, weights=np.ones(n), **others)
    return mine.oracle.state


def play(mine, n):
    for context in np.random.default_rng(5).uniform(-1.0, 1.0, (n, SIZE)):
        mine.learn(mine.act(context), loss=0.4)
    return mine.oracle.state


@pytest.fixture
def valleys(monkeypatch):
    """How many examples each valley was fitted to."""
    fits, fit = [], module.fit_valley
    monkeypatch.setattr(
        module,
        "fit_valley",
        lambda examples, *rest: fits.append(len(examples.losses)) or fit(examples, *rest),
    )
    return fits


def says(monkeypatch, verdict):
    asked = []
    monkeypatch.setattr(module, "verdict", lambda log, _: asked.append(len(log[2])) or verdict)
    return asked


@pytest.mark.parametrize(
    ("losses_of", "log", "active"),
    [(one_valley, AGREES, VALLEY), (two_valleys, REFUTES, SURFACE)],
)
def test_the_surface_begins_where_a_log_has_refuted_the_valley(losses_of, log, active):
    state = teach(bandit(), losses_of)
    assert state.log[0] == log and state.active[0] == active
    assert ORACLE.preferred(state) == active


def test_a_log_that_agrees_counts_for_the_valley(valleys, monkeypatch):
    asked, mine = says(monkeypatch, AGREES), bandit()
    teach(mine, one_valley)
    play(mine, FIRST)
    assert valleys == [ROWS, ROWS + FIRST] and asked == [ROWS]  # once for each log


def test_where_a_log_doubts_all_begins_as_cold_and_the_valley_is_that_of_own_rounds(
    valleys, monkeypatch
):
    says(monkeypatch, DOUBTS)
    mine, cold = bandit(), bandit()
    state = teach(mine, one_valley)
    assert state.active[0] == ONLINE and state.since[0] == 0 and not valleys
    state = play(mine, FIRST)
    assert state.active[0] == VALLEY and state.since[0] == ROWS + FIRST and valleys == [FIRST]
    assert state.log[0] == DOUBTS and ORACLE.preferred(state) == VALLEY
    play(cold, FIRST)
    assert mine.swaps[1:] == cold.swaps  # and fits come when they do


def test_beside_a_refuted_valley_stands_that_of_own_rounds(valleys, monkeypatch):
    says(monkeypatch, REFUTES)
    mine = bandit()
    teach(mine, two_valleys)
    state = play(mine, FIRST)
    assert valleys == [ROWS, FIRST]  # that of the log is all there is before
    assert ORACLE.preferred(state) == SURFACE and state.evidence[SURFACE].tolist() == [0.0, 0.0]


def test_another_log_is_asked_and_evidence_relative_to_another_model_is_void(monkeypatch):
    mine, asked = bandit(), says(monkeypatch, AGREES)
    teach(mine, one_valley)
    play(mine, FIRST)
    older = np.array([[-0.4, 0.2], [-0.6, 0.3], [0.0, 0.0]])
    monkeypatch.setattr(module, "evidence_of", lambda *_: older)
    says(monkeypatch, REFUTES)
    state = teach(mine, one_valley, n=ROWS, seed=1)
    assert asked == [ROWS] and state.log[0] == REFUTES and not state.evidence.any()


@pytest.mark.parametrize(("n", "many"), [(2 * FIRST - 1, 10_000), (ROWS, ROWS)])
def test_few_rows_say_nothing_and_of_many_nothing_is_asked(n, many, monkeypatch):
    asked = says(monkeypatch, REFUTES)
    monkeypatch.setattr(module, "MANY", many)
    assert teach(bandit(), two_valleys, n=n).log[0] == AGREES and not asked


def test_a_forgotten_log_says_nothing():
    mine = bandit()
    assert teach(mine, two_valleys, ids=range(ROWS)).log[0] == REFUTES
    play(mine, FIRST)
    mine.forget(range(ROWS))
    assert mine.oracle.state.log[0] == AGREES


def test_what_a_log_said_is_kept_in_a_file():
    mine = bandit()
    teach(mine, two_valleys)
    loaded = sb.from_bytes(mine.to_bytes())
    assert loaded.oracle.state.log[0] == REFUTES
    states_of(mine).oracle.log[0] = 3
    with pytest.raises(CorruptSave):
        sb.from_bytes(mine.to_bytes())
