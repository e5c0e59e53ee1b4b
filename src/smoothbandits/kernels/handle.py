"""One pointer instead of many tuples: what Python passes when it calls a compiled step.

Unpacking a named tuple of arrays costs about half a microsecond per tuple and call; a handle
is unpacked once, when it is made, and shares the arrays.  Inside a step its arrays are borrowed:
the handle keeps them alive, and nobody counts references to them.
"""

from typing import Any, NamedTuple

from .jit import COMPILED, entry

FIELDS = ("space", "oracle", "explorer")

if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.core.imputils import lower_getattr_generic
    from numba.core.typing.templates import AttributeTemplate, infer_getattr
    from numba.experimental import structref
    from numba.extending import intrinsic, models, register_model

    from .borrowing import look, seen, without_owner

    class HandleType(types.StructRef):
        """Numba's type of a handle."""

    register_model(HandleType)(models.StructRefModel)

    class Handle(structref.StructRefProxy):
        """Opaque to Python; the Python objects in ``owners`` keep the states alive."""

    structref.define_boxing(HandleType, Handle)

    def place_of(context, builder, kind, meminfo):
        """The struct that a handle points to."""
        data = context.data_model_manager[kind.get_data_type()].get_value_type()
        pointer = context.nrt.meminfo_data(builder, meminfo)
        return builder.bitcast(pointer, data.as_pointer())

    @infer_getattr
    class HandleAttributes(AttributeTemplate):
        """Types of what a handle bundles."""

        key = HandleType

        def generic_resolve(self, kind, name):
            """The type of a field; None where a handle has no such field."""
            return seen(kind.field_dict[name]) if name in kind.field_dict else None

    @lower_getattr_generic(HandleType)
    def get_field(context, builder, kind, value, name):
        """A state, seen in its place."""
        handle = cgutils.create_struct_proxy(kind)(context, builder, value=value)
        pointer = place_of(context, builder, kind, handle.meminfo)
        inside = cgutils.gep_inbounds(builder, pointer, 0, FIELDS.index(name))
        return look(context, builder, kind.field_dict[name], inside)

    @intrinsic
    def bundled(typing_context, space, oracle, explorer):
        """A handle to these states; someone else keeps them alive."""
        kind = HandleType(list(zip(FIELDS, (space, oracle, explorer), strict=True)))

        def generate(context, builder, signature, arguments):
            data = context.data_model_manager[kind.get_data_type()].get_value_type()
            size = context.get_constant(types.uintp, context.get_abi_sizeof(data))
            handle = cgutils.create_struct_proxy(kind)(context, builder)
            handle.meminfo = context.nrt.meminfo_alloc(builder, size)
            pointer = place_of(context, builder, kind, handle.meminfo)
            for i, part in enumerate(signature.args):
                state = without_owner(context, builder, part, arguments[i])
                builder.store(state, cgutils.gep_inbounds(builder, pointer, 0, i))
            return handle._getvalue()

        return kind(space, oracle, explorer), generate

    @entry
    def bundle(space, oracle, explorer):
        """A handle whose owners Python keeps."""
        return bundled(space, oracle, explorer)

    def make_handle(space, oracle, explorer):
        """Bundle the states of a bandit."""
        handle = bundle(space, oracle, explorer)
        handle.owners = (space, oracle, explorer)
        return handle

else:

    class Handle(NamedTuple):
        """The states as they are."""

        space: Any
        oracle: Any
        explorer: Any

    def make_handle(space, oracle, explorer):
        """Bundle the states of a bandit."""
        return Handle(space, oracle, explorer)
