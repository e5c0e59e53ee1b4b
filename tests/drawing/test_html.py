"""Tables for notebooks: closed, escaped, small, in the reader's colours."""

import re

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.drawing.html import facts, rows_of
from tests.apps.reports.test_page import Balance
from tests.interpreted import InterpretedBandit
from tests.kinds import KINDS, taught

EVIL = "<script>alert('x')</script>"


def check(html: str) -> str:
    reader = Balance()
    reader.feed(html)
    assert reader.open == [] and "<script" not in html and len(html) < 8000
    assert not re.findall(r"#[0-9a-f]{6}|black|white", html)  # suits light and dark pages
    return html


def test_text_is_escaped_and_cut() -> None:
    for html in (facts(EVIL, {EVIL: EVIL}), rows_of(EVIL, [EVIL], [[EVIL]])):
        assert check(html).count("&lt;script&gt;") >= 3
    assert "…" in facts("t", {"long": "x" * 500}) and "x" * 200 not in facts("t", {"a": "x" * 500})


@pytest.mark.parametrize("kind", KINDS)
def test_bandits_and_their_decisions(kind: str) -> None:
    bandit = taught(kind, engine="python", rounds=5)
    html = check(bandit._repr_html_())
    assert "8" in html and ("mean reward" if bandit.payoff else "mean loss") in html
    for decision in bandit.waiting:
        assert str(decision.number) in check(decision._repr_html_())
    contexts = np.zeros((9, bandit.context_size)) if bandit.context_size else 9
    html = check(bandit.act_many(contexts)._repr_html_())
    assert "9 decisions, the first 5" in html and html.count("<tr>") == 6


def test_a_bandit_that_did_nothing() -> None:
    html = check(InterpretedBandit(sb.Catalog(3))._repr_html_())
    assert "mean loss" not in html and "explored" not in html


def test_ids_and_oracles_of_the_user_are_escaped() -> None:
    class Evil:
        def predict(self, context, actions, weight=1.0):
            return np.zeros(len(actions))

        def learn(self, context, action, loss, weight=1.0):
            pass

        def __repr__(self):
            return EVIL

    bandit = InterpretedBandit(sb.Interval(0, 1), oracle=Evil())
    assert "&lt;script&gt;" in check(bandit._repr_html_())
    assert "&lt;script&gt;" in check(bandit.act(id=EVIL)._repr_html_())


def test_traces() -> None:
    bandit = InterpretedBandit(sb.Catalog(2))
    trace = sb.simulate(bandit, sb.BernoulliEnvironment([0.1, 0.9]), rounds=50)
    html = check(trace._repr_html_())
    assert "50" in html and f"{trace.mean_loss:.4g}" in html and "regret" in html
    silent = sb.FunctionEnvironment(lambda x, a: 0.5)
    trace = sb.simulate(InterpretedBandit(sb.Interval(0, 1)), silent, rounds=5)
    assert ("regret" in check(trace._repr_html_())) == (not np.isnan(trace.best_losses).any())
