"""Examples that the bandit did not decide: the oracle learns them, and gives them up again."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.feedback import Feedback
from smoothbandits.bandit.learner import Learner
from smoothbandits.bandit.lesson import Lesson
from smoothbandits.bandit.reading import NumberedContexts
from smoothbandits.bandit.variety import Variety, chosen, overlap, spread_of
from smoothbandits.checks import Floats, as_numbers
from smoothbandits.contexts import readable, unreadable
from smoothbandits.engines import entries_of
from smoothbandits.errors import (
    AlreadyLearned,
    CorruptSave,
    InvalidContext,
    InvalidLoss,
    InvalidParameter,
    SmoothBanditsError,
    UnknownDecision,
)
from smoothbandits.features import identity
from smoothbandits.kernels.states import LARGEST_ENTRY
from smoothbandits.oracles import Model, Oracle
from smoothbandits.oracles.refitted import RefittedOracle

__all__ = ["Examples", "Teaching", "examples_of"]

# where the keys of taught examples come from: neither decisions nor replicas get to this number
LESSONS = 2**62


class Examples(NamedTuple):
    """Checked rows, as the kernels take them.

    ``weights`` and ``propensities`` are None and ``ids`` is empty where none were given.
    """

    contexts: Floats
    features: Floats
    points: Floats
    values: Floats
    weights: Floats | None
    propensities: Floats | None
    ids: list[Any]


class Teaching:
    """What was taught: how it reaches the oracle, and which example has which id.

    Attributes
    ----------
    numbers
        The number of each taught example that has an id.
    variety
        How much the actions of what was taught vary.
    """

    def __init__(self, learner: Learner, seed: int) -> None:
        self.numbers: dict[Hashable, int] = {}
        self._learner, self._seed = learner, seed
        model = learner.model
        self.variety = Variety.none(model.context_size, model.space.dimension)

    def teach(self, read: Callable[[], Examples]) -> None:
        """Let the oracle learn all examples that are read, or none."""
        learner = self._learner
        learner.wait_for_fits()  # one in flight then ends here in every replay
        with learner.lock:
            try:
                learner.settle()
                examples = read()
                self._refuse_known(examples.ids)
                if len(examples.values):
                    self._learn(examples)
            except BaseException:
                learner.settle()  # places of new levels are taken back too
                raise
        learner.wait_for_fits()

    def _learn(self, examples: Examples) -> None:
        learner, states, n = self._learner, self._learner.states, len(examples.values)
        after = learner.counts.teach(n, learner.contexts.levels)
        places = np.arange(learner.counts.taught + 1, after.taught + 1)
        numbers = dict(zip(examples.ids, places.tolist(), strict=False))
        variety, weights = self.variety, np.ones(n)
        if examples.weights is not None:
            weights = examples.weights.copy()
        if varies(learner.model):
            shares = None
            if examples.propensities is not None:
                shares = overlap(examples.propensities)
            elif examples.weights is None:
                spread = spread_of(learner.model.space)
                variety = variety.after(places, examples.contexts, examples.points, spread)
                shares = np.full(n, variety.share[0])
            if shares is not None and takes_weights(learner.model):
                weights *= shares
            elif shares is not None:
                weights *= chosen(shares, places, self._seed)
        learned = weights > 0.0
        columns = (examples.features, examples.points, examples.values, weights, places)
        in_use = states.in_use
        if states.refits is not None:
            room = states.refits.oracle.with_room_for(states.oracle, int(learned.sum()))
            in_use = states.in_place(room)

        def close() -> None:
            states.go_on_in(in_use)
            self.numbers.update(numbers)
            self.variety = variety

        told = learner.witness.taught(examples, learner.contexts.levels)
        lesson = Lesson.of(close, after, states, told)
        rows = (column[learned] for column in columns)
        learner.follow(lesson, states.kernels.instruct_many, in_use.handle, *rows, self.key)

    @property
    def key(self) -> int:
        """What the keys of taught examples are made of."""
        return int(entries_of("python").decision_key(self._seed, LESSONS))

    def forget(self, ids: Iterable[Any]) -> None:
        """Make the oracle what it would be without some of the taught examples."""
        learner, states = self._learner, self._learner.states
        asked = ids_of(ids)
        with learner.lock:
            learner.settle()
            kind, model = learner.model.oracle, learner.model
            if states.refits is None or not isinstance(kind, RefittedOracle):
                raise InvalidParameter(
                    f"oracle is {kind!r}, which keeps no examples and so cannot forget some; "
                    "load a file from before they were taught, and teach and learn the rest again"
                )
            numbers = self._numbers_of(asked)
            if not numbers:
                return
            given = (states.oracle, learner.untaught(), numbers.values())
            less = states.in_place(kind.relearned(*given, model.seed + learner.counts.learned))
            dropped = states.refits.progress._replace(flight=None, owed=False)

            variety = self.variety.without(list(numbers.values()))

            def close() -> None:
                states.go_on_in(less, dropped)
                self.variety = variety
                for id in numbers:
                    self.numbers.pop(id, None)

            told = learner.witness.forgot(asked)
            after = learner.counts.forget(len(numbers))
            learner.follow(Lesson(close, after, [], [], told, []), int)

    def _refuse_known(self, ids: Sequence[Any]) -> None:
        ledger = self._learner.ledger
        for id in ids:
            if id in self.numbers:
                raise AlreadyLearned(f"example {id!r} was taught before; each teaches once")
            ledger.check_id(id)
            if ledger.was_learned(id):
                raise AlreadyLearned(f"decision {id!r} was learned before; do not teach it too")

    def _numbers_of(self, ids: list[Any]) -> dict[Any, int]:
        """The numbers of these examples, if all are known."""
        found = {}
        for id in ids:
            number = self.numbers.get(id)
            if number is None:
                raise UnknownDecision(
                    f"no example with id {id!r} was taught, or it was forgotten before; give ids "
                    "that were given to teach"
                )
            found[id] = number
        return found

    # ------------------------------------------------------------------------ saving

    def to_arrays(self) -> tuple[list[Any], dict[str, NDArray[Any]]]:
        """Ids, their numbers and the latest examples, which never change."""
        numbers = np.array(list(self.numbers.values()), dtype=np.int64)
        columns = {f"taught.{name}": part for name, part in self.variety._asdict().items()}
        return list(self.numbers), {"taught": numbers, **columns}

    def restore(self, ids: list[Any], arrays: Mapping[str, Any]) -> None:
        """Take over what `to_arrays` gave."""
        taught, numbers = self._learner.counts.taught, arrays["taught"]
        variety = Variety(*(arrays[f"taught.{name}"] for name in Variety._fields))
        known = dict(zip(ids, numbers.tolist(), strict=True))
        plain = all(type(id) in (str, int) for id in ids) and len(known) == len(ids)
        if not (
            plain
            and are_places(numbers, taught)
            and are_places(variety.numbers, taught)
            and variety.is_sound(self.variety, taught)
        ):
            raise CorruptSave("what was taught is damaged in the file; load another copy")
        self.numbers, self.variety = known, variety


def are_places(numbers: NDArray[np.int64], taught: int) -> bool:
    """Whether these are numbers of examples, in the order in which they were taught."""
    whole = numbers.dtype == np.int64 and numbers.ndim == 1
    if not whole or not len(numbers):
        return whole
    return bool(numbers[0] > 0 and numbers[-1] <= taught and (np.diff(numbers) > 0).all())


# ------------------------------------------------------------------------ what is accepted


def varies(model: Model) -> bool:
    """Whether actions may follow from contexts, and the oracle takes one for the other then.

    One that learns outcomes knows how they depend on the action, and needs little to place them.
    """
    oracle = model.oracle
    knows = isinstance(oracle, Oracle) and oracle.learns_outcomes
    return bool(model.space.parts.sides) and model.context_size > 0 and not knows


def takes_weights(model: Model) -> bool:
    """Whether an example can count less than another."""
    return not isinstance(model.oracle, Oracle) or model.oracle.takes_weights


def examples_of(
    reader: NumberedContexts,
    model: Model,
    feedback: Feedback,
    contexts: Any,
    actions: Any,
    *,
    losses: Any,
    rewards: Any,
    outcomes: Any,
    weights: Any,
    propensities: Any,
    ids: Any,
) -> Examples:
    """Rows that this oracle can learn, or the error that says which row is not one."""
    values = feedback.values(losses=losses, rewards=rewards, outcomes=outcomes)
    n = len(values)
    points = points_of(model, actions)
    if len(points) != n:
        raise InvalidLoss(f"{n} values for {len(points)} actions; give one each")
    if contexts is None and not model.context_size:
        contexts = n
    _, rows = reader.read_many(contexts)
    if len(rows) != n:
        raise InvalidContext(f"contexts has {len(rows)} rows for {n} actions; give one each")
    return Examples(
        contexts=rows,
        features=features_of(model, rows),
        points=points,
        values=values,
        weights=None if weights is None else weights_of(model, weights, n),
        propensities=None if propensities is None else propensities_of(propensities, n),
        ids=[] if ids is None else ids_of(ids, n),
    )


def points_of(model: Model, actions: Any) -> Floats:
    """Unit coordinates of actions in the user's units, checked one by one."""
    space = model.space
    try:
        given = list(actions)
    except TypeError:
        raise InvalidParameter(f"actions is {actions!r}; give a list of actions") from None
    points = np.empty((len(given), space.dimension))
    for row, action in enumerate(given):
        try:
            points[row] = space.to_unit(space.check(action))
        except SmoothBanditsError as error:
            raise type(error)(f"actions[{row}]: {error.args[0]}") from None
    return points


