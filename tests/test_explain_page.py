"""The code of docs/explain.md prints what the page says."""

import re
from pathlib import Path

import matplotlib

PAGE = Path(__file__).parents[1] / "docs" / "explain.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)


def test_it_prints_what_it_says(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    printed = expected = ""
    for kind, code in BLOCKS:
        if kind == "python":
            assert printed == expected
            exec(compile(code, str(PAGE), "exec"), names)
            printed, expected = capsys.readouterr().out, ""
        else:
            expected = code
            assert printed == expected
    assert (tmp_path / "runs.png").exists()
    assert isinstance(names["figure"], matplotlib.figure.Figure)


def test_there_is_something_to_run() -> None:
    assert [kind for kind, _ in BLOCKS].count("text") >= 7
