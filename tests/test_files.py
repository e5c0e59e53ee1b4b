"""A file is replaced whole, and only where it is the one that was seen."""

from pathlib import Path

import pytest

from smoothbandits import files
from smoothbandits.errors import ChangedFile


def put(path: Path, content: bytes, known: files.Print | None = None) -> files.Print | None:
    return files.replace(path, lambda file: file.write(content) and None, known)


def test_a_file_that_was_changed_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "x"
    first = put(path, b"one")
    second = put(path, b"another", first)
    assert first != second == files.print_of(path)
    with pytest.raises(ChangedFile, match="overwrite=True"):
        put(path, b"a third", first)
    assert path.read_bytes() == b"another" and list(tmp_path.iterdir()) == [path]
    put(path, b"a third")  # whatever is there
    path.unlink()
    put(path, b"anew", second)
    assert path.read_bytes() == b"anew"


def test_nothing_is_seen_of_a_file_before_it_is_whole(tmp_path: Path) -> None:
    path, seen = tmp_path / "x", []
    put(path, b"old")

    def write(file) -> None:
        file.write(b"half")
        file.flush()
        seen.append(path.read_bytes())
        file.write(b" and half")

    files.replace(path, write)
    assert seen == [b"old"] and path.read_bytes() == b"half and half"
