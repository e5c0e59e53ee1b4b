import numpy as np
import polars
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.simulation.trace import Trace

LOSSES = np.array([0.5, 0.0, 1.0, 0.25])
EXPECTED = np.array([0.5, 0.25, 0.75, 0.5])
BEST = np.array([0.25, 0.25, 0.5, 0.5])


def make(actions: np.ndarray, best: np.ndarray = BEST) -> Trace:
    return Trace(
        losses=LOSSES,
        expected_losses=EXPECTED,
        best_losses=best,
        actions=actions,
        bases=np.array([0, 1, 1, 0]),
        explored=np.array([True, False, False, True]),
        benchmark="the least expected loss",
        engine="python",
        seconds=0.5,
    )


TRACE = make(np.array([1.0, 2.0, 3.0, 4.0]))


def test_summaries() -> None:
    assert len(TRACE) == 4
    assert TRACE.mean_loss == 1.75 / 4
    assert TRACE.exploration_rate == 0.5
    assert TRACE.progressive_losses.tolist() == [0.5, 0.25, 0.5, 1.75 / 4]
    assert TRACE.regrets.tolist() == [0.25, 0.25, 0.5, 0.5]
    assert np.isnan(make(TRACE.actions, np.full(4, np.nan)).regrets).all()


def test_frame_has_one_row_per_round() -> None:
    frame = TRACE.to_frame()
    assert isinstance(frame, polars.DataFrame)
    assert frame.columns == [
        "round", "action", "loss", "expected_loss", "best_loss", "base", "explored"
    ]  # fmt: skip
    assert frame.height == 4 and frame["round"].to_list() == [0, 1, 2, 3]
    assert frame["loss"].to_list() == LOSSES.tolist()
    assert frame["explored"].to_list() == [True, False, False, True]


@pytest.mark.parametrize(
    ("actions", "names"),
    [
        (np.array([3, 1, 4, 1]), ["action"]),
        (np.arange(8.0).reshape(4, 2), ["action_0", "action_1"]),
    ],
)
def test_frame_of_items_and_of_knobs(actions: np.ndarray, names: list[str]) -> None:
    frame = make(actions).to_frame()
    assert [name for name in frame.columns if name.startswith("action")] == names
    assert (frame.select(names).to_numpy().reshape(actions.shape) == actions).all()


def test_repr_says_how_it_went() -> None:
    assert repr(TRACE) == (
        "<Trace of 4 rounds (python): mean loss 0.4375, 50.0% explored, 8 rounds/s>"
    )


@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_propensities_are_those_of_decisions(engine):
    """What `act` logs, `simulate` logs."""
    rng = np.random.default_rng(5)
    X, y = rng.uniform(-1, 1, (60, 2)), rng.random(60)
    env = sb.RegressionEnvironment(X, y)

    def bandit():
        return sb.Bandit(sb.Interval(0, 1), policy="fast", context_size=2, seed=3)

    trace = sb.simulate(bandit(), env, propensities=True, engine=engine)
    live = bandit()
    for t in range(60):
        decision = live.act(X[t])
        live.learn(decision, loss=float(trace.losses[t]))
        law = trace.propensities
        assert (law.density[t], law.atom[t], law.error[t]) == decision.propensity
    assert trace.to_frame().columns[-2:] == ["density", "atom"]


def test_propensities_beside_trees_that_decide_ahead():
    rng = np.random.default_rng(5)
    env = sb.RegressionEnvironment(rng.uniform(-1, 1, (300, 2)), rng.random(300))
    oracle, explorer = sb.BoostedOracle(background=False), sb.EpsilonGreedy(0.2)
    bandit = sb.Bandit(sb.Interval(0, 1), oracle=oracle, explorer=explorer, context_size=2)
    law = sb.simulate(bandit, env, propensities=True).propensities
    assert set(np.round(law.density, 12)) == {0.2} and set(np.round(law.atom, 12)) == {0.0, 0.8}


def test_a_trace_has_propensities_only_where_asked_for():
    env = sb.BernoulliEnvironment([0.2, 0.8])
    assert sb.simulate(sb.Bandit(sb.Catalog(2)), env, rounds=5).propensities is None
    without = sb.Bandit(sb.Catalog(2), atoms=False, explorer=sb.Greedy())
    assert np.isnan(sb.simulate(without, env, rounds=5, propensities=True).propensities.atom).all()
    with pytest.raises(InvalidParameter, match="propensities"):
        moss = sb.baselines.MOSS(sb.Catalog(2), horizon=5)
        sb.simulate(moss, env, rounds=5, propensities=True)
    with pytest.raises(InvalidParameter, match="propensities is 'yes'"):
        sb.simulate(sb.Bandit(sb.Catalog(2)), env, rounds=5, propensities="yes")
