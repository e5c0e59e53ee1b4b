"""What each field of a context does to the best action: partial dependence over contexts."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.bandit.looking.asking import best_of, features_of
from smoothbandits.bandit.looking.choice import category_name, knob_name
from smoothbandits.bandit.looking.fields import Field, background, fields_of, levels_of
from smoothbandits.bandit.looking.units import Units
from smoothbandits.checks import Floats
from smoothbandits.drawing.panels import Effect, Effects, Track
from smoothbandits.errors import InvalidParameter

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["effects_of"]

MOST_CONTEXTS, MOST_SETTINGS, MOST_FIELDS, MOST_TRACKS = 32, 16, 6, 5
COARSE_CONTEXTS, COARSE_SETTINGS = 8, 3  # to find the fields that matter
QUANTILES = (0.1, 0.9)


def effects_of(bandit: "Bandit", contexts: ArrayLike | None, *, reward: bool | None) -> Effects:
    """Set each field to several values in many contexts and see what is best then.

    Parameters
    ----------
    bandit
        With contexts.
    contexts
        To set the fields in; those that the oracle keeps if left out.
    reward
        Whether predictions are rewards.
    """
    units = Units.of(bandit, reward)
    if not bandit.context_size:
        raise InvalidParameter("this bandit has no contexts, so nothing can have an effect")
    with bandit._lock:
        bandit._learner.settle()
        bandit._learner.refit_if_due("deciding")  # as `act` would
        rows = background(bandit, contexts)
        if rows is None:
            raise InvalidParameter(
                f"contexts is None and {type(bandit.oracle.oracle).__name__} keeps none; "
                "give some, as rows"
            )
        study = Study(bandit, rows, units)
        fields = fields_of(bandit)
        shown = study.those_that_matter(fields) if len(fields) > MOST_FIELDS else fields
        found = tuple(study.effect(field) for field in shown)
    return Effects(
        effects=found,
        noun=units.noun,
        contexts=len(study.rows),
        given=contexts is not None,
        fields=len(fields),
    )


class Study:
    """Contexts of a background, and the questions that a model is asked about them."""

    def __init__(self, bandit: "Bandit", rows: Floats, units: Units) -> None:
        self.bandit, self.units, self.all = bandit, units, rows
        self.rows = spread(rows, MOST_CONTEXTS)
        state = bandit._states.oracle
        self._state = state[0] if type(state) is tuple else state

    def those_that_matter(self, fields: list[Field]) -> list[Field]:
        """The fields that move the best action or its loss most, by a coarse look."""
        some = spread(self.rows, COARSE_CONTEXTS)

        def moved(field: Field) -> float:
            asked = settings(self.all, field, COARSE_SETTINGS)
            points, losses = self.best(some, field, asked)
            return float(np.ptp(points, axis=0).mean() + np.ptp(losses, axis=0).mean())

        order = np.argsort([-moved(field) for field in fields], kind="stable")
        return [fields[i] for i in sorted(order[:MOST_FIELDS].tolist())]

    def effect(self, field: Field) -> Effect:
        """What one field does, the others being as they are."""
        asked = settings(self.all, field, MOST_SETTINGS)
        points, losses = self.best(self.rows, field, asked)
        single, labels = asked.shape[1] == 1, labels_of(self.bandit, field, asked)
        return Effect(
            field=field.name,
            values=asked[:, 0] if single else np.arange(len(asked), dtype=np.float64),
            labels=labels,
            best=self.tracks(points),
            predicted=Track("", np.asarray(self.units.shown(losses.mean(axis=1)))),
        )

    def best(self, rows: Floats, field: Field, asked: Floats) -> tuple[Floats, Floats]:
        """Best action in unit coordinates and its predicted loss, per setting and context."""
        bandit = self.bandit
        points = np.empty((len(asked), len(rows), bandit.space.dimension))
        losses = np.empty(points.shape[:2])
        for s, setting in enumerate(asked):
            changed = rows.copy()
            changed[:, list(field.columns)] = setting
            for i, row in enumerate(changed):
                features = features_of(bandit, row)
                points[s, i], losses[s, i] = best_of(bandit, self._state, features)
        return points, losses

    def tracks(self, points: Floats) -> tuple[Track, ...]:
        """Numbers, in the user's units if there is one of them; shares of categories."""
        space, found = self.bandit.space, []
        sides = space.parts.sides
        for knob, side in enumerate(sides):
            places = points[:, :, knob]
            if len(sides) == 1:
                flat = np.ascontiguousarray(places.reshape(-1, 1))
                places = np.asarray(side.to_user_many(flat)).reshape(places.shape)
            low, high = np.quantile(places, QUANTILES, axis=1)
            found.append(Track(knob_name(space, knob), places.mean(axis=1), low, high))
        if space.parts.category is not None:
            items = points[:, :, len(sides)].astype(int)
            numbers, counts = np.unique(items, return_counts=True)
            for item in numbers[np.argsort(-counts, kind="stable")][:MOST_TRACKS].tolist():
                shares = (items == item).mean(axis=1)
                found.append(Track(category_name(space, item), shares, is_share=True))
        return tuple(found)


def spread(rows: Floats, most: int) -> Floats:
    """At most so many rows, from the first to the last."""
    if len(rows) <= most:
        return rows
    return np.asarray(rows[np.linspace(0, len(rows) - 1, most).round().astype(int)])


def settings(rows: Floats, field: Field, most: int) -> Floats:
    """Values of a field to try: all that occur, or quantiles of them."""
    given = rows[:, list(field.columns)]
    given = given[~np.isnan(given).all(axis=1)]
    if not len(given):
        return np.zeros((1, len(field.columns)))
    # what an entry does not say is nan, and no nan is like another
    filled = np.unique(np.where(np.isnan(given), -np.inf, given), axis=0)
    distinct = np.where(np.isneginf(filled), np.nan, filled)
    if distinct.shape[1] > 1:
        return spread(distinct[::-1], most)  # levels in the order of their places
    if len(distinct) <= most:
        return distinct
    levels = np.linspace(0.02, 0.98, most)
    return np.asarray(np.unique(np.quantile(given[:, 0], levels))[:, None])


def labels_of(bandit: "Bandit", field: Field, asked: Floats) -> tuple[str, ...]:
    """What the settings of a field with several entries are called; nothing for numbers."""
    if asked.shape[1] == 1:
        return ()
    levels = levels_of(bandit, field.name)
    if not levels:
        return tuple(str(place + 1) for place in range(len(asked)))
    return tuple(levels[int(np.nanargmax(row))] for row in asked)
