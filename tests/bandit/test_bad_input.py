"""Bad input ends in one clear error with the value in it, and changes nothing.

Each theme is a table of calls, as they are typed, with the error and words of its message.
"""

import math

import pytest

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
from tests.histories import BANDITS, EVERY, WITH_CONTEXT, WITHOUT, Case, Refusals, check_refusals


def unreadable(value: str) -> Refusals:
    """An entry that an oracle cannot read."""
    return [
        (f"bandit.act([0.3, {value}])", InvalidContext, value),
        (f"bandit.act([0.3, {value}], explore=False)", InvalidContext, value),
        (f"bandit.act_many([CONTEXT, [{value}, 0.0]])", InvalidContext, "row 1"),
        (f"bandit.propensity([0.3, {value}], 20.0)", InvalidContext, value),
    ]


CONTEXTS: Refusals = [
    *unreadable("inf"),
    *unreadable("-inf"),
    ("bandit.act([0.3])", InvalidContext, "(1,)"),
    ("bandit.act([0.3, 0.1, 0.2])", InvalidContext, "(3,)"),
    ("bandit.act()", InvalidContext, "expects 2"),
    ("bandit.act(0.3)", InvalidContext, "(1,)"),
    ("bandit.act([CONTEXT])", InvalidContext, "(1, 2)"),
    ("bandit.act([[0.1], [0.1, 0.2]])", InvalidContext, "[[0.1], [0.1, 0.2]]"),
    ("bandit.act(['red', 'blue'])", InvalidContext, "red"),
    ("bandit.act({'age': 3})", InvalidContext, "age"),
    ("bandit.act([1j, 0.0])", InvalidContext, "1j"),
    ("bandit.act_many([[0.3]])", InvalidContext, "(1, 1)"),
    ("bandit.act_many(CONTEXT)", InvalidContext, "(2,)"),
    ("bandit.act_many([['a', 'b']])", InvalidContext, "'a'"),
    ("bandit.act_many(5)", InvalidContext, "5"),
    ("bandit.act_many(None)", InvalidContext, "()"),
]

CONTEXTS_WHERE_THERE_ARE_NONE: Refusals = [
    ("bandit.act([0.3])", InvalidContext, "(1,)"),
    ("bandit.act_many([[0.3]])", InvalidContext, "(1, 1)"),
    ("bandit.act_many(-1)", InvalidParameter, "-1"),
    ("bandit.act_many(True)", InvalidParameter, "True"),
]

IDS: Refusals = [
    ("bandit.act(context, id='three')", InvalidParameter, "three"),
    ("bandit.act(context, id=f'{bandit.name}-99')", InvalidParameter, "-99"),
    ("bandit.act(context, id=1.5)", InvalidParameter, "1.5"),
    ("bandit.act(context, id=True)", InvalidParameter, "True"),
    ("bandit.act(context, id=('a', 1))", InvalidParameter, "('a', 1)"),
    ("bandit.act(context, id=['a'])", InvalidParameter, "['a']"),
    ("bandit.act(context, id=b'a')", InvalidParameter, "b'a'"),
    ("bandit.learn('nobody', loss=0.5)", UnknownDecision, "nobody"),
    ("bandit.learn(['x'], loss=0.5)", UnknownDecision, "['x']"),
    ("bandit.learn(None, loss=0.5)", UnknownDecision, "None"),
    ("bandit.learn(expired.id, loss=0.5)", ExpiredDecision, "-2'"),
    ("bandit.learn('zero', loss=0.5)", ExpiredDecision, "'zero'"),
    ("bandit.learn(stranger.id, loss=0.5)", UnknownDecision, "no decision"),
    ("bandit.learn(f'{bandit.name}-7', loss=0.5)", UnknownDecision, "-7"),
]

LOSSES: Refusals = [
    *(
        (f"bandit.learn(waiting, {told}={value})", InvalidLoss, f"{told} is {value}")
        for value in ("1.01", "-0.01", "nan", "inf", "'0.5'", "[0.5]")
        for told in ("loss", "reward")
    ),
    ("bandit.learn(waiting, loss=0.5, reward=0.5)", InvalidLoss, "both"),
    ("bandit.learn(waiting)", InvalidLoss, "neither"),
    ("bandit.learn(waiting.id, loss=2.0)", InvalidLoss, "2.0"),
]

ONCE_AND_ONLY_OURS: Refusals = [
    ("bandit.learn(learned, loss=0.5)", AlreadyLearned, "-4'"),
    ("bandit.learn(learned.id, loss=0.5)", AlreadyLearned, "-4'"),
    ("bandit.learn('five', loss=0.5)", AlreadyLearned, "'five'"),
    ("bandit.learn(learned.from_dict(learned.to_dict()), loss=0.5)", AlreadyLearned, "-4'"),
    ("bandit.learn(stranger, loss=0.5)", ForeignDecision, "another bandit"),
    ("bandit.learn(waiting._replace(number=99), loss=0.5)", ForeignDecision, "99"),
]


def edited(fields: str, error: type, words: str) -> tuple[str, type, str]:
    """Learning a decision that was damaged on its way back."""
    return f"bandit.learn(waiting._replace({fields}), loss=0.5)", error, words


