import gzip

import polars
import pytest

from smoothbandits.errors import InvalidTable, MissingTable
from smoothbandits.tables import read_table

TEXT = "size,price,day,colour\n1,2.5,2024-01-01,red\n2,NA,2024-01-02,\n?,3,2024-01-03,blue\n"


def check(frame: polars.DataFrame) -> None:
    assert frame.schema == {
        "size": polars.Int64,
        "price": polars.Float64,
        "day": polars.Date,
        "colour": polars.String,
    }
    assert frame["size"].to_list() == [1, 2, None]
    assert frame["price"].to_list() == [2.5, None, 3.0]
    assert frame["colour"].to_list() == ["red", None, "blue"]


@pytest.mark.parametrize(("name", "separator"), [("a.csv", ","), ("a.CSV", ";"), ("a.tsv", "\t")])
def test_text_files(tmp_path, name: str, separator: str) -> None:
    (tmp_path / name).write_text(TEXT.replace(",", separator))
    check(read_table(tmp_path / name))


def test_decimal_commas(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("x;y;z\n1,5;a,b;1\n-2;c;NA\nNA;d;3\n")
    frame = read_table(tmp_path / "a.csv")
    assert frame["x"].to_list() == [1.5, -2.0, None]
    assert frame["y"].to_list() == ["a,b", "c", "d"]
    assert frame["z"].to_list() == [1, None, 3]


def test_compressed_text(tmp_path) -> None:
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(TEXT.encode()))
    check(read_table(str(tmp_path / "a.csv.gz")))


def test_parquet(tmp_path) -> None:
    (tmp_path / "a.csv").write_text(TEXT)
    read_table(tmp_path / "a.csv").write_parquet(tmp_path / "a.parquet")
    check(read_table(tmp_path / "a.parquet"))


def test_types_are_found_from_all_lines(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("x\n" + "1\n" * 5000 + "1.5\n")
    assert read_table(tmp_path / "a.csv")["x"].sum() == 5001.5


def test_latin_letters_do_not_stop_it(tmp_path) -> None:
    (tmp_path / "a.csv").write_bytes("x,y\ncafé,1\n".encode("latin-1"))
    assert read_table(tmp_path / "a.csv")["y"].to_list() == [1]


def test_a_missing_file(tmp_path) -> None:
    (tmp_path / "orders.csv").write_text(TEXT)
    with pytest.raises(MissingTable, match="no file .*; did you mean 'orders.csv'"):
        read_table(tmp_path / "order.csv")
    with pytest.raises(FileNotFoundError, match="no file"):
        read_table(tmp_path / "nowhere" / "order.csv")


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.csv", b"", "is empty"),
        ("a.csv", b"x,y\n", "has no rows"),
        ("a.csv", b"\n\n", "cannot be read|has no rows"),
        ("a.csv", b"x,y\n1,2\n1,2,3,4\n", "cannot be read"),
        ("a.parquet", b"x,y\n1,2\n", "cannot be read"),
        ("a.csv.gz", b"x,y\n1,2\n", "cannot be read"),
        ("a.xlsx", b"PK", "neither CSV nor Parquet"),
    ],
)
def test_what_is_no_table(tmp_path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InvalidTable, match=says):
        read_table(tmp_path / name)


def test_a_folder_is_no_table(tmp_path) -> None:
    with pytest.raises(InvalidTable, match="is no file"):
        read_table(tmp_path)


@pytest.mark.parametrize(
    ("content", "says"),
    [("a,b,a\n1,2,3\n", "two columns 'a'"), ("a,b\r1,2\r3,4\r", "carriage returns alone")],
)
def test_what_would_be_misread_is_refused(tmp_path, content, says):
    path = tmp_path / "orders.csv"
    path.write_bytes(content.encode())
    with pytest.raises(InvalidTable, match=says):
        read_table(path)
