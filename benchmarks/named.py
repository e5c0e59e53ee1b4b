"""Contexts by their names beside the same contexts as rows of numbers.

Both bandits play the same rounds, in turns, in one run; what a schema adds is the difference of
their medians, which depends on the machine less than either does.  ``python benchmarks/named.py``
prints these figures alone.
"""

import datetime
from collections.abc import Iterator
from typing import Any

import numpy as np
from figure import Figure
from timing import distance_to, timed, times_of_rounds

import smoothbandits as sb

ROUNDS, PARTS = 8_000, 8
NUMBERS = ("temperature", "stock", "visits", "basket", "age")
SCHEMA = {
    **dict.fromkeys(NUMBERS, "number"),
    "country": "category",
    "plan": "category",
    "at": "date",
}
START = datetime.datetime(2026, 1, 1)


def contexts(rounds: int) -> list[dict[str, Any]]:
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(rounds, len(NUMBERS))) * [10.0, 1e3, 5.0, 40.0, 15.0]
    countries = rng.integers(0, 12, rounds).tolist()
    plans = rng.choice(["basic", "gold", "trial"], rounds).tolist()
    return [
        {
            **dict(zip(NUMBERS, row, strict=True)),
            "country": f"country {country}",
            "plan": plan,
            "at": START + datetime.timedelta(minutes=7 * i),
        }
        for i, (row, country, plan) in enumerate(
            zip(numbers.tolist(), countries, plans, strict=True)
        )
    ]


def figures() -> Iterator[Figure]:
    named = contexts(ROUNDS)
    targets = 0.3 + 0.4 / (1.0 + np.exp(-np.array([c["temperature"] for c in named]) / 10.0))
    first = sb.Bandit(sb.Interval(0.0, 1.0), context=SCHEMA, policy="fast", seed=1)
    rows = first.act_many(named).contexts
    dict_bandit = sb.Bandit(sb.Interval(0.0, 1.0), context=SCHEMA, policy="fast", seed=1)
    row_bandit = sb.Bandit(
        sb.Interval(0.0, 1.0), context_size=rows.shape[1], policy="fast", seed=1
    )
    by_name, by_row = [], []
    for part in np.array_split(np.arange(ROUNDS), PARTS):
        some = slice(part[0], part[-1] + 1)
        loss_of = distance_to(targets[some])
        by_name.append(times_of_rounds(dict_bandit, named[some], loss_of))
        by_row.append(times_of_rounds(row_bandit, rows[some], loss_of))
    sums = [np.median(np.concatenate(t)[500:].sum(axis=1)) for t in (by_name, by_row)]
    yield Figure("act + learn, a dict of 8 fields, fast, median", float(sums[0]), "us")
    yield Figure(
        "act + learn, what a dict of 8 fields adds to its row of numbers",
        float(sums[0] - sums[1]),
        "us",
        8.0,
        higher_is_better=False,
    )
    many = min(timed(lambda: first.act_many(named)) for _ in range(3))
    yield Figure("act_many on dicts of 8 fields, per decision", 1e6 * many / ROUNDS, "us")


if __name__ == "__main__":
    for found in figures():
        print(f"{found.name}: {found.shown} {found.unit}")
