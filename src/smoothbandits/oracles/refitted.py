"""Oracles that keep their examples and are fitted to all of them now and then."""

from abc import abstractmethod
from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles.base import Oracle

__all__ = ["RefittedOracle", "moved", "remembered"]


class RefittedOracle(Oracle):
    """What `bandit/refitting.py` needs of an oracle that is refitted, as `BoostedOracle` is."""

    #: the parts of its state that grow, as examples are kept and models refitted
    grown: tuple[str, ...]
    #: those of them whose rows are filled one after the other and never changed
    rows: tuple[str, ...]
    #: whether a live bandit goes on deciding while it is refitted
    background: bool
    #: bytes of examples that are kept
    memory: int
    #: the next fit is due when there are this many times the examples of the last one
    growth: float
    #: seconds that learning waits for a fit in the background where the next one is due already
    patience: float

    @abstractmethod
    def until_refit(self, state: Any) -> int:
        """Examples left before it has to be refitted."""

    @abstractmethod
    def filled(self, state: Any) -> int:
        """How many of the ``rows`` are filled."""

    @abstractmethod
    def fitted(self, state: Any, seed: int, threads: int = 1) -> dict[str, Any]:
        """Fit to the examples that a state keeps; returns the parts of the state that change."""

    def refitted(self, state: Any, seed: int) -> Any:
        """Fitted at once, with room for more examples, where the fit is due."""
        if self.until_refit(state):
            return state
        if self.outdated(state):
            return self.renewed(state)
        return self.with_room(state)._replace(**self.fitted(state, seed))

    def outdated(self, state: Any) -> bool:
        """Whether it keeps examples from before a change of the world, not to be fitted again."""
        return False

    def renewed(self, state: Any) -> Any:
        """The state without those examples, and without what was fitted to them."""
        return state

    @abstractmethod
    def prepared(self, state: Any) -> None:
        """Import and compile what `fitted` needs, before there is anything to fit."""

    @abstractmethod
    def handed_over(self, state: Any) -> Any:
        """What `fitted` needs of a state, while the state itself goes on learning."""

    def with_room(self, state: Any) -> Any:
        """Make room for the examples until the next fit, within the bytes allowed."""
        kept = self.filled(state)
        columns = {name: getattr(state, name) for name in self.rows}
        most = self.memory // sum(column[:1].nbytes for column in columns.values())
        room = min(most, self.room_until_next(state))
        stay = kept if room < most else min(kept, int(room / self.growth))
        old = slice(kept - stay, kept)
        rooms = {name: moved(column, old, room) for name, column in columns.items()}
        return state._replace(**rooms, kept=np.array([stay, state.kept[1]]))

    def with_room_for(self, state: Any, n: int) -> Any:
        """Make room for ``n`` more examples; if there was too little, a fit is due then."""
        kept = self.filled(state)
        columns = {name: getattr(state, name) for name in self.rows}
        if kept + n <= len(columns[self.rows[0]]):
            return state
        most = self.memory // sum(column[:1].nbytes for column in columns.values())
        if n > most:
            raise InvalidParameter(
                f"{n} examples are more than the {most} that {self.memory} bytes hold; teach the "
                "last of them, or raise the oracle's memory"
            )
        old = slice(kept - min(kept, most - n), kept)
        room = old.stop - old.start + n
        rooms = {name: moved(column, old, room) for name, column in columns.items()}
        return state._replace(**rooms, kept=np.array([room - n, state.kept[1]]))

    @abstractmethod
    def relearned(self, state: Any, untaught: Any, numbers: Collection[int], seed: int) -> Any:
        """What it would know without some of the taught examples, fitted at once.

        It begins at an untaught state and learns what it has kept in the same order.
        """

    def room_until_next(self, state: Any) -> int:
        """For how many examples there is room until the next fit."""
        return self.room_after(self.filled(state))

    def room_after(self, kept: int) -> int:
        """For how many examples there is room after a fit: the next one is due when it is full."""
        return int(np.ceil(kept * self.growth))

    @abstractmethod
    def check_state(self, state: Any) -> None:
        """Raise unless the parts of a state that was loaded fit each other."""


def remembered(kept: int, half_life: int, fewest: int, seed: int) -> NDArray[np.bool_]:
    """Which of the examples a fit is told: half as many of those that are a half-life older.

    The ``fewest`` newest are always among them.
    """
    chances = 0.5 ** (np.arange(kept - 1, -1, -1) / half_life)
    chances[-fewest:] = 1.0
    return np.random.default_rng([seed, 5]).random(kept) < chances


def moved(column: Floats, rows: slice, room: int) -> Floats:
    """Some of the rows in a column with room for more."""
    out = np.zeros((room, *column.shape[1:]), dtype=column.dtype)
    out[: rows.stop - rows.start] = column[rows]
    return out
