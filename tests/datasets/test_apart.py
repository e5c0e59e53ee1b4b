import numpy as np
import pytest

from smoothbandits import datasets
from smoothbandits.datasets.apart import APART
from smoothbandits.errors import InvalidParameter, InvalidTable, MissingData

DIAMONDS = """"carat","cut","color","clarity","depth","table","price","x","y","z"
0.23,"Ideal","E","SI2",61.5,55,326,3.95,3.98,2.43
0.21,"Premium","E","SI1",59.8,61,327,3.89,3.84,2.31
0.29,"Premium","I","VS2",62.4,58,334,4.2,4.23,2.63
0.31,"Good","J","SI2",63.3,58,NA,4.34,4.35,2.75
"""


def test_words_have_an_entry_per_level_and_gaps_are_left_out(tmp_path):
    (tmp_path / "diamonds.csv").write_text(DIAMONDS)
    table = datasets.load("diamonds", data_dir=tmp_path)
    assert table.X.shape == (3, 6 + 2 + 2 + 3)
    assert sorted(table.y) == [326.0, 327.0, 334.0] and table.target == "price"
    carats = dict(zip(table.y, table.X[:, 0], strict=True))
    assert carats == {326.0: 0.23, 327.0: 0.21, 334.0: 0.29}  # rows stay together
    ideal = table.X[:, table.columns.index("cut = Ideal")]
    assert ideal.tolist() == (table.y == 326.0).astype(float).tolist()
    assert len(datasets.load("diamonds", data_dir=tmp_path, rows=2)) == 2


@pytest.mark.parametrize("text", ["", "carat,price\n1,2\n", DIAMONDS.replace("0.23", "heavy")])
def test_other_files_are_refused(tmp_path, text):
    (tmp_path / "diamonds.csv").write_text(text)
    with pytest.raises(InvalidTable, match="cannot be read"):
        datasets.load("diamonds", data_dir=tmp_path)


@pytest.mark.parametrize("name", APART)
def test_what_is_missing_says_where_it_comes_from(name, tmp_path):
    if datasets.at_hand(name):
        pytest.skip("plotnine is installed")
    with pytest.raises(MissingData, match=f"get {name}.csv from PyPI plotnine"):
        datasets.load(name, data_dir=tmp_path)
    with pytest.raises(InvalidParameter, match="not generated"):
        datasets.load(name, data_dir=tmp_path, seed=1)


def test_the_real_ones_where_they_are():
    rows = {"diamonds": (53_940, 26), "txhousing": (7_126, 51)}
    if not all(map(datasets.at_hand, rows)):
        pytest.skip("needs diamonds.csv and txhousing.csv, which plotnine brings")
    for name, shape in rows.items():
        table = datasets.load(name)
        assert table.X.shape == shape and np.isfinite(table.X).all()
