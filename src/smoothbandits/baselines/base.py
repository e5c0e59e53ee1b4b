"""What a baseline is: a compiled policy that chooses actions and responds to losses."""

import threading
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.bandit.decision import fixed
from smoothbandits.checks import Floats, as_array, check_count, check_seed
from smoothbandits.contexts import Entries, as_context, check_context_size, unreadable
from smoothbandits.engines import Engine, entries_of
from smoothbandits.errors import AlreadyLearned, InvalidParameter
from smoothbandits.kernels.states import OK
from smoothbandits.scale import Scale
from smoothbandits.spaces import Action, Space
from smoothbandits.spaces.base import check_space

__all__ = ["Baseline", "Choice"]

UNITS = Scale()


class Choice(NamedTuple):
    """What a baseline's `act` returns and its `learn` takes.

    Attributes
    ----------
    action
        In the user's units.
    density
        Density of the action per unit of the user's units where the policy draws from one, else
        its probability (1 where nothing is drawn).
    context
        What was known; it cannot be changed.
    number, key
        Count of the choice, and what replays its random draws.
    """

    action: Action
    density: float
    context: Floats
    number: int
    key: int


class Baseline(ABC):
    """A policy to compare a bandit with; `smoothbandits.simulate` takes either.

    A baseline gives a kernel state; kernels that are registered for the state's class under the
    verbs ``choose`` and ``respond`` do the work.

    Parameters
    ----------
    space
        Where actions live.
    context_size
        Number of entries of a context; 0 where there is none.
    seed
        Source of all randomness.
    """

    #: what runs `act` and `learn`
    engine: Engine = "compiled"
    #: whether entries of a context may be nan
    takes_missing = False
    #: whether entries of a context are only compared, so that any finite one will do
    takes_any_size = False

    def __init__(self, space: Space, *, context_size: int = 0, seed: int = 0) -> None:
        self.space = check_space(space)
        self.context_size = check_context_size(context_size)
        self.seed = check_seed(seed)
        self.rounds = 0  # choices made so far
        self._waiting: dict[int, Choice] = {}
        self._lock = threading.RLock()
        self.state = self._build()

    @abstractmethod
    def _build(self) -> Any:
        """The untaught kernel state; ``space``, ``context_size`` and ``seed`` are set."""

    def until_refit(self) -> int | None:
        """Losses to learn before it is fitted anew; None where it never is."""
        return None

    def _refit(self) -> None:
        """Fit anew to all that was learned, and make room for more."""
        raise NotImplementedError

    def _refit_if_due(self) -> None:
        if self.until_refit() == 0:
            self._refit()

    def act(self, context: ArrayLike | None = None) -> Choice:
        """Choose an action in a context."""
        row = as_context(context, self.context_size)
        action = np.empty(self.space.dimension)
        with self._lock:
            number = self.rounds
            status, key, density = entries_of(self.engine).choose_one(
                self.state, row, number, self.seed, action
            )
            if status != OK:
                raise unreadable(row, Entries.of(self))
            played = self.space.from_row(action.tolist())
            choice = Choice(played, float(density), fixed(row), number, int(key))
            self.rounds += 1
            self._waiting[number] = choice
            return choice

    def learn(
        self, choice: Choice, *, loss: float | None = None, reward: float | None = None
    ) -> None:
        """Learn the loss or the reward of a choice, in [0, 1]; once each, in any order."""
        if not isinstance(choice, Choice):
            raise InvalidParameter(f"choice is {choice!r}; give what act returned")
        value = UNITS.loss(loss=loss, reward=reward)
        number = check_count("number", choice.number, least=0)
        with self._lock:
            made = self._waiting.get(number)
            if made is None:
                raise AlreadyLearned(
                    f"choice {number} does not wait for a loss; learn each of this "
                    "baseline's choices once"
                )
            if made.key != check_seed(choice.key, "key") or not same_action(made, choice):
                raise InvalidParameter(
                    f"choice {number} is {choice!r}, not as act returned it; "
                    "learn choices as they were made"
                )
            action = np.array(made.action, dtype=np.float64, ndmin=1)
            self._refit_if_due()  # one that an interruption left
            entries_of(self.engine).respond_one(
                self.state, made.context.copy(), action, made.density, value, made.key
            )
            del self._waiting[number]
            self._refit_if_due()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} on {self.space!r}: {self.rounds:,} choices>"


def same_action(made: Choice, given: Choice) -> bool:
    """Whether a choice that was copied, by pickling say, names the action that was played."""
    action = as_array(given.action)
    return action is not None and bool(np.array_equal(action, np.asarray(made.action)))
