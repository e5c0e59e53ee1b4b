"""What an oracle is: parameters that build a model; a model that predicts and learns."""

import math
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from types import SimpleNamespace
from typing import Any, Protocol, get_args, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import (
    LARGEST,
    Floats,
    as_number,
    check_choice,
    check_count,
    check_finite,
    check_positive,
    check_seed,
)
from smoothbandits.contexts import (
    Entries,
    as_context,
    check_context_size,
    check_entries,
    unreadable,
)
from smoothbandits.engines import Engine, entries_of
from smoothbandits.errors import (
    InvalidAction,
    InvalidParameter,
    NoRegretBound,
    UnsupportedEngine,
)
from smoothbandits.features import ContextFeatures, Linear, Transform, identity
from smoothbandits.kernels.states import ANY_ENTRY, LARGEST_ENTRY, OwnState, PayoffState
from smoothbandits.oracles.changes import Change
from smoothbandits.oracles.kept import Kept
from smoothbandits.scale import Scale
from smoothbandits.spaces import Action, Space
from smoothbandits.spaces.allowed import Allowed
from smoothbandits.spaces.base import check_space

__all__ = ["Model", "Oracle", "OracleLike", "bind"]

#: what an oracle of numbers advises where actions are no numbers
ELSEWHERE = "use HarmonicOracle on a Box or a Product and TableOracle on a Catalog"


@runtime_checkable
class OracleLike(Protocol):
    """What a user's own oracle must have; ``best`` and ``regret_bound`` are optional.

    ``predict`` gets many actions in one call: an array of numbers on an `Interval`, one row per
    action on a `Box`, whole numbers on a `Catalog`, and on a `Product` an array with the fields
    ``number`` and ``category``; ``learn`` gets one action, there the tuple (number, category).
    ``best(context, weight=1.0)`` returns ``(action, predicted loss)`` and must minimise what
    ``predict`` returns; where it is missing, the space's grid or enumeration supplies it.
    """

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> ArrayLike:
        """Predicted losses in [0, 1], one per action."""

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        """Take in one observed loss."""


class Oracle(ABC):
    """Parameters of a built-in oracle: the paper's Alg_Sq, an online square-loss regressor."""

    #: whether weights need no reduction (`WeightedOracle`)
    takes_weights: bool = False
    #: whether contexts make no difference to it
    ignores_contexts: bool = False
    #: whether entries of a context may be nan, for missing
    takes_missing: bool = False
    #: whether entries of a context are only compared, so that any finite one will do
    takes_any_size: bool = False
    #: whether it learns the outcome behind the loss: what a bandit with a payoff needs
    learns_outcomes: bool = False
    #: whether it runs on the compiled engine
    compilable: bool = True
    #: features of the context
    context_features: ContextFeatures = Linear()

    @abstractmethod
    def build(self, space: Space, width: int, seed: int) -> Any:
        """Return the initial state for ``width`` context features."""

    def regret_bound(self, rounds: int, space: Space, context_size: int) -> float | None:
        """Reg_Sq(rounds) where it is known, else None."""
        return None

    def weighted_bound(
        self, rounds: int, space: Space, context_size: int, spread: float
    ) -> float | None:
        """Weighted regret per unit of the largest weight; ``spread`` bounds max(w) / first w."""
        return self.regret_bound(rounds, space, context_size)

    def check_context(self, context: Floats) -> None:
        """Refuse a context that this oracle cannot use."""
        return

    def paid(self, state: Any, payoff: PayoffState) -> Any:
        """The state of an oracle of outcomes that is told what they pay."""
        return state._replace(payoff=payoff)

    def refitted(self, state: Any, seed: int) -> Any:
        """The state to go on with: another one where a fit was due."""
        return state

    def changes(self, state: Any) -> tuple[Change, ...]:
        """When the world was found changed, by an oracle that looks for it."""
        return ()

    def kept(self, state: Any) -> Kept | None:
        """What a state holds of what it was taught; None where nothing."""
        return None

    def functions(self, state: Any, contexts: Floats) -> Floats | None:
        """Functions of single entries, where predictions depend on their sum alone; else None."""
        return None

    def bind(
        self,
        space: Space,
        *,
        context_size: int = 0,
        seed: int = 0,
        engine: Engine | None = None,
    ) -> "Model":
        """Return a model of this kind for a space and a size of contexts."""
        return bind(self, space, context_size=context_size, seed=seed, engine=engine)


