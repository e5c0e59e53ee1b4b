"""Reading a bandit from a file: it continues bit for bit."""

import copy
import math
import os
from collections.abc import Mapping
from typing import Any, BinaryIO

from smoothbandits import archive, files, storage, waiting
from smoothbandits.bandit import Bandit
from smoothbandits.bits import Bits
from smoothbandits.checks import check_count, check_path
from smoothbandits.corral_bandit import CorralBandit
from smoothbandits.engines import load as load_engine
from smoothbandits.errors import CorruptSave, InvalidParameter, SmoothBanditsError, UnsupportedSave
from smoothbandits.lesson import Counts
from smoothbandits.lineage import Runs, replica_start
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.saving import own_oracles, require_state_methods
from smoothbandits.sizes import numbers_of
from smoothbandits.sound_states import refuse_unsound
from smoothbandits.spaces.base import check_space

__all__ = ["from_bytes", "load"]

KINDS = {kind.__name__: kind for kind in (Bandit, CorralBandit)}
ALLOWANCE, FACTOR = 2.0**28, 16.0  # bytes that a bandit may take beside so many times its file
MOST_REPLICAS = 2**32
MOST_OPEN = 2**30  # decisions since the first that was not learned: a bit each
# what damaged descriptions lead to on their way through constructors
DAMAGE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
)


def load(
    path: str | os.PathLike[str] | BinaryIO, *, replica: int | None = None, **own: Any
) -> Bandit:
    """Load a bandit that `Bandit.save` wrote; it continues bit for bit.

    Ids that it makes up carry a name of their own: decisions of another copy that goes on beside
    it are refused.

    Parameters
    ----------
    path
        The file, or a binary file that is open for reading.
    replica
        A number for each of several copies that decide beside each other: they draw other
        actions, and the bandit that is loaded without ``replica``, or was never saved, learns the
        decisions of all of them.
    own
        Parts that hold objects of your own, which no file can: ``oracle=`` for an oracle or
        features written in Python, ``space=`` for a sampler.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from smoothbandits import Interval
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "price.bandit"
    >>> learner = Bandit(Interval(5.0, 50.0), seed=7)
    >>> learner.save(path)
    >>> load(path).seed
    7
    >>> learner.learn(load(path, replica=3).act(), loss=0.2)
    """
    if not isinstance(path, str | os.PathLike):
        if callable(getattr(path, "read", None)):
            return from_bytes(path.read(), replica=replica, **own)
        raise InvalidParameter(f"path is {path!r}; give a path or an open binary file")
    place = files.real(check_path("path", path))
    before = files.print_of(place)
    bandit = made(place.read_bytes(), repr(str(path)), replica, own)
    if before is not None:
        bandit._files[place] = before
    return bandit


def from_bytes(content: bytes, *, replica: int | None = None, **own: Any) -> Bandit:
    """Load a bandit from what `Bandit.to_bytes` gave; parameters as for `load`."""
    if not isinstance(content, bytes | bytearray | memoryview):
        raise InvalidParameter(f"content is of {type(content)}; give what to_bytes returned")
    return made(bytes(content), "content", replica, own)


def made(content: bytes, name: str, replica: int | None, own: Mapping[str, Any]) -> Bandit:
    """The bandit in these bytes."""
    if replica is not None and check_count("replica", replica, least=0) >= MOST_REPLICAS:
        raise InvalidParameter(f"replica is {replica!r}; give a number below 2**32")
    manifest, arrays = archive.unpack(content, name)
    try:
        parameters = manifest["parameters"]
        refuse_mismatch(parameters, own)
        given = {
            part: own[part] if part in own else storage.rebuild(description, arrays)
            for part, description in parameters.items()
        }
        kind = KINDS[manifest["class"]]
        refuse_excess(kind, given, arrays, len(content))
        bandit: Bandit = kind(**given)
        restore(bandit, manifest, arrays)
        restore_ledger(bandit, manifest, arrays, replica)
    except SmoothBanditsError:
        raise
    except DAMAGE as error:
        raise CorruptSave(f"{name} lacks a part: {error!r}; load another copy") from error
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


