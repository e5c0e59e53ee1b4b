import math

import numpy as np
import pytest

from smoothbandits import Catalog, Interval, RegressionEnvironment, simulate
from smoothbandits.baselines import GreedyTrees
from smoothbandits.baselines.greedy_trees import fewest_rows, leaf_count
from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.measures import LogUniform

UNIT = Interval(0.0, 1.0)


class Interpreted(GreedyTrees):
    engine = "python"


class Noting(GreedyTrees):
    """Keeps its boosters."""

    def _fit(self):
        self.boosters = [*getattr(self, "boosters", []), super()._fit()]
        return self.boosters[-1]


def table(rows=600, *, missing=0.0, low=0.0, high=1.0):
    rng = np.random.default_rng(4)
    X = rng.normal(size=(rows, 3))
    y = low + (high - low) / (1.0 + np.exp(-2.0 * X[:, 0] * np.sign(X[:, 1])))
    X[rng.random(X.shape) < missing] = np.nan
    return RegressionEnvironment(X, y)


def test_it_refits_at_fifty_times_the_powers_of_one_point_four():
    rival = Interpreted(UNIT, 3, trees=2)
    simulate(rival, table(), rounds=49)
    assert rival.fits == [] and rival.until_refit() == 1
    simulate(rival, table(), rounds=551)
    assert rival.fits == [math.ceil(50 * 1.4**k) for k in range(8)]
    assert rival.until_refit() == math.ceil(50 * 1.4**8) - 600


def test_fits_follow_the_number_of_examples_and_take_all_of_them():
    rival = Noting(UNIT, 3)
    simulate(rival, table())
    for examples, booster in zip(rival.fits, rival.boosters, strict=True):
        setting, tree = booster.params, booster.model_to_string().split("\nTree=")[1]
        assert setting["num_leaves"] == leaf_count(examples)
        assert setting["min_data_in_leaf"] == fewest_rows(examples)
        assert (setting["learning_rate"], setting["num_threads"]) == (0.1, 1)
        assert setting["deterministic"] and setting["force_col_wise"]
        assert booster.num_trees() == 150
        counts = tree.split("\nleaf_count=")[1].split("\n")[0].split()
        assert sum(map(int, counts)) == examples


def test_a_window_forgets_and_is_fitted_four_times():
    seen = []

    class Watched(GreedyTrees):
        def _fit(self):
            seen.append([column.copy() for column in self._examples()])
            return super()._fit()

    environment = table(1_000)
    rival = Watched(UNIT, 3, window=200, trees=5, seed=2)
    trace = simulate(rival, environment)
    assert rival.fits == [50, 70, 98, 138, 193, 269, *range(319, 1_000, 50)]
    for end, (contexts, actions, losses) in zip(rival.fits, seen, strict=True):
        last = slice(max(0, end - 200), end)
        np.testing.assert_array_equal(contexts, environment.X[last])
        np.testing.assert_array_equal(actions, trace.actions[last])
        np.testing.assert_array_equal(losses, trace.losses[last])
    assert rival.until_refit() == rival.fits[-1] + 50 - 1_000


def test_a_window_that_holds_all_changes_nothing():
    traces = [
        simulate(GreedyTrees(UNIT, 3, trees=5, window=window, seed=2), table())
        for window in (None, 10_000)
    ]
    np.testing.assert_array_equal(traces[0].actions, traces[1].actions)


@pytest.mark.parametrize(
    ("examples", "leaves", "rows"),
    [(50, 7, 5), (400, 7, 5), (401, 7, 20), (799, 7, 20), (800, 8, 20), (6_300, 63, 20)],
)
def test_leaves_and_rows_of_a_leaf(examples, leaves, rows):
    assert (leaf_count(examples), fewest_rows(examples)) == (leaves, rows)
    assert leaf_count(10**6) == 63


def test_it_plays_the_least_of_lightgbms_own_predictions():
    space, environment = Interval(-2.0, 6.0), table(missing=0.2, low=-2.0, high=6.0)
    rival = Noting(space, 3, epsilon=0.0, seed=2)
    trace = simulate(rival, environment)
    units = (np.arange(32) + 0.5) / 32
    for number in range(50, 600, 7):
        booster = rival.boosters[sum(fit <= number for fit in rival.fits) - 1]
        context = environment.contexts(number, 1)[0]
        losses = booster.predict(np.column_stack([np.tile(context, (32, 1)), units]))
        played = int((trace.actions[number] + 2.0) / 8.0 * 32)
        assert trace.actions[number] == -2.0 + 8.0 * units[played]
        assert played == np.argmin(np.round(losses, 12))


