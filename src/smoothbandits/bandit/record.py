"""The one place outside the kernels that knows the layout of the record of a decision."""

from typing import Any

import numpy as np

from smoothbandits.bandit.decision import (
    Decision,
    Decisions,
    Propensity,
    decision_id,
    fixed,
    make_decision,
    make_propensity,
)
from smoothbandits.checks import Floats
from smoothbandits.kernels.states import (
    ATOM,
    ATOM_ERROR,
    BASE,
    BASE_PROBABILITY,
    DENSITY,
    EXPLORED,
    GAMMA,
    GREEDY_LOSS,
    PREDICTED_LOSS,
    RECORD_SIZE,
    WEIGHT,
)
from smoothbandits.spaces import Space

__all__ = ["LAYOUT", "Record", "decisions_of", "predictions_in", "propensity_in"]

#: names of the first numbers of a record; point, greedy point and both in the user's units follow
LAYOUT = (
    *("explored", "greedy_loss", "predicted_loss", "base", "base_probability", "gamma", "weight"),
    *("density", "atom", "atom_error"),
)


class Record:
    """What a compiled step fills for one decision: one array, so that one look reads all of it.

    Attributes
    ----------
    filled
        All of it, as `decide_into` takes it.
    numbers
        The kernels' record.
    point, greedy
        The action and the greedy one in unit coordinates; both in the user's units follow.
    """

    def __init__(self, space: Space) -> None:
        self._space, self._dimension = space, space.dimension
        number = space.parts.only_number
        self._is_number = number is not None and not number.whole
        self.filled = np.empty(RECORD_SIZE + 4 * self._dimension)
        self.numbers, rest = self.filled[:RECORD_SIZE], self.filled[RECORD_SIZE:]
        self.point, self.greedy, *_ = rest.reshape(4, self._dimension)

    def decision(
        self,
        number: int,
        name: str,
        id: Any,
        context: Floats,
        version: int,
        key: int,
        given: Any,
        within: Any = None,
    ) -> Decision:
        """The decision that the record holds; ``given`` is the context where it had names."""
        values = self.filled.tolist()
        # in the order of the constants above, each of which would take longer to look up
        explored, _, predicted, base, probability, gamma, weight, *law = values[:RECORD_SIZE]
        if self._is_number:  # the usual case, kept short
            place, _, played, greedy = values[RECORD_SIZE:]
            point: tuple[float, ...] = (place,)
        else:
            d, places = self._dimension, values[RECORD_SIZE:]
            point = tuple(places[:d])
            played = self._space.from_row(places[2 * d : 3 * d])
            greedy = self._space.from_row(places[3 * d :])
        seen = fixed(context) if context.size else None
        return make_decision(
            (
                decision_id(name, number) if id is None else id,
                seen if given is None else given,
                played,
                make_propensity(law),
                explored > 0.0,
                greedy,
                predicted,
                int(base),
                probability,
                gamma,
                weight,
                version,
                key,
                number,
                name,
                point,
                within,
                None if given is None else seen,
            )
        )


def decisions_of(space: Space, records: Floats, actions: Floats, **columns: Any) -> Decisions:
    """A block from the kernels' records, a row each, and its actions in the user's units."""
    return Decisions(
        actions=space.from_columns(actions[:, 0]),
        greedy_actions=space.from_columns(actions[:, 1]),
        densities=records[:, DENSITY],
        atoms=records[:, ATOM],
        atom_errors=records[:, ATOM_ERROR],
        explored=records[:, EXPLORED] > 0.0,
        predicted_losses=records[:, PREDICTED_LOSS],
        bases=records[:, BASE].astype(np.int64),
        base_probabilities=records[:, BASE_PROBABILITY],
        gammas=records[:, GAMMA],
        weights=records[:, WEIGHT],
        **columns,
    )


def propensity_in(numbers: Floats) -> Propensity:
    """Density and atom in a record."""
    return Propensity(float(numbers[DENSITY]), float(numbers[ATOM]), float(numbers[ATOM_ERROR]))


def predictions_in(numbers: Floats) -> tuple[float, float]:
    """What the oracle predicted of the greedy action and of the one that was played."""
    return numbers[GREEDY_LOSS], numbers[PREDICTED_LOSS]
