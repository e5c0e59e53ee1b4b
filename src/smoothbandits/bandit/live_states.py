"""The states of oracle and explorer that a bandit plays with, and the steps compiled for them."""

import copy
import warnings
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.bandit.decision import Propensity
from smoothbandits.bandit.fitter import Flight
from smoothbandits.bandit.record import Record, predictions_in, propensity_in
from smoothbandits.bandit.refitting import Moment, Progress, Refits
from smoothbandits.bandit.witness import NOBODY, Witness
from smoothbandits.checks import Floats, check_count
from smoothbandits.contexts import unreadable
from smoothbandits.engines import direct, entries_of
from smoothbandits.errors import InvalidParameter, InvalidPrediction
from smoothbandits.explorers import Explorer
from smoothbandits.kernels.states import BAD_CONTEXT, MIXED, RECORD_SIZE
from smoothbandits.oracles import Model
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.spaces.allowed import Allowed

__all__ = ["LiveStates"]

NO_CONTEXT = np.empty(0)
MOST_PARTS = 256  # whose handles are kept: most rules are those of a table


class OracleInUse:
    """A state of the oracle with all that refers to it, so that another takes over in one step.

    Attributes
    ----------
    state
        The state; a tuple where each base has its own.
    handle
        Oracle, explorer and space, as compiled steps take them.
    """

    def __init__(self, states: "LiveStates", state: Any) -> None:
        self.state = state
        self.handle = states.kernels.make_handle(states.space.state, state, states.explorer)
        self._kernels, self._record = states.kernels, states.record
        self._explorer = states.explorer
        self._parts: dict[Any, Any] = {}  # handles to parts of the space, by their rules

    def on(self, allowed: Allowed) -> Any:
        """A handle with a part of the space in its place."""
        handle = self._parts.get(allowed.key)
        if handle is None:
            if len(self._parts) >= MOST_PARTS:
                self._parts.clear()
            handle = self._kernels.make_handle(allowed.state, self.state, self._explorer)
            self._parts[allowed.key] = handle
        return handle

    @cached_property
    def decide_on(self) -> Any:
        """`decide` for handles with a part of the space; there must be one."""
        handle = next(iter(self._parts.values()))
        return direct(self._kernels.decide_into, handle, NO_CONTEXT, 0, 0, 0, self._record.filled)

    @cached_property
    def decide(self) -> Any:
        """`kernels.steps.decide_into`, called without looking at the types of its arguments."""
        filled = self._record.filled
        return direct(self._kernels.decide_into, self.handle, NO_CONTEXT, 0, 0, 0, filled)

    @cached_property
    def learn(self) -> Any:
        """`kernels.steps.learn`, called without looking at the types of its arguments."""
        example = (NO_CONTEXT, self._record.point, 0.0, 0.0, 0, 1.0, 1.0, 0, True)
        return direct(self._kernels.learn, self.handle, *example)


class Takeover(NamedTuple):
    """A change of the oracle's state: what comes next, what a witness hears, and if it has."""

    in_use: OracleInUse
    progress: Progress | None
    told: Any
    kept: list[Any]


