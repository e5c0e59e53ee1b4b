"""A bandit in a file: its parameters, its state and its ledger.  It continues bit for bit."""

import copy
import io
import os
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import numpy as np

from smoothbandits import files
from smoothbandits.bandit import archive, storage, waiting
from smoothbandits.bandit.bits import Bits
from smoothbandits.bandit.choices import EngineChoice
from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.lesson import Counts
from smoothbandits.bandit.lineage import Runs, replica_start
from smoothbandits.bandit.own_oracles import has_state_methods, own_states
from smoothbandits.bandit.reading import reader_of
from smoothbandits.bandit.sizes import numbers_of
from smoothbandits.bandit.sound_states import refuse_unsound
from smoothbandits.checks import check_count, check_flag, check_path
from smoothbandits.engines import entries_of
from smoothbandits.errors import CorruptSave, InvalidParameter, SmoothBanditsError, UnsupportedSave
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.spaces.base import check_space

__all__ = ["from_bytes", "load", "save", "to_bytes"]

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

# ---------------------------------------------------------------------------- writing


def save(
    bandit: Bandit, path: str | os.PathLike[str] | BinaryIO, *, overwrite: bool = False
) -> None:
    """Write a bandit to one file, atomically: an old file stays whole until the new one is."""
    overwrite = check_flag("overwrite", overwrite)
    if not isinstance(path, str | os.PathLike):
        if callable(getattr(path, "write", None)) and not isinstance(path, io.TextIOBase):
            archive.pack(path, *content_of(bandit))
            return
        raise InvalidParameter(f"path is {path!r}; give a path or an open binary file")
    place = files.real(check_path("path", path))
    known = None if overwrite else bandit._files.get(place)
    after = storage.write(place, *content_of(bandit), known)
    if after is not None:
        bandit._files[place] = after


def to_bytes(bandit: Bandit) -> bytes:
    """What a file would hold."""
    file = io.BytesIO()
    archive.pack(file, *content_of(bandit))
    return file.getvalue()


Content = tuple[dict[str, Any], archive.Arrays]


def content_of(bandit: Bandit) -> Content:
    """Manifest and arrays of a bandit as it is now."""
    return held(bandit)()


def held(bandit: Bandit) -> Callable[[], Content]:
    """A bandit as it is now; what is returned makes manifest and arrays of it, at any time.

    Learning waits while all that it changes is copied.  Neither decisions that wait nor kept
    examples ever change: under the lock only references to them are taken.
    """
    if type(bandit) is not Bandit:
        raise UnsupportedSave(f"{type(bandit).__name__} is a class of your own; save a Bandit")
    oracle, lived, learner = bandit.oracle.oracle, bandit._states, bandit._learner
    with learner.lock:
        learner.settle()
        state, ledger, counts = lived.oracle, learner.ledger, learner.counts
        states: archive.Arrays = {}
        for place, own in own_states(state, "oracle").items():
            states.update(own_state(own.holder.model, place))
        changing = state
        if isinstance(oracle, RefittedOracle):
            changing = state._replace(**dict.fromkeys(oracle.grown))
        states.update(storage.flatten(changing, "oracle"))
        states.update(storage.flatten(lived.explorer, "explorer"))
        states = {name: array.copy() for name, array in states.items()}
        filled = oracle.filled(state) if isinstance(oracle, RefittedOracle) else 0
        bits = {name: book.window.start for name, book in ledger.replicas.items()}
        states["ledger"] = ledger.own.to_array()
        states.update(
            (f"replica.{name}", book.to_array()) for name, book in ledger.replicas.items()
        )
        places = bandit._contexts.to_list()
        start, runs = ledger.own.window.start, ledger.runs.to_list(counts.decided)
        pending, gone = ledger.saved(), list(ledger.gone.items())
        fits = None if lived.refits is None else lived.refits.to_dict()
        ids_taught, taught = bandit._teaching.to_arrays()

    def content() -> Content:
        if isinstance(oracle, RefittedOracle):
            states.update(grown_arrays(oracle, state, filled))
        ids, rules, columns = waiting.to_columns(pending, bandit.oracle)
        given = waiting.named_contexts(pending) if bandit.schema is not None else None
        parameters, arrays = described(bandit)
        manifest = {
            "parameters": parameters,
            "counts": counts._asdict(),
            "ledger": {
                "runs": runs,
                "start": start,
                "replicas": bits,
                "ids": ids,
                "rules": rules,
                "gone": gone,
            },
            "places": places,
            "given": given,
            "replica": bandit._replica,
            "refits": fits,
            "taught": ids_taught,
        }
        return manifest, arrays | states | columns | taught

    return content


