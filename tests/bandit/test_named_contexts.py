"""Bandits whose contexts have names: acting, learning, logs, files, replicas."""

import dataclasses
import datetime
import json
import math
from typing import Any, NamedTuple

import numpy as np
import polars
import pytest

import smoothbandits as sb
from smoothbandits.errors import (
    CorruptSave,
    InvalidContext,
    InvalidLoss,
    InvalidParameter,
)
from smoothbandits.fields import Category, Number, Schema
from tests.facade import GridOracle
from tests.inside import counts_of

KINDS = {"temperature": "number", "country": "category", "sold_at": "date", "note": "text"}
SPACES = [
    sb.Interval(5.0, 50.0),
    sb.Box([0, 0], [1, 5]),
    sb.Catalog(4),
    sb.Product(sb.Interval(0, 1), sb.Catalog(2)),
]
WEATHER = {"temperature": 3.5, "country": "PT", "sold_at": "2026-03-01", "note": "late"}
pytestmark = pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")


def make(space: Any = SPACES[0], context: Any = KINDS, **rest: Any) -> sb.Bandit:
    rest = {"policy": "fast", "seed": 3, "engine": "python", "atoms": False} | rest
    return sb.Bandit(space, context=context, **rest)


def some(n: int, seed: int = 0) -> list[dict[str, Any]]:
    rng = np.random.default_rng(seed)
    found = []
    for i in range(n):
        context: dict[str, Any] = {
            "temperature": float(rng.normal(10, 2000)),
            "country": f"country {rng.integers(25)}",
            "sold_at": datetime.datetime(2026, 1, 1) + datetime.timedelta(hours=5 * i),
            "note": " ".join(rng.choice(["late", "again", "ok"], 2)),
        }
        for name in list(context):
            if rng.random() < 0.2:
                context[name] = None
            elif rng.random() < 0.1:
                del context[name]
        found.append(context)
    return found


def teach(bandit: sb.Bandit, contexts: list[Any], seed: int = 1) -> list[sb.Decision]:
    losses = np.random.default_rng(seed).random(len(contexts)).tolist()
    made = []
    for context, loss in zip(contexts, losses, strict=True):
        made.append(bandit.act(context))
        bandit.learn(made[-1], loss=loss)
    return made


def logged(decision: sb.Decision) -> sb.Decision:
    return sb.Decision.from_dict(json.loads(json.dumps(decision.to_dict(), allow_nan=False)))


def assert_same_state(one: sb.Bandit, other: sb.Bandit) -> None:
    left, right = one.state_arrays(), other.state_arrays()
    assert left.keys() == right.keys()
    for name in left:
        np.testing.assert_array_equal(left[name], right[name], err_msg=name)


@pytest.mark.parametrize("space", SPACES, ids=lambda space: type(space).__name__)
@pytest.mark.parametrize("policy", ["fast", "best"])
def test_every_default_policy_takes_missing_values(space, policy) -> None:
    bandit = make(space, policy=policy)
    teach(bandit, [{}, {"country": None}, {"temperature": math.nan}, WEATHER, *some(12)])
    assert bandit.learned == 16
    plain = sb.Bandit(space, context_size=2, policy=policy, engine="python", atoms=False)
    teach(plain, [[math.nan, 1e9], [math.nan, math.nan], [-1e9, 0.0]])
    assert plain.act([math.nan, 3.0]).explored in (True, False)
    assert plain.oracle.best([0.0, math.nan])[1] <= 1.0


def test_the_context_of_a_decision_is_what_was_given() -> None:
    bandit, given = make(), dict(WEATHER)
    decision = bandit.act(given)
    given["temperature"] = 99.0
    assert decision.context == WEATHER
    names = bandit.schema.entries
    said = {names[i]: value for i, value in enumerate(decision.row) if value == value}
    assert said["temperature"] == 3.5 and said["country: 1st level"] == 1.0
    assert decision.row.shape == (bandit.context_size,) and not decision.row.flags.writeable
    block = bandit.act_many([WEATHER])
    assert block[0].context == WEATHER and (block[0].row == block.contexts[0]).sum() > 5


