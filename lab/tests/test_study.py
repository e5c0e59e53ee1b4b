"""What every study has from `run_study` and `one_page`, with a study of roots."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from smoothbandits.apps.reports import Table
from smoothbandits.errors import InvalidParameter
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.options import Quick, Seeds, check_names, command_line
from smoothbandits_lab.pages import Chapter, Drawing, Html, one_page
from smoothbandits_lab.study import Done, Report, Run, run_study

COMPUTED: list[int] = []


def root(cell: Cell) -> Result:
    COMPUTED.append(cell.seed)
    return {"root": math.sqrt(cell.seed)}


@dataclass(frozen=True)
class Settings:
    seeds: Seeds = None
    quick: Quick = False
    names: list[str] | None = None


class Roots:
    name = "roots"
    settings = Settings

    def cells(self, settings: Settings) -> list[Cell]:
        return [
            Cell(root, "roots", "numbers", "sqrt", seed) for seed in range(settings.seeds or 4)
        ]

    def judge(self, settings: Settings, runs: Sequence[Run]) -> list[float]:
        return [run.result["root"] for run in runs]

    def report(self, done: Done[Settings, list[float]]) -> Report:
        table = Table(["of", "root"], [["1", "1"]])
        drawing = Drawing(lambda figure, theme: figure.subplots().plot([0, 1]), caption="A line.")
        return one_page(
            done,
            title="Roots",
            lead="Roots of numbers.",
            chapters=[
                Chapter("Result", ["Words.", ["one", "two"], table, drawing, Html("<hr>")]),
                Chapter("Nothing", ["", [], Table(["of", "root"], [])]),
            ],
            overview=drawing,
            numbers={"roots": done.finding},
            tables=[(table, "Roots")],
            lines=[],
        )

    def warnings(self, settings: Settings) -> Sequence[str]:
        return ()

    def brief(self, cell: Cell, result: Result) -> str:
        return ""


def test_a_stopped_study_goes_on_and_finds_the_same(tmp_path):
    def stop(cell: Cell, result: Result, kept: bool) -> None:
        if cell.seed == 1:
            raise KeyboardInterrupt

    COMPUTED.clear()
    with pytest.raises(KeyboardInterrupt):
        run_study(Roots(), Settings(), tmp_path, progress=stop)
    assert COMPUTED == [0, 1]
    done = run_study(Roots(), Settings(), tmp_path)
    assert COMPUTED == [0, 1, 2, 3]
    assert done.finding == [0.0, 1.0, math.sqrt(2.0), math.sqrt(3.0)]
    assert run_study(Roots(), Settings(), tmp_path).finding == done.finding
    assert COMPUTED == [0, 1, 2, 3]


def test_no_process_is_no_number_of_processes(tmp_path):
    with pytest.raises(InvalidParameter, match="jobs is 0"):
        run_study(Roots(), Settings(), tmp_path / "cells", jobs=0)
    assert not (tmp_path / "cells").exists()


def test_page_and_markdown_say_the_same(tmp_path):
    done = run_study(Roots(), Settings(seeds=2), tmp_path / "cells")
    paths = Roots().report(done).write(tmp_path)
    assert [path.name for path in paths] == ["roots.json", "roots.md", "roots.png", "report.html"]
    numbers = json.loads(paths[0].read_text())
    assert numbers["roots"] == [0.0, 1.0] and {"seconds", "cores", "versions"} <= set(numbers)
    text, page = paths[1].read_text(), paths[3].read_text()
    begun = "# Roots\n\nRoots of numbers.\n\n## Result\n\nWords.\n\n- one\n- two\n\n| of"
    assert text.startswith(begun) and "Nothing" not in text and "<hr>" not in text
    assert "<p>Words.</p>" in page and "<li>two</li>" in page and "<hr>" in page
    assert page.count("data:image/png") == 2  # light and dark
    assert "Made by: smoothbandits reproduce roots --seeds 2." in page
    assert "All numbers are in roots.json." in page


def test_the_command_repeats_lists_and_leaves_out_what_is_usual():
    settings = Settings(quick=True, names=["a", "b"])
    line = "smoothbandits reproduce roots --quick --names a --names b"
    assert command_line("roots", settings) == line
    assert command_line("roots", Settings()) == "smoothbandits reproduce roots"


def test_what_is_not_known_is_named():
    check_names("number", None, ["one"])
    with pytest.raises(InvalidParameter, match="no number is called 'two'; give one, three"):
        check_names("number", ["one", "two"], ["one", "three"])
