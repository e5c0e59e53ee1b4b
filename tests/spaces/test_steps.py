"""Whole numbers, chosen values, named knobs and labels: what is drawn, logged and refused."""

import numpy as np
import pytest
from scipy import stats

import smoothbandits as sb
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.measures import Custom, Empirical, LogUniform
from smoothbandits.testing import check_bandit, check_rule, check_space

KNOBS = sb.Box({"ttl": sb.Interval(1, 3600, LogUniform()), "threads": sb.Interval(1, 8, step=1)})
SPACES = {
    "steps": (sb.Interval(1, 64, step=1), (3, 9)),
    "halves": (sb.Interval(-1.0, 1.5, step=0.5), (0.0, None)),
    "values": (sb.Interval(5, 50, values=[5, 9.99, 20, 49.99]), (6, 30)),
    "logarithmic": (sb.Interval(1, 64, LogUniform(), step=1), (3, 9)),
    "empirical": (sb.Interval(0, 9, Empirical([1, 2, 2, 5, 8]), values=[1, 2, 7.5]), (0, 5)),
    "names": (KNOBS, {"threads": (2, 4)}),
    "whole": (
        sb.Box({"a": sb.Interval(0, 4, step=1), "b": sb.Interval(1, 8, step=1)}),
        {"a": (1, 3)},
    ),
    "unnamed": (sb.Box([sb.Interval(0, 1), sb.Interval(1, 8, step=1)]), [None, (2, 4)]),
    "labels": (sb.Catalog(["red", "green", "blue"]), ["red", "blue"]),
    "numbers as labels": (sb.Catalog([1001, 1007, 2002], weights=[1, 2, 1]), [1007, 2002]),
    "offers": (sb.Product(sb.Interval(5, 50), sb.Catalog(["x", "y", "z"])), ((7, 20), ["x", "z"])),
    "stepped offers": (sb.Product(sb.Interval(1, 9, step=1), sb.Catalog(2)), ((2, 5), [1])),
}


@pytest.mark.parametrize("name", SPACES)
def test_they_keep_the_contracts_of_spaces(name):
    check_space(SPACES[name][0], samples=1_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPACES)
def test_bandits_on_them_keep_theirs(name):
    space, within = SPACES[name]

    def make():
        return sb.Bandit(space, seed=3, policy="fast")

    check_bandit(make, decisions=500, rounds=12)
    check_rule(make, within, decisions=500, rounds=12)


@pytest.mark.parametrize("name", ["values", "labels"])
def test_bandits_on_some_keep_theirs_interpreted(name):
    space, within = SPACES[name]

    def make():
        return sb.Bandit(space, seed=3, engine="python", policy="fast")

    check_bandit(make, decisions=300, rounds=8)
    check_rule(make, within, decisions=300, rounds=8)


# --------------------------------------------------------------------------- measures


def test_values_have_the_mass_of_their_cells():
    space = sb.Interval(0, 10, values=[1, 2, 4, 8])
    # cells reach half way, and at the ends as far out as in: 1, 1.5, 3, 4 wide
    np.testing.assert_allclose(space.ladder.masses, np.array([1.0, 1.5, 3.0, 4.0]) / 9.5)
    np.testing.assert_allclose(space.ladder.places, [0.1, 0.2, 0.4, 0.8])
    even = sb.Interval(1, 64, step=1)
    np.testing.assert_allclose(even.ladder.masses, 1 / 64)
    octaves = sb.Interval(1, 64, LogUniform(), values=[1, 2, 4, 8, 16, 32, 64])
    middles = np.log([1.5, 3, 6, 12, 24, 48]) / np.log(64)
    masses = np.concatenate([[2 * middles[0]], np.diff(middles), [2 * (1 - middles[-1])]])
    np.testing.assert_allclose(octaves.ladder.masses, masses / masses.sum())


def test_draws_follow_the_masses():
    """20,000 draws, chi-square, false alarm 1e-4."""
    space = sb.Interval(0, 10, values=[1, 2, 4, 8])
    drawn = space.sample(key=5, n=20_000)
    counts = [(drawn == value).sum() for value in (1, 2, 4, 8)]
    assert stats.chisquare(counts, 20_000 * space.ladder.masses).pvalue > 1e-4


def test_steps_are_as_they_are_written():
    tenths = sb.Interval(0.0, 1.0, step=0.1)
    assert tenths.ladder.values.tolist() == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    assert sb.Interval(5, 20, step=2.5).ladder.values.tolist() == [5, 7.5, 10, 12.5, 15, 17.5, 20]


# ----------------------------------------------------------------- what is played is logged


def test_whole_numbers_are_whole():
    bandit = sb.Bandit(sb.Interval(1, 64, step=1), engine="python", seed=2)
    for _ in range(40):
        decision = bandit.act()
        assert type(decision.action) is int and type(decision.greedy_action) is int
        bandit.learn(decision, loss=abs(decision.action - 20) / 64)
    assert bandit.act_many(5).actions.dtype == np.int64
    assert type(bandit.oracle.best()[0]) is int


def test_price_points_are_exact():
    points = [5.0, 9.99, 19.99, 49.99]
    bandit = sb.Bandit(sb.Interval(5, 50, values=points), engine="python", seed=2)
    assert {bandit.act().action for _ in range(60)} == set(points)
    assert set(bandit.act_many(60).actions.tolist()) == set(points)


