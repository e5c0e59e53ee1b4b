"""Reading a bandit from a file: it continues bit for bit."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from smoothbandits import storage
from smoothbandits.bandit import Bandit
from smoothbandits.corral_bandit import CorralBandit
from smoothbandits.errors import CorruptSave, InvalidParameter, SmoothBanditsError, UnsupportedSave
from smoothbandits.ledger import Ledger
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.saving import COUNTERS, own_oracles, require_state_methods

__all__ = ["load"]

KINDS = {kind.__name__: kind for kind in (Bandit, CorralBandit)}


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
    for place, oracle in own_oracles(bandit._core.oracle, "oracle").items():
        require_state_methods(oracle)
        mine = f"own.{place}."
        oracle.load_state_dict(
            {k.removeprefix(mine): v for k, v in arrays.items() if k.startswith(mine)}
        )
    kind = bandit.oracle.oracle
    if isinstance(kind, RefittedOracle):
        state = storage.regrow(bandit._core.oracle, arrays, "oracle", kind.grown)
        kind.check_state(state)
        bandit._core.go_on_with(state)
    else:
        storage.refill(bandit._core.oracle, arrays, "oracle")
    storage.refill(bandit._core.explorer, arrays, "explorer")
    for name in COUNTERS:
        setattr(bandit, f"_{name}", manifest["counters"][name])
    bandit._ledger = Ledger(bandit._id, bandit._ledger.limit)
    bandit._ledger.restore(manifest["ledger"], arrays["ledger"].tobytes())
    if bandit._core.refits is not None:
        bandit._core.refits.restore(**manifest["refits"])
