"""Arrays without reference counts, and states behind a pointer.

Numba counts a reference for every array it touches, at the price of an atomic operation: a third
of the time of a simulated round, and threads that share a state wait for each other.  And it
passes named tuples by value: a state of fifty arrays is four hundred arguments of every function
that is given it, which takes long to compile.
"""

from .jit import COMPILED

if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.core.imputils import lower_getattr_generic
    from numba.core.typing.templates import AttributeTemplate, infer_getattr
    from numba.extending import intrinsic, models, register_model

    class ViewType(types.Type):
        """Numba's type of a pointer to a named tuple; verbs treat it as the tuple."""

        def __init__(self, kind):
            self.kind, self.instance_class = kind, kind.instance_class
            super().__init__(name=f"View({kind})")

    register_model(ViewType)(models.OpaqueModel)

    def seen(kind):
        """The type as which a state is seen: named tuples through a view."""
        return ViewType(kind) if isinstance(kind, types.BaseNamedTuple) else kind

    def look(context, builder, kind, pointer):
        """What is seen of the value behind a pointer."""
        if isinstance(kind, types.BaseNamedTuple):
            return builder.bitcast(pointer, cgutils.voidptr_t)
        return without_owner(context, builder, kind, builder.load(pointer))

    @infer_getattr
    class ViewAttributes(AttributeTemplate):
        """The fields of the tuple."""

        key = ViewType

        def generic_resolve(self, view, name):
            """The type of a field; None where the tuple has no such field."""
            kind = view.kind
            return seen(kind[kind.fields.index(name)]) if name in kind.fields else None

    @lower_getattr_generic(ViewType)
    def get_field(context, builder, view, value, name):
        """Loads one array, or goes on to a tuple in the tuple."""
        kind = view.kind
        pointer = builder.bitcast(value, context.get_value_type(kind).as_pointer())
        place = kind.fields.index(name)
        inside = cgutils.gep_inbounds(builder, pointer, 0, place)
        return look(context, builder, kind[place], inside)

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

    @intrinsic
    def view(typing_context, state):
        """A state that was passed by value, seen through a pointer until the function returns."""

        def generate(context, builder, signature, arguments):
            kind = signature.args[0]
            place = cgutils.alloca_once(builder, context.get_value_type(kind))
            builder.store(arguments[0], place)
            return look(context, builder, kind, place)

        return seen(state)(state), generate

    @intrinsic
    def whole(typing_context, state):
        """All fields of a view at once, for loops that would load them again and again."""
        kind = state.kind if isinstance(state, ViewType) else state

        def generate(context, builder, signature, arguments):
            value = arguments[0]
            if isinstance(signature.args[0], ViewType):
                pointer = builder.bitcast(value, context.get_value_type(kind).as_pointer())
                value = builder.load(pointer)
            return without_owner(context, builder, kind, value)

        return kind(state), generate

else:

    def borrow(value):  # type: ignore[misc]
        """Return the value: Python counts references anyway."""
        return value

    view = whole = borrow
