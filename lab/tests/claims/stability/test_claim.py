"""Stable bases, and how the verdict turns."""

import numpy as np
import pytest

from lab.tests.claims.judging import failed
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits.kernels.states import RUNNING
from smoothbandits_lab.claims.stability import rare_base
from smoothbandits_lab.claims.stability.claim import CLAIM
from smoothbandits_lab.claims.stability.rare_base import CHASE, PHASES, STABLE, Game, Run
from smoothbandits_lab.claims.stability.runs import identities


def test_it_holds(size, results):
    found = CLAIM.judge(size, results)
    assert found.verdict == "holds"
    stable = [line for line in found.numbers["lines"] if line["policy"] == STABLE]
    assert {line["adversary"] for line in stable} == {PHASES, CHASE}
    # the bound says something: never learning is above it
    assert max(line["never"] for line in stable) > 2.0
    assert render(lambda f, t: CLAIM.draw(f, found, t), theme=DARK)[1:4] == b"PNG"


def turned(monkeypatch, size, results, wrong):
    """The kernel of Algorithm 3 is replaced: (gamma, weight) by (gamma, rho, q)."""
    right = rare_base.stable_turn

    def broken(explorer, number, base, q):
        gamma, _, rate = right(explorer, number, base, q)
        rho = explorer.corral.rows[RUNNING, base]
        changed, weight = wrong(gamma, rho, q)
        return changed, weight, rate * changed / gamma

    monkeypatch.setattr(rare_base, "stable_turn", broken)
    again = [
        cell.compute(cell) if cell.policy == STABLE else kept
        for cell, kept in zip(CLAIM.cells(size), results, strict=True)
    ]
    return CLAIM.judge(size, again)


def test_importance_weights_dropped_turn_it(monkeypatch, size, results):
    wrong = turned(monkeypatch, size, results, lambda gamma, rho, q: (gamma, gamma))
    assert wrong.verdict == "fails"
    assert {0, 1} <= set(failed(wrong))  # an identity, and the bound itself
    assert wrong.numbers["missed"]["w q = gamma"] > 0.9
    assert wrong.numbers["missed"]["gamma never grows"] == 0.0


def test_even_weights_turn_it(monkeypatch, size, results):
    """Under realizability their regret stays small: only the identities notice."""
    wrong = turned(monkeypatch, size, results, lambda gamma, rho, q: (gamma, 1.0))
    assert wrong.verdict == "fails" and wrong.numbers["missed"]["w q = gamma"] > 0.9


def test_a_gamma_without_rho_turns_it(monkeypatch, size, results):
    wrong = turned(
        monkeypatch, size, results, lambda gamma, rho, q: (gamma * rho**0.5, gamma * rho**0.5 / q)
    )
    assert {0, 1} <= set(failed(wrong))
    assert wrong.numbers["missed"]["gamma^2 h rho Reg_Sq = 8 T"] > 0.9


@pytest.mark.parametrize("constant", [0.01, 7.0, 16.0])
def test_another_constant_in_the_kernel_turns_it(monkeypatch, size, results, constant):
    kernel = "smoothbandits.interpreted.explorers.stable_corral.stable_gamma"
    monkeypatch.setattr(kernel, lambda h, rho, T, reg: np.sqrt(constant * T / (h * rho * reg)))
    wrong = turned(monkeypatch, size, results, lambda gamma, rho, q: (gamma, gamma / q))
    assert wrong.verdict == "fails"
    assert wrong.numbers["missed"]["gamma^2 h rho Reg_Sq = 8 T"] > 0.05
    assert constant > 1.0 or {0, 1} <= set(failed(wrong))  # and the bound itself


def test_a_mean_above_the_bound_turns_it(size, results):
    again = [dict(result) for result in results]
    roots, scale = np.mean(again[1]["roots"]), again[1]["scale"]
    many = len(again[1]["regrets"])
    again[1]["regrets"] = [roots * scale * share for share in np.linspace(0.97, 1.06, many)]
    assert 1 in failed(CLAIM.judge(size, again))


def test_each_identity_can_be_missed():
    base = Game(rho=1.0, adversary=PHASES).base
    q = np.array([1.0, 0.25, 0.5])
    gammas = np.array([base.gamma(rho) for rho in (1.0, 4.0, 4.0)])
    assert max(identities(base, Run(q, gammas, gammas / q, q)).values()) < 1e-12
    grown = gammas * [1.0, 1.0, 1.5]
    assert identities(base, Run(q, grown, grown / q, q))["gamma never grows"] > 0.4
    fallen = gammas * [1.0, 1.0, 0.5]
    missed = identities(base, Run(q, fallen, fallen / q, q))
    assert missed["gamma rho never falls"] > 0.4
    assert missed["2 T/(h gamma_T) = sqrt(rho_T T Reg_Sq/(2 h))"] > 0.4
    assert missed["gamma_T rho_T Reg_Sq/4 is the same"] > 0.4
    heavy = identities(base, Run(q, gammas, 9.0 * gammas / q, q))
    assert heavy["w <= gamma_T rho_T"] > 0.4
