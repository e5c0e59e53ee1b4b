"""Writing a bandit to a file: its parameters, its state and its ledger."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits import storage
from smoothbandits.errors import UnsupportedSave
from smoothbandits.kernels.states import ForeignState

if TYPE_CHECKING:
    from smoothbandits.bandit import Bandit

__all__ = ["save"]

COUNTERS = ("id", "decided", "learned", "loss_sum", "explored")


def save(bandit: "Bandit", path: str | Path) -> None:
    """Write a bandit to one file, atomically: an old file stays whole until the new one is.

    The bandit waits while its state is copied, not while the disk writes.
    """
    kind = type(bandit).__name__
    if not type(bandit).__module__.startswith("smoothbandits."):
        raise UnsupportedSave(f"{kind} is a class of your own; save a Bandit or a CorralBandit")
    with bandit._lock:
        arrays: storage.Arrays = {}
        parameters = {
            name: storage.describe(value, arrays, f"parameter.{name}")
            for name, value in bandit._parameters().items()
        }
        for place, oracle in own_oracles(bandit._core.oracle, "oracle").items():
            arrays.update(own_state(oracle, place))
        arrays.update(storage.flatten(bandit._core.oracle, "oracle"))
        arrays.update(storage.flatten(bandit._core.explorer, "explorer"))
        arrays["ledger"] = np.frombuffer(bytes(bandit._ledger.bits), dtype=np.uint8)
        manifest = {
            "class": kind,
            "parameters": parameters,
            "counters": {name: getattr(bandit, f"_{name}") for name in COUNTERS},
            "ledger": bandit._ledger.to_dict(),
            "refits": bandit._core.refits.to_dict() if bandit._core.refits is not None else None,
        }
        arrays = {name: array.copy() for name, array in arrays.items()}
    storage.write(path, manifest, arrays)


def own_oracles(state: Any, path: str) -> dict[str, Any]:
    """The users' objects in a state, by their place in it."""
    if isinstance(state, ForeignState):
        return {path: state.holder.model}
    found: dict[str, Any] = {}
    if isinstance(state, tuple):
        for name, part in storage.parts(state):
            found.update(own_oracles(part, f"{path}.{name}"))
    return found


def own_state(oracle: Any, place: str) -> storage.Arrays:
    """The arrays of a user's oracle."""
    require_state_methods(oracle)
    state = oracle.state_dict()
    if not isinstance(state, Mapping) or not all(isinstance(name, str) for name in state):
        raise UnsupportedSave(
            f"state_dict() gave {state!r}; return a dict of numpy arrays by name"
        )
    return {f"own.{place}.{name}": np.asarray(value) for name, value in state.items()}


def require_state_methods(oracle: Any) -> None:
    """Raise unless a user's oracle can be saved."""
    if not all(callable(getattr(oracle, f"{verb}state_dict", None)) for verb in ("", "load_")):
        raise UnsupportedSave(
            f"the oracle {type(oracle).__name__} has no state_dict() and load_state_dict(arrays); "
            "add them (a dict of numpy arrays) to save this bandit"
        )