def described(bandit: Bandit) -> Content:
    """The parameters of a bandit in JSON, and the arrays that are among them."""
    arrays: archive.Arrays = {}
    parameters = {
        name: storage.describe(value, arrays, f"parameter.{name}")
        for name, value in parameters_of(bandit).items()
    }
    return parameters, arrays


def parameters_of(bandit: Bandit) -> dict[str, Any]:
    """What makes a bandit like this one, untaught."""
    return {
        "space": bandit.space,
        "oracle": bandit.oracle.oracle,
        "explorer": bandit.explorer,
        "context": bandit.schema,
        "context_size": bandit.context_size if bandit.schema is None else 0,
        "scale": bandit.scale if bandit.payoff is None else None,
        "payoff": bandit.payoff,
        "within": bandit._rules.always,
        "seed": bandit.seed,
        "pending": bandit._learner.ledger.limit,
        "atoms": bandit.atoms,
    }


def grown_arrays(oracle: RefittedOracle, state: Any, filled: int) -> archive.Arrays:
    """Models as they are, and rows up to those that were filled at the time."""
    found: archive.Arrays = {}
    for name in oracle.grown:
        part = getattr(state, name)
        if name in oracle.rows:
            rows = np.zeros_like(part)
            rows[:filled] = part[:filled]
            part = rows
        found.update(storage.flatten(part, f"oracle.{name}"))
    return found


def own_state(oracle: Any, place: str) -> archive.Arrays:
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
    if not has_state_methods(oracle):
        raise UnsupportedSave(
            f"the oracle {type(oracle).__name__} has no state_dict() and load_state_dict(arrays); "
            "add them (a dict of numpy arrays) to save this bandit"
        )


# ---------------------------------------------------------------------------- reading


