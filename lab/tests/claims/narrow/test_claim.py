"""The beta form, and how its verdict turns."""

import pytest

from lab.tests.claims.judging import failed, results_of
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits.explorers import StableCorral
from smoothbandits_lab.claims.narrow import claim, runs
from smoothbandits_lab.claims.narrow.claim import CLAIM, exponents
from smoothbandits_lab.claims.stability import rare_base


def rare_cells(size):
    """How many cells play the game of a base alone; they come first."""
    return sum("beta" not in cell.settings for cell in CLAIM.cells(size))


def test_it_holds(size, results):
    found = CLAIM.judge(size, results)
    assert found.verdict == "holds", failed(found)
    if size == "tiny":
        assert len(found.checks) == 3 + 3 * 2 and len(found.numbers["lines"]) == 3 * 3
    assert render(lambda f, t: CLAIM.draw(f, found, t), theme=DARK)[1:4] == b"PNG"


def test_linear_regret_of_any_size_turns_it(results, size):
    again = []
    for cell in CLAIM.cells(size):
        if "beta" not in cell.settings:
            again.append(results[0])
            continue
        T = cell.settings["rounds"]
        linear = {"regrets": [0.1 * T] * 2, "random": 0.4 * T, "rates": [1.0, 1.0]}
        again.append({**cell.settings, **linear})
    found = CLAIM.judge(size, again)
    assert set(range(3, len(found.checks))) <= set(failed(found))


@pytest.mark.parametrize("weight", [lambda gamma, q: gamma, lambda gamma, q: 1.0])
def test_a_broken_base_turns_it(monkeypatch, size, results, weight):
    right = rare_base.stable_turn

    def broken(explorer, number, base, q):
        gamma, _, rate = right(explorer, number, base, q)
        return gamma, weight(gamma, q), rate

    monkeypatch.setattr(rare_base, "stable_turn", broken)
    alone = rare_cells(size)
    rare = results_of(CLAIM.cells(size)[:alone])
    assert 0 in failed(CLAIM.judge(size, [*rare, *results[alone:]]))


def test_another_rate_turns_it(monkeypatch, size, results):
    monkeypatch.setattr(
        runs, "explorer_of", lambda rounds, beta: StableCorral(rounds=rounds, beta=beta / 2.0)
    )
    first = rare_cells(size)
    again = [*results]
    again[first : first + 1] = results_of(CLAIM.cells(size)[first : first + 1])
    assert 1 in failed(CLAIM.judge(size, again))


def test_another_promise_turns_it(monkeypatch, size, results):
    right = claim.adaptive_eta
    monkeypatch.setattr(claim, "adaptive_eta", lambda T, reg, beta: right(T, reg, 0.8 * beta))
    assert 2 in failed(CLAIM.judge(size, results))


def test_the_promise_has_the_powers_of_the_paper():
    for beta in (0.3, 0.7, 1.0):
        assert exponents(beta) == pytest.approx((1.0 / (1.0 + beta), beta), abs=0.03)