@dataclasses.dataclass
class Sale:
    temperature: float
    country: str


class Row(NamedTuple):
    temperature: float
    country: str


def test_whatever_has_names_is_a_context() -> None:
    pandas = pytest.importorskip("pandas")
    plain = {"temperature": 3.5, "country": "PT"}
    frame = polars.DataFrame([plain])
    rows = [
        make().act(given).row
        for given in (
            plain,
            Sale(3.5, "PT"),
            Row(3.5, "PT"),
            pandas.DataFrame([plain]).iloc[0],
            frame.row(0, named=True),
            {"temperature": np.float32(3.5), "country": np.str_("PT"), "note": pandas.NA},
            {**plain, "sold_at": pandas.NaT},
        )
    ]
    for row in rows[1:]:
        np.testing.assert_array_equal(row, rows[0])


def test_frames_are_decided_as_a_loop_of_act() -> None:
    pandas = pytest.importorskip("pandas")
    contexts = [dict.fromkeys(KINDS) | context for context in some(30)]
    loop, *others = (make() for _ in range(4))
    teach(loop, some(20, seed=9))
    for other in others:
        teach(other, some(20, seed=9))
    one_by_one = [loop.act(context) for context in contexts]
    given = contexts, polars.DataFrame(contexts), pandas.DataFrame(contexts)
    for other, block in zip(others, given, strict=True):
        many = other.act_many(block)
        for one, decision in zip(one_by_one, many, strict=True):
            np.testing.assert_array_equal(one.row, decision.row)
            assert one.action == decision.action and one.key == decision.key
        other.learn_many(many, losses=np.full(30, 0.25))
    for decision in one_by_one:
        loop.learn(decision, loss=0.25)
    for other in others:
        assert_same_state(loop, other)


def test_decisions_as_frames() -> None:
    pandas = pytest.importorskip("pandas")
    contexts = [dict.fromkeys(KINDS) | context for context in some(5)]
    frame = make().act_many(contexts).to_frame()
    assert isinstance(frame, polars.DataFrame)
    assert frame["country"].to_list() == [context["country"] for context in contexts]
    assert frame["sold_at"].to_list() == [context["sold_at"] for context in contexts]
    decisions = make().act_many(pandas.DataFrame(contexts))
    other = decisions.to_frame()
    assert isinstance(other, pandas.DataFrame)
    assert other["action"].tolist() == frame["action"].to_list() == decisions.actions.tolist()
    assert other["id"].tolist() == [decision.id for decision in decisions]
    box = make(SPACES[1]).act_many(contexts).to_frame()
    assert {"action_0", "action_1", "greedy_action_1"} <= set(box.columns)
    rows = sb.Bandit(sb.Interval(0, 1), context_size=2, engine="python").act_many([[1.0, 2.0]])
    assert rows.to_frame()["context_1"].to_list() == [2.0]
    named = make(context={"action": "number"}).act_many([{"action": 3}]).to_frame()
    assert named["context action"].to_list() == [3] and named["action"].dtype == polars.Float64


def test_what_is_learned_is_what_was_seen() -> None:
    """A level that was new, and others meanwhile; by object, by log and by id."""
    context = {"country": Category(places=2)}
    by_object, by_log, by_id = (make(context=context) for _ in range(3))
    kept = []
    for bandit in (by_object, by_log, by_id):
        made = [bandit.act({"country": level}, id=level) for level in ("a", "b", "c", "d")]
        np.testing.assert_array_equal(made[2].row, made[3].row)  # both are other
        kept.append(made)
    for i in (3, 0, 2, 1):
        by_object.learn(kept[0][i], loss=0.1 * i)
        by_log.learn(logged(kept[1][i]), loss=0.1 * i)
        by_id.learn("abcd"[i], loss=0.1 * i)
    assert_same_state(by_object, by_log)
    assert_same_state(by_object, by_id)


