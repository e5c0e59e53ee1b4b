import math

import pytest

from smoothbandits_lab.cells import Cell
from smoothbandits_lab.horizons.scores import Horizons, make_scores
from smoothbandits_lab.horizons.settings import HorizonsSettings
from smoothbandits_lab.horizons.words import (
    facts,
    numbers,
    overview_table,
    place_table,
)
from smoothbandits_lab.study import Run


def found(table, policy, by_seed, horizon="500", loss="absolute"):
    """Cells of a policy, with the losses of each seed's settings."""
    return [
        Run(
            Cell(make_scores, "horizons", table, policy, seed, {"loss": loss}),
            {"ends": {horizon: 500}, "losses": {horizon: losses}},
            0.0,
        )
        for seed, losses in enumerate(by_seed)
    ]


CELLS = [
    *found("uci-sml", "rival", [[0.2], [0.2]]),
    *found("uci-sml", "constant", [[0.4], [0.4]]),
    *found("uci-sml", "best", [[0.1], [0.1]]),
    *found("uci-airfoil", "rival", [[0.1], [0.1]]),
    *found("uci-airfoil", "constant", [[0.1], [0.1]]),
    *found("uci-airfoil", "best", [[0.2], [0.2]]),
    *found("uci-sml", "vw-discrete", [[0.2, 0.4], [0.2, 0.4]]),
    # the second setting has the lower mean, though not in every seed
    *found("uci-airfoil", "vw-discrete", [[0.1, 0.3], [0.7, 0.3]])[::-1],
]


def score_of(policy, cells=CELLS):
    return next(score for score in make_scores(cells) if score.policy == policy)


def test_geometric_means_over_tables():
    best = score_of("best")
    assert best.to_rival == pytest.approx((1.0, 1.0, 1.0))  # sqrt(0.5 * 2)
    assert best.to_constant == pytest.approx([math.sqrt(0.25 * 2.0)] * 3)
    assert best.places["uci-sml"].to_rival.mean == pytest.approx(0.5)
    assert best.places["uci-sml"].to_constant.mean == pytest.approx(0.25)
    assert score_of("rival").to_rival == pytest.approx((1.0, 1.0, 1.0))


def test_tables_that_are_lost_beyond_doubt():
    assert score_of("best").behind == ["uci-airfoil"]
    unsure = [
        *(pair for pair in CELLS if pair[0].dataset != "uci-airfoil" or pair[0].policy != "best"),
        *found("uci-airfoil", "best", [[0.1], [0.3]]),
    ]
    place = score_of("best", unsure).places["uci-airfoil"]
    assert place.to_rival.mean == pytest.approx(2.0) and place.to_rival.low < 1.05
    assert score_of("best", unsure).behind == []


def test_the_best_setting_in_hindsight():
    place = score_of("vw-discrete").places["uci-airfoil"]
    assert place.by_seed == (0.3, 0.3) and place.setting == {"arms": 8}
    assert place.to_rival == pytest.approx((3.0, 3.0, 3.0))


def test_losses_and_horizons_are_kept_apart_and_in_order():
    cells = [
        *found("uci-sml", "rival", [[0.2]], "all", "3:1"),
        *found("uci-sml", "constant", [[0.2]], "all", "3:1"),
        *CELLS,
    ]
    keys = [(score.loss, score.horizon, score.policy) for score in make_scores(cells)]
    assert keys == [
        ("absolute", "500", "rival"),
        ("absolute", "500", "constant"),
        ("absolute", "500", "vw-discrete"),
        ("absolute", "500", "best"),
        ("3:1", "all", "rival"),
        ("3:1", "all", "constant"),
    ]