class Model:
    """A live oracle: its state, and the verbs predict, best, learn in the user's units.

    Made by `bind`; `Bandit.oracle` is one.  Standing alone it serves to study an oracle.

    Attributes
    ----------
    guard
        Held while it learns: the lock of the bandit that it belongs to.
    follow
        Told of a state that takes the place of the last one, by the bandit that it belongs to.
    rule
        The bandit's own rule for all decisions, which `best` keeps.
    read
        Makes a row of a context: of numbers, or in a bandit with a schema of a context by its
        names or of its encoded row.
    """

    def __init__(
        self,
        oracle: Any,
        space: Space,
        *,
        context_size: int,
        state: Any,
        transform: Transform,
        engine: Engine,
        seed: int = 0,
    ) -> None:
        self.oracle = oracle
        self.space = space
        self.context_size = context_size
        self.state = state
        self.transform = transform
        self.engine = engine
        self.seed = seed
        self.guard: AbstractContextManager[Any] = nullcontext()
        self.follow: Callable[[Any], None] | None = None
        self.rule: Callable[[Any, Any], Allowed | None] | None = None
        self.read: Callable[[Any], Floats] = partial(as_context, size=context_size)
        self._kernels = entries_of(engine)
        self._examples = 0

    def _untaught(self) -> Any:
        """A state of a built-in oracle that has learned nothing."""
        width = self.oracle.context_features.width(self.context_size)
        return self.oracle.build(self.space, width, self.seed)

    def __repr__(self) -> str:
        return f"Model({self.oracle!r}, {self.space!r})"

    @property
    def entries(self) -> Entries:
        """What entries of a context may be."""
        if not isinstance(self.oracle, Oracle):
            return Entries(largest=ANY_ENTRY)
        entries = Entries.of(self.oracle)
        if self.transform is not identity:  # what is calculated with are its features
            entries = entries._replace(largest=ANY_ENTRY)
        return entries

    def features_of(self, context: ArrayLike | None) -> Floats:
        """Check one context and return its features."""
        row = self.read(context)
        check_entries(row, self.entries)
        if isinstance(self.oracle, Oracle):
            self.oracle.check_context(row)
        features = np.asarray(self.transform(row[None])[0])
        if self.transform is not identity and not np.isfinite(features).all():
            raise unreadable(row, self.entries._replace(largest=LARGEST_ENTRY))
        return features

    def predict(
        self, context: ArrayLike | None, actions: ArrayLike, weight: float = 1.0
    ) -> Floats:
        """Predicted losses of the actions; ``weight`` is that of the coming example."""
        weight = check_positive("weight", weight)
        try:
            given = list(actions)  # type: ignore[arg-type]
        except TypeError:
            raise InvalidAction(f"actions is {actions!r}; give a list of actions") from None
        users = [self.space.check(action) for action in given]
        units = np.array([self.space.to_unit(action) for action in users])
        units = units.reshape(len(users), self.space.dimension)
        out = np.empty(len(users))
        features = self.features_of(context)
        self._kernels.predict_losses(self.state, 0, features, weight, units, out)
        return out

    def best(
        self, context: ArrayLike | None = None, weight: float = 1.0, *, within: Any = None
    ) -> tuple[Action, float]:
        """The action of least predicted loss, and that loss; ``within`` as for `Bandit.act`."""
        part = self._allowed(context, within)
        unit, value, _ = self._search(context, weight, part)
        return self.space.action_in(part, unit), value

    def argmin_error(
        self, context: ArrayLike | None = None, weight: float = 1.0, *, within: Any = None
    ) -> float:
        """How far above the true minimum ``best`` may be: 0 exact, nan unknown."""
        *_, error = self._search(context, weight, self._allowed(context, within))
        return error

    def _search(
        self, context: ArrayLike | None, weight: float, part: Allowed | None
    ) -> tuple[Floats, float, float]:
        """Argmin in unit coordinates, its predicted loss and its error bound."""
        weight, unit = check_positive("weight", weight), np.empty(self.space.dimension)
        where, features = self._state_of(part), self.features_of(context)
        value, error = self._kernels.predict_best(where, self.state, 0, features, weight, unit)
        if part is not None and not isinstance(self.oracle, Oracle) and error > 0.0:
            error = math.nan  # what an object states holds for the whole space
        return unit, float(value), float(error)

    def _allowed(self, context: Any, within: Any) -> Allowed | None:
        """What rules leave of the space; None for all of it."""
        if isinstance(within, Allowed):
            return within
        if self.rule is not None:
            found: Allowed | None = self.rule(context, within)
            return found
        return None if within is None else self.space.allowed(within)

    def _state_of(self, part: Allowed | None) -> Any:
        """What kernels see of a part, or of the whole space."""
        return self.space.state if part is None else part.state

    def mass(
        self, context: ArrayLike | None, rate: float, *, within: Any = None
    ) -> tuple[float, float]:
        """M(A), the probability of exploring at h*gamma = ``rate``, and its error bound."""
        if not 0.0 <= check_finite("rate", rate) <= LARGEST:
            raise InvalidParameter(f"rate is {rate!r}; give a number from 0 to {LARGEST:g}")
        out, point = np.empty(1), np.empty(self.space.dimension)
        error = self._kernels.predict_mass(
            self._state_of(self._allowed(context, within)),
            self.state,
            0,
            self.features_of(context),
            1.0,
            np.array([float(rate)]),
            point,
            out,
        )
        return float(out[0]), float(error)

    def learn(
        self, context: ArrayLike | None, action: Action, loss: float, weight: float = 1.0
    ) -> None:
        """Take in one observed loss, for example from a log.

        Where a fit becomes due (`BoostedOracle`), it waits for that.
        """
        unit = self.space.to_unit(self.space.check(action))
        value = Scale().loss(loss=loss)
        if as_number(weight) == 0.0:
            return
        weight = check_positive("weight", weight)
        bound = getattr(self.oracle, "bound", None)
        if bound is not None and weight > bound:
            raise InvalidParameter(f"weight is {weight!r}, above the promised bound {bound!r}")
        features = self.features_of(context)
        with self.guard:
            self._refit_if_due()  # one that an interruption left
            key = self._kernels.decision_key(self.seed, self._examples)
            self._kernels.train(self.state, features, unit, value, weight, key)
            self._examples += 1
            self._refit_if_due()

    def _refit_if_due(self) -> None:
        if not isinstance(self.oracle, Oracle):
            return
        state = self.oracle.refitted(self.state, self.seed + self._examples)
        if state is not self.state:
            if self.follow is not None:
                self.follow(state)  # first: it takes over all or nothing
            self.state = state

    def regret_bound(self, rounds: int) -> float | None:
        """Reg_Sq(rounds) where it is known."""
        rounds = check_count("rounds", rounds)
        if isinstance(self.oracle, Oracle):
            return self.oracle.regret_bound(rounds, self.space, self.context_size)
        return own_bound(self.oracle, rounds)

    def require_bound(self, rounds: int, *, spread: float | None = None) -> float:
        """Reg_Sq(rounds), or NoRegretBound; for weights that vary up to ``spread`` if given."""
        if spread is not None and isinstance(self.oracle, Oracle):
            bound = self.oracle.weighted_bound(rounds, self.space, self.context_size, spread)
        else:
            bound = self.regret_bound(rounds)
        if bound is None:
            raise NoRegretBound(
                f"{self.oracle!r} states no regret bound, which this needs; TableOracle, "
                "LinearOracle, NewtonOracle, FiniteClassOracle and GLMOracle(rounds=...) do, or "
                "take SmoothIGW with gamma as a number or Anytime(constant=...)"
            )
        return bound


