import gzip

import numpy as np
import pytest

from smoothbandits import datasets
from smoothbandits.datasets.uci import UCI_SETS
from smoothbandits.errors import InvalidParameter, InvalidTable, MissingData
from tests.datasets.shared import shared_file


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder in which a small table takes a real one's place."""
    monkeypatch.setitem(UCI_SETS, "uci-concrete", (3, 3, "made up"))
    write(tmp_path, "1,0.5,10\n2,-1e-3,20\n3,4,30\n")
    return tmp_path


def write(folder, text):
    (folder / "uci").mkdir(exist_ok=True)
    (folder / "uci" / "concrete.csv.gz").write_bytes(gzip.compress(text.encode()))


def test_the_last_column_is_the_target(folder):
    assert datasets.at_hand("uci-concrete", data_dir=folder)
    table = datasets.load("uci-concrete", data_dir=folder)
    np.testing.assert_array_equal(table.X, [[1.0, 0.5], [2.0, -1e-3], [3.0, 4.0]])
    np.testing.assert_array_equal(table.y, [10.0, 20.0, 30.0])
    assert (table.columns, table.target) == (("x0", "x1"), "y")
    assert "CC BY 4.0" in table.licence and "treforevans/uci_datasets" in table.source
    assert len(datasets.load("uci-concrete", data_dir=folder, rows=2)) == 2


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("1,2,3\n", r"shape \(1, 3\)"),
        ("1,2,3\n4,,6\n7,8,9\n", "gaps"),
        ("1,2,3\n4,x,6\n7,8,9\n", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_other_files_are_refused(folder, text, match):
    write(folder, text)
    with pytest.raises(InvalidTable, match=match):
        datasets.load("uci-concrete", data_dir=folder)


def test_what_is_missing_says_where_it_comes_from(tmp_path):
    assert not datasets.at_hand("uci-sml", data_dir=tmp_path)
    for call in (datasets.load, datasets.fetch):
        with pytest.raises(MissingData, match=r"uci/sml.csv.gz .*treforevans"):
            call("uci-sml", data_dir=tmp_path)
    with pytest.raises(InvalidParameter, match="not generated"):
        datasets.load("uci-sml", data_dir=tmp_path, seed=2)


@pytest.mark.parametrize("name", UCI_SETS)
def test_the_real_ones(name):
    folder = shared_file(f"uci/{name.removeprefix('uci-')}.csv.gz").parents[1]
    rows, columns, _ = UCI_SETS[name]
    table = datasets.load(name, data_dir=folder).scaled()
    assert table.X.shape == (rows, columns - 1)
    assert (table.y.min(), table.y.max()) == (0.0, 1.0)
