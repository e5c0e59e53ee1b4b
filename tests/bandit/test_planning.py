"""What the theorems promise ahead of time."""

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter, NoRegretBound
from smoothbandits.oracles import NewtonOracle, WeightedOracle
from smoothbandits.theory import theorem_gamma, theorem_regret

PAIR = sb.FiniteClassOracle([[0.2, 0.8], [0.9, 0.4]])
ITEMS = sb.Catalog(2)


def test_a_known_smoothness_is_theorem_1() -> None:
    plan, bound = sb.plan(ITEMS, 10_000, PAIR, h=0.25), math.log(2) / 2
    assert plan.oracle_bound == pytest.approx(bound)
    assert plan.gamma == theorem_gamma(10_000, 0.25, bound)
    assert plan.bound == theorem_regret(10_000, 0.25, bound)
    assert plan.exploration == 1 / (1 + 0.25 * plan.gamma)
    assert plan.bases == 1 and plan.h == 0.25


def test_it_is_what_a_bandit_then_does() -> None:
    plan = sb.plan(ITEMS, 1000, PAIR, h=0.5)
    explorer = sb.SmoothIGW(h=0.5, gamma=sb.Theorem(1000))
    bandit = sb.Bandit(ITEMS, oracle=PAIR, explorer=explorer)
    assert explorer.build(bandit.oracle).constant == plan.gamma
    whole = sb.plan(ITEMS, 1000, PAIR)
    corral = sb.CorralBandit(ITEMS, oracle=PAIR, rounds=1000)
    state = corral.explorer.build(corral.oracle)
    assert state.bound == whole.oracle_bound and whole.bases == 10
    assert state.smoothness.tolist() == [promise.h for promise in whole.promises]
    assert [promise.gamma for promise in whole.promises] == [
        pytest.approx(theorem_gamma(1000, h, 10 * state.bound)) for h in state.smoothness
    ]  # every base is invoked with probability 1/10 at first


def test_larger_h_is_covered_and_smaller_h_is_not() -> None:
    plan = sb.plan(ITEMS, 10_000, PAIR, h=0.25)
    assert plan.at(0.9).bound == plan.at(0.25).bound == plan.bound
    assert plan.at(0.2).bound == 10_000


@pytest.mark.parametrize("h", [0.01, None])
def test_no_promise_is_above_the_horizon(h: float | None) -> None:
    plan = sb.plan(ITEMS, 20, PAIR, h=h)
    assert theorem_regret(20, 0.01, plan.oracle_bound) > 20
    assert all(promise.bound == 20 for promise in plan.promises)


def test_without_h_every_level_is_covered() -> None:
    plan = sb.plan(ITEMS, 10**12, PAIR)
    assert plan.bases == 40 and plan.promises[-1].h == 2.0**-40
    assert plan.at(0.3) is plan.promises[1]
    bounds = [promise.bound for promise in plan.promises]
    assert bounds == sorted(bounds) and bounds[0] < 1e10 and bounds[-1] == 1e12
    # the term of the oracle doubles when h halves
    eta, log = 1e-6, math.log(1e12)
    per_level = 20 * eta * log * 1e12 * plan.oracle_bound
    assert bounds[3] - bounds[2] == pytest.approx(per_level * 8)


@pytest.mark.parametrize("oracle", [PAIR, sb.TableOracle()], ids=["class", "table"])
@pytest.mark.parametrize("h", [0.5, None])
def test_the_rounds_for_a_regret_are_the_fewest(oracle: object, h: float | None) -> None:
    needed = sb.plan(ITEMS, 100, oracle, h=h).rounds_for(0.05)
    assert sb.plan(ITEMS, needed, oracle, h=h).bound <= 0.05 * needed
    assert sb.plan(ITEMS, needed - 1, oracle, h=h).bound > 0.05 * (needed - 1)


def test_one_round_may_be_enough() -> None:
    assert sb.plan(ITEMS, 100, PAIR, h=0.5).rounds_for(1.0) == 1
    assert sb.plan(ITEMS, 2, PAIR).rounds_for(1.0) == 2  # with CORRAL, the least horizon


def test_finer_levels_need_more_rounds() -> None:
    plan = sb.plan(ITEMS, 100, PAIR)
    assert plan.rounds_for(0.05) == plan.rounds_for(0.05, h=0.5) < plan.rounds_for(0.05, h=0.1)


def test_beta_is_for_a_smoothness_that_is_left_out() -> None:
    with pytest.raises(InvalidParameter, match=r"h is 0.5 and beta 0.3"):
        sb.plan(ITEMS, 1000, PAIR, h=0.5, beta=0.3)
    with pytest.raises(InvalidParameter, match=r"beta is 0"):
        sb.plan(ITEMS, 1000, PAIR, beta=0.0)


def test_what_no_number_of_rounds_promises_is_refused() -> None:
    net = sb.FiniteClassOracle.epsilon_net(cells=2, lipschitz=1.0, epsilon=0.25)
    plan = sb.plan(sb.Interval(0, 1), 1000, net, h=0.5)
    with pytest.raises(InvalidParameter, match="no number of rounds"):
        plan.rounds_for(0.1)
    with pytest.raises(InvalidParameter, match="no number of rounds"):
        sb.plan(ITEMS, 1000, PAIR, h=0.5).rounds_for(0.1, h=0.25)


