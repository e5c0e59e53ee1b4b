"""What logs may look like, what is refused, and which rows an error names."""

import json
import math

import numpy as np
import polars
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidAction, InvalidLog, InvalidParameter, MissingTable
from smoothbandits.evaluation.coordinates import places_of, point_masses
from tests.evaluation.adaptive_logs import interval_problem, play

SPACE = sb.Interval(0.0, 1.0)


@pytest.fixture(scope="module")
def columns():
    """A sound log of 2,000 rounds of uniform proposals, half of which were played."""
    rng = np.random.default_rng(1)
    n = 2000
    explored = rng.random(n) < 0.5
    action = np.where(explored, rng.random(n), 0.25)
    return {
        "action": action,
        "density": np.where(explored, 0.5, 0.5),
        "atom": np.where(explored, 0.0, 0.5),
        "explored": explored,
        "loss": (rng.random(n) < 0.2 + 0.5 * action).astype(float),
    }


def changed(columns, **others):
    return {**columns, **others}


def test_all_kinds_of_logs_say_the_same(columns, tmp_path):
    frame = polars.DataFrame(columns)
    frame.write_parquet(tmp_path / "log.parquet")
    frame.write_csv(tmp_path / "log.csv")
    kinds = [
        columns,
        frame,
        frame.lazy(),
        str(tmp_path / "log.parquet"),
        tmp_path / "log.csv",
    ]
    found = [sb.evaluate(kind, 0.6, space=SPACE, method="dr").to_dict() for kind in kinds]
    for other in found[1:]:
        assert other == found[0]
    assert found[0]["values"][0]["low"] < 0.5 < found[0]["values"][0]["high"]


def test_pandas(columns):
    pandas = pytest.importorskip("pandas")
    found = sb.evaluate(pandas.DataFrame(columns), 0.6, space=SPACE)
    assert found.to_dict() == sb.evaluate(columns, 0.6, space=SPACE).to_dict()


def test_decisions_a_list_and_their_frame_say_the_same():
    bandit = sb.Bandit(sb.Interval(5.0, 50.0), context_size=1, policy="fast", engine="python")
    contexts = np.random.default_rng(2).random((300, 1))
    decisions = bandit.act_many(contexts)
    losses = np.abs(decisions.actions - 20.0) / 45.0
    asked = {"bandit": bandit, "method": "ips"}
    policies = {"at 20": 20.0, "by context": lambda context: 10.0 + 20.0 * context[0]}
    block = sb.evaluate(decisions, policies, losses=losses, **asked)
    each = sb.evaluate(list(decisions), policies, losses=losses, **asked)
    frame = decisions.to_frame().with_columns(loss=polars.Series(losses))
    table = sb.evaluate(frame, policies, **asked)
    for name in policies:
        assert each[name].value == block[name].value
        assert table[name].value == pytest.approx(block[name].value, rel=1e-9)


def test_rewards_in_units_of_the_user():
    bandit = sb.Bandit(sb.Catalog(2), scale=sb.Scale(0.0, 10.0), engine="python")
    decisions = bandit.act_many(400)
    rewards = np.where(decisions.actions == 1, 7.0, 2.0)
    found = sb.evaluate(decisions, {"one": 1, "zero": 0}, rewards=rewards, bandit=bandit)
    assert found.unit == "reward"
    for name, truth in (("one", 7.0), ("zero", 2.0)):
        assert found[name].low <= truth <= found[name].high
        assert found[name].always_low <= truth <= found[name].always_high
    lost = sb.evaluate(decisions, 1, rewards=rewards, bandit=bandit, reward=False)
    assert lost.value == pytest.approx(10.0 - found["one"].value)


def test_outcomes_are_paid():
    bandit = sb.Bandit(
        sb.Interval(5.0, 50.0), payoff=sb.payoffs.Sale(), policy="fast", engine="python"
    )
    decisions = bandit.act_many(500)
    sold = np.random.default_rng(0).random(500) < 1.0 - decisions.actions / 60.0
    found = sb.evaluate(decisions, 30.0, outcomes=sold, bandit=bandit, bandwidth=0.05)
    assert found.unit == "reward"
    assert found.low < 15.0 < found.high


