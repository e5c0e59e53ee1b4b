"""Costs that can be counted: calls of an oracle, array entries that a round looks at, bytes."""

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["Counted", "CountingOracle", "byte_count", "count_entries"]


class CountingOracle:
    """An oracle of a user that learns nothing and counts what it is asked; copies count along.

    Examples
    --------
    >>> oracle = CountingOracle()
    >>> oracle.predict(None, [3, 4, 5])
    [0.5, 0.5, 0.5]
    >>> dict(oracle.calls)
    {'predict': 1, 'actions': 3}
    """

    def __init__(self, calls: Counter[str] | None = None) -> None:
        self.calls: Counter[str] = Counter() if calls is None else calls

    def __deepcopy__(self, memo: Any) -> "CountingOracle":
        self.calls["copies"] += 1
        return CountingOracle(self.calls)

    def predict(self, context: Any, actions: Sequence[Any], weight: float = 1.0) -> list[float]:
        """One half for every action."""
        self.calls.update(predict=1, actions=len(actions))
        return [0.5] * len(actions)

    def best(self, context: Any, weight: float = 1.0) -> tuple[int, float]:
        """The first action."""
        self.calls["best"] += 1
        return 0, 0.5

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        """Only count."""
        self.calls["learn"] += 1

    def regret_bound(self, rounds: int) -> float:
        """Any number: nothing is proved with it."""
        return 1.0


class Counted(np.ndarray):
    """An array that counts the entries which are read or written, whole-array work included.

    Examples
    --------
    >>> tally = Counter()
    >>> array = Counted.of(np.arange(5.0), tally)
    >>> array[1] = array[0] + array[2]
    >>> total = array.sum()
    >>> tally["entries"]
    8
    """

    tally: Counter[str]

    @classmethod
    def of(cls, array: Any, tally: Counter[str]) -> "Counted":
        """The same array, whose entries count from now on."""
        counted = np.asarray(array).view(cls)
        counted.tally = tally
        return counted

    def __array_finalize__(self, parent: Any) -> None:
        self.tally = parent.tally if isinstance(parent, Counted) else Counter()

    def __deepcopy__(self, memo: Any) -> "Counted":
        return Counted.of(self.view(np.ndarray).copy(), self.tally)

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        if not isinstance(found, Counted):  # a part of the array counts when it is looked at
            self.tally["entries"] += 1
        return found

    def __setitem__(self, key: Any, value: Any) -> None:
        self.tally["entries"] += int(np.size(self.view(np.ndarray)[key]))
        super().__setitem__(key, value)

    def __iter__(self) -> Any:
        self.tally["entries"] += self.size
        return iter(self.view(np.ndarray))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        outs = options.get("out", ())
        plain = [self._plain(value) for value in inputs]
        if outs:
            options["out"] = tuple(self._plain(value) for value in outs)
        return getattr(ufunc, method)(*plain, **options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return function(
            *(self._plain(value) for value in args),
            **{name: self._plain(value) for name, value in kwargs.items()},
        )

    def _plain(self, value: Any) -> Any:
        """What is worked on as a whole counts whole."""
        if not isinstance(value, Counted):
            return value
        self.tally["entries"] += value.size
        return value.view(np.ndarray)


def count_entries(part: Any, tally: Counter[str]) -> Any:
    """The same oracle or explorer with arrays that count, for the python engine.

    Examples
    --------
    >>> from smoothbandits import Catalog, TableOracle
    >>> tally = Counter()
    >>> state = count_entries(TableOracle(), tally).build(Catalog(3), 0, 0)
    >>> float(state.totals[2]), tally["entries"]
    (0.0, 1)
    """
    kind: Any = type(part)

    def build(self: Any, *arguments: Any) -> Any:
        return with_counts(kind.build(self, *arguments), tally)

    counting = type(kind.__name__, (kind,), {"build": build})
    return counting(
        **{field.name: getattr(part, field.name) for field in dataclasses.fields(part)}
    )


def with_counts(state: Any, tally: Counter[str]) -> Any:
    """A kernel state whose arrays count."""
    if isinstance(state, np.ndarray):
        return Counted.of(state, tally)
    if isinstance(state, tuple) and hasattr(state, "_fields"):
        return type(state)(*(with_counts(value, tally) for value in state))
    return state


def byte_count(state: Any) -> int:
    """Memory of all arrays of a kernel state.

    Examples
    --------
    >>> byte_count((np.zeros(3), [np.zeros(2)], 1.0))
    40
    """
    if isinstance(state, np.ndarray):
        return state.nbytes
    if isinstance(state, tuple | list):
        return sum(byte_count(value) for value in state)
    return 0
