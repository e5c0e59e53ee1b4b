"""Deciding ahead on all cores must leave no trace."""

from types import SimpleNamespace

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.bandit.storage import flatten
from smoothbandits.environments import OffersEnvironment, RegressionEnvironment
from smoothbandits.errors import InvalidContext
from smoothbandits.explorers import AdaptiveIGW, EpsilonGreedy, SmoothIGW
from smoothbandits.kernels.states import BAD_CONTEXT, OK, VALLEY
from smoothbandits.oracles import AdditiveOracle, BoostedOracle
from smoothbandits.simulation import between_fits, policies
from smoothbandits.simulation.between_fits import epoch_loop, has_epochs
from tests.inside import states_of

FIRST, ROUNDS = 1_000, 4_000  # fits after 1,000, 1,400, 1,960, 2,744 and 3,842 rounds


def table(rows: int = ROUNDS) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(5)
    x = generator.uniform(-1.0, 1.0, (rows, 3))
    return x, 0.5 + 0.4 * np.sin(3.0 * x[:, 0]) * x[:, 1]


def bandit() -> sb.Bandit:
    return sb.Bandit(
        sb.Interval(0, 1),
        oracle=BoostedOracle(first=FIRST, trees=12),
        explorer=SmoothIGW(h=1.0, gamma=50.0),
        context_size=3,
        seed=3,
    )


@pytest.mark.parametrize("batch", [1, 8])
def test_same_bits_as_the_loop(monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    environment, ahead, alone = RegressionEnvironment(*table()), bandit(), bandit()
    one = sb.simulate(ahead, environment, batch=batch)
    monkeypatch.setattr(policies, "has_epochs", lambda oracle, explorer: False)
    other = sb.simulate(alone, environment, batch=batch)
    assert ahead.oracle.state.active[0] == VALLEY  # else nothing was decided ahead
    for name in ("losses", "expected_losses", "actions", "bases", "explored"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    same_knowledge(ahead, alone)


@pytest.mark.slow
def test_batches_are_learned_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 40 entries on a product the online oracle gathers gradients until a batch is over."""
    shop = OffersEnvironment(400, channels=2, seed=1)
    shop.features = np.random.default_rng(7).uniform(-1.0, 1.0, (400, 40))
    shop.context_size = 40

    def play() -> tuple[sb.simulation.Trace, dict[str, np.ndarray]]:
        oracle = BoostedOracle(first=100, growth=1.5, trees=3)
        explorer = EpsilonGreedy(0.2)
        mine = sb.Bandit(shop.space, oracle=oracle, explorer=explorer, context_size=40, seed=3)
        trace = sb.simulate(mine, shop, rounds=400, batch=8)
        return trace, flatten(mine.oracle.state.online, "online")

    monkeypatch.setattr(between_fits, "PART_ROUNDS", 20)  # several parts, of three batches each
    ahead, knows = play()
    monkeypatch.setattr(policies, "has_epochs", lambda oracle, explorer: False)
    alone, known = play()
    np.testing.assert_array_equal(ahead.losses, alone.losses)
    for name, array in known.items():
        np.testing.assert_array_equal(knows[name], array, err_msg=name)


class Spy:
    """In place of the compiled steps: notes which rounds of an epoch are decided and learned."""

    def __init__(self, fails_at: int) -> None:
        self.fails_at, self.decided, self.learned = fails_at, [], []

    def decide_rounds(self, handle, environment, contexts, first, offset, *rest) -> tuple:
        rows = contexts[:, 0].astype(int).tolist()
        self.decided += [(row, first + i, offset + i) for i, row in enumerate(rows)]
        bad = self.fails_at in rows
        return (BAD_CONTEXT, rows.index(self.fails_at)) if bad else (OK, len(rows))

    def learn_rounds(self, handle, contexts, points, outcomes, losses, keys, bases, batch) -> None:
        self.learned.append(contexts[:, 0].astype(int).tolist())


@pytest.mark.parametrize("batch", [1, 6, 8, 600])
@pytest.mark.parametrize("fails_at", [-1, 1100])
def test_an_epoch_is_learned_in_whole_batches(
    monkeypatch: pytest.MonkeyPatch, batch: int, fails_at: int
) -> None:
    spy, n = Spy(fails_at), 1300
    monkeypatch.setattr(between_fits, "entries_of", lambda engine: spy)
    run = epoch_loop(pytest.fail, lambda: SimpleNamespace(active=[VALLEY]))
    rows, columns = np.arange(n, dtype=float)[:, None], [np.empty(n) for _ in range(2)]
    trace = (*columns, np.empty((n, 1)), *(np.empty(n) for _ in range(2)), np.empty((n, 3)))
    done = run(None, None, rows, 70, 3, 0, batch, 0, *trace)
    ends = n if fails_at < 0 else fails_at // batch * batch
    assert done == (OK if fails_at < 0 else BAD_CONTEXT, ends)
    assert sum(spy.learned, []) == list(range(ends))
    assert all(len(part) % batch == 0 for part in spy.learned[:-1])
    assert set(spy.decided) >= {(row, 70 + row, 3 + row) for row in range(ends)}


@pytest.mark.parametrize("batch", [1, 8])
def test_a_bad_context_stops_both_at_the_same_round(
    monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    x, y = table()
    x[3_333, 1] = np.inf
    environment = RegressionEnvironment(np.zeros_like(x), y)
    environment.X = x  # the environment itself would refuse it
    ahead, alone = bandit(), bandit()
    with pytest.raises(InvalidContext, match="row 3333"):
        sb.simulate(ahead, environment, batch=batch)
    monkeypatch.setattr(policies, "has_epochs", lambda oracle, explorer: False)
    with pytest.raises(InvalidContext, match="row 3333"):
        sb.simulate(alone, environment, batch=batch)
    # batches begin anew after each fit; none is learned in part
    assert ahead.rounds == alone.rounds > 3_333 - batch
    same_knowledge(ahead, alone)


def same_knowledge(one: sb.Bandit, other: sb.Bandit) -> None:
    ours, theirs = one.oracle.state, other.oracle.state
    for name in ("contexts", "actions", "losses", "kept", "active", "evidence", "since"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)
    np.testing.assert_array_equal(ours.online.values, theirs.online.values)
    np.testing.assert_array_equal(ours.trees.value, theirs.trees.value)
    np.testing.assert_array_equal(ours.valley.trees.value, theirs.valley.trees.value)
    np.testing.assert_array_equal(ours.valley.shape, theirs.valley.shape)


def test_only_trees_without_a_master_have_epochs() -> None:
    def asked(oracle: object, explorer: object) -> bool:
        made = sb.Bandit(sb.Interval(0, 1), oracle=oracle, explorer=explorer)
        return has_epochs(made.oracle.state, states_of(made).explorer)

    assert asked(BoostedOracle(), EpsilonGreedy(0.1))
    assert not asked(BoostedOracle(watch=True), EpsilonGreedy(0.1))  # a change may come any time
    assert not asked(BoostedOracle(), AdaptiveIGW())
    assert not asked(AdditiveOracle(), EpsilonGreedy(0.1))