def test_contexts_enter_the_bound() -> None:
    alone = sb.plan(sb.Interval(0, 1), 1000, sb.LinearOracle(), h=0.5)
    beside = sb.plan(sb.Interval(0, 1), 1000, sb.LinearOracle(), h=0.5, context_size=5)
    assert beside.oracle_bound > 3 * alone.oracle_bound


def test_an_oracle_without_weights_is_wrapped_for_all_h() -> None:
    plan = sb.plan(sb.Interval(0, 1), 1000, NewtonOracle())
    fixed = sb.plan(sb.Interval(0, 1), 1000, NewtonOracle(), h=0.5)
    assert plan.oracle_bound == pytest.approx(fixed.oracle_bound + math.log(1000) / 2)


def test_a_users_own_oracle_states_its_bound() -> None:
    class Own:
        def predict(self, context, actions, weight=1.0):
            return [0.5] * len(actions)

        def learn(self, context, action, loss, weight=1.0):
            pass

        def regret_bound(self, rounds):
            return 3.0

    assert sb.plan(ITEMS, 1000, Own(), h=0.5).oracle_bound == 3.0


def test_it_prints_what_it_promises() -> None:
    plan = sb.plan(ITEMS, 10_000, PAIR, h=0.5)
    assert "10,000 rounds" in str(plan) and "<= 167" in str(plan) and "Theorem 1" in str(plan)
    assert "CORRAL" not in str(plan) and "no promise" not in str(plan)
    assert repr(plan) == "<Plan of 10,000 rounds at h = 0.5: 1 base, smooth regret at most 167>"
    whole = sb.plan(ITEMS, 10_000, PAIR)
    assert "Theorem 2: 14 stable bases" in str(whole)
    assert "proved in order only" in str(whole) and "no promise there" in str(whole)
    assert all(len(line) < 200 for line in str(whole).splitlines())


def test_beta_moves_the_promise_from_wide_regions_to_narrow_ones() -> None:
    plans = {beta: sb.plan(ITEMS, 2**60, PAIR, beta=beta) for beta in (0.5, 1.0)}
    for beta, plan in plans.items():
        assert f"beta = {beta:g}" in str(plan)
        bounds = np.array([promise.bound for promise in plan.promises])
        ratios = (bounds[1:] / bounds[:-1])[bounds[1:] < plan.rounds]  # of one h to half of it
        assert 0.9 * 2.0**beta < ratios.max() <= 2.0**beta
        assert plan.rounds_for(0.5) == sb.plan(ITEMS, 10, PAIR, beta=beta).rounds_for(0.5)
    assert plans[0.5].at(0.5).bound > plans[1.0].at(0.5).bound
    assert plans[0.5].at(1e-7).bound < plans[1.0].at(1e-7).bound


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("shop", 100, PAIR), "Interval, a Box, a Catalog or a Product"),
        ((ITEMS, 0, PAIR), "rounds is 0"),
        ((ITEMS, 100, None), "oracle is None"),
        ((ITEMS, 100, "table"), "oracle is 'table'"),
        ((ITEMS, 100, PAIR, 0.0), "h is 0.0"),
        ((ITEMS, 100, PAIR, 1.5), "h is 1.5"),
        ((sb.Interval(0, 1), 100, sb.TableOracle(), 0.5), "needs a Catalog"),
        ((ITEMS, 100, WeightedOracle(PAIR, "A", bound=2.0)), "no bound to promise"),
    ],
)
def test_bad_input_is_refused(arguments: tuple, words: str) -> None:
    with pytest.raises(InvalidParameter, match=words):
        sb.plan(*arguments)


@pytest.mark.parametrize("h", [0.5, None])
def test_an_oracle_without_a_bound_is_refused(h: float | None) -> None:
    with pytest.raises(NoRegretBound, match="states no regret bound"):
        sb.plan(sb.Interval(0, 1), 100, sb.HarmonicOracle(), h=h)


def test_bad_targets_are_refused() -> None:
    plan = sb.plan(ITEMS, 100, PAIR, h=0.5)
    for target in (0.0, -1.0, 2.0, math.nan):
        with pytest.raises(InvalidParameter, match="regret is"):
            plan.rounds_for(target)
    with pytest.raises(InvalidParameter, match="h is"):
        plan.at(0.0)


def test_the_documentation_tells_what_happens() -> None:
    text = (Path(__file__).parents[2] / "docs" / "theory.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(compile(code[1], "theory.md", "exec"), names)
    plan, trace, bandit = (names[name] for name in ("plan", "trace", "bandit"))
    found = [plan.bound, plan.gamma, plan.rounds_for(0.01), trace.regrets[-1]]
    found.append(trace.regret_certificate(bandit).expected)
    assert all(f"{value:,.0f}" in code[1] for value in found)
    assert f"{100 * plan.exploration:.1g} %" in code[1]
