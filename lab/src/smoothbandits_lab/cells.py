"""Long experiments in small pieces: each result is a file, and what is there is not done again."""

import ast
import functools
import inspect
import itertools
import json
import multiprocessing
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import smoothbandits
from smoothbandits.apps.reports.folder import prepare
from smoothbandits.files import digest, replace
from smoothbandits.processes import end_after

__all__ = ["Cell", "Cells", "Progress", "Result"]

Result = dict[str, Any]
#: a cell, its result, and whether it was there before
Progress = Callable[["Cell", Result, bool], None]

# folders of the library whose edits change no result
WITHOUT_NUMBERS = ("cli", "apps", "testing")


@dataclass(frozen=True)
class Cell:
    """One piece of work: ``compute(cell)`` gives a small dictionary that JSON can hold.

    Parameters
    ----------
    compute
        A function at the top of a module, so that other processes find it.
    experiment, dataset, policy, seed
        What the file is called after.
    settings
        Everything else that the result depends on, in plain JSON values.
    """

    compute: Callable[["Cell"], Result]
    experiment: str
    dataset: str
    policy: str
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)

    def describe(self) -> dict[str, Any]:
        """All that tells this cell from others."""
        return {
            "experiment": self.experiment,
            "dataset": self.dataset,
            "policy": self.policy,
            "seed": self.seed,
            "settings": dict(self.settings),
            "version": smoothbandits.__version__,
            "source": source_digest(inspect.getfile(self.compute)),
        }

    @property
    def file_name(self) -> str:
        """A readable name with a hash of the description, which includes the source code."""
        words = f"{self.experiment}-{self.dataset}-{self.policy}-{self.seed}"
        slug = re.sub(r"[^a-z0-9.+]+", "-", words.lower()).strip("-")
        text = json.dumps(self.describe(), sort_keys=True)
        return f"{slug}-{digest(text.encode())}.json"


class Cells:
    """Results in a folder.

    Examples
    --------
    >>> import math, tempfile
    >>> def root(cell):
    ...     return {"root": math.sqrt(cell.settings["of"])}
    >>> cells = Cells(tempfile.mkdtemp())
    >>> cells.run([Cell(root, "roots", "numbers", "sqrt", settings={"of": 9.0})])
    [{'root': 3.0}]
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = prepare(folder)

    def path(self, cell: Cell) -> Path:
        """Where the result of a cell is or will be."""
        return self.folder / cell.file_name

    def get(self, cell: Cell) -> Result | None:
        """The result, or None if it is not there or cannot be read."""
        try:
            found: Result = json.loads(self.path(cell).read_text())["result"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found

    def seconds(self, cell: Cell) -> float:
        """How long a finished cell took when it was computed."""
        return float(json.loads(self.path(cell).read_text())["elapsed"])

    def run(
        self, cells: Sequence[Cell], *, jobs: int = 1, progress: Progress | None = None
    ) -> list[Result]:
        """Results of all cells, in order; those that are missing are computed first.

        Control-C or an error in one cell stops the others; what was finished stays.

        Parameters
        ----------
        cells
            What is wanted.
        jobs
            Processes; with 1 everything happens in this one.
        progress
            Called as ``progress(cell, result, kept)`` in the order in which cells finish.
        """
        told = progress or (lambda cell, result, kept: None)
        results: dict[str, Result] = {}
        missing: dict[str, Cell] = {}
        for cell in cells:
            found = self.get(cell)
            if found is None:
                missing[cell.file_name] = cell
            elif cell.file_name not in results:
                results[cell.file_name] = found
                told(cell, found, True)
        if jobs > 1 and len(missing) > 1:
            self._run_many(missing, jobs, results, told)
        else:
            for name, cell in missing.items():
                results[name] = compute_and_write(cell, self.folder / name)
                told(cell, results[name], False)
        return [results[cell.file_name] for cell in cells]

    def _run_many(
        self, missing: dict[str, Cell], jobs: int, results: dict[str, Result], told: Progress
    ) -> None:
        """Compute in other processes, which write their results themselves."""
        # processes made by fork would inherit half of the compiler's threads
        context = multiprocessing.get_context("spawn")
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(min(jobs, len(missing)), context, watch_parent)
        try:
            futures: dict[Future[Result], str] = {
                pool.submit(compute_and_write, cell, self.folder / name): name
                for name, cell in missing.items()
            }
            for future in as_completed(futures):
                name = futures[future]
                results[name] = future.result()
                told(missing[name], results[name], False)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()
            raise
        finally:
            pool.shutdown()


def compute_and_write(cell: Cell, path: Path) -> Result:
    """Compute a cell; its file is whole or not there."""
    began = time.perf_counter()
    result = cell.compute(cell)
    content = {
        **cell.describe(),
        "elapsed": round(time.perf_counter() - began, 3),
        "result": result,
    }
    text = json.dumps(content, indent=1, allow_nan=False) + "\n"

    def write(file: BinaryIO) -> None:
        file.write(text.encode())

    replace(path, write)
    return result


def watch_parent() -> None:
    """In a worker: leave control-C to the parent, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        end_after(parent.join)


def source_digest(file: str) -> str:
    """Hash of the code that numbers come from: edits to it make old results void.

    That is the library, without what only shows results, and of the laboratory the file of a
    cell's function with all that it imports.

    Parameters
    ----------
    file
        Of the cell's function; a function that was typed in has none.
    """
    own = sorted(imported_files(Path(file))) if Path(file).exists() else []
    return digest(library_digest().encode(), *own, digits=16)


@functools.cache
def library_digest() -> str:
    """Hash of the library, without what only shows results."""
    package = Path(smoothbandits.__file__).parent
    files = sorted(package.rglob("*.py"))
    counts = (path.relative_to(package).parts[0] not in WITHOUT_NUMBERS for path in files)
    return digest(*itertools.compress(files, counts), digits=64)


@functools.cache
def imported_files(file: Path) -> frozenset[Path]:
    """A file with all that it imports of the laboratory or from beside it, however deep.

    Examples
    --------
    >>> from smoothbandits_lab.shapes import runs
    >>> sorted(path.name for path in imported_files(Path(runs.__file__)))
    ['runs.py']
    """
    found: set[Path] = set()
    waiting = [file.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found and path != Path(__file__).resolve():  # this file gives no numbers
            found.add(path)
            places = (place_of(name, path.parent) for name in imported_names(path))
            waiting += [place for place in places if place is not None]
    return frozenset(found)


def place_of(module: str, beside: Path) -> Path | None:
    """Source of a module of the laboratory, or of one beside the file that imports it."""
    here = Path(__file__).resolve().parent
    root = here.parent if module.startswith(f"{here.name}.") else beside
    place = root.joinpath(*module.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def imported_names(file: Path) -> Iterator[str]:
    """What may be modules in the import statements of a file."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