def test_words_and_tables():
    result = Horizons(HorizonsSettings(seeds=2), make_scores(CELLS))
    assert facts(result) == [
        "best, absolute loss: 1.00 of the rival's and 0.71 of the best constant's at 500 "
        "(intervals wholly above 1.05: uci-airfoil at 500 2.00)."
    ]
    table = overview_table(result, "absolute")
    assert table.headers == ["absolute, loss over rival's", "500: 2 tables"]
    assert [row[0] for row in table.rows] == ["constant", "vw-discrete", "best"]
    against = overview_table(result, "absolute", "constant")
    assert [row[0] for row in against.rows] == ["rival", "vw-discrete", "best"]
    assert against.rows[-1][1] == "0.71 [0.71, 0.71]"
    each = place_table(result, "absolute", "500")
    assert each.rows[0][-1] == "0.50 [0.50, 0.50]" and each.rows[0][2] == "2"
    assert each.rows[1][-2:] == ["3.00 [3.00, 3.00]", "2.00 [2.00, 2.00]"]


def test_one_seed_has_none_instead_of_nan():
    cells = [pair for pair in CELLS if pair[0].seed == 0]
    result = Horizons(HorizonsSettings(seeds=1), make_scores(cells))
    best = next(s for s in numbers(result)["scores"] if s["policy"] == "best")
    assert best["to_rival"] == {"mean": pytest.approx(1.0), "low": None, "high": None}
    assert best["behind"] == []


PRICES = [
    *found("uci-sml", "rival", [[0.8], [0.8]], loss="price"),
    *found("uci-sml", "constant", [[0.9], [0.9]], loss="price"),
    *found("uci-sml", "best", [[0.7], [0.7]], loss="price"),
    *found("uci-airfoil", "rival", [[0.6], [0.6]], loss="price"),
    *found("uci-airfoil", "constant", [[0.6], [0.6]], loss="price"),
    *found("uci-airfoil", "best", [[0.9], [0.9]], loss="price"),
    *found("uci-sml", "vw-discrete", [[0.9, 0.8], [0.9, 0.8]], loss="price"),
    *found("uci-airfoil", "vw-discrete", [[0.6, 0.8], [0.6, 0.8]], loss="price"),
]


def test_prices_are_compared_by_revenue():
    """Revenues .3 and .1 over .2 and .4: half more on one table, a quarter on the other."""
    best = score_of("best", PRICES)
    assert best.measure == "revenue"
    assert best.places["uci-sml"].to_rival.mean == pytest.approx(1.5)
    assert best.places["uci-airfoil"].to_rival.mean == pytest.approx(0.25)
    assert best.to_rival.mean == pytest.approx(math.sqrt(1.5 * 0.25))
    assert best.places["uci-sml"].to_constant.mean == pytest.approx(3.0)
    assert best.places["uci-sml"].by_seed == pytest.approx((0.3, 0.3))
    assert best.behind == ["uci-airfoil"]  # less revenue, not more
    peers = score_of("vw-discrete", PRICES).places
    assert peers["uci-sml"].setting == {"arms": 8} and peers["uci-airfoil"].setting == {"arms": 4}


def test_words_do_not_mix_directions():
    result = Horizons(HorizonsSettings(), make_scores([*CELLS, *PRICES]))
    loss, price = facts(result)
    assert loss.startswith("best, absolute loss: 1.00 of the rival's")
    assert "wholly above 1.05: uci-airfoil at 500 2.00" in loss
    assert price.startswith("best, price, revenue: 0.61 of the rival's")
    assert "wholly below 0.95: uci-airfoil at 500 0.25" in price
    assert overview_table(result, "price").headers[0] == (
        "price, revenue (more is better) over rival's"
    )
    assert overview_table(result, "absolute").headers[0] == "absolute, loss over rival's"
    assert "rival's revenue × 1000" in place_table(result, "price", "500").headers
    scores = numbers(result)["scores"]
    assert {(s["loss"], s["measure"]) for s in scores} == {
        ("absolute", "loss"),
        ("price", "revenue"),
    }
    place = next(s for s in scores if s["loss"] == "price")["tables"]["uci-sml"]
    assert place["revenue"] == pytest.approx(0.2) and "loss" not in place
