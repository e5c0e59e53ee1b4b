"""The claim about many best arms, and how it fails."""

import numpy as np
import pytest

from lab.tests.claims.careless import Careless
from smoothbandits import Catalog
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits_lab.claims.best_arms import claim, runs
from smoothbandits_lab.claims.best_arms.claim import CLAIM, Scope, describe, frontier
from smoothbandits_lab.claims.best_arms.runs import random_class

# what the python engine plays in seconds
SMALL = Scope(2_000, (7, 9, 11), 4, (5, 7, 9), 2, (7, 9, 11), 2, (7, 9), 2, 0)


def judge():
    return CLAIM.judge("tiny", [cell.compute(cell) for cell in CLAIM.cells("tiny")])


def test_it_holds() -> None:
    finding = judge()
    failed = [(check.condition, check.measured) for check in finding.checks if not check.holds]
    assert finding.verdict == "holds", failed
    curves = finding.numbers["curves"]
    policies = [curve["policy"] for curve in curves]
    assert {policy: policies.count(policy) for policy in policies} == {
        "SmoothIGW": 3, "contexts": 3, "unknown": 5, "one oracle": 5,
    }  # fmt: skip
    judged = [check.condition for check in finding.checks if "unknown" in check.condition]
    assert len(judged) == 5  # where the frontier is below T^0.9
    drawn = render(lambda figure, theme: CLAIM.draw(figure, finding, theme), theme=DARK)
    assert drawn[1:4] == b"PNG"


def sabotage(monkeypatch, random: bool) -> None:
    table, finite = runs.arms_oracle, runs.class_oracle
    monkeypatch.setitem(claim.SCOPES, "tiny", SMALL)
    monkeypatch.setattr(claim, "ALPHAS", (0.3,))
    monkeypatch.setattr(claim, "BETAS", (0.75,))
    monkeypatch.setattr(
        runs, "arms_oracle", lambda: Careless(table(), Catalog(SMALL.arms), random=random)
    )
    monkeypatch.setattr(
        runs,
        "class_oracle",
        lambda values: Careless(
            finite(values), Catalog(values.shape[2]), context_size=1, random=random
        ),
    )


def test_a_random_action_in_place_of_the_argmin_turns_it(monkeypatch) -> None:
    sabotage(monkeypatch, random=True)
    finding = judge()
    assert finding.verdict == "fails"
    slopes = {curve["policy"]: curve["exponent"][0] for curve in finding.numbers["curves"]}
    assert slopes["SmoothIGW"] > 0.95 and slopes["contexts"] > 0.95
    own = [check for check in finding.checks if "no run" not in check.condition]
    assert len(own) == 6 + 2 and not any(check.holds for check in own)


def test_the_same_with_the_right_argmin_is_far_from_random_play(monkeypatch) -> None:
    sabotage(monkeypatch, random=False)
    checks = [check for check in judge().checks if "random play's" in check.condition]
    assert len(checks) == 4 and all(check.holds for check in checks)


@pytest.mark.parametrize("size", ["tiny", "full"])
def test_linear_regret_of_any_size_fails_every_curve(size) -> None:
    """A small share of random play's at every T: only growth tells it from what is claimed."""
    cells = CLAIM.cells(size)
    results = [
        {
            "regrets": [0.1 * cell.settings["rounds"]] * 3,
            "random": 0.5 * cell.settings["rounds"],
            "bound": float(cell.settings["rounds"]),
        }
        for cell in cells
    ]
    checks = [c for c in CLAIM.judge(size, results).checks if "no run" not in c.condition]
    growth = [check for check in checks if "at most 0.7 of random" not in check.condition]
    assert len(growth) == 2 * 6 + 2 * 5 and not any(check.holds for check in growth)


def test_the_frontier_is_the_papers() -> None:
    assert frontier(0.5, 0.75) == 0.75 and frontier(0.3, 0.5) == pytest.approx(0.8)
    # no beta is best for every alpha
    assert frontier(0.7, 0.85) < frontier(0.7, 0.65) and frontier(0.1, 0.85) > frontier(0.1, 0.65)


@pytest.mark.parametrize(("alpha", "exponent"), [(0.3, 0.65), (0.5, 0.75), (0.7, 0.85)])
def test_the_exponents_are_the_papers(alpha: float, exponent: float) -> None:
    for policy in ("SmoothIGW", "contexts"):
        assert describe(policy, alpha, None)[1] == pytest.approx(exponent)
    assert describe("MOSS Oracle", alpha, None) == ("MOSS Oracle", None)


def test_the_class_has_the_share_of_best_arms() -> None:
    values = random_class(50, 4, np.random.default_rng(1))
    assert values.shape == (8, 4, 50)
    assert ((values == values.min()).sum(axis=2) == 4).all()
    assert len({row.tobytes() for row in values[:, 0]}) == 8


def test_the_full_size_has_a_million_arms() -> None:
    cells = CLAIM.cells("full")
    assert max(cell.settings.get("arms", 0) for cell in cells) == 1_000_000
    assert {cell.settings["alpha"] for cell in cells} == {0.3, 0.5, 0.7}
    assert {"MOSS Oracle", "empMOSS++"} <= {cell.policy for cell in cells}
