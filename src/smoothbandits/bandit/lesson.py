"""One step of learning, made whole: an interruption finds it done or not begun."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.bandit import storage
from smoothbandits.bandit.live_states import LiveStates

__all__ = ["Counts", "Lesson"]


class Counts(NamedTuple):
    """What a bandit has counted; one object, so that it changes in one step.

    ``levels`` are the places that its contexts' categories have got.
    """

    decided: int = 0
    learned: int = 0
    loss_sum: float = 0.0
    explored: int = 0
    levels: int = 0
    taught: int = 0
    forgotten: int = 0

    def decide(self, n: int, explored: int, levels: int | None = None) -> "Counts":
        """After ``n`` more decisions, with so many places by then."""
        decided, learned, loss_sum, before, places, taught, forgotten = self
        places = places if levels is None else levels
        return counts_of(
            (decided + n, learned, loss_sum, before + explored, places, taught, forgotten)
        )

    def learn(self, n: int, loss_sum: float) -> "Counts":
        """After ``n`` more losses."""
        decided, learned, _, explored, places, taught, forgotten = self
        return counts_of((decided, learned + n, loss_sum, explored, places, taught, forgotten))

    def teach(self, n: int, levels: int) -> "Counts":
        """After ``n`` more examples from elsewhere, with so many places by then."""
        return self._replace(taught=self.taught + n, levels=levels)

    def forget(self, n: int) -> "Counts":
        """After ``n`` of those were taken back."""
        return self._replace(forgotten=self.forgotten + n)


#: made without calling the class, which takes twice as long, as for decisions
counts_of: Callable[[Sequence[Any]], Counts] = partial(tuple.__new__, Counts)


class Lesson(NamedTuple):
    """What is about to be learned, written down before the oracle hears of it.

    Interruptions come between two steps of Python.  The call of the compiled step and the note
    that it was made are one such step (`teach`), so whoever comes next knows what is left to do.

    Attributes
    ----------
    close
        Marks the decisions as learned; it can be called again.
    counts
        The bandit's when all is done.
    taught
        Holds one item from the moment on when the oracle has learned.
    undo
        Puts the states of interpreted steps back, which can be interrupted on their way.
    told
        What a witness hears once the step is made; None for nothing.
    kept
        Holds one item from the moment on when it has heard.
    """

    close: Callable[[], None]
    counts: Counts
    taught: list[Any]
    undo: list[Callable[[], None]]
    told: Any
    kept: list[Any]

    @classmethod
    def of(
        cls, close: Callable[[], None], counts: Counts, states: LiveStates, told: Any
    ) -> "Lesson":
        """A lesson that has not begun."""
        undo: list[Callable[[], None]] = []
        if states.model.engine == "python":
            arrays = storage.flatten((states.oracle, states.explorer), "").values()
            undo = [partial(np.copyto, array, array.copy()) for array in arrays]
        return lesson_of((close, counts, [], undo, told, []))

    def teach(self, learn: Any, *example: Any) -> None:
        """Call the step: no Python runs between its end and the note of it."""
        self.taught.extend(starmap(learn, (example,)))

    def take_back(self) -> None:
        """Undo a step that was interrupted on its way."""
        for put_back in self.undo:
            put_back()


lesson_of: Callable[[Sequence[Any]], Lesson] = partial(tuple.__new__, Lesson)