def test_one_round_in_twenty_is_random_for_ever():
    trace = simulate(GreedyTrees(UNIT, 3, trees=5, seed=1), table(), rounds=20_000)
    off = (trace.actions * 64) % 2.0 != 1.0  # not a centre
    assert off[:50].all()
    assert off[50:].mean() == pytest.approx(0.05, abs=0.005)
    assert off[-5_000:].mean() == pytest.approx(0.05, abs=0.01)
    assert 0.45 < trace.actions[off].mean() < 0.55


def test_the_same_seed_the_same_run_on_both_engines():
    environment = table(missing=0.1)
    traces = [
        simulate(kind(UNIT, 3, seed=seed), environment, rounds=250)
        for kind, seed in [(GreedyTrees, 3), (GreedyTrees, 3), (Interpreted, 3), (GreedyTrees, 4)]
    ]
    assert [trace.engine for trace in traces] == ["compiled", "compiled", "python", "compiled"]
    one, again, interpreted, other = (trace.actions.tobytes() for trace in traces)
    assert one == again == interpreted != other


def test_acting_and_learning_is_what_a_simulation_does():
    environment = table(missing=0.1)
    state = environment.state(UNIT)
    trace = simulate(GreedyTrees(UNIT, 3, seed=5), environment, rounds=300)
    rival = GreedyTrees(UNIT, 3, seed=5)
    for number in range(300):
        choice = rival.act(environment.contexts(number, 1)[0])
        assert choice.action == trace.actions[number]
        random = number < 50 or (choice.action * 64) % 2.0 != 1.0
        assert choice.density == ((0.05 if number >= 50 else 1.0) if random else 0.95)
        rival.learn(choice, loss=abs(state.targets[number] - choice.action))
    assert rival.fits[-1] == 269


def test_it_learns():
    trace = simulate(GreedyTrees(UNIT, 3), table(), rounds=3_000)
    assert trace.losses[-1_000:].mean() < 0.4 * trace.losses[:50].mean()


def test_one_loss_for_all_is_played_too():
    environment = RegressionEnvironment(np.zeros((5, 0)), np.zeros(5), loss=lambda y, a: 0.5)
    trace = simulate(Interpreted(UNIT, 0, epsilon=0.0), environment, rounds=60)
    assert set(trace.actions[50:]) == {1.0 / 64.0}


def test_a_fit_that_was_interrupted_is_made_up_for():
    class Stopped(Interpreted):
        stop = True

        def _fit(self):
            if self.stop:
                raise KeyboardInterrupt
            return super()._fit()

    rival = Stopped(UNIT, 3, trees=2)
    with pytest.raises(KeyboardInterrupt):
        simulate(rival, table())
    assert (rival.rounds, rival.fits) == (50, [])
    rival.stop = False
    rival.learn(rival.act([0.0, 0.0, 0.0]), loss=0.5)
    assert rival.fits == [50] and rival.until_refit() == 19


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"first": 0}, "first is 0"),
        ({"growth": 1.0}, "growth is 1.0; give a factor above 1"),
        ({"trees": 0}, "trees is 0"),
        ({"learning_rate": 0.0}, "learning_rate is 0.0"),
        ({"arms": 0}, "arms is 0"),
        ({"epsilon": 1.5}, "epsilon is 1.5"),
        ({"window": 3}, "window is 3; give a whole number of at least 4"),
    ],
)
def test_what_it_refuses(settings, message):
    with pytest.raises(InvalidParameter, match=message):
        GreedyTrees(UNIT, 1, **settings)


@pytest.mark.parametrize("space", [Catalog(3), Interval(1.0, 9.0, LogUniform())])
def test_other_spaces(space):
    with pytest.raises(InvalidParameter, match="GreedyTrees needs an Interval with a uniform"):
        GreedyTrees(space, 1)


def test_infinite_entries():
    with pytest.raises(InvalidContext, match="finite, or nan where it is missing"):
        Interpreted(UNIT, 1).act([math.inf])
    environment = RegressionEnvironment([[0.0], [0.5]], [0.1, 0.2])
    environment.X[1] = math.inf
    with pytest.raises(InvalidContext, match=r"row 1 .*finite, or nan"):
        simulate(GreedyTrees(UNIT, 1), environment)
