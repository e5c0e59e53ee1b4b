"""One pointer instead of many tuples: what Python passes when it calls a compiled step.

Unpacking a named tuple of arrays costs about half a microsecond per tuple and call; a handle
is unpacked once, when it is made, and shares the arrays.  Inside a step its arrays are borrowed:
the handle keeps them alive, and nobody counts references to them.
"""

from typing import Any, NamedTuple

from .borrowing import borrow
from .jit import COMPILED, entry

if COMPILED:
    from numba import types
    from numba.experimental import structref

    @structref.register
    class HandleType(types.StructRef):
        """Numba's type of a handle."""

    class Handle(structref.StructRefProxy):
        """Opaque to Python."""

    structref.define_constructor(Handle, HandleType, ["space", "oracle", "explorer", "owners"])
    structref.define_boxing(HandleType, Handle)

else:

    class Handle(NamedTuple):
        """The states as they are."""

        space: Any
        oracle: Any
        explorer: Any
        owners: Any


@entry
def make_handle(space, oracle, explorer):
    """Bundle the states of a bandit."""
    owners = (space, oracle, explorer)
    return Handle(borrow(space), borrow(oracle), borrow(explorer), owners)
