"""A small version of lab/studies/rules_study.py: every way plays, and shares are soon near."""

import runpy
from pathlib import Path

STUDY = runpy.run_path(str(Path(__file__).parents[1] / "studies" / "rules_study.py"))
NAME = "width 0.2, target at 30 %"


def test_shares_of_the_range_are_soon_near() -> None:
    assert STUDY["distance"](NAME, "fast, of shares", 250, 0) < 0.02


def test_under_the_rule_what_is_played_stays_inside() -> None:
    for way in ("fast", "fast, without greedy rounds at ends"):
        assert 0.0 < STUDY["distance"](NAME, way, 60, 0) <= 0.7 * 0.2 + 1e-9
