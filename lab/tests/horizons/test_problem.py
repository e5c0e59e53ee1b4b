import numpy as np
import pytest

from smoothbandits import simulate
from smoothbandits.baselines import Constant
from smoothbandits.datasets import load
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.horizons.policies import losses_of
from smoothbandits_lab.horizons.problem import LOSSES, SLOPES, Problem, horizon_ends
from smoothbandits_lab.horizons.runs import play
from smoothbandits_lab.table_problem import SPACE


def problem(loss, seed=0, rounds=5_000):
    given = {"loss": loss, "rounds": rounds, "most": 700, "data_dir": None}
    return Problem.of(Cell(play, "horizons", "synthetic-cats", "any", seed, given))


@pytest.mark.parametrize("action", [0.0, 0.25, 0.5, 0.9])
def test_what_an_action_costs(action):
    for loss in LOSSES:
        given = problem(loss)
        played = Constant(SPACE, action, context_size=given.context_size)
        losses = simulate(played, given.environment()).losses
        y = given.rows()[1]
        if loss == "price":
            expected = 1.0 - np.where(action <= y, action, 0.0)
        else:
            above = np.abs(y - action) if loss == "absolute" else (action - y) / 3.0
            expected = np.where(action < y, y - action, above)
        np.testing.assert_allclose(losses, expected, atol=1e-15)
        np.testing.assert_allclose(losses, losses_of(given, y, action), atol=1e-15)


def test_the_quantile_that_costs_least():
    assert [slopes.level for slopes in SLOPES.values()] == [0.5, 0.75]


def test_generated_tables_are_another_draw_than_the_published_one():
    y = problem("absolute").table.y
    np.testing.assert_array_equal(y, load("synthetic-cats", rows=700, seed=8).scaled().y)
    assert (y != load("synthetic-cats", rows=700).scaled().y).any()
    assert (y.min(), y.max()) == (0.0, 1.0)


def test_the_seed_orders_the_rows_and_a_short_run_is_the_beginning_of_a_long_one():
    long, other = problem("absolute").rows(), problem("absolute", seed=1).rows()
    assert (long[1] != other[1]).any() and set(long[1]) == set(other[1])
    short = problem("absolute", rounds=500)
    assert short.ends == {"500": 500}
    np.testing.assert_array_equal(short.rows()[0], long[0][:500])


@pytest.mark.parametrize(
    ("rows", "rounds", "ends"),
    [
        (300, 5_000, {"all": 300}),
        (2_000, 5_000, {"500": 500, "2000": 2_000, "all": 2_000}),
        (325_724, 100_000, {"500": 500, "2000": 2_000, "5000": 5_000, "all": 100_000}),
        (325_724, 5_000, {"500": 500, "2000": 2_000, "5000": 5_000}),
    ],
)
def test_horizons_that_a_run_reaches(rows, rounds, ends):
    assert horizon_ends(rows, rounds, 100_000) == ends
