"""Adapting to an unknown h, and how the verdict turns."""

import copy
import math

import pytest

from lab.tests.claims.judging import failed
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits.explorers import corral as master
from smoothbandits.explorers import stable_corral
from smoothbandits_lab.claims.adaptive.claim import CLAIM, trade_off_check
from smoothbandits_lab.claims.adaptive.runs import CEILING, play_corral, starve

THEORY, PRACTICE, RATES, TRADE_OFF, OTHER_T, GROWTH = range(6)


def test_it_holds(size, results):
    found = CLAIM.judge(size, results)
    assert found.verdict == "holds" and len(found.checks) == (3 if size == "tiny" else 6)
    for ratio in found.numbers["ratios"]:
        assert ratio["theory"] > 1.0 and ratio["practice"] > 0.3
        # the fixed h matters: the worst costs twice the best
        assert max(ratio["fixed"]["theorem"]) > 2.0 * min(ratio["fixed"]["theorem"])
    assert found.numbers["bound"] > 1_000_000
    assert render(lambda f, t: CLAIM.draw(f, found, t), theme=DARK)[1:4] == b"PNG"


def test_beta_inverted_turns_the_rates(monkeypatch, size, results):
    for module in (master, stable_corral):
        monkeypatch.setattr(
            module, "doubling_factor", lambda rounds: math.exp(-1 / math.log(rounds))
        )
    again = [
        cell.compute(cell) if cell.compute in (play_corral, starve) else kept
        for cell, kept in zip(CLAIM.cells(size), results, strict=True)
    ]
    wrong = CLAIM.judge(size, again)
    assert wrong.verdict == "fails" and RATES in failed(wrong)
    assert wrong.numbers["starved"]["growth"] < 1.0  # below the bound of 4.2321, and still wrong
    assert any(run["unmatched"] for run in again if "unmatched" in run)  # the bandit's, too


def test_rates_that_never_grow_turn_it(monkeypatch, size, results):
    monkeypatch.setattr(master, "doubling_factor", lambda rounds: 1.0)
    cells = CLAIM.cells(size)
    again = [*results[:-1], cells[-1].compute(cells[-1])]
    assert failed(CLAIM.judge(size, again)) == [RATES]


def test_rates_above_the_ceiling_turn_it(size, results):
    again = copy.deepcopy(results)
    again[-1]["growth"] = 1.01 * CEILING
    assert failed(CLAIM.judge(size, again)) == [RATES]


@pytest.mark.parametrize(("kind", "place", "factor"), [("eta", THEORY, 3.0), ("", PRACTICE, 3.0)])
def test_a_ratio_beyond_its_limit_turns_it(size, results, kind, place, factor):
    again = copy.deepcopy(results)
    for run in again[:-1]:
        own = "eta" in run if kind else "eta" not in run and "schedule" not in run
        if own and run["inverse"] == 8:
            run["regrets"] = [factor * regret for regret in run["regrets"]]
    assert place in failed(CLAIM.judge(size, again))


def sweep(inverse, means):
    return {
        "inverse": inverse,
        "etas": [0.01, 0.1, 0.3, 1.0],
        "means": means,
        "best": min(range(4), key=means.__getitem__),
    }


def test_the_trade_off():
    wide, narrow = sweep(8, [5.0, 3.0, 2.0, 4.0]), sweep(128, [5.0, 3.0, 6.0, 9.0])
    assert trade_off_check([wide, narrow]).holds
    assert not trade_off_check([narrow, wide]).holds  # the other way round
    assert not trade_off_check([sweep(8, [5.0, 4.0, 3.0, 2.0]), narrow]).holds  # no upper end
    assert not trade_off_check([wide, sweep(128, [1.0, 3.0, 6.0, 9.0])]).holds


def imagined(factor_of_eta):
    """Results of the full plan: sqrt(T/h) throughout, times what eta costs."""
    made = []
    for cell in CLAIM.cells("full")[:-1]:
        settings = dict(cell.settings)
        scale = math.sqrt(settings["rounds"] * settings["inverse"])
        if "schedule" in settings:
            settings["regrets"] = [[scale] * 2 for _ in settings["grid"]]
        elif "eta" in settings:
            lost = factor_of_eta(settings["eta"], settings["inverse"], settings["rounds"])
            settings |= {"regrets": [lost * scale] * 2, "off": 0.0, "least": 0.0, "most": 0.0}
            settings["unmatched"] = 0
        else:
            settings["regrets"] = [scale] * 2
        made.append(settings)
    return made


def test_growth_is_judged_where_horizons_are_compared(results):
    def lost(eta, inverse, rounds):
        best = 0.03 * math.sqrt(8 / inverse * 200_000 / rounds)
        return eta / best + best / eta

    starved = results[-1]
    found = CLAIM.judge("full", [*imagined(lost), starved])
    assert found.verdict == "holds" and len(found.checks) == 6
    assert render(lambda f, t: CLAIM.draw(f, found, t))[1:4] == b"PNG"

    def steep(eta, inverse, rounds):
        return lost(eta, inverse, rounds) * (rounds / 50_000) ** 0.3

    assert failed(CLAIM.judge("full", [*imagined(steep), starved])) == [GROWTH]

    def late(eta, inverse, rounds):
        return lost(eta, inverse, rounds) * (9.0 if rounds == 50_000 else 1.0)

    assert failed(CLAIM.judge("full", [*imagined(late), starved])) == [OTHER_T]
