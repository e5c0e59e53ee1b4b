"""The two ways to run the kernels: compiled by Numba, or interpreted from the same source.

Numba is imported on first use of the compiled engine, not before.
"""

import functools
import importlib
from types import FunctionType, SimpleNamespace
from typing import Any, Literal

Engine = Literal["compiled", "python"]

# the files of the kernels that import all others
ROOTS = ("loop", "between_fits", "baseline_loop")


@functools.cache
def entries_of(engine: Engine) -> SimpleNamespace:
    """Return what Python calls of an engine: every function marked as an entry, by name."""
    package = "smoothbandits.kernels" if engine == "compiled" else "smoothbandits.interpreted"
    for file in ROOTS:
        importlib.import_module(f"{package}.{file}")
    entries = importlib.import_module(f"{package}.jit").ENTRIES
    handle = importlib.import_module(f"{package}.handle")
    return SimpleNamespace(**entries, make_handle=handle.make_handle)


@functools.cache
def stepped_run() -> Any:
    """The interpreted loop around compiled steps: for environments that are Python objects."""
    compiled = importlib.import_module("smoothbandits.kernels.steps")
    source = importlib.import_module("smoothbandits.interpreted.loop")
    names = dict(vars(source))
    names.update(decide=compiled.decide, absorb=compiled.absorb, apply=compiled.apply)
    names["play_round"] = FunctionType(source.play_round.__code__, names)
    return FunctionType(source.run.__code__, names)


def direct(function: Any, *arguments: Any) -> Any:
    """Code of a compiled entry for arguments of these types; a call looks at no types again.

    Numba takes over a microsecond to find the type of a handle, as long as a decision takes.
    The caller vouches that all later arguments have the types, and arrays the layout, of these.
    """
    if not hasattr(function, "get_overload"):  # interpreted
        return function
    typeof = importlib.import_module("numba").typeof
    signature = tuple(typeof(argument) for argument in arguments)
    function.compile(signature)
    return function.get_overload(signature)
