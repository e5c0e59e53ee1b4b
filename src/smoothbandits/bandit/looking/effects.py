"""What each field of a context does to the best action: partial dependence over contexts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.bandit.looking.asking import best_of, features_of
from smoothbandits.bandit.looking.choice import category_name, knob_name
from smoothbandits.bandit.looking.fields import (
    Field,
    background,
    context_in,
    fields_of,
    levels_of,
    value_in,
)
from smoothbandits.bandit.looking.units import Units
from smoothbandits.checks import Floats
from smoothbandits.drawing.panels import Effect, Effects, Track
from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.fields.given import as_rows

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["effects_of"]

MOST_CONTEXTS, MOST_SETTINGS, MOST_FIELDS, MOST_TRACKS = 32, 16, 6, 5
COARSE_CONTEXTS, COARSE_SETTINGS = 8, 3  # to find the fields that matter
QUANTILES = (0.1, 0.9)


def effects_of(bandit: "Bandit", contexts: ArrayLike | None, *, reward: bool | None) -> Effects:
    """Set each field to several values in many contexts and see what is best then.

    What the bandit's own rule allows is what it allows in the context with that value.

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
        by_names = bandit.schema is not None and contexts is not None
        study = Study(bandit, rows, units, as_rows(contexts) if by_names else None)
        fields = fields_of(bandit)
        shown = study.those_that_matter(fields) if len(fields) > MOST_FIELDS else fields
        found = tuple(study.effect(field) for field in shown)
    return Effects(
        effects=found,
        noun=units.noun,
        contexts=len(study.chosen),
        given=contexts is not None,
        fields=len(fields),
    )


class Study:
    """Contexts of a background, and the questions that a model is asked about them.

    ``given`` are the contexts by the names of their fields, where they came so.
    """

    def __init__(
        self,
        bandit: "Bandit",
        rows: Floats,
        units: Units,
        given: Sequence[dict[Any, Any]] | None = None,
    ) -> None:
        self.bandit, self.units, self.all = bandit, units, rows
        self.given, self.chosen = given, spread(np.arange(len(rows)), MOST_CONTEXTS)
        state = bandit._states.oracle
        self._state = state[0] if type(state) is tuple else state

    def those_that_matter(self, fields: list[Field]) -> list[Field]:
        """The fields that move the best action or its loss most, by a coarse look."""
        some = spread(self.chosen, COARSE_CONTEXTS)

        def moved(field: Field) -> float:
            asked = settings(self.all, field, COARSE_SETTINGS)
            points, losses = self.best(some, field, asked)
            return float(np.ptp(points, axis=0).mean() + np.ptp(losses, axis=0).mean())

        order = np.argsort([-moved(field) for field in fields], kind="stable")
        return [fields[i] for i in sorted(order[:MOST_FIELDS].tolist())]

    def effect(self, field: Field) -> Effect:
        """What one field does, the others being as they are."""
        asked = settings(self.all, field, MOST_SETTINGS)
        points, losses = self.best(self.chosen, field, asked)
        single, labels = asked.shape[1] == 1, labels_of(self.bandit, field, asked)
        return Effect(
            field=field.name,
            values=asked[:, 0] if single else np.arange(len(asked), dtype=np.float64),
            labels=labels,
            best=self.tracks(points),
            predicted=Track("", np.asarray(self.units.shown(losses.mean(axis=1)))),
        )

    def best(self, chosen: NDArray[np.intp], field: Field, asked: Floats) -> tuple[Floats, Floats]:
        """Best action in unit coordinates and its predicted loss, per setting and context."""
        bandit, has_rule = self.bandit, self.bandit.within is not None
        points = np.empty((len(asked), len(chosen), bandit.space.dimension))
        losses = np.empty(points.shape[:2])
        for s, setting in enumerate(asked):
            value = self.said(field, setting) if has_rule else None
            for i, number in enumerate(chosen.tolist()):
                row, part = self.all[number].copy(), None
                row[list(field.columns)] = setting
                if has_rule:
                    part = self.allowed(self.context(number, field, value), row)
                features = features_of(bandit, row)
                points[s, i], losses[s, i] = best_of(bandit, self._state, features, where=part)
        return points, losses

    def said(self, field: Field, setting: Floats) -> Any:
        """The value that a setting of a field stands for: as it was given, or as rows say it."""
        columns = list(field.columns)
        if self.given is not None:
            entries = self.all[:, columns]
            alike = (entries == setting) | (np.isnan(entries) & np.isnan(setting))
            places = np.flatnonzero(alike.all(axis=1))
            if len(places):  # quantiles of numbers need not occur
                return self.given[places[0]].get(field.name)
        row = np.full(self.all.shape[1], np.nan)
        row[columns] = setting
        return None if self.bandit.schema is None else value_in(self.bandit, field, row)

    def context(self, number: int, field: Field, value: Any) -> dict[Any, Any]:
        """A context of the background with another value of one field, by names."""
        if self.bandit.schema is None:
            return {}
        given = self.given
        usual = context_in(self.bandit, self.all[number]) if given is None else given[number]
        changed = {**usual, field.name: value}
        return {name: known for name, known in changed.items() if known is not None}

    def allowed(self, context: dict[Any, Any], row: Floats) -> Any:
        """What the bandit's rule leaves of the space in a context, as kernels see it."""
        asked = row.copy() if self.bandit.schema is None else context
        try:
            part = self.bandit._rules.of(asked, None)
        except Exception as error:
            raise InvalidContext(
                f"the bandit's rule has no answer in {asked!r}, a context of this picture "
                f"({error!r}); give contexts= that it has answers in, whatever one of their "
                "fields is set to"
            ) from error
        return None if part is None else part.state

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


def spread(rows: NDArray[Any], most: int) -> NDArray[Any]:
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
    says_so = (np.nan_to_num(asked) == 1.0).any(axis=1)  # else it is missing, and no entry says so
    places = np.argmax(np.nan_to_num(asked), axis=1)
    return tuple(
        levels[place] if known else "missing" for place, known in zip(places, says_so, strict=True)
    )
