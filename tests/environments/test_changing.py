import numpy as np
import pytest

from smoothbandits import Bandit, Interval, RegressionEnvironment, simulate
from smoothbandits.environments import (
    ChangingEnvironment,
    DriftEnvironment,
    FlipEnvironment,
    JumpEnvironment,
    SeasonsEnvironment,
)
from smoothbandits.errors import InvalidParameter
from tests.interpreted import InterpretedBandit

X = np.linspace(-1.0, 1.0, 24).reshape(8, 3)
Y = np.array([1.0, 4.0, 2.5, 9.0, 3.0, 6.0, 0.0, 5.0])
TABLE = RegressionEnvironment(X, Y, loss="asymmetric", under=3.0, shuffle=3)
ALL = {
    "jump": lambda table, **given: JumpEnvironment(table, at=5, **given),
    "flip": lambda table, **given: FlipEnvironment(table, at=5, **given),
    "drift": lambda table, **given: DriftEnvironment(table, distance=2.5, **given),
    "seasons": lambda table, **given: SeasonsEnvironment(table, period=3, swing=0.6, **given),
}


@pytest.mark.parametrize("name", ALL)
def test_what_does_not_change_is_as_in_the_table(name: str) -> None:
    world = ALL[name](TABLE, rounds=20)
    assert isinstance(world, ChangingEnvironment) and world.compilable and world.length == 20
    assert (world.loss, world.under, world.over) == ("asymmetric", 3.0, 1.0)
    assert 0.0 <= world.y.min() and world.y.max() <= 9.0
    for space in (Interval(0.0, 10.0), Interval(2.0, 4.0)):
        assert world.state(space).width == TABLE.state(space).width
    assert ALL[name](TABLE).length == 8
    part = ALL[name](TABLE, rounds=2)  # the range is that of the whole table
    assert part.state(Interval(2.0, 4.0)).width == 9.0


def test_a_jump_moves_the_targets() -> None:
    world = JumpEnvironment(TABLE, at=5, shift=0.5, rounds=20)
    before = TABLE.targets(0, 20)
    assert (world.targets(0, 5) == before[:5]).all()
    moved = before[5:] + 4.5
    assert world.targets(5, 15) == pytest.approx(np.where(moved > 9.0, 18.0 - moved, moved))
    assert (world.contexts(0, 20) == TABLE.contexts(0, 20)).all()


def test_a_jump_can_give_the_entries_other_places() -> None:
    world = JumpEnvironment(TABLE, at=5, shift=0.0, columns=(2, 0, 1), rounds=20)
    before = TABLE.contexts(0, 20)
    assert (world.contexts(0, 5) == before[:5]).all()
    assert (world.contexts(5, 15) == before[5:][:, [2, 0, 1]]).all()
    assert world.targets(0, 20) == pytest.approx(TABLE.targets(0, 20))


def test_a_flip_reflects_the_targets() -> None:
    world = FlipEnvironment(TABLE, at=5, rounds=20)
    before = TABLE.targets(0, 20)
    assert (world.targets(0, 5) == before[:5]).all()
    assert world.targets(5, 15) == pytest.approx(9.0 - before[5:])
    assert (world.contexts(0, 20) == TABLE.contexts(0, 20)).all()


def test_drift_moves_targets_at_one_pace_and_turns_at_the_ends() -> None:
    same = RegressionEnvironment(np.zeros((9, 1)), [5.0] * 7 + [0.0, 10.0])
    targets = DriftEnvironment(same, distance=1.4).targets(0, 7)
    pace = 1.4 * 10 / 9
    assert np.diff(targets[:4]) == pytest.approx(pace)
    assert np.diff(targets[4:7]) == pytest.approx(-pace)
    assert targets.max() <= 10.0


def test_seasons_come_back() -> None:
    same = RegressionEnvironment(np.zeros((20, 1)), [5.0] * 18 + [0.0, 10.0])
    targets = SeasonsEnvironment(same, period=4, swing=0.3).targets(0, 16)
    assert targets == pytest.approx(np.tile([5.0, 8.0, 5.0, 2.0], 4))


def test_targets_that_are_all_the_same_stay() -> None:
    flat = RegressionEnvironment(np.zeros((5, 2)), [3.0] * 5)
    for change in ALL.values():
        assert (change(flat).targets(0, 5) == 3.0).all()


@pytest.mark.parametrize("name", ALL)
def test_both_engines_play_the_same(name: str) -> None:
    world = ALL[name](TABLE, rounds=40)
    given = {"policy": "fast", "context_size": 3, "seed": 4}
    compiled = simulate(Bandit(Interval(0, 10), **given), world)
    python = simulate(InterpretedBandit(Interval(0, 10), **given), world, engine="python")
    assert compiled.engine == "compiled" and (compiled.losses == python.losses).all()
    expected = np.where(world.targets(0, 40) > compiled.actions, 1.0, 1.0 / 3.0)
    distance = np.abs(world.targets(0, 40) - compiled.actions) / 10.0
    assert compiled.losses == pytest.approx(expected * distance)


def test_an_own_loss_function_sees_the_changed_target() -> None:
    table = RegressionEnvironment(X, Y, loss=lambda y, a: float(a < y))
    world = FlipEnvironment(table, at=3)
    assert not world.compilable
    assert world.realised(3, 0.5) == float(9.0 - Y[3] > 0.5) == 0.0


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: FlipEnvironment(None, at=3), "environment is None"),
        (lambda: FlipEnvironment(TABLE, at=-1), "at is -1"),
        (lambda: FlipEnvironment(TABLE, at=2, rounds=0), "rounds is 0"),
        (lambda: JumpEnvironment(TABLE, at=2, columns=(0, 0, 1)), "each once"),
        (lambda: JumpEnvironment(TABLE, at=2, columns=7), "columns is 7"),
        (lambda: JumpEnvironment(TABLE, at=2, columns=np.array(7)), "give the places"),
        (lambda: JumpEnvironment(TABLE, at=2, columns=np.ma.masked), "give the places"),
        (lambda: JumpEnvironment(TABLE, at=2, shift=np.inf), "shift is inf"),
        (lambda: DriftEnvironment(TABLE, distance=np.nan), "distance is nan"),
        (lambda: SeasonsEnvironment(TABLE, period=1), "period is 1"),
        (lambda: SeasonsEnvironment(TABLE, period=5, swing=np.inf), "swing is inf"),
    ],
)
def test_bad_parameters(make, says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        make()