@pytest.mark.parametrize("lacking", ["density", "atom", "explored", "action", "loss"])
def test_what_lacks_is_named(columns, lacking):
    part = {name: column for name, column in columns.items() if name != lacking}
    with pytest.raises(InvalidLog, match=lacking):
        sb.evaluate(part, 0.5, space=SPACE)


def spoiled(column, row, value):
    column = np.array(column, dtype=float)
    column[row] = value
    return column


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("density", math.nan, "density cannot be right in rows 17 "),
        ("density", -0.5, "density cannot be right in rows 17 "),
        ("density", math.inf, "density cannot be right in rows 17 "),
        ("loss", 1.5, "loss cannot be right in rows 17 "),
        ("loss", math.nan, "loss cannot be right in rows 17 "),
        ("atom", 1.2, "atom cannot be right in rows 17 "),
        ("explored", 0.5, "neither true nor false in row 17"),
        ("action", 3.0, "action 17 is"),
    ],
)
def test_rows_that_cannot_be_right_are_named(columns, name, value, words):
    log = changed(columns, **{name: spoiled(columns[name], 17, value)})
    with pytest.raises((InvalidLog, InvalidAction), match=words):
        sb.evaluate(log, 0.5, space=SPACE)


def test_what_was_explored_had_a_density_and_what_was_not_an_atom(columns):
    explored = np.flatnonzero(columns["explored"])[:7]
    zero = spoiled(columns["density"], explored, 0.0)
    with pytest.raises(InvalidLog, match=f"{explored[0]} .* and 2 more"):
        sb.evaluate(changed(columns, density=zero), 0.5, space=SPACE)
    row = int(np.flatnonzero(~columns["explored"])[0])
    with pytest.raises(InvalidLog, match=f"atom cannot be right in rows {row} "):
        sb.evaluate(changed(columns, atom=spoiled(columns["atom"], row, 0.0)), 0.5, space=SPACE)


def test_densities_that_were_not_normalised_are_refused(columns):
    """The trap: acceptance probabilities logged as the density of a law that has no atom."""
    with pytest.raises(InvalidLog, match=r"mean 1\.\d+ and must have 1: densities are too small"):
        sb.evaluate(changed(columns, density=columns["density"] * 0.6), 0.5, space=SPACE)


def test_missing_rounds_are_refused_where_a_bound_is_known(columns):
    kept = ~columns["explored"] | (np.arange(2000) % 3 > 0)
    log = {name: column[kept] for name, column in columns.items()}
    log["gamma"] = np.ones(int(kept.sum()))  # densities are at least 1/2
    with pytest.raises(InvalidLog, match="rounds that explored are missing"):
        sb.evaluate(log, 0.5, space=SPACE)


def test_sound_logs_are_not_refused():
    """The tests of the mean weight refuse one sound log in 10,000; here they see 60."""
    rng = np.random.default_rng(7)
    for _ in range(60):
        density = rng.uniform(0.02, 1.0, 500)
        explored = rng.random(500) < density
        log = {
            "action": rng.random(500),
            "density": density,
            "atom": np.where(explored, 0.0, 1.0 - density),
            "explored": explored,
            "loss": rng.random(500),
            "gamma": np.full(500, 49.0),
        }
        log["atom"][~explored] = np.maximum(log["atom"][~explored], 1e-3)
        sb.evaluate(log, 0.5, space=SPACE, method="ips")


def test_an_answer_that_rests_on_too_little_says_so_first():
    space = sb.Catalog(50)
    rng = np.random.default_rng(4)
    explored = rng.random(300) < 0.2
    log = {
        "action": np.where(explored, rng.integers(1, 50, 300), 0),
        "density": np.where(explored, 0.2, 1.0),
        "atom": np.where(explored, 0.0, 0.8),
        "explored": explored,
        "loss": rng.random(300),
    }
    found = sb.evaluate(log, {"seldom": 7, "usual": 0}, space=space)
    assert str(found).startswith("rests on too little: seldom")
    assert not found["seldom"].trusted
    assert found["usual"].trusted
    assert "rests on too little" in found._repr_html_()


