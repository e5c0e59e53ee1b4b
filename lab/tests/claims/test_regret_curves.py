"""Curves of regret, and the conditions on them."""

import numpy as np
import pytest

from smoothbandits.theory import theorem_gamma
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.claims.corral_grid import corral_grid
from smoothbandits_lab.claims.regret_curves import (
    Curve,
    bound_check,
    collect,
    curve_table,
)

ROUNDS = [2**10, 2**14, 2**18]


def curve(power: float, *, limit: float | None = 0.6, beta: float | None = None) -> Curve:
    regrets = [[0.9 * t**power, 1.1 * t**power] for t in ROUNDS]
    return Curve("play", "play", 1.0, beta, limit, ROUNDS, regrets, [0.5 * t for t in ROUNDS], [])


def test_an_exponent_of_the_theory_holds() -> None:
    checks = curve(0.6).checks(0.05)
    assert len(checks) == 3 and all(check.holds for check in checks)
    assert [check.holds for check in curve(0.7).checks(0.05)] == [True, False, True]
    assert [check.holds for check in curve(1.0).checks(0.05)] == [False, False, False]
    assert curve(1.0, limit=None).checks(0.05) == []


def test_under_corral_regret_per_round_has_to_fall() -> None:
    assert curve(0.7, beta=0.5).exponent.slope == pytest.approx(0.7)
    (check,) = curve(0.7, beta=0.5).checks(0.05)
    assert check.holds and "while T grows by 256" in check.condition
    assert not curve(1.0, beta=0.5).checks(0.05)[0].holds  # linear
    logs = np.log([np.ceil(np.log2(t)) * np.log(t) for t in ROUNDS])
    hidden = np.polyfit(np.log(ROUNDS), logs, 1)[0]
    assert 1.0 - hidden < 0.8  # divided by B ln T, linear regret seemed to keep such a frontier
    assert curve(0.7, limit=0.95, beta=0.5).checks(0.05) == []  # where theory says nothing


def test_cells_become_curves() -> None:
    def cell(policy: str, rounds: int, **more: float) -> Cell:
        settings = {"rounds": rounds, "alpha": 0.5, **more}
        return Cell(print, "theory", "test", policy, settings=settings)

    cells = [cell("b", 10), cell("a", 10, beta=0.7), cell("b", 20), cell("a", 10, beta=0.5)]
    results = [{"regrets": [float(i + 1)], "random": 9.0} for i in range(4)]
    results[0]["bound"] = 2.0
    curves = collect(cells, results, lambda policy, alpha, beta: (policy * 2, beta))
    assert [(c.label, c.beta, c.limit) for c in curves] == [
        ("bb", None, None), ("aa", 0.5, 0.5), ("aa", 0.7, 0.7)
    ]  # fmt: skip
    assert curves[0].rounds == [10, 20] and curves[0].regrets == [[1.0], [3.0]]
    check, worst = bound_check(curves, "no run above")
    assert check.holds and worst == 0.5
    results[0]["bound"] = 0.9
    assert not bound_check(collect(cells, results, lambda *_: ("", None)), "")[0].holds


def test_a_table_has_a_row_for_each() -> None:
    table = curve_table([curve(0.6), curve(1.0, limit=None)])
    assert [row[3] for row in table.rows] == ["0.60", ""]
    assert table.rows[1][2] == "1.00 [1.00, 1.00]"


def test_the_grid_has_the_rates_of_theorem_1() -> None:
    grid = corral_grid(4096, 1.5, 0.5)
    rates = np.geomspace(grid.lowest, grid.highest, grid.bases)
    levels = 0.5 ** np.arange(grid.bases, 0, -1)
    assert rates == pytest.approx([h * theorem_gamma(4096, h, 1.5) for h in levels])
    assert grid.eta / grid.bases == pytest.approx(4096**-0.5)
