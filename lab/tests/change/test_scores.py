import math

import pytest

from smoothbandits_lab.cells import Cell
from smoothbandits_lab.change.scores import Changes, make_scores
from smoothbandits_lab.change.settings import ChangeSettings
from smoothbandits_lab.change.words import (
    facts,
    late_table,
    numbers,
    place_table,
    whole_table,
)
from smoothbandits_lab.study import Run


def found(table, policy, runs, world="jump"):
    """Cells of a policy; of each seed its loss of all rounds, of the last, and changes."""
    return [
        Run(
            Cell(make_scores, "change", table, policy, seed, {"world": world}),
            {"all": everything, "last": last, "changes": changes, "curve": []},
            0.0,
        )
        for seed, (everything, last, changes) in enumerate(runs)
    ]


CELLS = [
    *found("uci-sml", "fast", [(0.2, 0.4, []), (0.2, 0.4, [])]),
    *found("uci-sml", "fast-watch", [(0.1, 0.2, [850]), (0.1, 0.2, [])]),
    *found("uci-sml", "fast-restarted", [(0.3, 0.1, []), (0.3, 0.1, [])]),
    *found("uci-airfoil", "fast", [(0.2, 0.1, []), (0.2, 0.1, [])]),
    *found("uci-airfoil", "fast-watch", [(0.4, 0.1, [900]), (0.4, 0.1, [910, 950])]),
    *found("uci-airfoil", "fast-restarted", [(0.3, 0.2, []), (0.3, 0.2, [])]),
    *found("uci-sml", "fast", [(0.2, 0.2, [])], "none"),
    *found("uci-sml", "fast-watch", [(0.21, 0.2, [77])], "none"),
    *found("uci-sml", "fast-restarted", [(0.3, 0.4, [])], "none"),
]


def score_of(policy, world="jump"):
    return next(s for s in make_scores(CELLS) if (s.policy, s.world) == (policy, world))


def result():
    return Changes(ChangeSettings(), make_scores(CELLS))


def test_the_end_against_beginning_anew_and_the_whole_against_doing_nothing():
    watch = score_of("fast-watch")
    assert watch.places["uci-sml"].to_restarted.mean == pytest.approx(2.0)
    assert watch.places["uci-airfoil"].to_restarted.mean == pytest.approx(0.5)
    assert watch.to_restarted == pytest.approx((1.0, 1.0, 1.0))
    assert watch.places["uci-sml"].to_plain.mean == pytest.approx(0.5)
    assert watch.to_plain.mean == pytest.approx(1.0)  # sqrt(0.5 * 2)
    assert score_of("fast").to_restarted.mean == pytest.approx(math.sqrt(4.0 * 0.5))
    assert score_of("fast").to_plain.mean == pytest.approx(1.0)


def test_one_who_began_anew_has_not_played_all_rounds():
    anew = score_of("fast-restarted")
    assert anew.to_plain is None and anew.to_restarted.mean == pytest.approx(1.0)
    assert numbers(result())["scores"][2]["to_plain"] is None


def test_tables_show_what_is_compared():
    late, whole = late_table(result()), whole_table(result())
    assert [row[0] for row in late.rows] == ["fast", "fast-watch"]
    assert [row[0] for row in whole.rows] == ["fast-watch"]
    assert late.headers[0] == "loss of the last 2,000 rounds over that of the same restarted"
    assert list(late.headers[1:]) == ["jump", "none"]
    each = place_table(result(), "jump")
    assert each.rows[0][:2] == ["uci-airfoil", "fast"]
    assert [row[-1] for row in each.rows if row[1] == "fast-watch"] == ["900; 910, 950", "850; –"]


def test_sentences():
    end, calm = facts(result())
    assert end.startswith("fast-watch: 1.00 (jump), 0.50 (none) times the loss of fast begun anew")
    assert "it costs +5.0 % against fast, with false alarms in 1 of 1 runs" in calm
