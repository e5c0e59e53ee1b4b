"""Oracles on a number and a category answer alike on both engines, untaught and taught."""

import numpy as np
import pytest

from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.storage import flatten
from smoothbandits.explorers import Anytime, SmoothIGW
from smoothbandits.features import Cosine, Polynomial
from smoothbandits.measures import LogUniform
from smoothbandits.oracles import BoostedOracle, HarmonicOracle, LinearOracle, Model
from smoothbandits.oracles.base import bind
from smoothbandits.spaces import Catalog, Interval, Product

OFFERS = Product(Interval(0.1, 10.0, LogUniform()), Catalog(4, [3.0, 0.0, 1.0, 2.0]))
X = np.random.default_rng(8).random((3000, 2))
PAIRS = OFFERS.sample(3, 40)
LOSSES = np.random.default_rng(9).random(40)


def assert_same_answers(one, other):
    """Predictions, argmin and M(A), bit for bit."""
    for context in X[:5]:
        np.testing.assert_array_equal(one.predict(context, PAIRS), other.predict(context, PAIRS))
        assert one.best(context) == other.best(context)
        np.testing.assert_equal(one.argmin_error(context), other.argmin_error(context))
        for rate in (0.5, 30.0):
            assert one.mass(context, rate) == other.mass(context, rate)


@pytest.mark.parametrize(
    "oracle",
    [HarmonicOracle(order=2), LinearOracle(Cosine(1)), LinearOracle(Polynomial(1))],
    ids=["harmonic", "linear", "linear in the number"],
)
def test_models_learn_and_answer_alike(oracle):
    compiled, plain = (
        bind(oracle, OFFERS, context_size=2, engine=engine) for engine in ("compiled", "python")
    )
    assert_same_answers(compiled, plain)
    for context, pair, loss in zip(X, PAIRS, LOSSES, strict=False):
        compiled.learn(context, pair, float(loss))
        plain.learn(context, pair, float(loss))
    first, second = flatten(compiled.state, ""), flatten(plain.state, "")
    assert first.keys() == second.keys()
    for name in first:
        np.testing.assert_array_equal(first[name], second[name], err_msg=name)
    assert_same_answers(compiled, plain)


def test_trees_answer_alike():
    """Before the first fit, and with trees that decide."""
    pytest.importorskip("lightgbm")
    bandit = Bandit(
        OFFERS,
        oracle=BoostedOracle(first=500, growth=3.0, trees=20, background=False),
        explorer=SmoothIGW(h=1.0, gamma=Anytime(1.0)),
        context_size=2,
        seed=2,
    )

    def interpreted():
        live = bandit.oracle
        return Model(
            live.oracle,
            OFFERS,
            context_size=2,
            state=bandit.oracle.state,
            transform=live.transform,
            engine="python",
        )

    assert_same_answers(bandit.oracle, interpreted())
    for rows in X.reshape(-1, 50, 2):
        made = bandit.act_many(rows)
        alike = (rows[:, 0] > 0.5) == (rows[:, 1] > 0.5)
        right = made.actions["category"] == np.where(alike, 0, 3)
        far = np.abs(np.log10(made.actions["number"]) - np.where(alike, -0.5, 0.5))
        bandit.learn_many(made, losses=np.clip(0.1 + 0.4 * ~right + 0.3 * far, 0.0, 1.0))
    assert bandit.oracle.state.active[0] == 1
    assert_same_answers(bandit.oracle, interpreted())
