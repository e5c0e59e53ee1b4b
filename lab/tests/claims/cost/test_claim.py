"""The claim about cost, and how it fails."""

from importlib import import_module

import numpy as np
import pytest

from lab.tests.claims.judging import results_of
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits.kernels.states import TableState
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.claims.cost import claim, runs
from smoothbandits_lab.claims.cost.claim import CLAIM


def judge(size="tiny"):
    finding = CLAIM.judge(size, results_of(CLAIM.cells(size)))
    return finding, [check.condition for check in finding.checks if not check.holds]


def test_it_holds(size) -> None:
    finding, failed = judge(size)
    assert finding.verdict == "holds", failed
    assert abs(finding.numbers["slopes"]["actions"]["entries"]) < 0.05
    drawn = render(lambda figure, theme: CLAIM.draw(figure, finding, theme), theme=DARK)
    assert drawn[1:4] == b"PNG"


@pytest.fixture
def scanning():
    """A table that looks at every item for its argmin, as long as the test runs."""
    table = import_module("smoothbandits.interpreted.oracles.table")

    def scan(oracle, curve, out):
        counts = np.where(oracle.counts > 0.0, oracle.counts, 1.0)
        means = np.where(oracle.place >= 0, oracle.totals / counts, oracle.unseen[0])
        out[0] = means.argmin()
        return float(means.min())

    table.minimise.register(TableState)(scan)
    yield
    table.minimise.register(TableState)(table.table_minimise)


def test_a_scan_of_all_actions_turns_it(scanning, size) -> None:
    finding, failed = judge(size)
    assert finding.verdict == "fails"
    assert failed == ["array entries of a round against actions: power at most 0.1"]
    assert finding.numbers["slopes"]["actions"]["entries"] > 0.7


def test_a_prediction_of_all_actions_turns_it(monkeypatch, size) -> None:
    class Thorough(runs.CountingOracle):
        def best(self, context, weight=1.0):
            self.predict(context, range(10))
            return super().best(context, weight)

    monkeypatch.setattr(runs, "CountingOracle", Thorough)
    finding, failed = judge(size)
    assert finding.verdict == "fails" and failed[0].startswith("each round has one argmin")


def test_memory_that_grows_turns_it(monkeypatch, size) -> None:
    sizes = iter(range(1, 10_000))
    monkeypatch.setattr(runs, "state_bytes", lambda bandit: next(sizes))
    _, failed = judge(size)
    assert "no state grows with the rounds" in failed
    assert any(condition.startswith("a table takes") for condition in failed)


def test_fewer_oracles_than_bases_turn_it(monkeypatch, size) -> None:
    class Shared(runs.CountingOracle):
        def __deepcopy__(self, memo):
            return self

    monkeypatch.setattr(runs, "CountingOracle", Shared)
    _, failed = judge(size)
    assert any(condition.startswith("CorralBandit keeps") for condition in failed)


@pytest.mark.parametrize("power", [3, 10])
def test_every_base_has_an_oracle_that_is_counted(power: int) -> None:
    cell = Cell(runs.count_oracles, "theory", "cost", "x", settings={"size": power})
    assert runs.count_oracles(cell) == {"oracles": power}


def test_seconds_are_judged_where_they_are_measured() -> None:
    settings = {"kind": "actions", "size": 50, "rounds": 20, "timed": 200}
    found = runs.measure(Cell(runs.measure, "theory", "cost", "x", settings=settings))
    assert 1e-9 < found["seconds"] < 1e-2
    cells = CLAIM.cells("tiny")
    results = [cell.compute(cell) for cell in cells]
    for slow in (False, True):
        for cell, result in zip(cells, results, strict=True):
            if cell.policy in claim.LIMITS:
                result["seconds"] = 1e-6 * (cell.settings["size"] ** 1.5 if slow else 1.0)
        finding = CLAIM.judge("tiny", results)
        assert len(finding.checks) == 4 + 9
        assert finding.verdict == ("fails" if slow else "holds")


def test_the_full_size_has_ten_million_actions() -> None:
    sizes = [c.settings["size"] for c in CLAIM.cells("full") if c.policy == "actions"]
    assert sizes == [10**k for k in range(1, 8)]


def test_counting_changes_no_decision() -> None:
    """A bandit whose arrays count decides as one whose arrays do not."""
    environment = runs.items(50)
    tally = runs.Counter()
    bandits = [
        runs.table_bandit(50, change, engine="python")
        for change in (lambda part: part, lambda part: runs.count_entries(part, tally))
    ]
    traces = [runs.simulate(b, environment, rounds=200) for b in bandits]
    assert (traces[0].actions == traces[1].actions).all() and tally["entries"] > 200
