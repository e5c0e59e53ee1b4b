"""Compiled code on disk, which a process can do without."""

import hashlib
import os
import pickle
import warnings

from numba.core.caching import FunctionCache, IndexDataCacheFile

SEAL = 32  # bytes


def sealed(data):
    """Data with its digest behind it."""
    return data + hashlib.sha256(data).digest()


def refuse_damage(data):
    """Raise unless data is `sealed`: wrong machine code ends a process without a word."""
    if sealed(data[:-SEAL]) != data:
        raise ValueError("a file is damaged")


class SealedFiles(IndexDataCacheFile):
    """Numba's files of one function, each with a digest.

    Numba counts its files, so that two processes which compile for different types at once give
    both the same name, and a third may be handed the code of the other types.  Here each file has
    a name of its own: what is lost that way is compiled again.
    """

    def _data_name(self, number):
        return f"{self._index_name.removesuffix('.nbi')}.{os.urandom(8).hex()}.nbc"

    def _dump(self, obj):
        return sealed(super()._dump(obj))

    def _load_index(self):
        if os.path.exists(self._index_path):
            with open(self._index_path, "rb") as file:
                if pickle.load(file) == self._version:
                    refuse_damage(file.read())
        return super()._load_index()

    def _load_data(self, name):
        with open(self._data_path(name), "rb") as file:
            refuse_damage(file.read())
        return super()._load_data(name)


class KeptCode(FunctionCache):
    """Compiled code of one function on disk, which the process can do without.

    From the first file on that cannot be read or written, no function of the process looks at the
    disk any more.  A folder with a damaged file is put aside.
    """

    folder = None  # the last one that was in use
    given_up = False

    def __init__(self, function, folder):
        super().__init__(function)
        KeptCode.folder = folder
        old = self._cache_file
        self._cache_file = SealedFiles(
            self._cache_path, old._index_name.removesuffix(".nbi"), old._source_stamp
        )

    def load_overload(self, sig, target_context):
        """Compiled code for a signature, or None."""
        return self._attempt(super().load_overload, sig, target_context)

    def save_overload(self, sig, data):
        """Keep compiled code."""
        self._attempt(super().save_overload, sig, data)

    @staticmethod
    def _attempt(work, *arguments):
        if KeptCode.given_up:
            return None
        try:
            return work(*arguments)
        except Exception as error:  # damaged files fail in a dozen ways
            give_up(error)
            return None


def give_up(error):
    """Put the folder aside, so that the next process begins another; say so once."""
    KeptCode.given_up = True
    folder = KeptCode.folder
    reason = f"{type(error).__name__}: {error}"
    if not isinstance(error, OSError):  # else the disk is at fault, not what lies there
        try:
            os.replace(folder, folder.with_name(f"{folder.name}.damaged-{os.urandom(4).hex()}"))
        except OSError:
            pass
    warnings.warn(
        f"compiled code cannot be kept in {str(folder)!r} ({reason}); this process compiles "
        "without it, and the next one begins anew",
        RuntimeWarning,
        stacklevel=2,
    )