DAMAGED: Refusals = [
    edited("action=None", InvalidAction, "None"),
    edited("point=(1.5,)", InvalidAction, "1.5"),
    edited("point=(-1.0,)", InvalidAction, "-1.0"),
    edited("point=()", InvalidAction, "[]"),
    edited("point=(nan,)", InvalidParameter, "nan"),
    edited("base=12", InvalidParameter, "12"),
    edited("base=-1", InvalidParameter, "-1"),
    edited("base=0.5", InvalidParameter, "0.5"),
    edited("base_probability=0.0", InvalidParameter, "0.0"),
    edited("base_probability=1.5", InvalidParameter, "1.5"),
    edited("weight=inf", InvalidParameter, "inf"),
    edited("weight=0.0", InvalidParameter, "0.0"),
    edited("key=-1", InvalidParameter, "-1"),
    edited("key='k'", InvalidParameter, "'k'"),
    edited("id=['x']", InvalidParameter, "['x']"),
    edited("propensity=(nan, 0.0, 0.0)", InvalidParameter, "nan"),
]

DAMAGED_WITH_CONTEXT: Refusals = [
    edited("context=[0.3, inf]", InvalidContext, "inf"),
    edited("context=[0.3]", InvalidContext, "(1,)"),
    edited("context=None", InvalidContext, "no context"),
    edited("action=51.0", InvalidAction, "51.0"),
    edited("action=49.875", InvalidAction, "49.875"),
]

DAMAGED_WITHOUT_CONTEXT: Refusals = [
    edited("context=[0.3]", InvalidContext, "(1,)"),
    edited("action=5", InvalidAction, "5"),
]


def pair(second: str, error: type, words: str, losses: str = "[0.5, 0.5]") -> tuple:
    """Learning two decisions at once, of which one is good."""
    return f"bandit.learn_many([waiting, {second}], losses={losses})", error, words


MANY: Refusals = [
    pair("other", InvalidLoss, "1.5", losses="[0.5, 1.5]"),
    pair("other", InvalidLoss, "losses[1] is nan", losses="[0.5, nan]"),
    pair("other", InvalidLoss, "1 values", losses="[0.5]"),
    pair("other", InvalidLoss, "'a'", losses="['a', 'b']"),
    pair("learned", AlreadyLearned, "-4'"),
    pair("waiting", AlreadyLearned, "-6'"),
    pair("waiting.id", AlreadyLearned, "-6'"),
    pair("stranger", ForeignDecision, "another"),
    pair("'nobody'", UnknownDecision, "nobody"),
    pair("other._replace(base=99)", InvalidParameter, "99"),
    ("bandit.learn_many([waiting], losses=[0.1], rewards=[0.1])", InvalidLoss, "both"),
    ("bandit.learn_many([waiting])", InvalidLoss, "neither"),
    ("bandit.learn_many(waiting, losses=[0.5])", InvalidParameter, "use learn"),
    ("bandit.learn([waiting], loss=0.5)", UnknownDecision, "no decision"),
]

QUESTIONS: dict[str, Refusals] = {
    "dispersion": [
        ("bandit.propensity(CONTEXT, 51.0)", InvalidAction, "51.0"),
        ("bandit.propensity(CONTEXT, nan)", InvalidAction, "nan"),
        ("bandit.propensity(CONTEXT, 'cheap')", InvalidAction, "cheap"),
        ("bandit.propensity([0.3], 20.0)", InvalidContext, "(1,)"),
        ("bandit.propensity(CONTEXT, 20.0, base=0)", InvalidParameter, "base is 0"),
        ("bandit.oracle.predict(CONTEXT, [20.0, 60.0])", InvalidAction, "60.0"),
        ("bandit.oracle.learn(CONTEXT, 60.0, 0.5)", InvalidAction, "60.0"),
        ("bandit.oracle.learn(CONTEXT, 20.0, 1.5)", InvalidLoss, "1.5"),
        ("bandit.oracle.learn([0.3, inf], 20.0, 0.5)", InvalidContext, "inf"),
        ("bandit.oracle.learn(CONTEXT, 20.0, 0.5, -1.0)", InvalidParameter, "-1.0"),
    ],
    "table": [
        ("bandit.propensity(None, 5)", InvalidAction, "5"),
        ("bandit.propensity(None, 1.5)", InvalidAction, "1.5"),
        ("bandit.oracle.predict(None, [0, 7])", InvalidAction, "7"),
    ],
    "corral": [
        ("bandit.propensity(None, 1, base=4)", InvalidParameter, "base is 4"),
        ("bandit.propensity(None, 1, base=-1)", InvalidParameter, "base is -1"),
    ],
    "own oracle": [("bandit.propensity(CONTEXT, 4.0)", InvalidAction, "4.0")],
}


@pytest.mark.parametrize("kind", EVERY)
def test_refusals_that_all_have_in_common(kind: str) -> None:
    check_refusals(kind, IDS + LOSSES + ONCE_AND_ONLY_OURS + DAMAGED + MANY)


@pytest.mark.parametrize("kind", WITH_CONTEXT)
def test_contexts_are_refused(kind: str) -> None:
    check_refusals(kind, CONTEXTS + DAMAGED_WITH_CONTEXT)


def test_gaps_are_refused_where_the_oracle_takes_none() -> None:
    check_refusals(
        "own oracle",
        [*unreadable("nan"), edited("context=[0.3, nan]", InvalidContext, "nan")],
    )


@pytest.mark.parametrize("kind", WITHOUT)
def test_contexts_are_refused_where_there_are_none(kind: str) -> None:
    check_refusals(kind, CONTEXTS_WHERE_THERE_ARE_NONE + DAMAGED_WITHOUT_CONTEXT)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_questions_are_refused(kind: str) -> None:
    check_refusals(kind, QUESTIONS[kind])


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
    assert case.bandit.learned == 6
