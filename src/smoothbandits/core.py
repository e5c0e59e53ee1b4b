"""What a bandit thinks with: states of oracle and explorer, and the steps compiled for them."""

from functools import cached_property
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.decision import Propensity
from smoothbandits.engines import direct, load
from smoothbandits.fitter import Flight
from smoothbandits.kernels.states import ATOM, ATOM_ERROR, DENSITY, RECORD_SIZE
from smoothbandits.oracles import Model
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.refitting import Moment, Refits
from smoothbandits.spaces import Space

__all__ = ["Core"]

NO_CONTEXT = np.empty(0)


class Core:
    """States, the handle to them, and room for a decision.

    Attributes
    ----------
    oracle, explorer
        The states that the kernels see; the oracle's is a tuple where each base has its own.
    handle
        Both and the space, as compiled steps take them.
    refits
        When the oracle is fitted anew; None where it never is.
    room
        What a decision fills, in one array so that one call reads it: the record, then the action
        and the greedy one in unit coordinates, then both in the user's units.
    """

    def __init__(self, space: Space, model: Model, oracle: Any, explorer: Any, seed: int) -> None:
        self.space, self.model, self.explorer = space, model, explorer
        self.kernels = model._kernels
        fitted = isinstance(model.oracle, RefittedOracle)
        self.refits = Refits(model.oracle, seed) if fitted else None
        d = space.dimension
        self.room = np.empty(RECORD_SIZE + 4 * d)
        self.record, rest = self.room[:RECORD_SIZE], self.room[RECORD_SIZE:].reshape(4, d)
        self.unit, self.greedy, self.units = rest[0], rest[1], rest[2:]
        self._use(oracle)
        model.follow = self._follow

    def _follow(self, oracle: Any) -> None:
        """The model was taught by itself and fitted: no fit of fewer examples is wanted."""
        if self.refits is not None:
            self.refits.flight, self.refits.owed = None, False
        self._use(oracle)

    def _use(self, oracle: Any) -> None:
        """All or nothing: a handle to one state beside another would lose examples."""
        handle = self.kernels.make_handle(self.space.state, oracle, self.explorer)
        for compiled in ("decide", "learn"):  # they vouch for the types of the old one
            self.__dict__.pop(compiled, None)
        self.oracle, self.handle = oracle, handle

    def interpreted_handle(self) -> Any:
        """The same states for the python engine."""
        return load("python").make_handle(self.space.state, self.oracle, self.explorer)

    # ------------------------------------------------------------- compiled for this handle

    @cached_property
    def decide(self) -> Any:
        """`kernels.steps.decide` without a look at its arguments' types."""
        room = (self.unit, self.greedy, self.record, self.units)
        return direct(self.kernels.decide, self.handle, NO_CONTEXT, 0, 0, 0, *room)

    @cached_property
    def learn(self) -> Any:
        """`kernels.steps.learn` without a look at its arguments' types."""
        example = (NO_CONTEXT, self.unit, 0.0, 0, 1.0, 1.0, 0, True)
        return direct(self.kernels.learn, self.handle, *example)

    # --------------------------------------------------------------------------- questions

    def propensity(
        self, features: Floats, point: Floats, number: int, base: int, probability: float
    ) -> Propensity:
        """Density and atom of an action in round ``number``, given the base."""
        record = np.empty(RECORD_SIZE)

        def ask(point: Floats) -> None:
            given = (features, number, base, probability)
            self.kernels.propensity_of(self.handle, *given, point, self.greedy, record)

        ask(point)
        # the greedy action may miss its own point by a rounding on the way through user units
        user = self.space.to_user(self.greedy)
        if self.space.size is None and np.array_equal(point, self.space.to_unit(user)):
            ask(self.greedy.copy())
        return Propensity(float(record[DENSITY]), float(record[ATOM]), float(record[ATOM_ERROR]))

    def gamma(self, number: int) -> float:
        """Exploration parameter of a round, for an explorer without a master."""
        return float(self.kernels.gamma_of(self.handle, number))

    # -------------------------------------------------------------------------------- fits

    def until_refit(self) -> int | None:
        """How many more rounds may be learned before the oracle has to be fitted anew."""
        return None if self.refits is None else self.refits.oracle.until_refit(self.oracle)

    def late_fit(self) -> Flight | None:
        """The fit in flight that learning should wait for."""
        return None if self.refits is None else self.refits.late(self.oracle)

    def refit_if_due(self, decided: int, learned: int, moment: Moment) -> None:
        """Fit the oracle anew, where it is one that is fitted and has all its examples."""
        if self.refits is not None:
            state = self.refits.go_on(self.oracle, decided, learned, moment)
            if state is not self.oracle:
                self.go_on_with(state)

    def go_on_with(self, oracle: Any) -> None:
        """Put another state in the oracle's place."""
        self._use(oracle)
        self.model.state = oracle
