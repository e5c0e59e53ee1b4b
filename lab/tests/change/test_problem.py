import numpy as np
import pytest

from smoothbandits import RegressionEnvironment
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.change.problem import WORLDS, Problem, window_means
from smoothbandits_lab.change.runs import play


def problem(world, seed=0, rounds=600):
    given = {"world": world, "rounds": rounds, "at": 400, "last": 100, "data_dir": None}
    return Problem.of(Cell(play, "change", "synthetic-cats", "any", seed, given))


@pytest.mark.parametrize("world", WORLDS)
def test_targets_stay_in_their_range_and_contexts_are_the_same(world):
    given, calm = problem(world), problem("none")
    moved, table = given.environment(), calm.environment()
    assert moved.y.min() >= 0.0 and moved.y.max() <= 1.0
    np.testing.assert_array_equal(moved.X, table.X)
    assert len(moved.y) == 600 and (world == "none") == np.array_equal(moved.y, table.y)


@pytest.mark.parametrize("world", ["jump", "flip"])
def test_one_change_at_its_round(world):
    moved, table = problem(world).environment(), problem("none").environment()
    np.testing.assert_array_equal(moved.y[:400], table.y[:400])
    assert (np.abs(moved.y - table.y)[400:] > 1e-3).mean() > 0.9
    if world == "flip":
        np.testing.assert_allclose(moved.y[400:], 1.0 - table.y[400:])


@pytest.mark.parametrize("world", WORLDS)
def test_one_who_begins_anew_meets_the_same_rounds(world):
    given = problem(world)
    whole, late = given.environment(), given.environment(400)
    np.testing.assert_array_equal(late.X, whole.X[400:])
    np.testing.assert_array_equal(late.y, whole.y[400:])
    assert type(late) is RegressionEnvironment


def test_seasons_come_again():
    by = problem("seasons").environment().y - problem("none").environment().y
    assert np.abs(by[:5]).max() < 0.05 < np.abs(by[40:60]).max()
    assert np.abs(by[200:205]).max() < 0.05  # a year is half of 400


def test_the_seed_orders_the_rows():
    one, other = problem("none").environment(), problem("none", seed=1).environment()
    assert (one.y != other.y).any()


def test_a_short_table_begins_again():
    table = problem("none").table
    given = Problem(table, 0, "flip", 2 * len(table), 400, 100)
    y = given.environment().y
    np.testing.assert_allclose(y[len(table) : len(table) + 400], 1.0 - y[:400])


def test_windows():
    assert window_means(np.arange(48.0)) == [2 * i + 0.5 for i in range(24)]
