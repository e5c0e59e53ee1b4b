"""Theorem 1's rate, and how its verdict turns."""

import numpy as np
import pytest

from lab.tests.claims.judging import failed, results_of
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits.explorers import SmoothIGW, schedules
from smoothbandits.theory import theorem_regret
from smoothbandits_lab.claims.rate import runs
from smoothbandits_lab.claims.rate.claim import CLAIM, EPSILON, GRID, SMOOTH


def judged(size):
    return CLAIM.judge(size, results_of(CLAIM.cells(size)))


@pytest.fixture(scope="module")
def found():
    return judged("tiny")


def test_it_holds(found):
    assert found.verdict == "holds"
    assert [line["inverse"] for line in found.numbers["smooth"]] == [8, 16, 32]
    assert render(lambda f, t: CLAIM.draw(f, found, t), theme=DARK)[1:4] == b"PNG"


def test_a_thirtieth_of_gamma_turns_it(monkeypatch, size):
    right = schedules.balancing_gamma
    monkeypatch.setattr(schedules, "balancing_gamma", lambda *a, **k: right(*a, **k) / 30.0)
    wrong = judged(size)
    assert wrong.verdict == "fails"
    assert {0, 1, 2} <= set(failed(wrong))  # both exponents, and the bound
    assert wrong.numbers["worst_share"] > 2.0


@pytest.mark.parametrize("constant", [1.0, 16.0])
def test_another_constant_in_gamma_turns_it(monkeypatch, size, constant):
    """Exponents and bound hold for any constant near 8; what exploring costs does not."""
    right = schedules.balancing_gamma
    factor = np.sqrt(constant / 8.0)
    monkeypatch.setattr(schedules, "balancing_gamma", lambda *a, **k: factor * right(*a, **k))
    wrong = judged(size)
    assert 3 in failed(wrong) and 2 not in failed(wrong)


def test_linear_regret_turns_it(size):
    results = []
    for cell in CLAIM.cells(size):
        horizons = cell.settings["horizons"]
        bounds = [theorem_regret(T, 1.0 / cell.settings["inverse"], runs.REG_SQ) for T in horizons]
        linear = [[0.001 * T * (1.0 - 1.0 / cell.settings["inverse"])] * 3 for T in horizons]
        results.append(
            {
                "policy": cell.policy,
                "inverse": cell.settings["inverse"],
                "horizons": horizons,
                "regrets": linear,
                "bounds": bounds,
            }
        )
    assert {0, 1, 3, 4} <= set(failed(CLAIM.judge(size, results)))


def test_one_run_above_the_bound_turns_it(found):
    results = [rebuilt(line) for line in found.numbers["smooth"] + found.numbers["rivals"]]
    assert CLAIM.judge("tiny", results).verdict == "holds"
    results[1]["regrets"][2][0] = 1.01 * results[1]["bounds"][2]
    assert 2 in failed(CLAIM.judge("tiny", results))


@pytest.mark.parametrize(("power", "holds"), [(0.5, True), (0.58, False), (0.4, False)])
def test_exponents_decide(found, power, holds):
    results = [rebuilt(line) for line in found.numbers["smooth"] + found.numbers["rivals"]]
    for result in results[:3]:
        h = 1.0 / result["inverse"]
        exact = (1.0 - h) * (np.array(result["horizons"]) / h) ** power / 10.0
        result["regrets"] = np.outer(exact, [0.9, 1.1]).tolist()
    decided = CLAIM.judge("tiny", results)
    assert decided.checks[0].holds is decided.checks[1].holds is holds


def rebuilt(line):
    """A cell's result, all seeds alike."""
    return {**line, "regrets": np.outer(line["regrets"], np.ones(2)).tolist()}


def test_only_long_horizons_are_run():
    for cell in CLAIM.cells("full"):
        h, horizons = 1.0 / cell.settings["inverse"], cell.settings["horizons"]
        assert min(horizons) >= 100.0 * runs.REG_SQ / (h * runs.GAP**2)
        assert max(horizons) == 1_000_000 and len(horizons) >= 4
    inverses = [c.settings["inverse"] for c in CLAIM.cells("full") if c.policy == SMOOTH]
    assert inverses == [8, 16, 32, 64, 128, 256]


def test_rivals_are_tuned_for_their_horizon():
    epsilons = [runs.explorer_of(EPSILON, 1 / 8, T).epsilon for T in (10**3, 10**6)]
    assert epsilons[0] / epsilons[1] == pytest.approx(10.0)
    grids = [runs.explorer_of(GRID, 1 / 8, T) for T in (10**3, 10**6)]
    assert all(isinstance(grid, SmoothIGW) for grid in grids)
    assert [1.0 / grid.h for grid in grids] == pytest.approx([8, 96])
