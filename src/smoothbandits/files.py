"""Replacing a file in one step, for good: a crash leaves the old file or the new one."""

import contextlib
import errno
import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from smoothbandits.errors import ChangedFile, NotAFile

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["Print", "digest", "print_of", "real", "replace"]

# a folder that may not be read, or a file system that syncs files only
UNSYNCABLE = (errno.EACCES, errno.EBADF, errno.EINVAL, errno.ENOTSUP, errno.EPERM)
OWN_MODE = 0o600  # of a new file: what a bandit learned is its owner's


class Print(NamedTuple):
    """What tells one content of a file from another."""

    inode: int
    size: int
    changed: int


def digest(*parts: bytes | Path, digits: int = 12) -> str:
    """What tells these bytes and contents of files from others, in hexadecimal digits.

    Examples
    --------
    >>> digest(b"some", b" bytes")
    '0d22cdcc10e6'
    """
    found = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            with part.open("rb") as file:
                hashlib.file_digest(file, lambda: found)
        else:
            found.update(part)
    return found.hexdigest()[:digits]


def print_of(path: Path) -> Print | None:
    """The print of a file, or None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return Print(found.st_ino, found.st_size, found.st_mtime_ns)


def real(path: str | os.PathLike[str]) -> Path:
    """The file itself, where the path is a link to it."""
    return Path(os.path.realpath(path))


def replace(
    path: Path, write: Callable[[BinaryIO], None], known: Print | None = None
) -> Print | None:
    """Write to a temporary file beside ``path``, which then takes its place; the new print.

    Mode and owner stay as they were.  Where the file was ``known`` and is another one by now,
    nothing is written.
    """
    refuse_what_is_no_file(path)
    clean(path)
    with temporary(path) as (file, place):
        write(file)
        dress(file.fileno(), path)
        file.flush()
        os.fsync(file.fileno())
        there = print_of(path)
        if known is not None and there is not None and there != known:
            raise ChangedFile(
                f"{str(path)!r} was changed by another process since this bandit read or wrote "
                "it; save under another name, or with overwrite=True"
            )
        os.replace(place, path)
    sync_folder(path.parent)
    return print_of(path)


def refuse_what_is_no_file(path: Path) -> None:
    """Raise unless a file can be put there."""
    if not path.parent.exists():
        raise FileNotFoundError(f"{str(path)!r} is in a folder that does not exist; make it first")
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder; give the name of a file")
    if path.exists() and not path.is_file():
        raise NotAFile(
            f"{str(path)!r} is a device, a pipe or a socket; give the name of a file, or pass an "
            "open binary file"
        )


@contextlib.contextmanager
def temporary(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A new file beside ``path``, locked while it is written and gone where that fails."""
    while True:
        place = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
        descriptor = os.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN_MODE)
        with open(descriptor, "wb") as file:
            if not alone(descriptor, place):  # another process took it for a leftover
                continue
            try:
                yield file, place
            except BaseException:
                place.unlink(missing_ok=True)
                raise
        return


def alone(descriptor: int, place: Path) -> bool:
    """Lock a file; False where another process holds or has removed it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return place.exists()


def clean(path: Path) -> None:
    """Remove what killed saves left: temporary files that nobody holds."""
    if fcntl is None:
        return
    form = re.compile(re.escape(f".{path.name}.") + "[0-9a-f]{12}")
    with contextlib.suppress(OSError):
        for place in [entry for entry in path.parent.iterdir() if form.fullmatch(entry.name)]:
            with contextlib.suppress(OSError), place.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                place.unlink()


def dress(descriptor: int, path: Path) -> None:
    """Mode and owner of the file at ``path``, as far as this user may give them."""
    if not hasattr(os, "fchown"):
        return
    try:
        old = path.stat()
    except FileNotFoundError:
        return
    with contextlib.suppress(PermissionError):
        os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def sync_folder(folder: Path) -> None:
    """Bring the names of a folder to the disk, where system and file system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in UNSYNCABLE:
            raise
