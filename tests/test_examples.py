import re
import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_runs(path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [str(path), "1000"])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_knowing_what_a_price_is_earns_more(monkeypatch, capsys):
    (path,) = (path for path in EXAMPLES if path.stem == "pricing")
    monkeypatch.setattr(sys, "argv", [str(path), "3000"])
    runpy.run_path(str(path), run_name="__main__")
    said = capsys.readouterr().out
    told, plain, best, one = map(float, re.findall(r": +([\d.]+)$", said, flags=re.MULTILINE))
    assert plain < told < best and one < best
