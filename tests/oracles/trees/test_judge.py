"""The judge: what exploring cost decides, and nothing else does."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.engines import entries_of
from smoothbandits.environments import (
    PriceCliffEnvironment,
    StepEnvironment,
    TwoValleysEnvironment,
)
from smoothbandits.kernels.states import AGREES, DOUBTS, ONLINE, REFUTES, SURFACE, VALLEY
from smoothbandits.oracles import AdditiveOracle
from smoothbandits.oracles.trees import boosted, judge
from smoothbandits.oracles.trees.boosted import BoostedOracle
from smoothbandits.oracles.trees.flat import FlatTrees, leaf, stump
from smoothbandits.oracles.trees.judge import (
    MEMORY,
    chosen,
    differences,
    evidence_of,
    greedy,
    since_last_fit,
    unexplained,
    verdict,
)
from tests.inside import put
from tests.interpreted import model as interpreted_model

UNIT = sb.Interval(0.0, 1.0)
ORACLE = BoostedOracle(first=30, growth=1.7, trees=40, background=False)
ALL = [ONLINE, SURFACE, VALLEY]


# ------------------------------------------------------------------------------- residuals


def test_costs_explain_up_to_a_constant_and_a_factor():
    rng = np.random.default_rng(0)
    costs = rng.random(50)
    for factor in (0.2, 1.0, 7.0):
        np.testing.assert_allclose(unexplained(costs, 0.3 + factor * costs), 0.0, atol=1e-12)
        losses = 0.5 * costs + rng.random(50)
        np.testing.assert_allclose(
            unexplained(factor * costs + 0.4, losses), unexplained(costs, losses), atol=1e-12
        )


def test_residuals_are_those_of_least_squares():
    rng = np.random.default_rng(1)
    costs = rng.random(80)
    losses = 0.4 * costs + 0.3 * rng.normal(size=80)
    design = np.column_stack([np.ones(80), costs])
    line = np.linalg.lstsq(design, losses, rcond=None)[0]
    assert line[1] > 0.0
    np.testing.assert_allclose(unexplained(costs, losses), losses - design @ line, atol=1e-12)


@pytest.mark.parametrize(
    "costs",
    [np.linspace(1.0, 0.0, 20), np.full(20, 0.3), np.full(20, np.nan), np.full(20, np.inf)],
    ids=["the wrong way round", "all alike", "no numbers", "infinite"],
)
def test_such_costs_explain_nothing(costs):
    losses = np.linspace(0.2, 0.8, 20)
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(unexplained(costs, losses), losses - 0.5, atol=1e-12)


# -------------------------------------------------------------------------------- a choice


@pytest.mark.parametrize(
    ("gains", "variances", "expected"),
    [
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), VALLEY),  # nothing is known
        ((0.59, 0.59, 0.0), (0.04, 0.04, 0.0), VALLEY),  # below three standard errors
        ((0.61, 0.59, 0.0), (0.04, 0.04, 0.0), ONLINE),
        ((0.61, 0.90, 0.0), (0.04, 0.04, 0.0), SURFACE),  # the best of those beyond doubt
        ((0.61, 0.90, 0.0), (0.04, 0.64, 0.0), ONLINE),  # which the larger gain is not
        ((-3.0, -9.0, 0.0), (0.04, 0.04, 0.0), VALLEY),
    ],
)
def test_the_preferred_model_stays_unless_another_is_better_beyond_doubt(
    gains, variances, expected
):
    assert chosen(np.column_stack([gains, variances]), preferred=VALLEY) == expected


# ----------------------------------------------------------------------- evidence, by hand

PLACE, N = 0.25, 400


def made(contexts, actions, losses, since=0, **parts):
    """A state whose surface says ``a > 0.5`` is best, its valley ``a = PLACE``, and examples."""
    state = ORACLE.build(UNIT, contexts.shape[1], seed=0)
    width = contexts.shape[1]
    high = FlatTrees.join([stump(width + 1, 0.5, 0.6, 0.2)], 0.0, width + 2)
    low = FlatTrees.join([leaf(PLACE)], 0.0, width + 1)
    fields = {
        "trees": high.state(),
        "valley": state.valley._replace(trees=low.state()),
        "active": np.array([VALLEY]),
        "contexts": contexts.astype(np.float32),
        "actions": actions.reshape(-1, 1).astype(np.float32),
        "losses": losses.astype(np.float32),
        "taught": np.zeros(len(losses), dtype=np.int64),
        "kept": np.array([len(losses), len(losses)]),
        "since": np.array([since]),
    }
    return state._replace(**{**fields, **parts})


def levels_surface(width):
    """Knows that contexts above 0.5 cost more, and takes the wrong actions for good."""
    by_context = stump(0, 0.5, 0.1, 0.7)
    by_action = stump(width + 1, 0.5, 0.15, 0.0)
    return FlatTrees.join([by_context, by_action], 0.0, width + 2).state()


@pytest.fixture
def interpreted(monkeypatch):
    """Nothing is compiled."""
    monkeypatch.setattr(judge, "entries_of", lambda _: entries_of("python"))


def test_greedy_rounds_are_no_evidence():
    """Some contexts cost more than others, and the surface knows which."""
    contexts = np.random.default_rng(2).random((N, 1))
    state = made(contexts, np.full(N, PLACE), 0.1 + 0.6 * (contexts[:, 0] > 0.5))
    state = state._replace(trees=levels_surface(1))
    assert (greedy(state, contexts) == PLACE).all()
    assert (evidence_of(state, ALL, preferred=VALLEY) == 0.0).all()


def few_explored():
    """Nine of ten rounds are greedy; half the contexts cost 0.6 more and are noisier too."""
    rng = np.random.default_rng(3)
    contexts = np.float32(rng.random((N, 1))).astype(float)
    actions = np.where(rng.random(N) < 0.1, rng.random(N), PLACE)
    hard = contexts[:, 0] > 0.5
    noise = np.where(hard, 0.1, 0.01) * rng.normal(size=N)
    losses = 0.1 + 0.6 * hard + 0.3 * np.abs(actions - PLACE) + noise
    state = made(contexts, actions, np.clip(losses, 0.0, 1.0))
    return state._replace(trees=levels_surface(1))


def predicted(state, model):
    """Losses as a model predicts them, for the examples."""
    mine = sb.Bandit(UNIT, oracle=ORACLE, context_size=1, explorer=sb.EpsilonGreedy(0.1))
    put(mine, state._replace(active=np.array([model])))
    pairs = zip(state.contexts, state.actions, strict=True)
    return np.array([mine.oracle.predict(x, a)[0] for x, a in pairs])


def test_to_know_which_contexts_cost_more_is_not_to_know_what_to_do():
    """By squared errors of its predictions the wrong model would win by far."""
    state = few_explored()
    errors = [np.mean((predicted(state, m) - state.losses) ** 2) for m in (SURFACE, VALLEY)]
    assert errors[0] < 0.2 * errors[1]
    evidence = evidence_of(state, ALL, preferred=VALLEY)
    assert evidence[SURFACE, 0] < 0.0 and chosen(evidence, preferred=VALLEY) == VALLEY


def test_the_right_model_wins_though_another_is_preferred():
    rng = np.random.default_rng(4)
    contexts, actions = rng.random((N, 1)), rng.random(N)
    around = 0.05 * rng.normal(size=N)
    low = made(contexts, actions, np.clip(np.abs(actions - PLACE) + 0.1 + around, 0.0, 1.0))
    assert chosen(evidence_of(low, ALL, preferred=SURFACE), preferred=SURFACE) == VALLEY
    high = made(contexts, actions, np.where(actions > 0.5, 0.2, 0.6) + around)
    assert chosen(evidence_of(high, ALL, preferred=VALLEY), preferred=VALLEY) == SURFACE


def test_gain_and_variance_are_sums_over_examples():
    state = few_explored()
    evidence = evidence_of(state, ALL, preferred=VALLEY)
    contexts, actions, losses = since_last_fit(state)
    best = greedy(state, contexts)
    found = {m: differences(state, m, contexts, actions, best) for m in ALL}
    more = unexplained(found[VALLEY], losses) ** 2 - unexplained(found[SURFACE], losses) ** 2
    np.testing.assert_allclose(evidence[SURFACE], [more.sum(), np.sum(more**2)], rtol=1e-12)
    assert evidence[VALLEY].tolist() == [0.0, 0.0]


def test_half_of_older_evidence_is_remembered(interpreted):
    state, older = few_explored(), np.array([[0.4, 0.2], [-0.6, 0.3], [0.0, 0.0]])
    fresh = evidence_of(state, ALL, preferred=VALLEY)
    both = evidence_of(state._replace(evidence=older), ALL, preferred=VALLEY)
    np.testing.assert_allclose(both - fresh, older * [MEMORY, MEMORY**2], rtol=1e-12, atol=1e-15)
    assert older[0, 0] == 0.4  # what is at hand stays as it is


def test_differences_are_those_of_the_predictions():
    state = few_explored()
    contexts, actions = state.contexts.astype(float), state.actions.astype(float)
    others = np.full_like(actions, PLACE)
    for model in ALL:
        found = differences(state, model, contexts, actions, others)
        expected = predicted(state, model) - predicted(
            state._replace(actions=others.astype(np.float32)), model
        )
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_the_first_oracle_is_judged_by_what_it_knew_at_the_fit(interpreted):
    """It has learned the examples meanwhile, which the other models have not."""
    state = few_explored()
    evidence = evidence_of(state, ALL, preferred=VALLEY)
    learned = interpreted_model(AdditiveOracle(), UNIT, context_size=1)
    for x, a, loss in zip(state.contexts, state.actions[:, 0], state.losses, strict=True):
        learned.learn(x, float(a), float(loss))
    taught = state._replace(online=learned.state)
    np.testing.assert_array_equal(evidence_of(taught, ALL, preferred=VALLEY), evidence)
    known = taught._replace(before=learned.state)
    assert evidence_of(known, ALL, preferred=VALLEY)[ONLINE, 0] != evidence[ONLINE, 0]


def test_a_model_that_predicts_no_numbers_is_never_chosen():
    state = few_explored()
    broken = state.trees._replace(value=np.full_like(state.trees.value, np.nan))
    evidence = evidence_of(state._replace(trees=broken), ALL, preferred=VALLEY)
    assert np.isfinite(evidence).all() and chosen(evidence, preferred=VALLEY) == VALLEY


# --------------------------------------------------------------------------- what a log says


def heard(losses_of, noise, n=N):
    """The verdict of a log on the models of `made`, what it says by hand, and the halves."""
    rng = np.random.default_rng(6)
    contexts, actions = np.float32(rng.random((n, 1))), np.float32(rng.random((n, 1)))
    losses = np.float32(losses_of(actions[:, 0]) + noise * rng.normal(size=n))
    taught, state = [], made(contexts, actions, losses)

    def fitted(part):
        taught.append(part)
        return state

    found = verdict((contexts, actions, losses), fitted)
    costs = [predicted(state, model) for model in (VALLEY, SURFACE)]
    best = np.full_like(actions, PLACE)
    costs = [
        cost - predicted(state._replace(actions=best), model)
        for cost, model in zip(costs, (VALLEY, SURFACE), strict=True)
    ]
    evidence = np.zeros(2)
    for half in (slice(1, None, 2), slice(0, None, 2)):
        old, new = (unexplained(cost[half], losses[half].astype(float)) ** 2 for cost in costs)
        evidence += (old - new).sum(), ((old - new) ** 2).sum()
    return found, evidence[0] / np.sqrt(evidence[1]), taught, actions


@pytest.mark.parametrize(
    ("losses_of", "noise", "expected", "least", "most"),
    [
        (lambda a: 0.1 + np.abs(a - PLACE), 0.05, AGREES, -np.inf, 0.0),
        (lambda a: np.where(a > 0.5, 0.2, 0.6), 0.05, REFUTES, judge.DOUBT, np.inf),
        (lambda a: np.where(a > 0.5, 0.49, 0.51), 0.1, DOUBTS, 0.0, judge.DOUBT),
    ],
    ids=["a valley", "a step", "hardly a step"],
)
def test_a_log_agrees_doubts_or_refutes(losses_of, noise, expected, least, most):
    found, standard_errors, _, _ = heard(losses_of, noise)
    assert found == expected
    assert least < standard_errors <= most


def test_each_half_of_a_log_tests_what_the_other_taught(monkeypatch):
    tested, explained_more = [], judge.explained_more
    monkeypatch.setattr(
        judge,
        "explained_more",
        lambda *given: tested.append(given[-1]) or explained_more(*given),
    )
    _, _, taught, actions = heard(lambda a: a, 0.05, n=51)
    halves = [actions[::2].tolist(), actions[1::2].tolist()]
    assert [part[1].tolist() for part in taught] == halves
    assert [part[1].tolist() for part in tested] == halves[::-1]


# ------------------------------------------------------------------------- which examples


@pytest.mark.parametrize(
    ("kept", "seen", "since", "oldest"),
    [
        (100, 100, 60, 60),
        (100, 100, 0, 0),
        (100, 1137, 1097, 60),  # the oldest are gone
        (100, 1137, 937, 0),  # as are some that came since
        (100, 100, 100, 100),
    ],
)
def test_examples_since_the_last_fit(kept, seen, since, oldest):
    """The number of an example decides, not its row."""
    numbers = np.arange(kept) / kept
    state = made(numbers[:, None], numbers, numbers, kept=np.array([kept, seen]))
    found = since_last_fit(state._replace(since=np.array([since])))
    expected = np.float32(numbers[oldest:]).tolist()
    assert [part.ravel().tolist() for part in found] == [expected] * 3


def test_a_fit_notes_the_number_of_its_last_example():
    """Of 1,500 examples the newest 400 are kept; the next judge asks from the 1,501st on."""
    fewer = BoostedOracle(trees=3, background=False)
    counts = {"kept": np.array([N, 1500]), "since": np.array([1300])}
    state = few_explored()._replace(**counts)
    parts = fewer.fitted(state, 0)
    assert parts["since"].tolist() == [1500]
    assert len(since_last_fit(state._replace(since=parts["since"]))[2]) == 0


def test_of_very_many_examples_some_are_enough(monkeypatch):
    monkeypatch.setattr(judge, "JUDGES", 50)
    numbers = np.arange(200) / 200
    contexts, _, _ = since_last_fit(made(numbers[:, None], numbers, numbers, since=90))
    assert 50 <= len(contexts) < 100 and contexts[0, 0] == np.float32(0.45)
    assert len(np.unique(np.diff(contexts[:, 0]).round(6))) == 1


def test_every_example_judges_once_and_teaches(monkeypatch):
    """Nothing is held back: at each fit those since the one before, none of them learned yet."""
    judged, taught = [], []
    ask, boost = judge.since_last_fit, boosted.boost

    def watched(state, *rest, **named):
        judged.append(len(ask(state)[2]))
        return evidence_of(state, *rest, **named)

    monkeypatch.setattr("smoothbandits.oracles.trees.boosted.evidence_of", watched)
    monkeypatch.setattr(
        "smoothbandits.oracles.trees.boosted.boost",
        lambda rows, *rest: taught.append(len(rows)) or boost(rows, *rest),
    )
    x = np.random.default_rng(5).random((100, 2))
    oracle = BoostedOracle(first=30, growth=1.7, trees=3, background=False)
    mine = sb.Bandit(UNIT, oracle=oracle, context_size=2, policy="best", seed=1)
    sb.simulate(mine, sb.RegressionEnvironment(x, x[:, 0]))
    assert judged == [51 - 30, 87 - 51]
    assert sorted({*taught}) == [30, 51, 87]  # surfaces and starts


# ------------------------------------------------------------------------ made by problems


def after(environment, explorer, rounds, seed=1):
    """The state of a bandit after so many rounds."""
    size = environment.context_size
    mine = sb.Bandit(UNIT, oracle=ORACLE, explorer=explorer, context_size=size, seed=seed)
    sb.simulate(mine, environment, rounds=rounds)
    return mine.oracle.state


NEARLY_RANDOM = sb.SmoothIGW(h=1.0, gamma=0.01)


@pytest.mark.parametrize("kind", [TwoValleysEnvironment, StepEnvironment])
@pytest.mark.parametrize("seed", range(2))
def test_losses_that_are_no_valley_are_left_to_the_surface(kind, seed):
    """Where enough is explored to tell."""
    state = after(kind(3000, seed=seed), NEARLY_RANDOM, 3000, seed)
    assert state.active[0] == SURFACE


@pytest.mark.parametrize("seed", range(2))
def test_on_a_price_cliff_a_model_decides_that_others_do_not_beat(seed):
    """The cliff is nearly a lopsided valley: which of them it is may differ."""
    state = after(PriceCliffEnvironment(3000, seed=seed), NEARLY_RANDOM, 3000, seed)
    gain, variance = state.evidence.T
    others = gain - gain[state.active[0]]
    assert (others <= judge.DOUBT * np.sqrt(variance)).all()


@pytest.mark.parametrize("seed", range(3))
def test_on_an_additive_valley_the_surface_never_wins(seed):
    x = np.random.default_rng(seed).random((2000, 3))
    wanted = 0.2 + 0.4 * x[:, 0] + 0.2 * x[:, 1] ** 2
    explorer = sb.SmoothIGW(h=1.0, gamma=sb.Anytime(8.0))
    state = after(sb.RegressionEnvironment(x, wanted), explorer, 1500, seed)
    assert state.active[0] != SURFACE
    lowest = greedy(state, x[1500:])[:, 0]
    assert np.abs(lowest - wanted[1500:]).mean() < 0.03
