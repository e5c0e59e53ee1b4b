"""`Bandit(engine=...)`: who runs, with the same bits."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from smoothbandits import Bandit, Catalog, Interval, TableOracle, from_bytes, simulate
from smoothbandits.environments import BernoulliEnvironment
from tests.facade import GridOracle, same_play, same_trace

ARMS = BernoulliEnvironment([0.2, 0.5, 0.9], seed=3)


def table(engine: Any) -> Bandit:
    return Bandit(Catalog(3), oracle=TableOracle(), seed=1, engine=engine)


def test_the_engine_changes_no_bit() -> None:
    bandits = [table(engine) for engine in ("auto", "compiled", "python")]
    assert [bandit.engine for bandit in bandits] == ["compiled", "compiled", "python"]
    traces = [simulate(bandit, ARMS, rounds=40) for bandit in bandits]
    assert [trace.engine for trace in traces] == ["compiled", "compiled", "python"]
    assert same_trace(*traces[:2]) and same_trace(*traces[1:])
    for bandit in bandits:
        bandit.learn(bandit.act(), loss=0.25)
    states = [bandit.state_arrays() for bandit in bandits]
    for name, array in states[0].items():
        assert all(other[name].tobytes() == array.tobytes() for other in states), name


def test_own_objects_run_interpreted() -> None:
    for engine in ("auto", "python"):
        bandit = Bandit(Interval(0, 1), oracle=GridOracle(), engine=engine)
        assert bandit.engine == "python"


def test_a_file_does_not_keep_the_engine() -> None:
    for wrote in ("compiled", "python"):
        bandit = table(wrote)
        bandit.learn(bandit.act(), loss=0.5)
        saved, wanted = bandit.to_bytes(), bandit.act()
        assert from_bytes(saved).engine == "compiled"
        for engine in ("compiled", "python"):
            again = from_bytes(saved, engine=engine)
            assert again.engine == engine and same_play(again.act(), wanted)


def test_the_python_engine_does_not_import_the_compiler() -> None:
    code = """
import sys
from smoothbandits import Bandit, Catalog
bandit = Bandit(Catalog(3), engine="python")
bandit.learn(bandit.act(), loss=0.5)
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "numba" not in done.stdout.split()


# ------------------------------------------------------------------------- what it looks like


def test_the_arrays_of_a_state_are_copies_by_dotted_names() -> None:
    bandit = table("python")
    bandit.learn(bandit.act(), loss=0.5)
    arrays = bandit.state_arrays()
    assert list(arrays)[0] == "explorer.corral.rows" and "oracle.heap" in arrays
    assert arrays["oracle.totals"].sum() == 0.5
    for array in arrays.values():
        array[...] = -1
    assert bandit.state_arrays()["oracle.totals"].sum() == 0.5


@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_what_waits_and_what_was_learned(engine: str) -> None:
    bandit = Bandit(Catalog(3), pending=2, seed=1, engine=engine)
    decisions = [bandit.act(id=id) for id in ("a", None, "b")]
    assert [one.id for one in bandit.waiting] == [decisions[1].id, "b"]
    assert decisions[1].id == f"{bandit.name}-1" and decisions[1].bandit == bandit.name
    bandit.learn("b", loss=0.5)
    bandit.learn(decisions[0], loss=0.5)
    assert (bandit.rounds, bandit.learned) == (3, 2)
    assert bandit.waiting == (decisions[1],)
    again = from_bytes(bandit.to_bytes(), engine=engine)
    assert again.learned == 2 and again.name != bandit.name
    assert [one.id for one in again.waiting] == [decisions[1].id]
    assert np.isclose(again.mean_loss, 0.5)
