"""What a bandit thinks with: states of oracle and explorer, and the steps compiled for them."""

import warnings
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
from smoothbandits.refitting import Moment, Progress, Refits
from smoothbandits.spaces import Space

__all__ = ["Core"]

NO_CONTEXT = np.empty(0)


class Live:
    """A state of the oracle with all that refers to it, so that another takes over in one step.

    Attributes
    ----------
    oracle
        The state; a tuple where each base has its own.
    handle
        Oracle, explorer and space, as compiled steps take them.
    """

    def __init__(self, core: "Core", oracle: Any) -> None:
        self.oracle = oracle
        self.handle = core.kernels.make_handle(core.space.state, oracle, core.explorer)
        self._core = core

    @cached_property
    def decide(self) -> Any:
        """`kernels.steps.decide` without a look at its arguments' types."""
        core = self._core
        room = (core.unit, core.greedy, core.record, core.units)
        return direct(core.kernels.decide, self.handle, NO_CONTEXT, 0, 0, 0, *room)

    @cached_property
    def learn(self) -> Any:
        """`kernels.steps.learn` without a look at its arguments' types."""
        example = (NO_CONTEXT, self._core.unit, 0.0, 0.0, 0, 1.0, 1.0, 0, True)
        return direct(self._core.kernels.learn, self.handle, *example)


class Core:
    """States, the handle to them, and room for a decision.

    Attributes
    ----------
    live
        The oracle's state and the handle to it.
    explorer
        The explorer's state.
    refits
        When the oracle is fitted anew; None where it never is.
    landing
        A change of states that has begun and not ended.
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
        self.live = Live(self, oracle)
        self.landing: tuple[Live, Progress | None] | None = None
        model.follow = self._follow

    @property
    def oracle(self) -> Any:
        """The state of the oracle."""
        return self.live.oracle

    @property
    def handle(self) -> Any:
        """The states as compiled steps take them."""
        return self.live.handle

    def _follow(self, oracle: Any) -> None:
        """The model was taught by itself and fitted: no fit of fewer examples is wanted."""
        refits = self.refits
        done = None if refits is None else refits.progress._replace(flight=None, owed=False)
        self.go_on_with(oracle, done)

    def interpreted_handle(self) -> Any:
        """The same states for the python engine."""
        return load("python").make_handle(self.space.state, self.oracle, self.explorer)

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
        if self.refits is None:
            return
        state, progress, failures = self.refits.go_on(self.oracle, decided, learned, moment)
        if state is self.oracle:
            self.refits.progress = progress
        else:
            self.go_on_with(state, progress)
        for failure in failures:
            warnings.warn(
                f"a fit failed ({failure}); the bandit goes on with the model it has and all its "
                "examples, and fits again when the next fit is due",
                RuntimeWarning,
                stacklevel=4,
            )

    def go_on_with(self, oracle: Any, progress: Progress | None = None) -> None:
        """Put another state in the oracle's place, and with it where the fits are."""
        self.landing = Live(self, oracle), progress
        self.land()

    def land(self) -> None:
        """Finish a change of states that was interrupted: whole, or not begun."""
        if self.landing is None:
            return
        live, progress = self.landing
        bank = not hasattr(live.oracle, "_fields")  # one oracle per base, of which it is the first
        self.live, self.model.state = live, live.oracle[0] if bank else live.oracle
        if self.refits is not None and progress is not None:
            self.refits.progress = progress
        self.landing = None