def test_neighbours_teach_each_other():
    """An interval with values, not a catalogue: a value never played is predicted from others."""
    bandit = sb.Bandit(
        sb.Interval(0, 100, step=1), oracle=sb.AdditiveOracle(), context_size=1, engine="python"
    )
    for value in list(range(0, 40, 2)) * 6:
        bandit.oracle.learn([0.5], value, abs(value - 20) / 100)
    seen, between, far = bandit.oracle.predict([0.5], [20, 21, 90])
    assert abs(between - seen) < 0.05 and far > seen + 0.2
    assert 15 <= bandit.oracle.best([0.5])[0] <= 25


def test_knobs_by_name():
    bandit = sb.Bandit(KNOBS, engine="python", seed=1)
    decision = bandit.act()
    assert list(decision.action) == ["ttl", "threads"]
    assert type(decision.action["threads"]) is int and type(decision.action["ttl"]) is float
    bandit.learn(decision, loss=0.2)
    many = bandit.act_many(3)
    assert many.actions.dtype.names == ("ttl", "threads") and many[1].action.keys() == {
        "ttl",
        "threads",
    }
    assert bandit.propensity(None, {"threads": 3, "ttl": 7.0}).density > 0.0
    assert bandit.propensity(None, many[1].action).density > 0.0


def test_labels_are_actions():
    bandit = sb.Bandit(sb.Catalog(["red", "blue"]), engine="python", seed=1)
    for _ in range(30):
        decision = bandit.act()
        bandit.learn(decision, loss={"red": 0.9, "blue": 0.1}[decision.action])
    assert bandit.oracle.best() == ("blue", pytest.approx(0.1))
    assert bandit.act_many(3).actions.dtype.kind == "U"


@pytest.mark.parametrize("name", SPACES)
def test_files_keep_them(name):
    space, _ = SPACES[name]
    bandit = sb.Bandit(space, engine="python", seed=5, policy="fast")
    for _ in range(5):
        bandit.learn(bandit.act(), loss=0.4)
    waiting = bandit.act()
    again = sb.from_bytes(bandit.to_bytes(), engine="python")
    assert repr(again.space) == repr(bandit.space)
    np.testing.assert_equal(again.waiting[0].action, waiting.action)
    again.learn(waiting.id, loss=0.1)
    bandit.learn(waiting, loss=0.1)
    one, other = again.act(), bandit.act()
    assert (one.point, one.propensity) == (other.point, other.propensity)


# ----------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sb.Interval(1, 10, step=4), r"does not lead from 1.0 to 10.0; .* high=9.0"),
        (lambda: sb.Interval(0, 1, step=1e-6), "more than 10,000 values"),
        (lambda: sb.Interval(0, 1, step=0), "above 0"),
        (lambda: sb.Interval(0, 1, step=0.1, values=[0.5]), "give one of them"),
        (lambda: sb.Interval(0, 1, values=[]), "rising numbers"),
        (lambda: sb.Interval(0, 1, values=[0.5, 0.2]), "rising numbers"),
        (lambda: sb.Interval(0, 1, values=[0.5, 2.0]), r"of \[0.0, 1.0\]"),
        (lambda: sb.Interval(0, 1, values=["a"]), "give numbers"),
        (lambda: sb.Interval(0, 9, Empirical([2, 4]), values=[1, 3]), r"of \[2.0, 4.0\]"),
        (
            lambda: sb.Interval(
                0, 1, Custom(lambda rng: rng.random(), lambda a: a * 0 + 1), step=0.5
            ),
            "no mass is known",
        ),
        (lambda: sb.Catalog(["a", "b", "a"]), "'a' twice"),
        (lambda: sb.Catalog(["a", 1]), "strings, or whole numbers"),
        (lambda: sb.Catalog([]), "strings, or whole numbers"),
        (lambda: sb.Catalog(3, labels=["a"]), "leave n out"),
        (lambda: sb.Catalog(3, labels=2**63), "strings, or whole numbers"),
        (lambda: sb.Catalog("abc"), "n is 'abc'"),
        (lambda: sb.Box({}), "at least one knob"),
        (lambda: sb.Box({1: sb.Interval(0, 1)}), "names that are text"),
        (lambda: sb.Box({"a": 3}), "give an Interval"),
        (lambda: sb.Box({"a": sb.Interval(0, 1)}, [1.0]), "leave them out"),
        (lambda: sb.Box({"number": KNOBS.sides[0], "category": KNOBS.sides[1]}), "name them else"),
    ],
)
def test_what_does_not_fit_is_refused(make, words):
    with pytest.raises(InvalidParameter, match=words):
        make()


@pytest.mark.parametrize(
    ("space", "action", "words"),
    [
        (sb.Interval(1, 64, step=1), 2.5, "64 values, 2 is the nearest"),
        (sb.Interval(1, 64, step=1), float("inf"), "64 values"),
        (sb.Interval(1, 64, step=1), "x", "64 values"),
        (KNOBS, {"ttl": 5.0}, "'threads' too"),
        (KNOBS, {"ttl": 5.0, "threads": 2.5}, "one of the 8 values"),
        (KNOBS, {"ttl": 5.0, "threads": 2, "thread": 1}, "did you mean 'threads'"),
        (KNOBS, [5.0, 2], "a mapping with the knobs ttl, threads"),
        (sb.Catalog(["red", "blue"]), "bleu", "did you mean 'blue'"),
        (sb.Catalog(["red", "blue"]), 0, "'red', 'blue'"),
        (sb.Product(sb.Interval(0, 1), sb.Catalog(["a", "b"])), (0.5, "c"), "2 labels"),
    ],
)
def test_actions_outside_are_refused(space, action, words):
    with pytest.raises(InvalidAction, match=words):
        space.check(action)
    bandit = sb.Bandit(space, engine="python")
    with pytest.raises(InvalidAction, match=words):
        bandit.propensity(None, action)
