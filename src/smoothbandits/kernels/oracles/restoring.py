"""Going back: all arrays that learning changes, copied from another state of the same type.

What a state is built with, as its class says (`states.derives`), is the same in both.
"""

import numpy as np

from ..generics import restore
from ..jit import COMPILED

if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    from ..borrowing import ViewType

    def tuple_behind(context, builder, kind, value):
        """The named tuple that a value is or is a view of, behind a pointer."""
        if isinstance(kind, ViewType):
            shape = context.get_value_type(kind.kind)
            return kind.kind, builder.bitcast(value, shape.as_pointer())
        place = cgutils.alloca_once(builder, context.get_value_type(kind))
        builder.store(value, place)
        return kind, place

    def copy_parts(context, builder, kind, target, source):
        """Code that copies the arrays of a named tuple, and of those in it."""
        for i, (name, part) in enumerate(zip(kind.fields, kind, strict=True)):
            if name in getattr(kind.instance_class, "built", ()):
                continue
            into = cgutils.gep_inbounds(builder, target, 0, i)
            out_of = cgutils.gep_inbounds(builder, source, 0, i)
            if isinstance(part, types.BaseNamedTuple):
                copy_parts(context, builder, part, into, out_of)
            elif isinstance(part, types.Array):
                copy_array(context, builder, part, into, out_of)

    def copy_array(context, builder, kind, target, source):
        """Code that copies the memory of an array; a loop over it takes longer to compile."""
        make = context.make_array(kind)
        into = make(context, builder, value=builder.load(target))
        out_of = make(context, builder, value=builder.load(source))
        cgutils.raw_memmove(builder, into.data, out_of.data, into.nitems, into.itemsize)

    @intrinsic
    def copy_back(typing_context, target, source):
        """Copy all arrays of a state but those it is built with."""
        kinds = [getattr(state, "kind", state) for state in (target, source)]
        if kinds[0] != kinds[1] or not isinstance(kinds[0], types.BaseNamedTuple):
            raise TypingError(f"{kinds[0]} cannot go back to {kinds[1]}")

        def generate(context, builder, signature, arguments):
            (kind, into), (_, out_of) = (
                tuple_behind(context, builder, *pair)
                for pair in zip(signature.args, arguments, strict=True)
            )
            copy_parts(context, builder, kind, into, out_of)
            return context.get_dummy_value()

        return types.void(target, source), generate

else:

    def copy_back(target, source):  # type: ignore[misc]
        """Copy all arrays of a state but those it is built with."""
        for name, into, out_of in zip(target._fields, target, source, strict=True):
            if name in getattr(target, "built", ()):
                continue
            if isinstance(into, np.ndarray):
                into[...] = out_of
            elif isinstance(into, tuple):
                restore(into, out_of)


@restore.register(None)
def restore_arrays(oracle, pristine):
    """All states but those that hold an object of the user."""
    copy_back(oracle, pristine)
