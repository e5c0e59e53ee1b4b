import json
import os

import pytest

from smoothbandits.apps.reports import Report, prepare, result_files
from smoothbandits.errors import InvalidParameter

PARTS = {"markdown": "# Ü\n", "picture": b"png", "page": "<p>ü</p>"}


def test_files_hold_what_was_given(tmp_path):
    numbers = {"x": [1.5]}
    files = result_files("demo", numbers=numbers, **PARTS)
    Report(numbers, files).write(tmp_path / "a" / "b")
    folder = tmp_path / "a" / "b"
    assert json.loads((folder / "demo.json").read_text()) == {"x": [1.5]}
    assert (folder / "demo.md").read_text(encoding="utf-8") == "# Ü\n"
    assert (folder / "demo.png").read_bytes() == b"png"
    assert (folder / "report.html").read_text(encoding="utf-8") == "<p>ü</p>"


def test_nan_in_the_numbers_is_refused_before_anything_is_written():
    with pytest.raises(ValueError, match="JSON"):
        result_files("demo", numbers={"x": float("nan")}, **PARTS)


def test_a_folder_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidParameter, match="cannot be made"):
        prepare(tmp_path / "file" / "below")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write")
def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(InvalidParameter, match="cannot be written"):
        prepare(tmp_path)