@pytest.mark.parametrize("space", SPACES, ids=lambda space: type(space).__name__)
def test_a_file_goes_on_bit_for_bit(space) -> None:
    bandit = make(space)
    teach(bandit, some(40))
    waiting = [bandit.act(context) for context in some(6, seed=5)]
    loaded = sb.from_bytes(bandit.to_bytes(), engine="python")
    assert loaded.schema == bandit.schema
    assert loaded._contexts.to_list() == bandit._contexts.to_list() != []
    for mine, other in zip(waiting, loaded.waiting, strict=True):
        np.testing.assert_array_equal(mine.row, other.row)
        assert other.context == logged(mine).context
        bandit.learn(mine, loss=0.5)
        loaded.learn(other.id, loss=0.5)
    assert_same_state(bandit, loaded)
    for context in some(20, seed=6):
        mine, other = bandit.act(context), loaded.act(context)
        np.testing.assert_array_equal(mine.row, other.row)
        assert mine.propensity == other.propensity or math.isnan(mine.propensity.atom)
        np.testing.assert_array_equal(mine.action, other.action)


def test_a_decision_from_a_log_after_a_restart() -> None:
    bandit = make(pending=0)
    teach(bandit, some(10))
    decision = bandit.act({"country": "new"})
    loaded = sb.from_bytes(bandit.to_bytes(), engine="python")
    loaded.learn(logged(decision), loss=0.3)
    bandit.learn(decision, loss=0.3)
    assert_same_state(bandit, loaded)


def test_a_log_that_was_edited_is_refused() -> None:
    bandit = make(pending=0)
    decision = bandit.act(WEATHER)
    before = counts_of(bandit)
    row = decision.row.copy()
    row[0] = 4.5
    for damaged in (
        decision._replace(row=row),
        decision._replace(context={**WEATHER, "temperature": 4.5}),
        decision._replace(context={**WEATHER, "country": "ES"}),
        decision._replace(context=None),
        decision._replace(row=None),
        decision._replace(context={"planet": "Mars"}),
        decision._replace(row=row[:2]),
    ):
        with pytest.raises(InvalidContext):
            bandit.learn(damaged, loss=0.5)
    assert counts_of(bandit) == before
    bandit.learn(logged(decision), loss=0.5)


def test_rules_read_fields_by_their_names() -> None:
    caps = sb.ByField("country", {"PT": (5.0, 20.0), "ES": (5.0, 35.0)}, otherwise=None)
    bandit = make(within=caps)
    assert bandit.act({"country": "PT"}).within == (5.0, 20.0)
    assert bandit.act(Row(3.5, "ES")).within == (5.0, 35.0)
    block = bandit.act_many(polars.DataFrame([WEATHER, {**WEATHER, "country": "FR"}]))
    assert [decision.within for decision in block] == [(5.0, 20.0), None]
    assert bandit.propensity({"country": "PT"}, 30.0).density == 0.0
    waiting = bandit.act({"country": "PT", "note": "late"}, id="waits")
    loaded = sb.from_bytes(bandit.to_bytes(), engine="python")
    (kept,) = [decision for decision in loaded.waiting if decision.id == "waits"]
    assert kept.within == waiting.within and kept.context == waiting.context
    loaded.learn(logged(waiting), loss=0.5)
    assert block.to_frame()["within"].to_list() == ["(5.0, 20.0)", None]


def test_replicas_give_no_places_and_are_learned() -> None:
    bandit = make(context={"country": Category(places=3)})
    teach(bandit, [{"country": "PT"}])
    file = bandit.to_bytes()
    replica = sb.from_bytes(file, replica=4, engine="python")
    teach(bandit, [{"country": "ES"}])
    made = [replica.act({"country": level}) for level in ("PT", "FR", "ES")]
    assert [np.flatnonzero(one.row == 1.0).tolist() for one in made] == [[0], [3], [3]]
    for one in made:
        bandit.learn(logged(one), loss=0.4)
    assert bandit._contexts.to_list() == [["country", level] for level in ("PT", "ES", "FR")]
    block = replica.act_many([{"country": "IT"}, {"country": "PT"}])
    bandit.learn_many(block, losses=[0.1, 0.2])
    again = sb.from_bytes(bandit.to_bytes(), replica=5, engine="python")
    assert np.flatnonzero(again.act({"country": "FR"}).row == 1.0).tolist() == [2]


