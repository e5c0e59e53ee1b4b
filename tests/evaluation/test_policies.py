"""What can be valued: actions, functions, densities, bandits, the logged greedy actions."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidAction, InvalidLog, InvalidParameter
from smoothbandits.evaluation import Density
from smoothbandits.evaluation.bandwidths import HALVES

SPACE = sb.Interval(0.0, 10.0)


def loss(x, a):
    return 0.1 + 0.08 * abs(a - 8.0 * x)


@pytest.fixture(scope="module")
def log():
    """4,000 rounds: the greedy action follows the context, 40 % of the rounds explore."""
    rng, n = np.random.default_rng(5), 4000
    x = rng.random(n)
    greedy = 6.0 * x
    explored = rng.random(n) < 0.4
    action = np.where(explored, 10.0 * rng.random(n), greedy)
    return {
        "context_0": x,
        "action": action,
        "greedy_action": greedy,
        "density": np.full(n, 0.4),
        "atom": np.where(explored, 0.0, 0.6),
        "explored": explored,
        "loss": (rng.random(n) < loss(x, action)).astype(float),
    }


def truth(log, policy, half=0.0):
    """The mean loss of a policy in the contexts of the log, smoothed."""
    x = log["context_0"]
    played = np.array([policy([one]) for one in x])
    low, high = np.maximum(played - 10 * half, 0.0), np.minimum(played + 10 * half, 10.0)
    points = low[:, None] + (np.arange(50) + 0.5) / 50 * (high - low)[:, None]
    return float(loss(x[:, None], points).mean())


@pytest.mark.parametrize("method", ["ips", "snips", "dr", "cressie-read"])
def test_functions_of_the_context(log, method):
    found = sb.evaluate(log, lambda context: 8.0 * context[0], space=SPACE, method=method)
    one = found.values[0]
    assert one.bandwidth in HALVES
    smoothed = truth(log, lambda context: 8.0 * context[0], one.bandwidth)
    assert one.low < smoothed < one.high
    assert abs(smoothed - 0.1) <= one.hidden
    assert one.high - one.low < 0.25


def test_a_model_narrows_the_interval(log):
    names = {"6": 6.0, "1": 1.0}
    ips, dr = (sb.evaluate(log, names, space=SPACE, method=m) for m in ("ips", "dr"))
    for name in names:
        assert dr[name].high - dr[name].low < 0.9 * (ips[name].high - ips[name].low)


def test_the_logged_greedy_actions_are_valued_exactly_where_they_have_atoms(log):
    found = sb.evaluate(log, "greedy", space=SPACE)
    assert found.values[0].bandwidth == 0.0
    assert found.low < truth(log, lambda context: 6.0 * context[0]) < found.high
    assert found.high - found.low < 0.05
    assert found.method.startswith("Method dr")
    without = {name: column for name, column in log.items() if name != "greedy_action"}
    again = sb.evaluate(without, "greedy", space=SPACE)
    assert again.method.startswith("Method cressie-read: the log does not say enough")
    assert again.low < truth(log, lambda context: 6.0 * context[0]) < again.high


def test_without_atoms_the_greedy_actions_are_smoothed(log):
    """Logs of a law without an atom, or of a bandit that left atoms out."""
    unknown = {**log, "atom": np.where(log["explored"], 0.0, np.nan)}
    for other in (unknown, {**log, "explored": np.ones(4000, bool), "atom": np.zeros(4000)}):
        if other["explored"].all():
            rng = np.random.default_rng(1)
            other["action"] = 10.0 * rng.random(4000)
            other["density"] = np.ones(4000)
            other["loss"] = (rng.random(4000) < loss(log["context_0"], other["action"])) * 1.0
        found = sb.evaluate(other, "greedy", space=SPACE, method="ips", level=0.99)
        assert found.values[0].bandwidth > 0.0
        half = found.values[0].bandwidth
        assert found.low < truth(log, lambda context: 6.0 * context[0], half) < found.high


def test_densities(log):
    halves = Density(lambda context, action: 2.0 if action > 5.0 else 0.0)
    x = log["context_0"]
    points = 5.0 + (np.arange(100) + 0.5) / 20.0
    for method in ("ips", "dr"):
        found = sb.evaluate(log, halves, space=SPACE, method=method)
        assert found.low < float(loss(x[:, None], points).mean()) < found.high
    with pytest.raises(InvalidParameter, match="finite and not negative"):
        sb.evaluate(log, Density(lambda context, action: -1.0), space=SPACE)


def test_policies_are_checked(log):
    with pytest.raises(InvalidParameter, match="is no action"):
        sb.evaluate(log, 11.0, space=SPACE)
    with pytest.raises(InvalidAction, match="the policy's answer"):
        sb.evaluate(log, lambda context: 20.0, space=SPACE)
    with pytest.raises(InvalidParameter, match="at least one"):
        sb.evaluate(log, {}, space=SPACE)
    with pytest.raises(InvalidParameter, match="bandwidth"):
        sb.evaluate(log, 5.0, space=SPACE, bandwidth=0.0)
    with pytest.raises(InvalidParameter, match="give one of 'asymptotic'"):
        sb.evaluate(log, 5.0, space=SPACE, method="snips", interval="sequence")
    other = sb.Bandit(sb.Interval(0.0, 1.0), engine="python", policy="fast")
    with pytest.raises(InvalidParameter, match="same space"):
        sb.evaluate(log, other, space=SPACE)


def test_several_policies_in_one_pass_are_what_each_is(log):
    policies = {"2": 2.0, "greedy": "greedy", "f": lambda context: 8.0 * context[0]}
    together = sb.evaluate(log, policies, space=SPACE, method="dr")
    for name, policy in policies.items():
        alone = sb.evaluate(log, {name: policy}, space=SPACE, method="dr")
        assert alone[name].to_dict() == together[name].to_dict()
    assert [one.policy for one in sb.evaluate(log, [2.0, 3.0, "greedy"], space=SPACE)] == [
        "2.0",
        "3.0",
        "greedy",
    ]


# ------------------------------------------------------------------- another bandit


def taught_bandit(space, seed, **settings):
    bandit = sb.Bandit(
        space, explorer=sb.SmoothIGW(h=0.5, gamma=8.0), policy="fast", seed=seed,
        engine="python", drift=None, **settings,
    )  # fmt: skip
    return bandit


@pytest.mark.parametrize("method", ["ips", "dr"])
def test_another_bandit_on_a_catalogue_is_its_law(monkeypatch, method):
    """Whatever it is asked about, its value is that of its own probabilities, exactly."""
    space = sb.Catalog(3)
    logging, other = taught_bandit(space, 1), taught_bandit(space, 2)
    losses = np.array([0.1, 0.5, 0.9])
    for item in (0, 1, 2, 1, 0):
        other.teach(None, [item], losses=[losses[item]])
    chances = [sum_of(other.propensity(None, item), 1.0 / 3.0) for item in range(3)]
    assert sum(chances) == pytest.approx(1.0)
    decisions = logging.act_many(1500)
    drawn = (np.random.default_rng(0).random(1500) < losses[decisions.actions]) * 1.0
    found = sb.evaluate(decisions, other, losses=drawn, bandit=logging, method=method)
    assert found.low < float(chances @ losses) < found.high
    slow = [
        chances[item] / (density / 3.0 + atom) * lost
        for item, density, atom, lost in zip(
            decisions.actions, decisions.densities, decisions.atoms, drawn, strict=True
        )
    ]
    if method == "ips":
        assert found.value == pytest.approx(float(np.mean(slow)), rel=1e-12)


def sum_of(propensity, mu):
    return mu * propensity.density + propensity.atom


def test_another_bandit_on_an_interval(monkeypatch):
    space = sb.Interval(0.0, 1.0)
    logging, other = taught_bandit(space, 1), taught_bandit(space, 2)
    rng = np.random.default_rng(3)
    actions = rng.random(60)
    other.teach(None, actions, losses=np.abs(actions - 0.7))
    decisions = logging.act_many(800)
    losses = 0.2 + 0.6 * np.abs(decisions.actions - 0.7)
    found = sb.evaluate(decisions, other, losses=losses, bandit=logging, bandwidth=0.05)
    played = sb.Bandit.act_many(other, 4000).actions
    assert found.low - 0.03 < float((0.2 + 0.6 * np.abs(played - 0.7)).mean()) < found.high + 0.03
    assert found.high - found.low < 0.2


# ----------------------------------------------------------------------------- rules


def test_rounds_under_rules_are_relative_to_what_is_left():
    bandit = sb.Bandit(SPACE, policy="fast", seed=4, engine="python")
    within = [(0.0, 5.0) if i % 2 else None for i in range(600)]
    decisions = bandit.act_many(600, within=within)
    losses = 0.05 + 0.08 * decisions.actions
    found = sb.evaluate(decisions, 8.0, losses=losses, bandit=bandit, method="ips", bandwidth=0.1)
    # in every other round 8 is not allowed, and what is nearest is played: 4 to 5
    assert found.low < 0.5 * (0.05 + 0.64) + 0.5 * (0.05 + 0.36) < found.high
    assert found.values[0].mean_weight == pytest.approx(1.0, abs=0.25)


def test_items_under_rules():
    space = sb.Catalog(4, weights=[0.1, 0.2, 0.3, 0.4])
    bandit = sb.Bandit(space, policy="fast", seed=4, engine="python")
    within = [[0, 2] if i % 2 else None for i in range(800)]
    decisions = bandit.act_many(800, within=within)
    losses = np.array([0.1, 0.4, 0.6, 0.9])[decisions.actions]
    found = sb.evaluate(
        decisions, {"two": 2, "one": 1}, losses=losses, bandit=bandit, method="ips"
    )
    assert found["two"].low < 0.6 < found["two"].high
    assert found["two"].mean_weight == pytest.approx(1.0, abs=0.2)
    # item 1 could be played in half of the rounds only
    assert found["one"].mean_weight == pytest.approx(0.5, abs=0.2)
    many = sb.Catalog(300)
    bandit = sb.Bandit(many, policy="fast", engine="python")
    decisions = bandit.act_many(3, within=[list(range(200))] * 3)
    with pytest.raises(InvalidLog, match="digest"):
        sb.evaluate(decisions, 2, losses=[0.1] * 3, bandit=bandit)


def test_contexts_with_names():
    bandit = sb.Bandit(
        SPACE, context={"plan": "category", "age": "number"}, policy="fast", engine="python"
    )
    rng = np.random.default_rng(2)
    contexts = [
        {"plan": str(rng.choice(["a", "b"])), "age": float(rng.integers(20, 60))}
        for _ in range(500)
    ]
    decisions = bandit.act_many(contexts)
    best = np.array([3.0 if one["plan"] == "a" else 7.0 for one in contexts])
    losses = 0.1 + 0.08 * np.abs(decisions.actions - best)

    def policy(context):
        return 3.0 if context["plan"] == "a" else 7.0

    found = [
        sb.evaluate(log, policy, losses=losses, bandit=bandit, method="ips")
        for log in (decisions, list(decisions))
    ]
    frame = decisions.to_frame()
    found.append(sb.evaluate(frame, policy, losses=losses, bandit=bandit, method="ips"))
    assert found[0].low <= 0.1 + found[0].values[0].hidden
    for other in found[1:]:
        assert other.value == pytest.approx(found[0].value, rel=1e-9)


CURVES = {  # none of those that the rule for bandwidths was chosen by
    "root": lambda a: 0.2 + 0.6 * np.sqrt(np.abs(a - 0.4)),
    "parabola": lambda a: 0.9 - 1.2 * (a - 0.7) ** 2,
    "steps": lambda a: np.where(a < 0.33, 0.8, np.where(a < 0.66, 0.3, 0.5)),
    "line": lambda a: 0.1 + 0.8 * a,
}


def test_bandwidths_are_narrow_enough_for_the_policy_itself():
    """Of 4 curves, 4 actions and 6 logs, intervals with the hidden part hold 19 of 20 truths.

    Without it they hold most: what smoothing hides is small beside the scatter.
    """
    actions, held, with_hidden = [0.15, 0.42, 0.6, 0.9], [], []
    for name, curve in CURVES.items():
        for seed in range(6):
            rng, n = np.random.default_rng([len(name), seed]), 3000
            explored = rng.random(n) < 0.3
            action = np.where(explored, rng.random(n), 0.25)
            log = {
                "action": action,
                "density": np.full(n, 0.3),
                "atom": np.where(explored, 0.0, 0.7),
                "explored": explored,
                "loss": (rng.random(n) < curve(action)).astype(float),
            }
            found = sb.evaluate(log, actions, space=sb.Interval(0.0, 1.0), method="snips")
            for action, one in zip(actions, found, strict=True):
                truth, hidden = float(curve(np.array(action))), one.hidden
                held.append(one.low <= truth <= one.high)
                with_hidden.append(one.low - hidden <= truth <= one.high + hidden)
    assert np.mean(held) >= 0.85
    assert np.mean(with_hidden) >= 0.95
