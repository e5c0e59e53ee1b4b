"""Saving a bandit and loading it: it continues bit for bit."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits import storage
from smoothbandits.bandit import Bandit
from smoothbandits.corral_bandit import CorralBandit
from smoothbandits.errors import CorruptSave, InvalidParameter, SmoothBanditsError, UnsupportedSave
from smoothbandits.kernels.states import ForeignState
from smoothbandits.ledger import Ledger

__all__ = ["load", "save"]

KINDS = {kind.__name__: kind for kind in (Bandit, CorralBandit)}
COUNTERS = ("id", "decided", "learned", "loss_sum", "explored")


def save(bandit: Bandit, path: str | Path) -> None:
    """Write a bandit to one file, atomically: an old file stays whole until the new one is."""
    kind = type(bandit).__name__
    if KINDS.get(kind) is not type(bandit):
        raise UnsupportedSave(f"{kind} is a class of your own; save a Bandit or a CorralBandit")
    with bandit._lock:
        arrays: storage.Arrays = {}
        parameters = {
            name: storage.describe(value, arrays, f"parameter.{name}")
            for name, value in bandit._parameters().items()
        }
        if isinstance(bandit._oracle_state, ForeignState):
            arrays.update(own_state(bandit.oracle.oracle))
        else:
            arrays.update(storage.flatten(bandit._oracle_state, "oracle"))
        arrays.update(storage.flatten(bandit._explorer_state, "explorer"))
        arrays["ledger"] = np.frombuffer(bytes(bandit._ledger.bits), dtype=np.uint8)
        manifest = {
            "class": kind,
            "parameters": parameters,
            "counters": {name: getattr(bandit, f"_{name}") for name in COUNTERS},
            "ledger": bandit._ledger.to_dict(),
        }
        storage.write(path, manifest, arrays)


def load(path: str | Path, **own: Any) -> Bandit:
    """Load a bandit that `Bandit.save` wrote; it continues bit for bit.

    Parameters
    ----------
    path
        The file.
    own
        Parts that hold objects of your own, which no file can: ``oracle=`` for an oracle or
        features written in Python, ``space=`` for a sampler.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from smoothbandits import Interval
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "price.bandit"
    >>> Bandit(Interval(5.0, 50.0), seed=7).save(path)
    >>> load(path).seed
    7
    """
    manifest, arrays = storage.read(path)
    try:
        parameters = manifest["parameters"]
        refuse_mismatch(parameters, own)
        given = {
            name: own[name] if name in own else storage.rebuild(description, arrays)
            for name, description in parameters.items()
        }
        bandit: Bandit = KINDS[manifest["class"]](**given)
        restore(bandit, manifest, arrays)
    except SmoothBanditsError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CorruptSave(f"{str(path)!r} lacks a part: {error!r}; load another copy") from error
    return bandit


def refuse_mismatch(parameters: Mapping[str, Any], own: Mapping[str, Any]) -> None:
    """Raise unless exactly those parts are given that the file cannot hold."""
    for name, description in parameters.items():
        if storage.holds_own(description) and name not in own:
            raise UnsupportedSave(
                f"the {name} holds an object of your own, which no file can keep; "
                f"pass it again: load(path, {name}=...)"
            )
    for name in own:
        if name not in parameters or not storage.holds_own(parameters[name]):
            raise InvalidParameter(f"the file needs no {name}=; it keeps that part itself")


def restore(bandit: Bandit, manifest: Mapping[str, Any], arrays: storage.Arrays) -> None:
    """Take over saved progress."""
    if isinstance(bandit._oracle_state, ForeignState):
        require_state_methods(bandit.oracle.oracle)
        bandit.oracle.oracle.load_state_dict(
            {k.removeprefix("own."): v for k, v in arrays.items() if k.startswith("own.")}
        )
    else:
        storage.refill(bandit._oracle_state, arrays, "oracle")
    storage.refill(bandit._explorer_state, arrays, "explorer")
    for name in COUNTERS:
        setattr(bandit, f"_{name}", manifest["counters"][name])
    bandit._ledger = Ledger(bandit._id, bandit._ledger.limit)
    bandit._ledger.restore(manifest["ledger"], arrays["ledger"].tobytes())


def own_state(oracle: Any) -> storage.Arrays:
    """The arrays of a user's oracle."""
    require_state_methods(oracle)
    state = oracle.state_dict()
    if not isinstance(state, Mapping) or not all(isinstance(name, str) for name in state):
        raise UnsupportedSave(
            f"state_dict() gave {state!r}; return a dict of numpy arrays by name"
        )
    return {f"own.{name}": np.asarray(value) for name, value in state.items()}


def require_state_methods(oracle: Any) -> None:
    """Raise unless a user's oracle can be saved."""
    if not all(callable(getattr(oracle, f"{verb}state_dict", None)) for verb in ("", "load_")):
        raise UnsupportedSave(
            f"the oracle {type(oracle).__name__} has no state_dict() and load_state_dict(arrays); "
            "add them (a dict of numpy arrays) to save this bandit"
        )
