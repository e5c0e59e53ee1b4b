"""Rows of every kind of value through act and learn: nothing crashes, nothing is misread.

A twin that encodes by the book says beforehand whether a row can be read, and as what.
"""

import datetime
import enum
import json
import math
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidContext
from smoothbandits.fields import Category, Schema, Text
from tests.inside import counts_of
from tests.reference.fields import Twin

PLACES, BUCKETS = 6, 7
KINDS = {
    "price": "number",
    "größe": "number",
    "stock": "number",
    "share": "number",
    "country": "category",
    "plan": "category",
    "sold_at": "date",
    "note": "text",
}
SCHEMA = Schema(
    {
        name: {"category": Category(places=PLACES), "text": Text(BUCKETS)}.get(kind, kind)
        for name, kind in KINDS.items()
    }
)
REFUSED = object()
NOON = datetime.datetime(2026, 3, 29, 12, 30, 15, 250_000)
PLUS_TWO = datetime.timezone(datetime.timedelta(hours=2))


class Plan(enum.Enum):
    GOLD = "gold"


NOTHING: list[tuple[Any, Any]] = [(None, None), (math.nan, None), (np.float32("nan"), None),
                                  (math.inf, None), (np.datetime64("NaT"), None),
                                  (Decimal("NaN"), None), (10**400, None)]  # fmt: skip
NEVER: list[tuple[Any, Any]] = [
    (value, REFUSED)
    for value in ([], [1.0], {}, {"a": 1}, (1, 2), 1j, b"12", object(), np.zeros(2), dict)
]
#: values of each kind, with what the twin takes them for
VALUES: dict[str, list[tuple[Any, Any]]] = {
    "number": [
        *NOTHING, *NEVER, (0.0, 0.0), (-0.0, -0.0), (3.5, 3.5), (-1e300, -1e300), (5e-324, 5e-324),
        (7, 7.0), (2**70, float(2**70)), (True, 1.0), (np.bool_(False), 0.0), ("12.5", 12.5),
        (" 4 ", 4.0), ("", None), ("1e999", None), ("-inf", None), (np.float32(0.5), 0.5),
        (np.int64(-9), -9.0), (Decimal("0.25"), 0.25), (datetime.timedelta(minutes=2), 120.0),
        (datetime.time(2), 7200.0), (np.timedelta64(3, "s"), 3.0), (np.array(1.5), 1.5),
        ("warm", REFUSED), ("1,5", REFUSED), ("𝟙x", REFUSED), (NOON, REFUSED),
    ],
    "category": [
        *NOTHING, *NEVER, ("PT", "PT"), ("ES", "ES"), ("", ""), ("pt", "pt"), ("São Tomé",) * 2,
        ("\ud800", "\ud800"), ("速い", "速い"), (True, "true"), (np.bool_(True), "true"), (3, "3"),
        (3.0, "3"), (np.int8(3), "3"), (2.5, "2.5"), (Decimal("2.50"), "2.5"), (Plan.GOLD, "gold"),
        ("gold", "gold"), (np.str_("ES"), "ES"), (NOON.date(), "2026-03-29"), ("x" * 5_000,) * 2,
    ],
    "date": [
        *NOTHING, *NEVER, (NOON, NOON), (NOON.replace(tzinfo=PLUS_TWO), NOON), ("", None),
        (NOON.isoformat(), NOON), (NOON.date(), NOON.replace(hour=0, minute=0, second=0,
        microsecond=0)), ("2026-03-29T12:30:15.25", NOON), (np.datetime64(NOON), NOON),
        (datetime.datetime(1, 1, 1),) * 2, (datetime.datetime(9999, 12, 31),) * 2,
        ("1969-12-31", datetime.datetime(1969, 12, 31)), ("yesterday", REFUSED), (7, REFUSED),
        (1.5, REFUSED), (True, REFUSED), (datetime.time(3), REFUSED), ("2026-13-01", REFUSED),
        (datetime.timedelta(3), REFUSED), ("12:30", REFUSED),
    ],
    "text": [
        *NOTHING, *NEVER, ("late again", "late again"), ("", ""), ("ＬＡＴＥ!", "late"),
        ("\ud800 x", "\ud800 x"), ("速い 速い", "速い 速い"), ("a" * 3_000,) * 2,
        (np.str_("ok"), "ok"), (Plan.GOLD, "gold"), (3, REFUSED), (True, REFUSED), (2.5, REFUSED),
    ],
}  # fmt: skip
STRANGERS = ["contry", "Price", "grösse", "", "\ud800", 3, None, ("price",), 1.5]