def load(
    path: str | os.PathLike[str] | BinaryIO,
    *,
    replica: int | None = None,
    engine: EngineChoice = "auto",
    **own: Any,
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
    engine
        As for `Bandit`: a file does not say which engine wrote it.
    own
        Parts that hold objects of your own, which no file can: ``oracle=`` for an oracle or
        features written in Python, ``space=`` for a sampler, ``within=`` for a rule that is a
        function.  ``within=`` may always be given: the rule then takes the place of the old one.

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
            return from_bytes(path.read(), replica=replica, engine=engine, **own)
        raise InvalidParameter(f"path is {path!r}; give a path or an open binary file")
    place = files.real(check_path("path", path))
    before = files.print_of(place)
    bandit = made(place.read_bytes(), repr(str(path)), replica, engine, own)
    if before is not None:
        bandit._files[place] = before
    return bandit


def from_bytes(
    content: bytes,
    *,
    replica: int | None = None,
    engine: EngineChoice = "auto",
    **own: Any,
) -> Bandit:
    """Load a bandit from what `Bandit.to_bytes` gave; parameters as for `load`."""
    if not isinstance(content, bytes | bytearray | memoryview):
        raise InvalidParameter(f"content is of {type(content)}; give what to_bytes returned")
    return made(bytes(content), "content", replica, engine, own)


def made(
    content: bytes,
    name: str,
    replica: int | None,
    engine: EngineChoice,
    own: Mapping[str, Any],
) -> Bandit:
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
        refuse_excess(given, arrays, len(content))
        bandit = Bandit(**given, engine=engine)
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
    for name in own.keys() - {"within"}:  # laws change: another rule may take the place of a table
        if name not in parameters or not storage.holds_own(parameters[name]):
            raise InvalidParameter(f"the file needs no {name}=; it keeps that part itself")


def refuse_excess(given: Mapping[str, Any], arrays: archive.Arrays, size: int) -> None:
    """Raise if the bandit would be larger than what the file can have held."""
    space, explorer = check_space(given["space"]), given["explorer"]
    context_size = reader_of(given["context"], given["context_size"]).size
    rows = arrays.get("explorer.corral.rows")
    if explorer.bases > (1 if rows is None else rows.shape[-1]):
        raise storage.mismatch("explorer.corral.rows")
    oracles = explorer.bases if explorer.oracle_per_base else 1
    numbers = numbers_of(space, given["oracle"], explorer, context_size, oracles, size)
    if 8.0 * numbers > ALLOWANCE + FACTOR * size:
        raise CorruptSave(
            f"the file describes a bandit of about {numbers:.0e} numbers, far more than it holds; "
            "it is damaged, load another copy"
        )


def restore(bandit: Bandit, manifest: Mapping[str, Any], arrays: archive.Arrays) -> None:
    """Take over what oracle and explorer have learned."""
    states, kind = bandit._states, bandit.oracle.oracle
    for place, own in own_states(states.oracle, "oracle").items():
        oracle = own.holder.model
        require_state_methods(oracle)
        mine = f"own.{place}."
        oracle.load_state_dict(
            {k.removeprefix(mine): v for k, v in arrays.items() if k.startswith(mine)}
        )
    refitted = isinstance(kind, RefittedOracle)
    state = storage.regrow(states.oracle, arrays, "oracle", kind.grown if refitted else ())
    if refitted:
        kind.check_state(state)
    refuse_unsound(state, states.oracle, "oracle")
    states.go_on_with(state)
    fresh = copy.deepcopy(states.explorer)
    storage.refill(states.explorer, arrays, "explorer")
    refuse_unsound(states.explorer, fresh, "explorer")
    if states.refits is not None:
        states.refits.restore(**manifest["refits"])


def restore_ledger(
    bandit: Bandit, manifest: Mapping[str, Any], arrays: archive.Arrays, replica: int | None
) -> None:
    """Take over what was counted and which decisions wait, under another name."""
    counts, fields = checked_counts(manifest["counts"]), manifest["ledger"]
    chosen = manifest["replica"] if replica is None else replica
    places = manifest["places"]
    if type(places) is not list or len(places) != counts.levels:
        raise CorruptSave("the file counts other places than it lists; load another copy")
    bandit._contexts.restore(places, grows=chosen is None)
    learner, decided = bandit._learner, counts.decided
    ledger = learner.ledger
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
    learned, bases, model = counts.learned, bandit._states.bases, bandit.oracle
    rows = (fields["ids"], fields.get("rules", []), arrays)
    made = waiting.from_columns(*rows, model, runs, decided, learned, bases)
    if bandit.schema is not None:
        made = waiting.with_names(made, manifest["given"], bandit._contexts)
    for decision in made:
        if ledger.own.learned(decision.number) or len(made) > ledger.limit:
            raise CorruptSave("a decision that waits in the file cannot wait; load another copy")
        if decision.id in ledger.pending:
            raise CorruptSave("two decisions wait in the file under one id; load another copy")
        ledger.open(decision)
    if chosen is not None:
        bandit._replica = check_count("replica", chosen, least=0)
        # numbers of decisions do not get there
        key = entries_of("python").decision_key
        bandit._draws = int(key(bandit.seed, 2**63 - 1 - bandit._replica))
    ledger.runs = runs.go_on(chosen, decided)
    learner.name, learner.counts = ledger.name, counts
    bandit._teaching.restore(manifest["taught"], arrays)


def checked_counts(fields: Mapping[str, Any]) -> Counts:
    """Counts that can be counts."""
    counts = Counts(**fields)
    whole = all(type(n) is int for n in counts._replace(loss_sum=0))
    if not (
        whole
        and 0 <= counts.forgotten <= counts.taught < 2**62
        and 0 <= counts.learned <= counts.decided < 2**62
        and 0 <= counts.explored <= counts.decided
        and 0 <= counts.levels
        and isinstance(counts.loss_sum, float | int)
        and 0.0 <= counts.loss_sum <= counts.learned + 1e-6
    ):
        raise CorruptSave(f"the file counts {fields!r}, which cannot be; load another copy")
    return counts._replace(loss_sum=float(counts.loss_sum))
