"""Arrays without reference counts.

Numba counts a reference for every array it touches, at the price of an atomic operation: a third
of the time of a simulated round, and threads that share a state wait for each other.
"""

from .jit import COMPILED

if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    def without_owner(context, builder, kind, value):
        """The same value; its arrays, also those inside tuples, no longer know their owner."""
        if isinstance(kind, types.Array):
            array = cgutils.create_struct_proxy(kind)(context, builder, value=value)
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            array.parent = cgutils.get_null_value(array.parent.type)
            return array._getvalue()
        if isinstance(kind, types.BaseTuple):
            parts = [
                without_owner(context, builder, part, builder.extract_value(value, i))
                for i, part in enumerate(kind)
            ]
            return context.make_tuple(builder, kind, parts)
        if context.data_model_manager[kind].contains_nrt_meminfo():
            raise TypingError(f"{kind} cannot be borrowed; only arrays and tuples of them can")
        return value

    @intrinsic
    def borrow(typing_context, value):
        """The value for a time in which someone else certainly keeps its arrays alive."""

        def generate(context, builder, signature, arguments):
            return without_owner(context, builder, signature.args[0], arguments[0])

        return value(value), generate

else:

    def borrow(value):  # type: ignore[misc]
        """Python counts anyway."""
        return value
