"""What each field of a context adds to a prediction: Shapley's values.

A context at random from a background is turned into the one at hand field by field, in a random
order; what the prediction changes at a field's turn is its contribution.  The changes of one order
add up to the whole difference, and so do their means: contributions and the mean prediction over
the background sum to the prediction, whatever the oracle is.  Where functions of single entries
are added up, orders make no difference, and nothing has to be sampled.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.looking.fields import Field
from smoothbandits.checks import Floats

__all__ = ["Contribution", "Contributions", "contributions"]

EVALUATIONS = 1000  # about so many predictions are asked for
FEWEST, MOST = 4, 64  # contexts of the background, each in an order and in the reverse one


class Contribution(NamedTuple):
    """What one field adds.

    Attributes
    ----------
    field, value
        Its name, and what the context says.
    amount
        Added to the prediction at this action, compared with contexts at random.
    error
        Standard error of the sampling.
    """

    field: str
    value: str
    amount: float
    error: float


class Contributions(NamedTuple):
    """What the fields of a context add to a prediction.

    Attributes
    ----------
    average
        Mean prediction at this action over contexts of the background.
    parts
        One per field, the largest first; with ``average`` they sum to the prediction.
    contexts
        How many contexts of the background were used.
    """

    average: float
    parts: tuple[Contribution, ...]
    contexts: int


def contributions(
    predict: Callable[[Floats], float],
    row: Floats,
    rows: Floats,
    fields: Sequence[Field],
    values: Sequence[str],
    seed: int,
    functions: Floats | None = None,
) -> Contributions:
    """Share the difference between a prediction and the mean one among fields.

    Parameters
    ----------
    predict
        The prediction for one row of entries.
    row, rows
        The context, and the background.
    fields, values
        Fields and what the context says of them.
    seed
        Of the orders.
    functions
        Where the prediction depends on a sum of functions of single entries alone: their values,
        for each row of the background and then for the context.  Then nothing is drawn: each
        field has its share of the way from one sum to the other (Aumann and Shapley's values).

    Examples
    --------
    >>> fields = [Field("a", (0,)), Field("b", (1,))]
    >>> product, row, rows = (lambda x: x[0] * x[1]), np.array([2.0, 3.0]), np.zeros((1, 2))
    >>> found = contributions(product, row, rows, fields, "23", seed=1)
    >>> found.average, [part.amount for part in found.parts]
    (0.0, [3.0, 3.0])
    """
    rng = np.random.default_rng(seed)
    many = int(np.clip(EVALUATIONS // (2 * len(fields)), FEWEST, MOST))
    chosen = rng.permutation(len(rows))[:many] if len(rows) > many else np.arange(len(rows))
    amounts = np.zeros((len(chosen), len(fields)))
    starts = np.array([predict(rows[i]) for i in chosen])
    end = predict(row)
    if functions is not None:
        amounts = in_proportion(functions[chosen], functions[-1], fields, end - starts)
    for place, i in enumerate(chosen if functions is None else ()):
        order = rng.permutation(len(fields))
        for turn in (order, order[::-1]):
            amounts[place] += 0.5 * along(predict, row, rows[i], fields, turn, starts[place], end)
    means = amounts.mean(axis=0)
    errors = np.full(len(fields), np.nan)
    if len(chosen) > 1:
        errors = amounts.std(axis=0, ddof=1) / np.sqrt(len(chosen))
    parts = [
        Contribution(field.name, value, float(mean), float(error))
        for field, value, mean, error in zip(fields, values, means, errors, strict=True)
    ]
    parts.sort(key=lambda part: -abs(part.amount))
    return Contributions(float(starts.mean()), tuple(parts), len(chosen))


def in_proportion(
    functions: Floats, here: Floats, fields: Sequence[Field], changes: Floats
) -> Floats:
    """Changes of the prediction, each shared as its fields share in the change of the sum."""
    steps = here - functions
    parts = np.column_stack([steps[:, list(field.columns)].sum(axis=1) for field in fields])
    totals = parts.sum(axis=1)
    moved = np.abs(totals) > 1e-12 * np.abs(parts).sum(axis=1)
    slopes = np.where(moved, changes / np.where(moved, totals, 1.0), 0.0)
    return np.asarray(parts * slopes[:, None])


def along(
    predict: Callable[[Floats], float],
    row: Floats,
    start: Floats,
    fields: Sequence[Field],
    order: NDArray[np.int64],
    before: float,
    end: float,
) -> Floats:
    """What the prediction changes at each field's turn, on the way from ``start`` to ``row``."""
    now, found = start.copy(), np.zeros(len(fields))
    for turn, place in enumerate(order.tolist()):
        columns = list(fields[place].columns)
        now[columns] = row[columns]
        after = end if turn == len(fields) - 1 else predict(now)
        found[place], before = after - before, after
    return found