def test_rounds_without_losses_and_without_chance_are_counted(columns):
    status = ["waiting" if i % 10 == 0 else "learned" for i in range(2000)]
    loss = spoiled(columns["loss"], slice(None, None, 10), math.nan)
    log = changed(columns, status=status, loss=loss)
    found = sb.evaluate(log, 0.5, space=SPACE)
    assert (found.rounds, found.waiting) == (1800, 200)
    assert "200 rounds without a loss" in str(found)
    sure = np.arange(2000) % 4 == 0
    sure_law = {"density": 0.0, "atom": 1.0, "explored": False, "action": 0.25}
    log = changed(
        columns, **{name: np.where(sure, one, columns[name]) for name, one in sure_law.items()}
    )
    assert sb.evaluate(log, 0.5, space=SPACE).certain == sure.sum()
    log["explored"], log["density"] = np.zeros(2000, bool), np.zeros(2000)
    log["atom"] = np.ones(2000)
    with pytest.raises(InvalidLog, match="none of the 2,000 rounds"):
        sb.evaluate(log, 0.5, space=SPACE)


def test_what_is_no_log_is_refused(tmp_path):
    problem = interval_problem()
    for wrong in (3, [], ["a"], object()):
        with pytest.raises(InvalidLog):
            sb.evaluate(wrong, 0.5, space=SPACE)
    with pytest.raises(MissingTable):
        sb.evaluate(tmp_path / "none.parquet", 0.5, space=SPACE)
    with pytest.raises(InvalidParameter, match="space"):
        sb.evaluate({}, 0.5)
    bandit = sb.Bandit(problem.space, policy="fast", engine="python")
    world = sb.FunctionEnvironment(problem.loss)
    with pytest.raises(InvalidLog, match="propensities=True"):
        sb.evaluate(sb.simulate(bandit, world, rounds=5), 0.5, bandit=bandit)


def test_results_as_values_a_frame_and_a_figure(columns):
    found = sb.evaluate(columns, {"a": 0.2, "b": 0.6}, space=SPACE)
    assert json.dumps(found.to_dict(), allow_nan=False)
    assert found.to_frame()["policy"].to_list() == ["a", "b"]
    assert len(found.plot().axes) == 2
    with pytest.raises(AttributeError, match="choose one"):
        found.value  # noqa: B018


def test_places_are_those_of_the_space():
    spaces = [
        sb.Interval(1.0, 100.0, sb.measures.LogUniform()),
        sb.Interval(1, 9, step=2),
        sb.Box([0.0, 1.0], [1.0, 100.0]),
        sb.Box({"ttl": sb.Interval(0.0, 9.0), "threads": sb.Interval(1, 8, step=1)}),
        sb.Catalog(["red", "blue"], weights=[0.3, 0.7]),
        sb.Product(sb.Interval(5.0, 50.0), sb.Catalog(3, weights=[0.2, 0.3, 0.5])),
    ]
    for space in spaces:
        actions = space.sample(key=3, n=40)
        slow = [space.to_unit(space.check(one)) for one in space_rows(space, actions)]
        np.testing.assert_allclose(places_of(space, actions), slow, atol=1e-12)
        if space.finite is not None:
            every = places_of(space, space.from_columns(space.every()))
            assert point_masses(space, every).prod(axis=1).sum() == pytest.approx(1.0)


def space_rows(space, actions):
    from smoothbandits.bandit.decision import plain

    return [plain(one) for one in actions]


def test_a_trace_of_a_bandit(tmp_path):
    problem = interval_problem()
    trace = play(problem, 300, 0)
    frame = trace.to_frame()
    frame.write_parquet(tmp_path / "log.parquet")
    found = [
        sb.evaluate(log, 0.6, space=problem.space, method="ips").value
        for log in (trace, frame, tmp_path / "log.parquet")
    ]
    assert found[0] == found[1] == found[2]