class LiveStates:
    """States of oracle and explorer, the handle to them, and a record for the next decision.

    Attributes
    ----------
    in_use
        The oracle's state and the handle to it.
    explorer
        The explorer's state.
    record
        What a decision fills.
    refits
        When the oracle is fitted anew; None where it never is.
    takeover
        A change of the oracle's state that has begun and not ended.
    witness
        Hears what becomes of fits.
    """

    def __init__(self, model: Model, explorer: Explorer, seed: int) -> None:
        self.space, self.model, self.kernels = model.space, model, model._kernels
        self.explorer = explorer.build(model)
        self._oracle_per_base = explorer.oracle_per_base
        fitted = isinstance(model.oracle, RefittedOracle)
        self.refits = Refits(model.oracle, seed) if fitted else None
        self.record = Record(model.space)
        state = model.state
        if self._oracle_per_base:  # all start alike
            state = (state, *(copy.deepcopy(state) for _ in range(1, self.bases)))
        self.in_use = OracleInUse(self, state)
        self.takeover: Takeover | None = None
        self.witness: Witness = NOBODY
        model.follow = self._follow

    @property
    def oracle(self) -> Any:
        """The state of the oracle; a tuple where each base has its own."""
        return self.in_use.state

    @property
    def handle(self) -> Any:
        """The states as compiled steps take them."""
        return self.in_use.handle

    @property
    def bases(self) -> int:
        """How many bases a master chooses among."""
        corral = getattr(self.explorer, "corral", None)
        return 1 if corral is None else int(corral.rows.shape[1])

    def _follow(self, oracle: Any) -> None:
        """Take over a state that the model reached on its own; drop a fit to fewer examples."""
        refits = self.refits
        done = None if refits is None else refits.progress._replace(flight=None, owed=False)
        self.go_on_with(oracle, done)

    def handle_on(self, allowed: Allowed | None) -> Any:
        """The states with the whole space, or with a part in its place."""
        return self.handle if allowed is None else self.in_use.on(allowed)

    def interpreted_handle(self, allowed: Allowed | None = None) -> Any:
        """The same states for the python engine."""
        space = self.space.state if allowed is None else allowed.state
        return entries_of("python").make_handle(space, self.oracle, self.explorer)

    # --------------------------------------------------------------------------- questions

    def propensity(
        self,
        features: Floats,
        point: Floats,
        number: int,
        base: int | None,
        allowed: Allowed | None = None,
    ) -> Propensity:
        """Density and atom of an action in round ``number``, marginal or given a base."""
        if allowed is not None and not allowed.holds(point):
            return Propensity(0.0, 0.0, 0.0)
        if not self._oracle_per_base:
            if base is not None:
                raise InvalidParameter(
                    f"base is {base!r}; only bases with oracles of their own can be asked for"
                )
            return self._propensity(features, point, number, 0, 1.0, allowed)
        chances = self.explorer.corral.rows[MIXED].tolist()
        if base is not None:
            if check_count("base", base, least=0) >= len(chances):
                raise InvalidParameter(f"base is {base!r}; there are {len(chances)}")
            return self._propensity(features, point, number, base, chances[base], allowed)
        density = atom = error = 0.0
        for b, chance in enumerate(chances):
            given = self._propensity(features, point, number, b, chance, allowed)
            density += chance * given.density
            atom += chance * given.atom
            error += chance * given.error
        return Propensity(density, atom, error)

    def densities(
        self,
        features: Floats,
        points: Floats,
        number: int,
        allowed: Allowed | None = None,
    ) -> Floats:
        """Densities of many actions in round ``number``, of an explorer without a master."""
        out, handle = np.empty(len(points)), self.handle_on(allowed)
        self.kernels.densities_of(
            handle, features, number, 0, 1.0, np.ascontiguousarray(points), out
        )
        return out

    def _propensity(
        self,
        features: Floats,
        point: Floats,
        number: int,
        base: int,
        probability: float,
        allowed: Allowed | None,
    ) -> Propensity:
        handle = self.handle if allowed is None else self.in_use.on(allowed)
        greedy, numbers = self.record.greedy, np.empty(RECORD_SIZE)

        def ask(point: Floats) -> None:
            given = (features, number, base, probability)
            self.kernels.propensity_of(handle, *given, point, greedy, numbers)

        ask(point)
        # the greedy action may miss its own point by a rounding on the way through user units
        user = self.space.action_in(allowed, greedy)
        if self.space.size is None and np.array_equal(point, self.space.to_unit(user)):
            ask(greedy.copy())
        return propensity_in(numbers)

    def gamma(self, number: int) -> float:
        """Exploration parameter of a round, for an explorer without a master."""
        return float(self.kernels.gamma_of(self.handle, number))

    def refusal(
        self, status: int, context: Floats, row: int | None = None, numbers: Floats | None = None
    ) -> Exception:
        """The error behind a status code of a decision, and what its record holds."""
        where = "context" if row is None else f"context in row {row}"
        if status == BAD_CONTEXT:
            return unreadable(context, self.model.entries, where)
        values = "" if numbers is None else " ({}, {})".format(*predictions_in(numbers))
        return InvalidPrediction(
            f"the oracle's prediction is NaN or outside [0, 1]{values} "
            f"({where}: {context.tolist()}); check what it was taught"
        )

    # -------------------------------------------------------------------------------- fits

    def until_refit(self) -> int | None:
        """How many more rounds may be learned before the oracle has to be fitted anew."""
        return None if self.refits is None else self.refits.oracle.until_refit(self.oracle)

    def late_fit(self) -> Flight | None:
        """The fit in flight that learning should wait for."""
        return None if self.refits is None else self.refits.late(self.oracle)

    def refit_if_due(self, decided: int, learned: int, moment: Moment) -> None:
        """Refit the oracle, if it is one that is refitted and its next fit is due."""
        if self.refits is None:
            return
        before = self.refits.busy
        turn = self.refits.go_on(self.oracle, decided, learned, moment)
        state, progress, failures, steps = turn
        busy, told = progress.busy, None
        if self.witness.keeps and (steps or busy != before):
            told = self.witness.turned(steps, busy, decided, learned)
        if state is self.oracle and told is None:
            self.refits.progress = progress
        else:
            self.go_on_in(self.in_place(state), progress, told)
        for failure in failures:
            warnings.warn(
                f"a fit failed ({failure}); the bandit goes on with the model it has and all its "
                "examples, and fits again when the next fit is due",
                RuntimeWarning,
                stacklevel=4,
            )

    def go_on_with(self, oracle: Any, progress: Progress | None = None) -> None:
        """Put another state in the oracle's place, and with it where the fits are."""
        self.go_on_in(self.in_place(oracle), progress)

    def in_place(self, oracle: Any) -> OracleInUse:
        """A state with its handle, not in use yet."""
        return self.in_use if oracle is self.oracle else OracleInUse(self, oracle)

    def go_on_in(
        self, in_use: OracleInUse, progress: Progress | None = None, told: Any = None
    ) -> None:
        """Put a state with its handle in place; it can be done again."""
        self.takeover = Takeover(in_use, progress, told, [])
        self.finish_takeover()

    def finish_takeover(self) -> None:
        """Finish a change of states that was interrupted: whole, or not begun."""
        if self.takeover is None:
            return
        in_use, progress, told, kept = self.takeover
        first = in_use.state[0] if self._oracle_per_base else in_use.state
        self.in_use, self.model.state = in_use, first
        if self.refits is not None and progress is not None:
            self.refits.progress = progress
        if told is not None and not kept:
            kept.extend(map(self.witness.keep, (told,)))
        self.takeover = None
