import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import smoothbandits_lab
from lab.tests.squares import work
from smoothbandits.errors import InvalidParameter
from smoothbandits_lab.cells import Cells, imported_files


def runs(folder: Path) -> list[int]:
    return sorted(int(path.name.split("-")[0]) for path in (folder / "marks").iterdir())


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_is_done_twice(tmp_path: Path, jobs: int) -> None:
    cells, tasks = Cells(tmp_path / "cells"), work(tmp_path, 4)
    kept: list[bool] = []
    first = cells.run(tasks[:2], jobs=jobs)
    again = cells.run([*tasks, tasks[0]], jobs=jobs, progress=lambda *done: kept.append(done[2]))
    assert first == [{"value": 0}, {"value": 1}]
    assert again == [{"value": value} for value in (0, 1, 4, 9, 0)]
    assert sorted(kept) == [False, False, True, True]
    assert runs(tmp_path) == [0, 1, 2, 3]


def test_files_are_readable_and_say_what_they_are(tmp_path: Path) -> None:
    (task,) = work(tmp_path, 1)
    cells = Cells(tmp_path / "cells")
    cells.run([task])
    assert cells.path(task).name.startswith("squares-numbers-slow-steady-0-")
    content = json.loads(cells.path(task).read_text())
    assert content["policy"] == "slow & steady" and content["result"] == {"value": 0}


def test_other_settings_are_another_cell(tmp_path: Path) -> None:
    names = {work(tmp_path, 1, wait=wait)[0].file_name for wait in (0.0, 0.1)}
    assert len(names) == 2


@pytest.mark.parametrize("damaged", ['{"result"', "[]", "{}", ""])
def test_a_damaged_file_is_computed_again(tmp_path: Path, damaged: str) -> None:
    cells, tasks = Cells(tmp_path / "cells"), work(tmp_path, 1)
    cells.run(tasks)
    cells.path(tasks[0]).write_text(damaged)
    assert cells.run(tasks) == [{"value": 0}]
    assert runs(tmp_path) == [0, 0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_reaches_the_caller_and_finished_cells_stay(tmp_path: Path, jobs: int) -> None:
    cells, tasks = Cells(tmp_path / "cells"), work(tmp_path, 3, failing=2)
    cells.run(tasks[:2])
    with pytest.raises(ValueError, match="seed 2 fails"):
        cells.run(tasks, jobs=jobs)
    assert [cells.get(task) for task in tasks] == [{"value": 0}, {"value": 1}, None]


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, sent: signal.Signals) -> None:
    """Control-C and kill lose what was in flight, at most one cell per process."""
    tasks = work(tmp_path, 6, wait=0.4)
    code = (
        "import sys; from pathlib import Path\n"
        "from smoothbandits_lab.cells import Cells\n"
        "from lab.tests.squares import work\n"
        "folder = Path(sys.argv[1])\n"
        "if __name__ == '__main__':\n"
        "    Cells(folder / 'cells').run(work(folder, 6, wait=0.4), jobs=2)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])},
        stderr=subprocess.DEVNULL,
    )
    cells = Cells(tmp_path / "cells")
    until = time.monotonic() + 60.0
    while sum(cells.get(task) is not None for task in tasks) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(sent)
    process.wait(timeout=30)
    finished = [task.seed for task in tasks if cells.get(task) is not None]
    assert 2 <= len(finished) < 6
    time.sleep(0.6)  # workers of a killed parent end by themselves
    started = len(runs(tmp_path))
    time.sleep(0.5)
    assert len(runs(tmp_path)) == started <= len(finished) + 2
    assert cells.run(tasks) == [{"value": seed**2} for seed in range(6)]
    again = [seed for seed in range(6) if runs(tmp_path).count(seed) > 1]
    assert not set(again) & set(finished) and len(again) <= 2


def test_a_cell_is_void_when_what_it_imports_changes(tmp_path: Path) -> None:
    """Also through a module between, also where the import stands in a function."""
    (tmp_path / "runs.py").write_text("import between\n")
    (tmp_path / "between.py").write_text("def f():\n    from deep import g\n")
    (tmp_path / "deep.py").write_text("import between, numpy\ng = 1\n")
    (tmp_path / "figure.py").write_text("import runs\n")
    found = imported_files(tmp_path / "runs.py")
    assert {path.name for path in found} == {"runs.py", "between.py", "deep.py"}


def test_a_claim_s_cells_do_not_hang_on_other_claims_or_figures() -> None:
    from smoothbandits_lab.claims.rate import runs

    found = imported_files(Path(runs.__file__))
    names = {"/".join(path.parts[-2:]) for path in found}
    assert names == {"rate/runs.py", "claims/plateaus.py"}


def test_no_cell_hangs_on_what_judges_or_shows_it() -> None:
    later = {"claim", "figure", "figures", "scores", "settings", "statistics", "study", "words"}
    for runs in Path(smoothbandits_lab.__file__).parent.rglob("runs.py"):
        assert not later & {path.stem for path in imported_files(runs)}, runs


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(InvalidParameter, match="taken"):
        Cells(tmp_path / "taken")
