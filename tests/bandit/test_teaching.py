"""Examples from elsewhere: the oracle learns them, all or none, and gives them up again."""

from typing import Any

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits import AdaptiveIGW, BoostedOracle, Catalog, Interval, from_bytes
from smoothbandits.bandit.variety import Variety, share_explained_by_nothing
from smoothbandits.errors import (
    AlreadyLearned,
    CorruptSave,
    InvalidAction,
    InvalidContext,
    InvalidLoss,
    InvalidParameter,
    UnknownDecision,
)
from smoothbandits.oracles import ForgettingOracle, TableOracle, WatchedOracle
from smoothbandits.oracles.trees.judge import decided_since_fit
from smoothbandits.oracles.trees.renewal import OWED, USED
from smoothbandits.payoffs import Sale
from tests.facade import GridOracle, same_play, snapshot
from tests.inside import counts_of, states_of
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

ROWS = 60
TREES = BoostedOracle(first=20, trees=3, leaves=3, background=False)


def log(n: int = ROWS, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Contexts, actions drawn at random, and losses that depend on both."""
    rng = np.random.default_rng(seed)
    contexts, actions = rng.random((n, 2)), rng.random(n)
    return contexts, actions, np.abs(actions - contexts[:, 0])


def trees(**others: Any) -> sb.Bandit:
    return InterpretedBandit(
        Interval(0, 1), oracle=TREES, context_size=2, seed=3, drift="watch", **others
    )


def fast(**others: Any) -> sb.Bandit:
    return InterpretedBandit(Interval(0, 1), policy="fast", context_size=2, seed=3, **others)


KINDS = {
    "trees": trees,
    "fast": fast,
    "sale": lambda: InterpretedBandit(
        Interval(0, 1), payoff=Sale(), policy="fast", context_size=2, seed=3
    ),
    "forgetting": lambda: fast(forget=100),
}


def told(bandit: sb.Bandit, losses: np.ndarray) -> dict[str, Any]:
    return {"losses": losses} if bandit.payoff is None else {"outcomes": losses > 0.3}


def teach(bandit: sb.Bandit, n: int = ROWS, seed: int = 0, **others: Any) -> None:
    """All of a log, however much its actions seem to vary."""
    contexts, actions, losses = log(n, seed)
    others = {"weights": np.ones(n), **others}
    bandit.teach(contexts, actions, **told(bandit, losses), **others)


def plays(bandit: sb.Bandit, n: int = 12) -> list[Any]:
    made = []
    for context in np.random.default_rng(9).random((n, 2)):
        made.append(bandit.act(context))
        bandit.learn(made[-1], **({"loss": 0.4} if bandit.payoff is None else {"outcome": True}))
    return made


# ------------------------------------------------------------------- what is taught, and what not


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_taught_is_known_and_counts_as_nothing_else(kind: str) -> None:
    bandit = KINDS[kind]()
    explorer = {n: a for n, a in bandit.state_arrays().items() if n.startswith("explorer")}
    guess = bandit.oracle.predict([0.1, 0.5], [0.1, 0.9])
    teach(bandit)
    assert bandit.taught == ROWS
    assert bandit.learned == bandit.rounds == 0 and np.isnan(bandit.mean_loss)
    assert f"{ROWS} taught" in repr(bandit)
    after = {n: a for n, a in bandit.state_arrays().items() if n.startswith("explorer")}
    assert all(np.array_equal(explorer[n], after[n], equal_nan=True) for n in explorer)
    assert not np.array_equal(guess, bandit.oracle.predict([0.1, 0.5], [0.1, 0.9]))


def test_a_log_makes_the_first_decision_good() -> None:
    bandit = fast()
    teach(bandit, 400)
    contexts = np.random.default_rng(1).random((50, 2))
    missed = [abs(bandit.oracle.best(x)[0] - x[0]) for x in contexts]
    assert np.mean(missed) < 0.08  # a third for a bandit that knows nothing


def test_an_example_is_learned_as_a_decision_of_that_action_would_be() -> None:
    warm, model = InterpretedBandit(Catalog(4), seed=1), TableOracle().bind(Catalog(4))
    warm.teach(None, [2, 2, 0], rewards=[0.25, 0.5, 1.0], weights=[1.0, 3.0, 1.0])
    for action, loss, weight in ((2, 0.75, 1.0), (2, 0.5, 3.0), (0, 0.0, 1.0)):
        model.learn(None, action, loss, weight)
    assert np.array_equal(warm.oracle.predict(None, range(4)), model.predict(None, range(4)))


def test_rewards_and_actions_are_in_the_users_units() -> None:
    bandit = InterpretedBandit(Interval(5, 50), scale=sb.Scale(0, 50), seed=1)
    bandit.teach(None, [10.0] * 50 + [40.0] * 50, rewards=[2.0] * 50 + [30.0] * 50)
    high, low = bandit.oracle.predict(None, [10.0, 40.0])
    assert high == pytest.approx(1 - 2 / 50, abs=0.1) and low == pytest.approx(0.4, abs=0.1)


def test_corral_hears_nothing_and_all_bases_learn() -> None:
    bandit = InterpretedCorralBandit(Catalog(4), oracle=TableOracle(), rounds=16, seed=1)
    states = states_of(bandit)
    chances = states.explorer.corral.rows.copy()
    bandit.teach(None, [1, 1, 1, 2], losses=[0.25, 0.25, 0.25, 0.9])
    assert np.array_equal(states.explorer.corral.rows, chances) and len(states.oracle) == 4
    for base in range(4):
        known, actions = np.empty(4), np.arange(4.0)[:, None]
        asked = (states.oracle, base, np.empty(0), 1.0, actions, known)
        states.kernels.predict_losses(*asked)
        assert known.tolist() == [1.0, 0.25, 0.9, 1.0]


def test_a_watch_compares_own_rounds_only() -> None:
    bandit = InterpretedBandit(Catalog(3), oracle=WatchedOracle(TableOracle()), seed=1)
    bandit.teach(None, [0] * 2_500, losses=[0.0] * 2_500)
    watch = states_of(bandit).oracle.watch
    assert watch.clock[0] == watch.clock[1] == 0
    assert watch.challenger.counts.sum() == 0.0
    before = states_of(bandit).oracle.before
    assert before.counts.sum() == states_of(bandit).oracle.inner.counts.sum() == 2_500.0


def test_no_examples_change_nothing() -> None:
    for bandit in (trees(), fast()):
        before = bandit.to_bytes()
        bandit.teach(np.empty((0, 2)), [], losses=[])
        assert bandit.to_bytes() == before


# ------------------------------------------------------------------------------------------ fits


def test_a_log_is_fitted_once_at_its_end() -> None:
    bandit = trees()
    teach(bandit, 15)
    assert not bandit.swaps  # 20 are needed
    teach(bandit, 5, seed=1)
    assert bandit.swaps == ((0, 0, False),)
    teach(bandit, 200, seed=2)
    assert bandit.swaps == ((0, 0, False),) * 2
    assert int(states_of(bandit).oracle.since[0]) == 220


def test_the_next_fits_are_those_of_a_bandit_that_was_taught_nothing() -> None:
    warm, cold = trees(), trees()
    teach(warm, 200)
    for bandit in (warm, cold):
        plays(bandit, 30)
    assert [swap.learned for swap in warm.swaps] == [0, 20, 28]
    assert [swap.learned for swap in cold.swaps] == [20, 28]


def test_the_judge_hears_of_what_was_decided_only() -> None:
    bandit = trees()
    teach(bandit, 40)
    plays(bandit, 3)
    teach(bandit, 4, seed=1)
    plays(bandit, 2)
    assert decided_since_fit(states_of(bandit).oracle).tolist() == [40, 41, 42, 47, 48]


def test_more_than_fits_into_memory_is_refused() -> None:
    oracle = BoostedOracle(first=20, trees=3, background=False, memory=1_000_000)
    bandit = InterpretedBandit(Interval(0, 1), oracle=oracle, context_size=2, seed=3)
    with pytest.raises(InvalidParameter, match="45000 examples are more than the 41666"):
        teach(bandit, 45_000)
    assert bandit.taught == 0


# ----------------------------------------------------------------------- how much a log can tell


def test_what_follows_from_the_context_counts_little() -> None:
    contexts = np.random.default_rng(0).random((500, 3))
    noise = np.random.default_rng(1).normal(0.0, 0.05, 500)
    shares = [
        share_explained_by_nothing(contexts, actions[:, None])
        for actions in (
            np.full(500, 0.4),
            np.clip(contexts[:, 0] + noise, 0, 1),
            np.random.default_rng(2).choice([0.2, 0.5, 0.8], 500),
            np.random.default_rng(2).random(500),
        )
    ]
    assert shares[0] == 0.0 and shares[1] == pytest.approx(12 * 0.05**2, rel=0.5)
    assert shares[2] == pytest.approx(12 * 0.06, rel=0.1) and shares[3] > 0.9


def test_a_log_of_single_rows_counts_little_once_that_shows() -> None:
    contexts, _, losses = log(90)
    for bandit in (fast(), trees()):
        for start in range(0, 90, 10):
            part = slice(start, start + 10)
            bandit.teach(contexts[part], contexts[part, 0], losses=losses[part])
        share = bandit._teaching.variety.share
        assert share.tolist() == [0.0, 70.0]  # after 30, 50 and 70
    learned = states_of(bandit).oracle.taught[: states_of(bandit).oracle.kept[0]]
    assert (learned <= 20).all() and len(learned) < 8  # of the first ones, a tenth


def test_a_log_counts_as_much_as_its_actions_vary() -> None:
    contexts, _, losses = log(400)
    three = np.random.default_rng(2).choice([0.2, 0.5, 0.8], 400)
    same, varied, drawn = trees(), trees(), trees()
    same.teach(contexts, contexts[:, 0], losses=losses)
    varied.teach(contexts, three, losses=losses)
    teach(drawn, 400, weights=None)
    rows = [int(states_of(bandit).oracle.kept[0]) for bandit in (same, varied, drawn)]
    assert rows[0] == 0 and 250 < rows[1] < 320 and 360 < rows[2] <= 400
    assert same.taught == varied.taught == drawn.taught == 400


def test_a_log_of_one_price_leaves_the_oracle_as_it_was() -> None:
    bandit, cold = fast(), fast()
    contexts, _, losses = log(400)
    bandit.teach(contexts, np.full(400, 0.5), losses=losses)
    assert all(map(same_play, plays(bandit), plays(cold)))


def test_weights_of_ones_own_are_taken_as_they_are() -> None:
    contexts, _, losses = log()
    one, other = fast(), fast()
    one.teach(contexts, contexts[:, 0], losses=losses, weights=np.ones(ROWS))
    other.teach(contexts, contexts[:, 0], losses=losses)
    arrays = one.state_arrays(), other.state_arrays()
    assert any(not np.array_equal(arrays[0][n], arrays[1][n], equal_nan=True) for n in arrays[0])
    with pytest.raises(InvalidParameter, match="takes none"):
        teach(trees(), weights=np.full(ROWS, 2.0))


# ------------------------------------------------------------ how likely a log's actions were


def test_known_densities_take_the_place_of_what_is_found() -> None:
    """The action all but follows from the context: without its law it would say nothing."""
    contexts, _, losses = log(400)
    off = np.random.default_rng(3).uniform(-0.05, 0.05, 400)
    actions = np.clip(0.05 + 0.9 * contexts[:, 0] + off, 0.0, 1.0)
    found, known, weighed = fast(), fast(), fast()
    found.teach(contexts, actions, losses=losses)
    known.teach(contexts, actions, losses=losses, propensities=np.full(400, 10.0))
    weighed.teach(contexts, actions, losses=losses, weights=np.full(400, 0.1))
    told = [bandit.state_arrays() for bandit in (fast(), found, known, weighed)]
    names = [name for name in told[0] if name.startswith("oracle")]

    def alike(one: int, other: int) -> bool:
        return all(np.array_equal(told[one][n], told[other][n], equal_nan=True) for n in names)

    assert alike(0, 1) and alike(2, 3) and not alike(1, 2)
    assert known._teaching.variety.numbers.size == 0  # nothing to find


def test_densities_and_weights_multiply() -> None:
    contexts, actions, losses = log()
    one, other = fast(), fast()
    one.teach(contexts, actions, losses=losses, propensities=[4.0] * ROWS, weights=[2.0] * ROWS)
    other.teach(contexts, actions, losses=losses, weights=[0.5] * ROWS)
    arrays = one.state_arrays(), other.state_arrays()
    assert all(np.array_equal(arrays[0][n], arrays[1][n], equal_nan=True) for n in arrays[0])


def test_trees_see_of_a_log_what_could_have_been_drawn_from_mu() -> None:
    """Low actions three times as often as high ones: a third of those is left out."""
    rng = np.random.default_rng(4)
    actions = np.where(rng.random(3_000) < 0.75, 0.5, 1.0) - 0.5 * rng.random(3_000)
    density = np.where(actions <= 0.5, 1.5, 0.5)
    bandit = trees()
    bandit.teach(rng.random((3_000, 2)), actions, losses=[0.5] * 3_000, propensities=density)
    state = states_of(bandit).oracle
    seen = state.actions[: state.kept[0], 0].astype(float)
    low, high = (seen <= 0.5).sum(), (seen > 0.5).sum()
    # of 2,250 draws two in three stay, each with a variance of 2/9; a false alarm in 15,000
    assert high == (actions > 0.5).sum() and abs(low - 1_500) < 4.0 * np.sqrt(2_250 * 2 / 9 + 562)


def test_what_was_not_drawn_is_not_learned() -> None:
    bandit, cold = trees(), trees()
    teach(bandit, weights=None, propensities=np.full(ROWS, np.inf))
    assert bandit.taught == ROWS and states_of(bandit).oracle.kept[0] == 0
    assert all(map(same_play, plays(bandit), plays(cold)))


def test_where_all_examples_count_densities_change_nothing() -> None:
    told = []
    for given in ({}, {"propensities": [3.0, np.inf]}):
        bandit = InterpretedBandit(Catalog(3), seed=1)
        bandit.teach(None, [0, 1], losses=[0.2, 0.4], **given)
        told.append(bandit.state_arrays())
    assert all(np.array_equal(told[0][n], told[1][n], equal_nan=True) for n in told[0])


# ----------------------------------------------------------------------------- files and replays


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_keeps_what_was_taught(kind: str) -> None:
    whole = KINDS[kind]()
    teach(whole, ids=range(ROWS))
    plays(whole)
    loaded = from_bytes(whole.to_bytes(), engine="python")
    for bandit in (whole, loaded):
        assert bandit.taught == ROWS
        with pytest.raises(AlreadyLearned, match="example 7 was taught before"):
            teach(bandit, 1, ids=[7])
        teach(bandit, 30, seed=4)
    assert all(map(same_play, plays(whole), plays(loaded)))
    assert snapshot(whole)["arrays"] == snapshot(loaded)["arrays"]
    variety = whole._teaching.variety, loaded._teaching.variety
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(*variety, strict=True))


def test_a_file_with_other_numbers_than_were_taught_is_refused() -> None:
    bandit = fast()
    teach(bandit, ids=range(ROWS), weights=None)
    variety = bandit._teaching.variety
    for damaged in (
        variety._replace(share=np.array([2.0, 50.0])),
        variety._replace(points=variety.points[:-1]),
        variety._replace(numbers=variety.numbers[::-1].copy()),
        variety._replace(numbers=variety.numbers + 1),
    ):
        bandit._teaching.variety = damaged
        with pytest.raises(CorruptSave):
            from_bytes(bandit.to_bytes())
    bandit._teaching.variety = variety
    bandit._teaching.numbers["more"] = ROWS + 1
    with pytest.raises(CorruptSave):
        from_bytes(bandit.to_bytes())


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_calls_in_the_same_order_make_the_same_decisions(kind: str) -> None:
    runs = []
    for _ in range(2):
        bandit = KINDS[kind]()
        teach(bandit, 25)
        made = plays(bandit)
        teach(bandit, 25, seed=1)
        runs.append([*made, *plays(bandit)])
    assert all(map(same_play, *runs))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["trees", "fast", "product"])
def test_both_engines_learn_the_same(kind: str) -> None:
    runs = []
    for engine in ("python", "compiled"):
        if kind == "product":
            space: Any = sb.Product(Interval(0, 1), Catalog(3))
            bandit = sb.Bandit(space, oracle=TREES, context_size=2, seed=3, engine=engine)
        else:
            given = {"oracle": TREES} if kind == "trees" else {"policy": "fast"}
            bandit = sb.Bandit(
                Interval(0, 1), context_size=2, seed=3, drift="watch", engine=engine, **given
            )
        contexts, actions, losses = log(120)
        given = list(zip(actions, np.arange(120) % 3, strict=True))
        bandit.teach(contexts, given if kind == "product" else actions, losses=losses)
        runs.append((plays(bandit), snapshot(bandit)["arrays"]))
    assert all(map(same_play, runs[0][0], runs[1][0])) and runs[0][1] == runs[1][1]


# -------------------------------------------------------------------------------------- deletion


def test_forgotten_examples_leave_what_never_having_taught_them_would() -> None:
    """But for seven digits of the contexts, as examples are kept."""
    contexts, actions, losses = (part.astype(np.float32).astype(float) for part in log())
    stays = np.arange(ROWS) % 3 > 0
    one, other = trees(), trees()
    one.teach(contexts, actions, losses=losses, ids=[f"row {i}" for i in range(ROWS)])
    one.forget([f"row {i}" for i in np.flatnonzero(~stays)])
    assert one.taught == stays.sum() and one._teaching.variety.points.shape == (stays.sum(), 1)
    state = states_of(one).oracle
    rows = state.taught[: state.kept[0]] - 1
    assert np.isin(rows, np.flatnonzero(stays)).all() and len(rows) > 20
    other.teach(contexts[rows], actions[rows], losses=losses[rows], weights=np.ones(len(rows)))
    for x in contexts[:5]:
        asked = x, np.linspace(0, 1, 33)
        assert np.array_equal(one.oracle.predict(*asked), other.oracle.predict(*asked))
    with pytest.raises(UnknownDecision, match="'row 0'"):
        one.forget(["row 0"])
    one.teach(contexts[:1], actions[:1], losses=losses[:1], ids=["row 0"])
    one.forget(["row 0", "row 1"])
    assert one.taught == stays.sum() - 1


def test_own_rounds_stay_when_examples_are_forgotten() -> None:
    bandit = trees()
    teach(bandit, 30, ids=range(30))
    plays(bandit, 10)
    counts = counts_of(bandit)
    bandit.forget(range(30))
    state = states_of(bandit).oracle
    assert state.kept.tolist() == [10, 10] and (state.taught[:10] == 0).all()
    assert counts_of(bandit) == counts._replace(forgotten=30)
    assert bandit.taught == 0 and "taught" not in repr(bandit)
    assert state.active[0] == 0  # too few for trees
    plays(bandit, 30)


@pytest.mark.parametrize("taught_before", [True, False])
def test_forgetting_after_a_change_brings_back_nothing_from_before(taught_before: bool) -> None:
    """Between a change and the look that drops what is old, what is old is dropped at once."""
    bandit, since = trees(), 20
    teach(bandit, 30, ids=range(30))
    plays(bandit, 25)
    if not taught_before:
        teach(bandit, 30, seed=1, ids=range(100, 130))
    oracle = states_of(bandit).oracle
    oracle.watch.clock[[OWED, USED]] = 1, since  # a change was found so many examples ago
    oracle.active[0] = 0
    kept = oracle.kept[0]
    columns = (oracle.contexts, oracle.actions, oracle.losses, oracle.taught)
    recent = [column[kept - since : kept].astype(float) for column in columns]
    bandit.forget([3] if taught_before else [100, 125, 129])
    after = states_of(bandit).oracle
    stays = ~np.isin(recent[3], [] if taught_before else [31, 56, 60])
    assert after.kept[0] == stays.sum() and not after.watch.clock[OWED]
    assert np.array_equal(after.losses[: after.kept[0]], recent[2][stays].astype(np.float32))
    other = trees()
    rows = (recent[0][stays], recent[1][stays, 0])
    other.teach(*rows, losses=recent[2][stays], weights=np.ones(stays.sum()))
    for x in recent[0][:5]:
        asked = x, np.linspace(0, 1, 33)
        assert np.array_equal(bandit.oracle.predict(*asked), other.oracle.predict(*asked))


def test_what_keeps_no_examples_says_what_is_needed() -> None:
    bandit = fast()
    teach(bandit, ids=range(ROWS))
    before = bandit.to_bytes()
    with pytest.raises(InvalidParameter, match="keeps no examples.*load a file from before"):
        bandit.forget([3])
    assert bandit.to_bytes() == before


def test_nothing_is_forgotten_where_one_id_is_unknown() -> None:
    bandit = trees()
    teach(bandit, ids=range(ROWS))
    before = bandit.to_bytes()
    for ids in ([3, 99], [3, 3], "3", [None], 3):
        with pytest.raises((UnknownDecision, InvalidParameter)):
            bandit.forget(ids)
    assert bandit.to_bytes() == before
    bandit.forget([])
    assert bandit.to_bytes() == before


# ------------------------------------------------------------------------------------- bad input

X, A, L = log(3)
BAD: dict[str, tuple[tuple[Any, ...], dict[str, Any], type[Exception], str]] = {
    "action outside": ((X, [0.1, 2.0, 0.3]), {"losses": L}, InvalidAction, r"actions\[1\].*2.0"),
    "no list of actions": ((X, 0.3), {"losses": L}, InvalidParameter, "list of actions"),
    "fewer actions": ((X, A[:2]), {"losses": L}, InvalidLoss, "3 values for 2 actions"),
    "fewer contexts": ((X[:2], A), {"losses": L}, InvalidContext, "2 rows for 3 actions"),
    "no contexts": ((None, A), {"losses": L}, InvalidContext, "2 numbers"),
    "wide contexts": ((np.ones((3, 5)), A), {"losses": L}, InvalidContext, "rows of 2"),
    "infinite": ((X * np.inf, A), {"losses": L}, InvalidContext, "row 0"),
    "loss outside": ((X, A), {"losses": [0.1, 1.5, 0.2]}, InvalidLoss, r"losses\[1\] is 1.5"),
    "both": ((X, A), {"losses": L, "rewards": L}, InvalidLoss, "both"),
    "neither": ((X, A), {}, InvalidLoss, "neither"),
    "outcomes": ((X, A), {"outcomes": L}, InvalidLoss, "no payoff"),
    "weight 0": ((X, A), {"losses": L, "weights": [1, 0, 1]}, InvalidParameter, r"weights\[1\]"),
    "nan weight": ((X, A), {"losses": L, "weights": [1, np.nan, 1]}, InvalidParameter, "nan"),
    "few weights": ((X, A), {"losses": L, "weights": [1]}, InvalidParameter, "give 3"),
    "few densities": (
        (X, A),
        {"losses": L, "propensities": [1]},
        InvalidParameter,
        r"propensities has shape \(1,\); give 3",
    ),
    "density 0": (
        (X, A),
        {"losses": L, "propensities": [1, 0, np.inf]},
        InvalidParameter,
        r"propensities\[1\] is 0.0; give densities above 0",
    ),
    "nan density": (
        (X, A),
        {"losses": L, "propensities": [1, np.nan, 1]},
        InvalidParameter,
        r"propensities\[1\] is nan",
    ),
    "words": ((X, A), {"losses": L, "propensities": "often"}, InvalidParameter, "give numbers"),
    "few ids": ((X, A), {"losses": L, "ids": [1]}, InvalidParameter, "1 ids for 3"),
    "id twice": ((X, A), {"losses": L, "ids": [1, 2, 1]}, InvalidParameter, "id 1 is given twice"),
    "id of no kind": ((X, A), {"losses": L, "ids": [1, 2.5, 3]}, InvalidParameter, r"ids\[1\]"),
    "no ids": ((X, A), {"losses": L, "ids": "abc"}, InvalidParameter, "list of ids"),
    "learned id": ((X, A), {"losses": L, "ids": [1, "mine", 3]}, AlreadyLearned, "'mine'"),
    "waiting id": ((X, A), {"losses": L, "ids": [1, "waits", 3]}, InvalidParameter, "waits"),
    "taught id": ((X, A), {"losses": L, "ids": ["old", 2, 3]}, AlreadyLearned, "'old'"),
}


@pytest.mark.parametrize("kind", ["trees", "fast"])
@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_named_and_changes_nothing(kind: str, what: str) -> None:
    given, others, error, words = BAD[what]
    bandit = KINDS[kind]()
    bandit.learn(bandit.act([0.1, 0.2], id="mine"), loss=0.5)
    bandit.act([0.1, 0.2], id="waits")
    bandit.teach([[0.1, 0.2]], [0.5], losses=[0.5], ids=["old"])
    before = bandit.to_bytes()
    with pytest.raises(error, match=words):
        bandit.teach(*given, **others)
    assert bandit.to_bytes() == before


def test_an_oracle_of_ones_own_is_taught_too() -> None:
    oracle = GridOracle()
    bandit = InterpretedBandit(Interval(0, 1), oracle=oracle, explorer=AdaptiveIGW(), seed=1)
    bandit.teach(None, [0.1, 0.9], losses=[0.2, 0.8], weights=[1.0, 2.0])
    assert oracle.counts.tolist() == [1.0, 0, 0, 0, 0, 0, 0, 2.0] and bandit.taught == 2
    with pytest.raises(InvalidParameter, match="keeps no examples"):
        bandit.forget(["a"])


def test_forgetting_oracles_fade_what_was_taught() -> None:
    oracle = ForgettingOracle(TableOracle(), 10)
    bandit = InterpretedBandit(Catalog(2), oracle=oracle, seed=1)
    bandit.teach(None, [0] * 100, losses=[0.5] * 100)
    assert states_of(bandit).oracle.inner.counts[0] < 20.0


def test_variety_looks_at_the_latest_only() -> None:
    rng, variety = np.random.default_rng(0), Variety.none(1, 1)
    for start in range(0, 4_000, 1_000):
        places = np.arange(start + 1, start + 1_001)
        rows = rng.random((1_000, 1)), rng.random((1_000, 1))
        variety = variety.after(places, *rows, np.array([1.0 / 12.0]))
    assert variety.numbers.tolist() == list(range(2_001, 4_001)) and variety.share[0] > 0.9


def test_a_price_that_follows_from_a_category_says_nothing_of_prices():
    """Levels are entries of which all but one are missing."""
    rng = np.random.default_rng(2)
    levels = rng.integers(0, 3, 600)
    contexts = np.where(levels[:, None] == np.arange(3), 1.0, np.nan)
    fixed = 0.2 + 0.3 * levels[:, None]
    assert share_explained_by_nothing(contexts, fixed) < 0.01
    assert share_explained_by_nothing(contexts, rng.random((600, 1))) > 0.9
    nothing = np.full((600, 2), np.nan)
    assert share_explained_by_nothing(nothing, rng.random((600, 1))) > 0.9
    wild = np.where(rng.random((600, 2)) < 0.5, 1e300, -1e300)
    assert share_explained_by_nothing(wild, rng.random((600, 1))) > 0.8


def test_variety_is_relative_to_what_the_space_has():
    rng = np.random.default_rng(0)
    points = [5.99, 7.99, 9.99, 12.99]
    space = sb.Interval(5, 50, values=points)
    bandit = sb.Bandit(space, context_size=1, seed=1, engine="python", policy="fast")
    bandit.teach(rng.random((400, 1)), rng.choice(points, 400), losses=[0.5] * 400)
    assert bandit._teaching.variety.share[0] > 0.8
    offers = sb.Product(sb.Interval(5, 50), sb.Catalog(2))
    bandit = sb.Bandit(offers, context_size=1, policy="fast", seed=1, engine="python")
    fixed = [(20.0, int(rng.integers(2))) for _ in range(400)]
    bandit.teach(rng.random((400, 1)), fixed, losses=[0.3] * 400)
    assert bandit._teaching.variety.share[0] == 0.0