def refuse_excess(
    kind: type[Bandit], given: Mapping[str, Any], arrays: archive.Arrays, size: int
) -> None:
    """Raise if the bandit would be larger than what the file can have held."""
    space, context_size = (
        given["space"],
        check_count("context_size", given["context_size"], least=0),
    )
    check_space(space)
    bases, explorer = 1, given.get("explorer")
    if kind is CorralBandit:
        bases = max(1, math.ceil(math.log2(check_count("rounds", given["rounds"]))))
    claimed = bases if kind is CorralBandit else getattr(explorer, "bases", None)
    if claimed is not None and claimed != arrays["explorer.corral.rows"].shape[-1]:
        raise storage.mismatch("explorer.corral.rows")
    numbers = numbers_of(space, given["oracle"], explorer, context_size, bases, size)
    if 8.0 * numbers > ALLOWANCE + FACTOR * size:
        raise CorruptSave(
            f"the file describes a bandit of about {numbers:.0e} numbers, far more than it holds; "
            "it is damaged, load another copy"
        )


def restore(bandit: Bandit, manifest: Mapping[str, Any], arrays: archive.Arrays) -> None:
    """Take over what oracle and explorer have learned."""
    core, kind = bandit._core, bandit.oracle.oracle
    for place, oracle in own_oracles(core.oracle, "oracle").items():
        require_state_methods(oracle)
        mine = f"own.{place}."
        oracle.load_state_dict(
            {k.removeprefix(mine): v for k, v in arrays.items() if k.startswith(mine)}
        )
    refitted = isinstance(kind, RefittedOracle)
    state = storage.regrow(core.oracle, arrays, "oracle", kind.grown if refitted else ())
    if refitted:
        kind.check_state(state)
    refuse_unsound(state, core.oracle, "oracle")
    core.go_on_with(state)
    fresh = copy.deepcopy(core.explorer)
    storage.refill(core.explorer, arrays, "explorer")
    refuse_unsound(core.explorer, fresh, "explorer")
    if core.refits is not None:
        core.refits.restore(**manifest["refits"])


def restore_ledger(
    bandit: Bandit, manifest: Mapping[str, Any], arrays: archive.Arrays, replica: int | None
) -> None:
    """Take over what was counted and which decisions wait, under another name."""
    counts, fields = checked_counts(manifest["counts"]), manifest["ledger"]
    ledger, decided = bandit._ledger, counts.decided
    runs = Runs.restored(fields["runs"], decided)
    ledger.own = Bits.restored(fields["start"], arrays["ledger"], decided)
    open_numbers = decided - ledger.own.window.start
    if (
        ledger.own.count() != counts.learned
        or open_numbers > MOST_OPEN + 16 * arrays["ledger"].size
    ):
        raise CorruptSave("the file counts other decisions than it lists; load another copy")
    for name, start in fields["replicas"].items():
        first = replica_start(name)
        if first is None or type(start) is not int or start < first:
            raise CorruptSave("the names in the file are no replica's; load another copy")
        end = start + 8 * arrays[f"replica.{name}"].size
        ledger.replicas[name] = Bits.restored(start, arrays[f"replica.{name}"], end)
    ledger.runs = runs
    ledger.restore_gone(fields["gone"])
    learned, bases = counts.learned, bandit._bases
    model = bandit.oracle
    made = waiting.from_columns(fields["ids"], arrays, model, runs, decided, learned, bases)
    for decision in made:
        if ledger.own.learned(decision.number) or len(made) > ledger.limit:
            raise CorruptSave("a decision that waits in the file cannot wait; load another copy")
        if decision.id in ledger.pending:
            raise CorruptSave("two decisions wait in the file under one id; load another copy")
        ledger.open(decision)
    saved = manifest["replica"]
    chosen = saved if replica is None else replica
    if chosen is not None:
        bandit._replica = check_count("replica", chosen, least=0)
        # numbers of decisions do not get there
        key = load_engine("python").decision_key
        bandit._draws = int(key(bandit.seed, 2**63 - 1 - bandit._replica))
    ledger.runs = runs.go_on(chosen, decided)
    bandit._id, bandit._counts = ledger.name, counts


def checked_counts(fields: Mapping[str, Any]) -> Counts:
    """Counts that can be counts."""
    counts = Counts(**fields)
    whole = all(type(n) is int for n in (counts.decided, counts.learned, counts.explored))
    if not (
        whole
        and 0 <= counts.learned <= counts.decided < 2**62
        and 0 <= counts.explored <= counts.decided
        and isinstance(counts.loss_sum, float | int)
        and 0.0 <= counts.loss_sum <= counts.learned + 1e-6
    ):
        raise CorruptSave(f"the file counts {fields!r}, which cannot be; load another copy")
    return counts._replace(loss_sum=float(counts.loss_sum))