class Recorder(GridOracle):
    """A user's oracle that notes the rows it is taught."""

    def __init__(self) -> None:
        super().__init__(4, 5.0, 50.0)
        self.rows: list[list[float]] = []
        self.fails = False

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        if self.fails:
            raise RuntimeError("no room")
        self.rows.append(context.tolist())
        super().learn(context, action, loss, weight)


def test_what_a_replica_saw_as_other_is_taught_as_other() -> None:
    """The bandit that learns it has a place for that level by now."""
    oracle = Recorder()
    bandit = make(context={"country": Category(places=3)}, oracle=oracle, policy=None)
    replica = sb.from_bytes(bandit.to_bytes(), replica=1, oracle=Recorder())
    bandit.act({"country": "FR"})
    decision = replica.act({"country": "FR"})
    bandit.learn(logged(decision), loss=0.5)
    bandit.learn_many(replica.act_many([{"country": "FR"}]), losses=[0.5])
    assert oracle.rows == [[0.0, 0.0, 0.0, 1.0]] * 2


def test_a_lesson_that_fails_takes_its_places_back() -> None:
    oracle = Recorder()
    bandit = make(context={"country": Category(places=3)}, oracle=oracle, policy=None)
    replica = sb.from_bytes(bandit.to_bytes(), replica=1, oracle=Recorder())
    decision = replica.act({"country": "FR"})
    oracle.fails = True
    with pytest.raises(RuntimeError, match="no room"):
        bandit.learn(decision, loss=0.5)
    oracle.fails = False
    assert bandit.act({"country": "IT"}).row.tolist() == [1.0, 0.0, 0.0, 0.0]
    bandit.learn(decision, loss=0.5)
    assert bandit._contexts.to_list() == [["country", "IT"], ["country", "FR"]]


def test_an_act_that_fails_takes_its_places_back(monkeypatch) -> None:
    bandit = make(context={"country": "category", "x": "number"})
    teach(bandit, [{"country": "PT"}])
    before = counts_of(bandit), bandit._contexts.to_list()
    with pytest.raises(InvalidContext):
        bandit.act({"country": "new", "x": "warm"})
    with pytest.raises(InvalidContext):
        bandit.act_many([{"country": "new"}, {"country": "newer", "x": []}])
    with pytest.raises(InvalidParameter):
        bandit.act({"country": "new"}, id=[])
    monkeypatch.setattr(bandit._learner.ledger, "open", interrupt)
    with pytest.raises(KeyboardInterrupt):
        bandit.act({"country": "new"})
    monkeypatch.undo()
    assert (counts_of(bandit), bandit._contexts.to_list()) == before
    assert np.flatnonzero(bandit.act({"country": "later"}).row == 1.0).tolist() == [1]


def interrupt(decision: Any) -> None:
    raise KeyboardInterrupt


def test_questions_take_names_and_change_nothing() -> None:
    bandit = make(explorer=sb.SmoothIGW(h=0.5, gamma=20.0), atoms=True)
    teach(bandit, some(30))
    twin = sb.from_bytes(bandit.to_bytes(), engine="python")
    before = bandit._contexts.to_list()
    for context in [{"country": "never seen"}, {}, WEATHER]:
        stated = bandit.propensity(context, 20.0)
        assert stated.density >= 0.0 and bandit.certificate(context) >= 0.0
        assert bandit._contexts.to_list() == before
        decision = twin.act(context)
        np.testing.assert_array_equal(bandit.oracle.best(context)[0], decision.greedy_action)
        assert bandit.oracle.best(decision.row) == bandit.oracle.best(context)
        again = bandit.propensity(context, decision.action)
        assert again == pytest.approx(decision.propensity, rel=1e-9)
        twin = sb.from_bytes(bandit.to_bytes(), engine="python")