def check_horizon(rounds: int, space: Space, context_size: int) -> tuple[int, Space, int]:
    """Refuse what no regret bound can be stated for."""
    context_size = check_context_size(context_size)
    return check_count("rounds", rounds), check_space(space), context_size


def own_bound(oracle: Any, rounds: int) -> float | None:
    """What a user's object states as its regret bound, checked."""
    stated = getattr(oracle, "regret_bound", None)
    bound = None if stated is None else stated(rounds)
    return None if bound is None else check_positive("regret_bound(rounds)", bound)


def is_own_oracle(oracle: Any) -> bool:
    """Whether a user's object has the verbs of an oracle."""
    if isinstance(oracle, type):
        return False
    return all(callable(getattr(oracle, verb, None)) for verb in ("predict", "learn"))


def own_state(oracle: Any, space: Space) -> OwnState:
    """Kernel state of a user's oracle."""
    candidates, spacing = space.candidates()
    return OwnState(SimpleNamespace(model=oracle, learned=0), space, candidates, spacing)


def bind(
    oracle: Any,
    space: Space,
    *,
    context_size: int = 0,
    seed: int = 0,
    engine: Engine | None = None,
) -> Model:
    """Return the live model of an oracle: built-in parameters or a user's own object."""
    context_size = check_context_size(context_size)
    seed = check_seed(seed)
    check_space(space)
    if engine is not None:
        check_choice("engine", engine, get_args(Engine))
    if isinstance(oracle, Oracle):
        if context_size and oracle.ignores_contexts:
            name = type(oracle).__name__
            warnings.warn(f"{name} ignores contexts; it learns one model for all", stacklevel=3)
        features = oracle.context_features
        state = oracle.build(space, features.width(context_size), seed)
        transform = features.build(context_size, seed)
        compilable = oracle.compilable and space.compilable
    elif is_own_oracle(oracle):
        state = own_state(oracle, space)
        transform = Linear().build(context_size, seed)
        compilable = False
    else:
        raise InvalidParameter(
            f"oracle is {oracle!r}; give one of smoothbandits.oracles or an object with "
            "predict, learn and perhaps best"
        )
    if engine == "compiled" and not compilable:
        raise UnsupportedEngine(
            f"{oracle!r} on {space!r} has an oracle, features or a measure that only exist as "
            "Python objects; use engine='python' or leave it out"
        )
    chosen: Engine = engine or ("compiled" if compilable else "python")
    return Model(
        oracle,
        space,
        context_size=context_size,
        state=state,
        transform=transform,
        engine=chosen,
        seed=seed,
    )
