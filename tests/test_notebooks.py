"""The notebooks in ``examples/`` run, and keep what they show."""

import json
from pathlib import Path

import pytest

from tests.notebooks import cells_of, run
from tests.pages import NUMBER, numbers

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_it_runs_and_shows_what_it_keeps(path):
    pytest.importorskip("matplotlib")
    remedy = f"run: python -m tests.notebooks examples/{path.name}"
    found, cells = run(path), cells_of(path)
    for outputs, cell in zip(found, cells, strict=True):
        assert [one["output_type"] for one in outputs] == [
            one["output_type"] for one in cell["outputs"]
        ], remedy
        for one, kept in zip(outputs, cell["outputs"], strict=True):
            if one["output_type"] == "stream":
                said, shown = "".join(one["text"]), "".join(kept["text"])
                assert NUMBER.sub("#", said) == NUMBER.sub("#", shown), remedy
                assert numbers(said) == pytest.approx(numbers(shown), rel=0.1), remedy
            else:
                assert one["data"].keys() == kept["data"].keys(), remedy
    kinds = {kind for outputs in found for one in outputs for kind in one.get("data", {})}
    assert {"image/png", "text/html"} <= kinds


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_it_is_short(path):
    assert sum(len(cell["source"]) for cell in cells_of(path)) <= 40
    assert json.loads(path.read_text(encoding="utf-8"))["nbformat"] == 4


def test_there_is_one():
    assert NOTEBOOKS