def features_of(model: Model, rows: Floats) -> Floats:
    """Features of contexts that this oracle can read."""
    bad = np.flatnonzero(~readable(rows, model.entries).all(axis=1))
    if bad.size:
        raise unreadable(rows[bad[0]], model.entries, f"context in row {bad[0]}")
    if isinstance(model.oracle, Oracle):
        for row in rows if type(model.oracle).check_context is not Oracle.check_context else ():
            model.oracle.check_context(row)
    features = np.ascontiguousarray(model.transform(rows))
    if model.transform is not identity:
        bad = np.flatnonzero(~np.isfinite(features).all(axis=1))
        if bad.size:
            entries = model.entries._replace(largest=LARGEST_ENTRY)
            raise unreadable(rows[bad[0]], entries, f"context in row {bad[0]}")
    return features


def weights_of(model: Model, weights: Any, n: int) -> Floats:
    """Weights that this oracle takes."""
    found = as_column("weights", weights, n)
    bad = np.flatnonzero(~((found > 0.0) & np.isfinite(found)))
    if bad.size:
        raise InvalidParameter(
            f"weights[{bad[0]}] is {found[bad[0]]}; give finite numbers above 0, and leave rows "
            "without weight out"
        )
    oracle = model.oracle
    if not takes_weights(model) and (found != 1.0).any():
        raise InvalidParameter(
            f"weights are given and oracle is {oracle!r}, which takes none; leave weights out, "
            "or make the bandit with policy='fast' or another oracle that takes_weights"
        )
    bound = getattr(oracle, "bound", None)
    if bound is not None and (found > bound).any():
        raise InvalidParameter(f"a weight is {found.max()}, above the promised bound {bound!r}")
    return found


