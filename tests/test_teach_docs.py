"""The code of docs/teach.md, from top to bottom, and what it says that it prints."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "teach.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_code_runs_and_prints_what_it_says(capsys) -> None:
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(compile(block, str(PAGE), "exec"), names)
        said = capsys.readouterr().out.split("\n")[:-1]
        promised = re.findall(r"print\(.*\)  # ([^\n:]+)", block)
        assert said == promised
    assert "teach" in "".join(BLOCKS) and len(BLOCKS) == 7
