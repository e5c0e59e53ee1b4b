import os
from pathlib import Path

from smoothbandits_lab.tables_at_hand import fingerprint

FILE = "flights_weather_arr_delay.parquet"


def test_another_file_of_the_same_size_is_another_problem(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"one")
    first = fingerprint("flights", tmp_path)
    os.utime(path, ns=(1, 1))
    assert fingerprint("flights", tmp_path) == first  # touched, not changed
    path.write_bytes(b"two")
    os.utime(path, ns=(2, 2))
    assert fingerprint("flights", tmp_path) not in (None, first)


def test_what_is_generated_has_no_file() -> None:
    assert fingerprint("bng-cpu", None) is None
