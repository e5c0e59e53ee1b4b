"""The claim about Hoelder losses, and how it fails."""

import numpy as np
import pytest

from lab.tests.claims.careless import Careless
from smoothbandits import Catalog, Interval
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits_lab.claims.holder import claim, runs
from smoothbandits_lab.claims.holder.claim import CLAIM, Scope, describe, frontier
from smoothbandits_lab.claims.holder.runs import (
    CELLS,
    at_centres,
    known_smoothness,
    random_class,
)

# what the python engine plays in seconds
SMALL = Scope((5, 7, 9), 2, (5, 7), 1, (5, 7, 9), 1, (5, 7), 1)


def judge():
    return CLAIM.judge("tiny", [cell.compute(cell) for cell in CLAIM.cells("tiny")])


def test_it_holds() -> None:
    finding = judge()
    failed = [(check.condition, check.measured) for check in finding.checks if not check.holds]
    assert finding.verdict == "holds", failed
    assert len(finding.numbers["curves"]) == 3 + 9 + 9 + 3
    assert 0.0 < finding.numbers["worst share of the bound"] < 1.0
    drawn = render(lambda figure, theme: CLAIM.draw(figure, finding, theme), theme=DARK)
    assert drawn[1:4] == b"PNG"


def sabotage(monkeypatch, random: bool) -> None:
    finite = runs.class_oracle

    def oracle(values):
        n = values.shape[2]
        space = Interval(0, 1) if n == runs.CELLS else Catalog(n)
        return Careless(finite(values), space, context_size=1, random=random)

    monkeypatch.setattr(runs, "CELLS", 64)  # the python engine looks at each of them
    monkeypatch.setattr(claim, "WIDTHS", {"8 arms": 8})
    monkeypatch.setattr(claim, "ALPHAS", (1.0,))
    monkeypatch.setattr(claim, "BETAS", (0.75,))
    monkeypatch.setitem(claim.SCOPES, "tiny", SMALL)
    monkeypatch.setattr(runs, "class_oracle", oracle)


def test_a_random_action_in_place_of_the_argmin_turns_it(monkeypatch) -> None:
    sabotage(monkeypatch, random=True)
    finding = judge()
    assert finding.verdict == "fails"
    known = [check for check in finding.checks if check.condition.startswith("SmoothIGW")]
    assert len(known) == 3 and not known[0].holds and not known[1].holds


def test_the_same_with_the_right_argmin_is_far_from_random_play(monkeypatch) -> None:
    sabotage(monkeypatch, random=False)
    checks = [check for check in judge().checks if "0.7 of random play's" in check.condition]
    assert len(checks) == 1 and all(check.holds for check in checks)


@pytest.mark.parametrize("size", ["tiny", "full"])
def test_linear_regret_of_any_size_fails_every_curve(size) -> None:
    """A small share of random play's at every T: only growth tells it from what is claimed."""
    results = [
        {
            "regrets": [0.05 * cell.settings["rounds"]] * 3,
            "random": 0.5 * cell.settings["rounds"],
            "bound": float(cell.settings["rounds"]),
        }
        for cell in CLAIM.cells(size)
    ]
    checks = [c for c in CLAIM.judge(size, results).checks if "no run" not in c.condition]
    growth = [check for check in checks if "at most 0.7 of random" not in check.condition]
    assert len(growth) == 2 * 3 + 2 * 9 and not any(check.holds for check in growth)


@pytest.mark.parametrize("alpha", claim.ALPHAS)
def test_losses_rise_no_faster_than_they_may(alpha: float) -> None:
    for row in random_class(alpha, np.random.default_rng(5)).reshape(-1, CELLS)[:8]:
        plateau = np.flatnonzero(row == row.min())
        best = plateau.mean() if plateau[0] and plateau[-1] < CELLS - 1 else plateau[0]
        # nearest points of a cell and of the best one
        apart = np.maximum(np.abs(np.arange(CELLS) - best) - 1.0, 0.0) / CELLS
        assert (row - row.min() <= runs.LIPSCHITZ * apart**alpha + 1e-12).all()
        assert len(plateau) <= 3 and row.max() <= runs.HIGHEST


def test_smoothness_balances_the_two_terms() -> None:
    for alpha in claim.ALPHAS:
        for rounds in (2**9, 2**17):
            h = known_smoothness(rounds, alpha)
            assert np.sqrt(runs.BOUND * rounds / h) == pytest.approx(h**alpha * rounds)
            assert h > 3 / CELLS  # wider than the plateau, else it is a problem of many best arms
    assert known_smoothness(1, 1.0) == 1.0


def test_the_frontier_is_the_papers() -> None:
    assert frontier(1.0, 2 / 3) == pytest.approx(2 / 3)
    assert frontier(0.5, 0.75) == pytest.approx(0.75)
    assert frontier(1.0, 0.5) == pytest.approx(0.75)


@pytest.mark.parametrize(("alpha", "exponent"), [(0.5, 3 / 4), (1.0, 2 / 3), (2.0, 3 / 5)])
def test_the_exponents_are_the_papers(alpha: float, exponent: float) -> None:
    assert describe("known", alpha, None) == ("SmoothIGW", pytest.approx(exponent))
    assert describe("8 arms", alpha, None) == ("8 arms", None)


def test_arms_stand_at_the_middles() -> None:
    values = np.arange(CELLS, dtype=float)[None, None]
    assert at_centres(values, 2).tolist() == [[[CELLS / 4, 3 * CELLS / 4]]]
    assert at_centres(values, CELLS).shape == (1, 1, CELLS)


def test_the_full_size_has_all_that_is_claimed() -> None:
    cells = CLAIM.cells("full")
    assert {cell.settings["alpha"] for cell in cells if cell.policy == "known"} == {0.5, 1.0, 2.0}
    assert {"8 arms", "1,024 arms", claim.RIGHT} < {cell.policy for cell in cells}
    assert max(cell.settings["rounds"] for cell in cells) == 2**17
