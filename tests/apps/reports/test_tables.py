import pytest

from smoothbandits.apps.reports import Table
from smoothbandits.errors import InvalidParameter


def test_markdown_is_padded_and_aligned():
    table = Table(["method", "loss"], [["Greedy", "0.3"], ["AdaptiveIGW", "0.25"]], strong=1)
    assert table.to_markdown().splitlines() == [
        "| method          |     loss |",
        "|:----------------|---------:|",
        "| Greedy          |      0.3 |",
        "| **AdaptiveIGW** | **0.25** |",
    ]


def test_a_bar_inside_a_cell_is_escaped():
    assert r"a\|b" in Table(["x"], [["a|b"]]).to_markdown()


def test_html_is_escaped_and_stresses_one_row():
    html = Table(["x", "y"], [["<a>", "1"], ["b", "2"]], strong=1).to_html()
    assert "&lt;a&gt;" in html and "<a>" not in html
    assert html.count('class="strong"') == 1
    assert html.index('class="strong"') > html.index("&lt;a&gt;")


def test_a_row_of_another_length_is_refused():
    with pytest.raises(InvalidParameter, match="has 1 cells for 2 headers"):
        Table(["x", "y"], [["a"]])
