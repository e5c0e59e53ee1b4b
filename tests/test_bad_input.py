"""Acting and learning with bad input: one clear error with the value in it, nothing changed."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from smoothbandits import Bandit
from smoothbandits.errors import (
    AlreadyLearned,
    ExpiredDecision,
    ForeignDecision,
    InvalidAction,
    InvalidContext,
    InvalidLoss,
    InvalidParameter,
    UnknownDecision,
)
from tests.facade import snapshot
from tests.histories import (
    BANDITS,
    CONTEXT,
    EVERY,
    WITH_CONTEXT,
    WITHOUT,
    Attempt,
    Case,
    check_untouched,
)

ATTEMPTS: list[Any] = []


def attempt(
    name: str, act: Attempt, error: type, says: str, kinds: tuple[str, ...] = EVERY
) -> None:
    for kind in kinds:
        ATTEMPTS.append(pytest.param(kind, act, error, says, id=f"{name}, {kind}"))


# ------------------------------------------------------------------------------------ contexts

for value in (math.nan, math.inf, -math.inf):
    attempt(f"context {value}", lambda c, v=value: c.bandit.act([0.3, v]), InvalidContext,
            str(value), WITH_CONTEXT)  # fmt: skip
    attempt(f"greedy context {value}", lambda c, v=value: c.bandit.act([0.3, v], explore=False),
            InvalidContext, str(value), WITH_CONTEXT)  # fmt: skip
    attempt(f"row with {value}", lambda c, v=value: c.bandit.act_many([CONTEXT, [v, 0.0]]),
            InvalidContext, "row 1", WITH_CONTEXT)  # fmt: skip
    attempt(f"propensity at {value}", lambda c, v=value: c.bandit.propensity([0.3, v], 20.0),
            InvalidContext, str(value), WITH_CONTEXT)  # fmt: skip

for name, context, says in (
    ("short", [0.3], "(1,)"),
    ("long", [0.3, 0.1, 0.2], "(3,)"),
    ("missing", None, "expects 2"),
    ("a number", 0.3, "(1,)"),
    ("a matrix", [CONTEXT], "(1, 2)"),
    ("ragged", [[0.1], [0.1, 0.2]], "[[0.1], [0.1, 0.2]]"),
    ("words", ["red", "blue"], "red"),
    ("a dict", {"age": 3}, "age"),
    ("complex", [1j, 0.0], "1j"),
):
    attempt(f"context {name}", lambda c, x=context: c.bandit.act(x), InvalidContext, says,
            WITH_CONTEXT)  # fmt: skip

attempt("context where there is none", lambda c: c.bandit.act([0.3]), InvalidContext, "(1,)",
        WITHOUT)  # fmt: skip

for name, rows, says in (
    ("of other size", [[0.3]], "(1, 1)"),
    ("in one line", CONTEXT, "(2,)"),
    ("of words", [["a", "b"]], "'a'"),
    ("only counted", 5, "5"),
    ("missing", None, "()"),
):
    attempt(f"rows {name}", lambda c, x=rows: c.bandit.act_many(x), InvalidContext, says,
            WITH_CONTEXT)  # fmt: skip
attempt("rows where there are none", lambda c: c.bandit.act_many([[0.3]]), InvalidContext,
        "(1, 1)", WITHOUT)  # fmt: skip
attempt("rows, -1", lambda c: c.bandit.act_many(-1), InvalidParameter, "-1", WITHOUT)
attempt("rows, True", lambda c: c.bandit.act_many(True), InvalidParameter, "True", WITHOUT)

# ----------------------------------------------------------------------------------------- ids

attempt("id that waits", lambda c: c.bandit.act(c.context, id="three"), InvalidParameter, "three")
attempt("id in the bandit's form", lambda c: c.bandit.act(c.context, id=f"{c.bandit._id}-99"),
        InvalidParameter, "-99")  # fmt: skip
for id in (1.5, True, ("a", 1), ["a"], b"a"):
    attempt(
        f"id {id!r}", lambda c, i=id: c.bandit.act(c.context, id=i), InvalidParameter, repr(id)
    )

attempt("unknown id", lambda c: c.bandit.learn("nobody", loss=0.5), UnknownDecision, "nobody")
attempt("id of a wrong type", lambda c: c.bandit.learn(["x"], loss=0.5), UnknownDecision, "['x']")
attempt("no id", lambda c: c.bandit.learn(None, loss=0.5), UnknownDecision, "None")
attempt(
    "expired id", lambda c: c.bandit.learn(c.decisions[2].id, loss=0.5), ExpiredDecision, "-2'"
)
attempt("expired own id", lambda c: c.bandit.learn("zero", loss=0.5), ExpiredDecision, "'zero'")
attempt("id of another bandit", lambda c: c.bandit.learn(c.stranger.id, loss=0.5),
        UnknownDecision, "no decision")  # fmt: skip
attempt("id of the future", lambda c: c.bandit.learn(f"{c.bandit._id}-7", loss=0.5),
        UnknownDecision, "-7")  # fmt: skip

# -------------------------------------------------------------------------------------- losses

for value in (1.01, -0.01, math.nan, math.inf, "0.5", [0.5]):
    for name in ("loss", "reward"):
        attempt(f"{name} {value!r}",
                lambda c, n=name, v=value: c.bandit.learn(c.waiting, **{n: v}),
                InvalidLoss, f"{name} is {value!r}")  # fmt: skip
attempt("both", lambda c: c.bandit.learn(c.waiting, loss=0.5, reward=0.5), InvalidLoss, "both")
attempt("neither", lambda c: c.bandit.learn(c.waiting), InvalidLoss, "neither")
attempt("bad loss by id", lambda c: c.bandit.learn(c.waiting.id, loss=2.0), InvalidLoss, "2.0")

# --------------------------------------------------------------------------- once, and only ours

attempt("second learn", lambda c: c.bandit.learn(c.learned, loss=0.5), AlreadyLearned, "-4'")
attempt("second learn by id", lambda c: c.bandit.learn(c.learned.id, loss=0.5), AlreadyLearned,
        "-4'")  # fmt: skip
attempt("second learn by own id", lambda c: c.bandit.learn("five", loss=0.5), AlreadyLearned,
        "'five'")  # fmt: skip
attempt("second learn, other object", lambda c: c.bandit.learn(
    type(c.learned).from_dict(c.learned.to_dict()), loss=0.5), AlreadyLearned, "-4'")  # fmt: skip
attempt("another bandit", lambda c: c.bandit.learn(c.stranger, loss=0.5), ForeignDecision,
        "another bandit")  # fmt: skip
attempt("a decision not yet made", lambda c: c.bandit.learn(c.edited(number=99), loss=0.5),
        ForeignDecision, "99")  # fmt: skip

# ------------------------------------------------- decisions that were damaged on their way back

for fields, error, says, kinds in (
    ({"context": [0.3, math.nan]}, InvalidContext, "nan", WITH_CONTEXT),
    ({"context": [0.3]}, InvalidContext, "(1,)", WITH_CONTEXT),
    ({"context": None}, InvalidContext, "no context", WITH_CONTEXT),
    ({"context": [0.3]}, InvalidContext, "(1,)", WITHOUT),
    ({"action": 51.0}, InvalidAction, "51.0", WITH_CONTEXT),
    ({"action": 5}, InvalidAction, "5", WITHOUT),
    ({"action": None}, InvalidAction, "None", EVERY),
    ({"action": 49.875}, InvalidAction, "49.875", WITH_CONTEXT),
    ({"point": (1.5,)}, InvalidAction, "1.5", EVERY),
    ({"point": (-1.0,)}, InvalidAction, "-1.0", EVERY),
    ({"point": ()}, InvalidAction, "[]", EVERY),
    ({"point": (math.nan,)}, InvalidParameter, "nan", EVERY),
    ({"base": 12}, InvalidParameter, "12", EVERY),
    ({"base": -1}, InvalidParameter, "-1", EVERY),
    ({"base": 0.5}, InvalidParameter, "0.5", EVERY),
    ({"base_probability": 0.0}, InvalidParameter, "0.0", EVERY),
    ({"base_probability": 1.5}, InvalidParameter, "1.5", EVERY),
    ({"weight": math.inf}, InvalidParameter, "inf", EVERY),
    ({"weight": 0.0}, InvalidParameter, "0.0", EVERY),
    ({"key": -1}, InvalidParameter, "-1", EVERY),
    ({"key": "k"}, InvalidParameter, "'k'", EVERY),
    ({"id": ["x"]}, InvalidParameter, "['x']", EVERY),
    ({"propensity": (math.nan, 0.0, 0.0)}, InvalidParameter, "nan", EVERY),
):
    attempt(f"edited {fields}", lambda c, f=fields: c.bandit.learn(c.edited(**f), loss=0.5),
            error, says, kinds)  # fmt: skip

# -------------------------------------------------------------------------------- many at once


def learn_pair(case: Case, second: Any, losses: Any = (0.5, 0.5)) -> None:
    case.bandit.learn_many([case.waiting, second], losses=losses)


attempt("one bad loss", lambda c: learn_pair(c, c.decisions[3], [0.5, 1.5]), InvalidLoss, "1.5")
attempt("one nan loss", lambda c: learn_pair(c, c.decisions[3], [0.5, math.nan]), InvalidLoss,
        "losses[1] is nan")  # fmt: skip
attempt("too few losses", lambda c: learn_pair(c, c.decisions[3], [0.5]), InvalidLoss, "1 values")
attempt("losses as words", lambda c: learn_pair(c, c.decisions[3], ["a", "b"]), InvalidLoss, "'a'")
attempt("one learned before", lambda c: learn_pair(c, c.learned), AlreadyLearned, "-4'")
attempt("one twice", lambda c: learn_pair(c, c.waiting), AlreadyLearned, "-6'")
attempt("one twice, by id", lambda c: learn_pair(c, c.waiting.id), AlreadyLearned, "-6'")
attempt("one of another bandit", lambda c: learn_pair(c, c.stranger), ForeignDecision, "another")
attempt("one unknown", lambda c: learn_pair(c, "nobody"), UnknownDecision, "nobody")
attempt("one damaged", lambda c: learn_pair(c, c.decisions[3]._replace(base=99)),
        InvalidParameter, "99")  # fmt: skip
attempt("losses and rewards",
        lambda c: c.bandit.learn_many([c.waiting], losses=[0.1], rewards=[0.1]),
        InvalidLoss, "both")  # fmt: skip
attempt("neither of many", lambda c: c.bandit.learn_many([c.waiting]), InvalidLoss, "neither")
attempt("one decision for many", lambda c: c.bandit.learn_many(c.waiting, losses=[0.5]),
        InvalidParameter, "use learn")  # fmt: skip
attempt("many decisions for one", lambda c: c.bandit.learn([c.waiting], loss=0.5),
        UnknownDecision, "no decision")  # fmt: skip


@pytest.mark.parametrize(("kind", "act", "error", "says"), ATTEMPTS)
def test_a_refusal_changes_nothing(kind: str, act: Attempt, error: type, says: str) -> None:
    check_untouched(kind, act, error, says)


@pytest.mark.parametrize("kind", EVERY)
def test_a_block_with_one_bad_outcome_is_not_learned(kind: str) -> None:
    case = Case(kind)
    block = case.bandit.act_many(case.rows(3))
    before = snapshot(case.bandit)
    for losses in ([0.1, 0.2, 1.2], [0.1, math.nan, 0.2], [0.1, 0.2], [[0.1], [0.2], [0.3]]):
        with pytest.raises(InvalidLoss):
            case.bandit.learn_many(block, losses=losses)
        assert snapshot(case.bandit) == before
    foreign = BANDITS[kind]().act_many(case.rows(3))
    with pytest.raises(ForeignDecision, match="another bandit"):
        case.bandit.learn_many(foreign, losses=[0.1, 0.2, 0.3])
    assert snapshot(case.bandit) == before
    case.bandit.learn(block[1], loss=0.5)
    before = snapshot(case.bandit)
    with pytest.raises(AlreadyLearned):
        case.bandit.learn_many(block, losses=[0.1, 0.2, 0.3])
    assert snapshot(case.bandit) == before
    case.bandit.learn_many([block[0], block[2]], losses=[0, 1])
    assert case.bandit._learned == 6


# ------------------------------------------------------------------------------------ questions

QUESTIONS = [
    ("dispersion", lambda b: b.propensity(CONTEXT, 51.0), InvalidAction, "51.0"),
    ("dispersion", lambda b: b.propensity(CONTEXT, math.nan), InvalidAction, "nan"),
    ("dispersion", lambda b: b.propensity(CONTEXT, "cheap"), InvalidAction, "cheap"),
    ("dispersion", lambda b: b.propensity([0.3], 20.0), InvalidContext, "(1,)"),
    ("dispersion", lambda b: b.propensity(CONTEXT, 20.0, base=0), InvalidParameter, "base is 0"),
    ("dispersion", lambda b: b.oracle.predict(CONTEXT, [20.0, 60.0]), InvalidAction, "60.0"),
    ("dispersion", lambda b: b.oracle.learn(CONTEXT, 60.0, 0.5), InvalidAction, "60.0"),
    ("dispersion", lambda b: b.oracle.learn(CONTEXT, 20.0, 1.5), InvalidLoss, "1.5"),
    ("dispersion", lambda b: b.oracle.learn([0.3, math.nan], 20.0, 0.5), InvalidContext, "nan"),
    ("dispersion", lambda b: b.oracle.learn(CONTEXT, 20.0, 0.5, -1.0), InvalidParameter, "-1.0"),
    ("table", lambda b: b.propensity(None, 5), InvalidAction, "5"),
    ("table", lambda b: b.propensity(None, 1.5), InvalidAction, "1.5"),
    ("table", lambda b: b.oracle.predict(None, [0, 7]), InvalidAction, "7"),
    ("corral", lambda b: b.propensity(None, 1, base=4), InvalidParameter, "base is 4"),
    ("corral", lambda b: b.propensity(None, 1, base=-1), InvalidParameter, "base is -1"),
    ("own oracle", lambda b: b.propensity(CONTEXT, 4.0), InvalidAction, "4.0"),
]


@pytest.mark.parametrize(("kind", "ask", "error", "says"), QUESTIONS)
def test_bad_questions(kind: str, ask: Callable[[Bandit], Any], error: type, says: str) -> None:
    check_untouched(kind, lambda case: ask(case.bandit), error, says)