def test_a_payoff_reads_a_field_by_its_name() -> None:
    named = sb.payoffs.Auction(entry="worth", least=0.0, most=9.0)
    placed = sb.payoffs.Auction(entry=1, least=0.0, most=9.0)
    rest = {"policy": "fast", "seed": 1, "engine": "python"}
    one = sb.Bandit(
        sb.Interval(0, 9), payoff=named, context={"a": "number", "worth": "number"}, **rest
    )
    two = sb.Bandit(sb.Interval(0, 9), payoff=placed, context_size=2, **rest)
    rng = np.random.default_rng(0)
    for a, worth in (rng.random((60, 2)) * [100.0, 9.0]).tolist():
        worth = math.nan if worth > 8.0 else worth
        left, right = one.act({"worth": worth, "a": a}), two.act([a, worth])
        assert left.action == right.action
        for bandit, decision in ((one, left), (two, right)):
            bandit.learn(decision, outcome=left.action > 3.0)
    assert one.mean_reward == two.mean_reward
    assert sb.from_bytes(one.to_bytes(), engine="python").payoff == named
    with pytest.raises(InvalidLoss):
        one.learn(one.act({}), reward=3.0)


@pytest.mark.parametrize(
    ("entry", "context", "says"),
    [
        ("wroth", {"worth": "number"}, "no such field; did you mean 'worth'"),
        (0, {"worth": "number"}, "payoff reads 0"),
        ("worth", {"worth": "category"}, "must be a number"),
        ("worth", {"worth": Number(0, 9)}, "must be a number in its own units"),
        ("worth", None, "without names"),
    ],
)
def test_payoffs_that_do_not_fit(entry, context, says) -> None:
    payoff = sb.payoffs.Auction(entry=entry, least=0.0, most=9.0)
    size = {"context_size": 2} if context is None else {"context": context}
    with pytest.raises(InvalidParameter, match=says):
        sb.Bandit(sb.Interval(0, 9), payoff=payoff, **size)


def test_oracles_that_take_no_missing_entries() -> None:
    schema = {"x": Number(0, 10), "country": Category(places=2), "y": Number(middle=1.0)}
    bandit = make(context=schema, oracle=sb.DispersionOracle())
    decision = bandit.act({"x": 5, "country": "PT"})
    assert decision.row.tolist() == [0.5, 1.0, 0.0, 0.0, 1.0]
    with pytest.raises(InvalidContext, match="'x' is missing, and this oracle takes no missing"):
        bandit.act({"country": "new"})
    with pytest.raises(InvalidContext, match="'x' is missing"):
        bandit.act_many([{"x": 1}, {}])
    assert len(bandit._contexts.to_list()) == 1


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: make(context_size=2), InvalidParameter, "context_size is 2 beside context="),
        (lambda: make(context={"a": "numbr"}), InvalidParameter, "did you mean 'number'"),
        (lambda: make(context=7), InvalidParameter, "context is 7; give a dict"),
        (lambda: make().act([1.0]), InvalidContext, "contexts have names"),
        (lambda: make().act(), InvalidContext, "context is None"),
        (lambda: make().act({"contry": "PT"}), InvalidContext, "did you mean 'country'"),
        (lambda: make().propensity([1.0], 7.0), InvalidContext, "contexts have names"),
        (lambda: make().propensity(np.zeros(3), 7.0), InvalidContext, "contexts have names"),
        (lambda: make().act_many(3), InvalidContext, "give a frame"),
        (lambda: make().act_many(np.zeros((2, 2))), InvalidContext, "give a frame"),
        (lambda: make().act_many(WEATHER), InvalidContext, "give a frame"),
        (lambda: make().act_many([[1.0]]), InvalidContext, "row 0 is .1.0.; give a dict"),
        (lambda: make().act_many([{}, {"nte": 1}]), InvalidContext, "in row 1 .*'note'"),
        (
            lambda: make().act_many(polars.DataFrame({"country": ["PT"]})),
            InvalidContext,
            "no column 'temperature'",
        ),
        (
            lambda: make().act_many(polars.DataFrame([{**WEATHER, "price": 3}])),
            InvalidContext,
            "context frame has a field 'price'",
        ),
        (
            lambda: sb.Bandit(sb.Interval(0, 1), context_size=2).act({"a": 1}),
            InvalidContext,
            "expects 2 numbers .*make it with context=",
        ),
        (
            lambda: sb.Bandit(sb.Interval(0, 1), context_size=2).act_many([{"a": 1}]),
            InvalidContext,
            "make it with context=",
        ),
        (
            lambda: sb.simulate(make(), sb.FunctionEnvironment(lambda x, a: 0.5), rounds=2),
            InvalidParameter,
            "contexts have names",
        ),
    ],
)
def test_errors(call, error, says) -> None:
    with pytest.raises(error, match=says):
        call()