def row(rng: np.random.Generator) -> tuple[dict[Any, Any], Any]:
    """A context, and what the twin takes it for."""
    given: dict[Any, Any] = {}
    meant: dict[str, Any] | Any = {}
    wild = rng.random() < 0.3
    for name in rng.permutation(list(KINDS)).tolist():
        if rng.random() < 0.2:
            continue
        values = VALUES[KINDS[name]]
        value, taken = values[rng.integers(len(values))]
        if taken is REFUSED and not wild:
            continue
        if KINDS[name] == "number" and rng.random() < 0.5:
            value = taken = float(rng.normal() * 10.0 ** rng.integers(-9, 12))
        elif KINDS[name] == "category" and rng.random() < 0.02:
            value = taken = f"level {rng.integers(10**6)}"
        given[name] = value
        if taken is REFUSED:
            meant = REFUSED
        if meant is not REFUSED:
            meant[name] = taken
    if rng.random() < 0.02:
        given[STRANGERS[rng.integers(len(STRANGERS))]] = 1.0
        meant = REFUSED
    return given, meant


def play(bandit: sb.Bandit, rounds: int, seed: int) -> int:
    """Decide and learn rows, or teach them; how many of the decided could be read."""
    rng, twin, read = np.random.default_rng(seed), Twin(KINDS, PLACES, BUCKETS), 0
    actions, taught = list(bandit.space.sample(key=seed, n=rounds)), 0
    waiting: list[sb.Decision] = []
    for _ in range(rounds):
        given, meant = row(rng)
        if meant is REFUSED:
            before = counts_of(bandit), bandit._contexts.to_list()
            with pytest.raises(InvalidContext):
                bandit.act(given)
            with pytest.raises(InvalidContext):
                bandit.teach([given], [actions[0]], losses=[0.5])
            assert (counts_of(bandit), bandit._contexts.to_list()) == before
            continue
        if rng.random() < 0.1:
            twin.row(meant)  # levels get places in the same order
            bandit.teach([given], [actions.pop()], losses=[float(rng.random())])
            taught += 1
            assert bandit.taught == taught
            continue
        read += 1
        decision = bandit.act(given)
        np.testing.assert_allclose(decision.row, twin.row(meant), rtol=1e-12, atol=1e-9)
        assert decision.context == given or repr(decision.context) == repr(given)
        if rng.random() < 0.3:
            text = json.dumps(decision.to_dict(), allow_nan=False)
            decision = sb.Decision.from_dict(json.loads(text))
        waiting.append(decision)
        if rng.random() < 0.9:
            bandit.learn(waiting.pop(int(rng.integers(len(waiting)))), loss=float(rng.random()))
    for name, state in bandit.state_arrays().items():
        assert "sample" in name or np.isfinite(state).all(), name
    again = sb.from_bytes(bandit.to_bytes())
    assert (again.rounds, again.taught) == (read, taught)
    return read


@pytest.mark.parametrize(("rounds", "seed"), [(20_000, 0)])
def test_twenty_thousand_rows(rounds: int, seed: int) -> None:
    bandit = sb.Bandit(sb.Interval(5.0, 50.0), context=SCHEMA, policy="fast", seed=1)
    assert play(bandit, rounds, seed) > rounds / 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "space",
    [
        sb.Interval(5.0, 50.0),
        sb.Box([0, 0], [1, 5]),
        sb.Catalog(9),
        sb.Product(sb.Interval(0, 1), sb.Catalog(3)),
    ],
    ids=lambda space: type(space).__name__,
)
@pytest.mark.parametrize("policy", ["fast", "best"])
@pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")
def test_rows_on_every_space(space: sb.spaces.Space, policy: str) -> None:
    bandit = sb.Bandit(space, context=SCHEMA, policy=policy, seed=1, atoms=False)
    assert play(bandit, 3_000, seed=2) > 1_500
