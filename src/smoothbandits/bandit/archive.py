"""Bytes that hold a manifest in JSON and plain arrays: a zip archive without compression.

Nothing in it is trusted before it is checked: no member is read that the manifest does not name,
and none takes more memory than it has bytes.
"""

import io
import json
import math
import zipfile
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy

from smoothbandits.errors import CorruptSave, UnsupportedSave

__all__ = ["Arrays", "pack", "unpack"]

FORMAT, VERSION = "smoothbandits", 7

Arrays = dict[str, np.ndarray[Any, Any]]


def pack(file: BinaryIO, manifest: Mapping[str, Any], arrays: Arrays) -> None:
    """Write manifest and arrays to a file that is open."""
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise UnsupportedSave(f"{name} has dtype {array.dtype}; give arrays of plain numbers")
    head = {"format": FORMAT, "version": VERSION, **manifest, "arrays": list(arrays)}
    text = np.frombuffer(json.dumps(head).encode(), dtype=np.uint8)
    np.savez(file, manifest=text, **arrays)  # type: ignore[arg-type]


def unpack(content: bytes, name: str) -> tuple[dict[str, Any], Arrays]:
    """Manifest and arrays, or the reason why ``name`` is not one of ours."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            refuse_bombs(archive, len(content))
            manifest = json.loads(read_array(archive, "manifest").tobytes())
            ours, version = manifest["format"] == FORMAT, int(manifest["version"])
            names = manifest["arrays"] if ours and version == VERSION else []
            arrays = {place: read_array(archive, place) for place in names}
    except Exception:  # damaged archives fail in a dozen ways
        raise CorruptSave(
            f"{name} is truncated or no file of smoothbandits; load another copy"
        ) from None
    if not ours:
        raise CorruptSave(f"{name} is no file of smoothbandits; load another")
    if version != VERSION:
        newer, older = "update smoothbandits", "load it with the version that wrote it"
        raise UnsupportedSave(
            f"{name} has format version {version}, where this one reads {VERSION}; "
            f"{newer if version > VERSION else older}"
        )
    return manifest, arrays


def refuse_bombs(archive: zipfile.ZipFile, size: int) -> None:
    """Raise unless the members lie in the file as they are, each for itself."""
    members = archive.infolist()
    plain = all(member.compress_type == zipfile.ZIP_STORED for member in members)
    if not plain or sum(member.file_size for member in members) > size:
        raise ValueError("members are compressed or overlap")


def read_array(archive: zipfile.ZipFile, name: str) -> np.ndarray[Any, Any]:
    """One array, in the order of C; no memory is taken before its size is known to be right."""
    data = archive.read(f"{name}.npy")
    stream = io.BytesIO(data)
    newer = npy.read_magic(stream) != (1, 0)
    read_header = npy.read_array_header_2_0 if newer else npy.read_array_header_1_0
    shape, by_columns, dtype = read_header(stream)
    start = stream.tell()
    if dtype.hasobject or min(shape, default=0) < 0:
        raise ValueError("no plain numbers")
    if math.prod(shape) * dtype.itemsize != len(data) - start:
        raise ValueError("another size than its own")
    if len(data) == start:
        return np.empty(shape, dtype)
    flat = np.frombuffer(data, dtype, offset=start)
    return np.array(flat.reshape(shape, order="F" if by_columns else "C"), order="C")