def propensities_of(propensities: Any, n: int) -> Floats:
    """Densities relative to mu; infinite for an action that had a probability of its own."""
    found = as_column("propensities", propensities, n)
    bad = np.flatnonzero(~(found > 0.0))
    if bad.size:
        raise InvalidParameter(
            f"propensities[{bad[0]}] is {found[bad[0]]}; give densities above 0 relative to mu, "
            "and inf where an action was not drawn at random"
        )
    return found


def as_column(name: str, values: Any, n: int) -> Floats:
    """Numbers, one per action."""
    found = as_numbers(name, values)
    if found.shape != (n,):
        raise InvalidParameter(f"{name} has shape {found.shape}; give {n}, one per action")
    return found


def ids_of(ids: Any, n: int | None = None) -> list[Any]:
    """Ids that differ, ``n`` of them if that is known."""
    try:
        given = None if isinstance(ids, str | bytes) else list(ids)
    except TypeError:
        given = None
    if given is None:
        raise InvalidParameter(f"ids is {ids!r}; give a list of ids")
    given = [id.item() if isinstance(id, np.generic) else id for id in given]
    if n is not None and len(given) != n:
        raise InvalidParameter(f"{len(given)} ids for {n} actions; give one each")
    for row, id in enumerate(given):
        if isinstance(id, bool) or not isinstance(id, str | int):
            raise InvalidParameter(f"ids[{row}] is {id!r}; give a string or a whole number")
    if len(set(given)) < len(given):
        twice = Counter(given).most_common(1)[0][0]
        raise InvalidParameter(f"id {twice!r} is given twice; give each example its own")
    return given
