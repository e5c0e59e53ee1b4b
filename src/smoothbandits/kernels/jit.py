"""The one place that knows whether this source is being compiled or interpreted.

The same files are loaded twice: as ``smoothbandits.kernels`` (Numba) and as
``smoothbandits.interpreted`` (plain Python, where the decorators are the identity).
"""

import os
import sys
from pathlib import Path

from smoothbandits.files import digest

COMPILED = __package__ == "smoothbandits.kernels"

# error_model="numpy" leaves out the zero checks; kernels never divide by zero.
# forceinline: passing state tuples by value costs more than most kernels do.
OPTIONS = {"error_model": "numpy", "nogil": True, "forceinline": True}
OUTLINED = {**OPTIONS, "forceinline": False}  # for big ones: each copy is optimised anew

ENTRIES: dict = {}  # what Python calls, by name


def source_digest():
    """Name the version of the kernels: numba's own cache does not see edits in callees."""
    return digest(*sorted(Path(__file__).parent.rglob("*.py")), digits=16)


def cache_folder():
    """Where compiled code is kept between processes; ``None`` where nothing can be written."""
    try:
        root = os.environ.get("SMOOTHBANDITS_CACHE")
        if root is None:
            base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
            root = Path(base) / "smoothbandits"
        folder = Path(root) / f"kernels-{source_digest()}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # there may be no home
        return None
    return folder if os.access(folder, os.W_OK) else None


if COMPILED:
    import numba
    import numpy as np
    from numba.core import event
    from numba.extending import overload

    from .cache import KeptCode

    U64, I64 = np.uint64, np.int64
    CACHE = cache_folder()

    class _Announcer(event.Listener):
        """One line on stderr when the first real compilation of our kernels starts."""

        def __init__(self):
            self.announced = False

        def on_start(self, event):
            module = event.data["dispatcher"].py_func.__module__ or ""
            if not self.announced and module.startswith("smoothbandits"):
                self.announced = True
                if not os.environ.get("SMOOTHBANDITS_QUIET"):
                    print(
                        "smoothbandits: compiling (a few seconds, kept for next time; "
                        "`smoothbandits warmup` does it ahead)",
                        file=sys.stderr,
                        flush=True,
                    )

        def on_end(self, event):
            pass

    event.register("numba:compile", _Announcer())

    def kernel(function):
        """Compile a helper; it becomes part of the entry that calls it."""
        return numba.njit(**OPTIONS)(function)

    def outlined(function):
        """Compile a helper once, called from where it is used."""
        return numba.njit(**OUTLINED)(function)

    def pasted(function):
        """Let numba inline a helper before it finds types: for those with one caller or two."""
        return numba.njit(**{**OPTIONS, "inline": "always"})(function)

    def entry(function):
        """Compile a function that Python calls; kept on disk between processes."""
        compiled = ENTRIES[function.__name__] = numba.njit(**OPTIONS)(function)
        if CACHE is None:
            return compiled
        previous, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(CACHE)
        try:
            compiled._cache = KeptCode(function, CACHE)
        except (OSError, RuntimeError):  # no room there, not even for a file without content
            pass
        finally:
            numba.config.CACHE_DIR = previous
        return compiled

else:
    U64, I64 = int, int

    def kernel(function):
        """Leave the function as it is."""
        return function

    outlined = pasted = kernel

    def entry(function):
        """Note the function under its name and leave it as it is."""
        ENTRIES[function.__name__] = function
        return function


def generic(stub):
    """Make a function whose implementation is chosen by the type of its first argument.

    Implementations join with ``@stub.register(StateClass, ...)``; a plain tuple of states
    is registered under ``tuple``, and what serves all other classes under ``None``.
    """
    return dispatching(stub, lambda classes: classes[0], OPTIONS)


def outlined_generic(stub):
    """A `generic` that is compiled out of line: for what is big and called from several places."""
    return dispatching(stub, lambda classes: classes[0], OUTLINED)


def pair_generic(stub):
    """Make a function that is chosen by its first two arguments.

    Implementations join with ``@stub.register((First, Second), ...)``; else ``(None,
    Second)`` or ``(First, None)`` serves any other one.  They are compiled out of line.
    """
    return dispatching(stub, lambda classes: (classes[0], classes[1]), OUTLINED)


def dispatching(stub, key_of, options):
    """Dispatch on what ``key_of`` picks from the classes of the arguments."""
    implementations = {}

    def find(classes):
        key = key_of(classes)
        keys = [key, (None, key[1]), (key[0], None)] if isinstance(key, tuple) else [key, None]
        for each in keys:
            if each in implementations:
                return implementations[each]
        raise TypeError(f"{stub.__name__} has no kernel for {classes[0].__name__}")

    if COMPILED:

        def choose(*types):
            return find([getattr(kind, "instance_class", tuple) for kind in types])

        overload(stub, strict=False, jit_options=options)(choose)
        target = stub
    else:

        def target(*arguments):
            return find([type(argument) for argument in arguments])(*arguments)

        target.__doc__ = stub.__doc__

    def register(*keys):
        def remember(implementation):
            for key in keys:
                implementations[key] = implementation
            return implementation

        return remember

    target.register = register
    return target
