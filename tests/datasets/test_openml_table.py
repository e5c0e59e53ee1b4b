import gzip

import numpy as np
import pytest

from smoothbandits import datasets
from smoothbandits.errors import InvalidTable, MissingData
from tests.datasets.shared import shared_file

ARFF = """% purchases
@RELATION black_friday
@ATTRIBUTE Gender {F,M}
@ATTRIBUTE Age {'0-17','55+'}
@ATTRIBUTE Stay_In_Current_City_Years {0,1,'4+'}
@ATTRIBUTE Purchase INTEGER

@DATA
F,'0-17','4+',100
M,'55+',1,300
M,'0-17',0,200
M,'0-17',?,999
"""
COLUMNS = (
    "Gender",
    "Gender = F",
    "Gender = M",
    "Age",
    "Age = 0-17",
    "Age = 55+",
    "Stay_In_Current_City_Years",
    "Stay_In_Current_City_Years = 4+",
)


@pytest.mark.parametrize("packed", [False, True])
def test_words_become_entries_and_incomplete_rows_go(tmp_path, packed: bool) -> None:
    (tmp_path / "black_friday").mkdir()
    path = tmp_path / "black_friday" / ("black_friday.arff.gz" if packed else "black_friday.arff")
    path.write_bytes(gzip.compress(ARFF.encode()) if packed else ARFF.encode())
    table = datasets.load("black-friday", data_dir=tmp_path)
    assert table.columns == COLUMNS and table.target == "Purchase"
    np.testing.assert_array_equal(table.y, [100.0, 300.0, 200.0])
    expected = [[0, 1, 0, 0, 1, 0, 0, 1], [0, 0, 1, 0, 0, 1, 1, 0], [0, 0, 1, 0, 1, 0, 0, 0]]
    np.testing.assert_array_equal(table.X, expected)
    assert "not the paper's" in table.note  # three rows are not Table 1's
    assert len(datasets.load("black-friday", data_dir=tmp_path, rows=2)) == 2


def test_the_part_has_the_paper_s_columns_and_says_partial() -> None:
    folder = shared_file("black_friday/black_friday_first19280.csv.gz").parents[1]
    table = datasets.load("black-friday-part", data_dir=folder)
    assert table.X.shape == (5772, 9 + 13)  # the paper's encoding has 13 entries for words
    assert "partial" in table.note


def test_a_date_is_left_out_of_zurich(tmp_path) -> None:
    path = tmp_path / "zurich.csv"
    path.write_text("delay,vehicle_type,time,dayminute\n5,tram,2016-02-01,300\n-3,bus,x,400\n")
    table = datasets.load("zurich", data_dir=tmp_path)
    names = ("vehicle_type", "vehicle_type = bus", "vehicle_type = tram", "dayminute")
    assert table.columns == names and table.target == "delay"


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("Gender,Age\nF,30\n", "no column 'Purchase'"),
        ("Gender,Purchase\nF,much\n", "words or nothing"),
        ("", "cannot be read"),
        ("Name,Purchase\n" + "".join(f"n{i},1\n" for i in range(300)), "300 different words"),
    ],
)
def test_other_files_are_refused(tmp_path, text: str, match: str) -> None:
    (tmp_path / "black_friday.csv").write_text(text)
    with pytest.raises(InvalidTable, match=match):
        datasets.load("black-friday", data_dir=tmp_path)


def test_an_arff_file_without_rows_is_refused(tmp_path) -> None:
    (tmp_path / "black_friday.arff").write_text("<html>not found</html>")
    with pytest.raises(InvalidTable, match="no ARFF file"):
        datasets.load("black-friday", data_dir=tmp_path)


@pytest.mark.parametrize("name", ["black-friday", "zurich", "black-friday-part"])
def test_what_is_missing_is_named(tmp_path, monkeypatch, name: str) -> None:
    monkeypatch.setenv("SMOOTHBANDITS_CACHE", str(tmp_path))
    with pytest.raises(MissingData, match=name):
        datasets.load(name, data_dir=tmp_path)