def test_a_decision_with_names_is_no_decision_of_numbers() -> None:
    numbered = sb.Bandit(sb.Interval(0, 1), context_size=1, engine="python", pending=0)
    decision = numbered.act([0.5])
    with pytest.raises(InvalidContext, match="with names"):
        numbered.learn(decision._replace(context={"x": 0.5}, row=decision.context), loss=0.5)
    with pytest.raises(InvalidContext):
        numbered.learn(decision._replace(context={"x": 0.5}), loss=0.5)


def test_an_example_is_a_schema() -> None:
    example = polars.DataFrame({"age": [1.0, 2.0], "plan": ["a", "b"]})
    bandit = make(context=example)
    assert bandit.schema == Schema.of(example)
    assert bandit.act({"plan": "b"}).row[2] == 1.0


def test_a_damaged_file_is_refused() -> None:
    from smoothbandits.bandit import persistence
    from smoothbandits.bandit.archive import pack, unpack

    bandit = make(context={"country": Category(places=2), "x": "number"})
    bandit.act({"country": "PT", "x": 1.0})
    manifest, arrays = unpack(bandit.to_bytes(), "it")
    assert manifest["places"] == [["country", "PT"]]
    damages: list[dict[str, Any]] = [
        {"places": [["country", "PT"], ["country", "ES"]]},
        {"places": [["x", "PT"]]},
        {"places": [["planet", "PT"]]},
        {"places": [["country", 7]]},
        {"places": [[["country"], "PT"]]},
        {"places": "x"},
        {"given": []},
        {"given": [{"country": "ES", "x": 1.0}]},
        {"given": [{"country": "PT", "x": 2.0}]},
        {"given": [["country", "PT"]]},
        {"given": None},
        {"counts": {**manifest["counts"], "levels": 2}},
        {"counts": {**manifest["counts"], "levels": -1}},
    ]
    import io

    for damage in damages:
        file = io.BytesIO()
        pack(file, manifest | damage, {k: v for k, v in arrays.items()})
        with pytest.raises(CorruptSave):
            persistence.from_bytes(file.getvalue(), engine="python")
    fields = manifest["parameters"]["context"]["fields"]["fields"]
    fields[0][1]["fields"]["places"] = 90_000
    file = io.BytesIO()
    pack(file, manifest, arrays)
    with pytest.raises(CorruptSave):
        persistence.from_bytes(file.getvalue(), engine="python")


def test_levels_are_learned_as_fast_as_numbers_are() -> None:
    """Mean loss of fast over 4,000 rounds; 0.073 where the prior is spread over all entries."""
    means = []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        targets = rng.permutation(np.linspace(0.1, 0.9, 10))
        levels, numbers = rng.integers(0, 10, 4_000).tolist(), rng.random(4_000).tolist()
        bandit = sb.Bandit(
            sb.Interval(0, 1),
            context={"x": "number", "country": "category"},
            policy="fast",
            seed=seed,
            atoms=False,
        )
        total = 0.0
        for i, (level, x) in enumerate(zip(levels, numbers, strict=True)):
            context = {"country": f"country {level}", "x": None if i % 7 == 0 else 1e3 * x}
            decision = bandit.act(context)
            loss = abs(decision.action - 0.7 * targets[level] - 0.3 * x)
            bandit.learn(decision, loss=loss)
            total += loss
        means.append(total / 4_000)
    assert np.mean(means) < 0.045
