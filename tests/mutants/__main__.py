"""Plant every fault, one after the other, and run the tests that must notice: `make mutants`.

A fault is killed where a test fails, and survives where all pass.  One that keeps the tests from
being run at all is an error of the list.  With words as arguments, only faults are planted that
say one of them; ``--json`` prints the outcome for machines, ``--keep`` writes the score into
docs/mutants.md.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from rich.console import Console
from rich.progress import track

from tests.mutants import MUTANTS
from tests.mutants.mutant import ROOT, Mutant

JOBS = 2
PATIENCE = 600  # seconds; a fault that makes a test run for ever is noticed too
NEEDED = 0.95
COPIED = ("src", "tests", "lab", "docs", "README.md", "CHANGELOG.md", "pyproject.toml", "Makefile")
VERDICTS = {0: "survived", 1: "killed"}


@dataclass(frozen=True)
class Outcome:
    """What became of one fault."""

    part: str
    mutant: Mutant
    verdict: str  # killed, survived or broken
    seconds: float
    said: str

    @property
    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "part": self.part,
            "says": self.mutant.says,
            "file": self.mutant.file,
            "verdict": self.verdict,
            "seconds": round(self.seconds, 1),
            "said": self.said,
        }

    def __str__(self) -> str:
        place = f"{self.mutant.file}; {self.said}"
        return f"{self.verdict.upper()}: {self.part}: {self.mutant.says} ({place})"


class Copy:
    """The project in a folder of its own, to be broken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns("__pycache__", "_build")
        for name in COPIED:
            place = ROOT / name
            if place.is_dir():
                shutil.copytree(place, folder / name, ignore=ignored)
            else:
                shutil.copy(place, folder / name)

    def test(self, tests: str) -> tuple[int, str]:
        """Exit code of pytest, and the last thing that it said."""
        paths = (self.folder / "src", self.folder / "lab" / "src", self.folder)
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "SMOOTHBANDITS_CACHE": str(self.folder / "cache"),
            "SMOOTHBANDITS_QUIET": "1",
        }
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "", "-p", "no:cacheprovider"]
        try:
            done = subprocess.run(
                [*command, *tests.split()],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return 1, "the tests did not end"
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        return done.returncode, [*failed, *lines, done.stderr[-200:]][0 if failed else -2]

    def plant(self, part: str, mutant: Mutant) -> Outcome:
        """Break one file, test, and mend it."""
        path, began = self.folder / mutant.path, time.perf_counter()
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.planted(text), encoding="utf-8")
        try:
            code, said = self.test(mutant.tests)
        finally:
            path.write_text(text, encoding="utf-8")
            shutil.rmtree(self.folder / "cache", ignore_errors=True)
        seconds = time.perf_counter() - began
        return Outcome(part, mutant, VERDICTS.get(code, "broken"), seconds, said)


def chosen(words: list[str]) -> list[tuple[str, Mutant]]:
    """All faults, or those that say one of the words."""
    listed = [(part, mutant) for part, mutants in MUTANTS.items() for mutant in mutants]
    if not words:
        return listed
    return [(p, m) for p, m in listed if any(word in f"{p}: {m.says}" for word in words)]


def plant_all(faults: list[tuple[str, Mutant]], console: Console) -> list[Outcome]:
    """Each in the first copy that is free."""
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for job in range(JOBS):
            copies.put(Copy(Path(folder, str(job))))

        def whole(tests: str) -> None:
            """Without a fault, the tests of a fault pass by themselves."""
            copy = copies.get()
            try:
                code, said = copy.test(tests)
            finally:
                copies.put(copy)
            if code != 0:
                raise SystemExit(f"{tests} does not pass without any fault: {said}")

        def plant(fault: tuple[str, Mutant]) -> Outcome:
            copy = copies.get()
            try:
                return copy.plant(*fault)
            finally:
                copies.put(copy)

        named = sorted({mutant.tests for _, mutant in faults})
        with ThreadPoolExecutor(JOBS) as pool:
            list(track(pool.map(whole, named), "without", len(named), console=console))
            outcomes = pool.map(plant, faults)
            return list(track(outcomes, "planting", len(faults), console=console))


def page(outcomes: list[Outcome]) -> str:
    """docs/mutants.md."""
    killed = sum(outcome.verdict == "killed" for outcome in outcomes)
    lines = [
        "# Mutants",
        "",
        "Faults that were planted into the core, one at a time, and whether the tests named for "
        "each noticed.",
        f"`make mutants` plants them again. **{killed} of {len(outcomes)} were killed "
        f"({killed / len(outcomes):.0%}).**",
        "",
        "| part | killed | of |",
        "|---|---|---|",
    ]
    for part in MUTANTS:
        own = [outcome for outcome in outcomes if outcome.part == part]
        lines.append(f"| {part} | {sum(o.verdict == 'killed' for o in own)} | {len(own)} |")
    for part in MUTANTS:
        lines += ["", f"## {part.capitalize()}", "", "| fault | in | |", "|---|---|---|"]
        lines += [
            f"| {outcome.mutant.says} | `{outcome.mutant.file}` | {outcome.verdict} |"
            for outcome in outcomes
            if outcome.part == part
        ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Plant, print, and say by the exit code whether enough were killed."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    faults, console = chosen(words), Console(stderr=True)
    if not faults:
        raise SystemExit(f"no fault says {' or '.join(words)}")
    outcomes = plant_all(faults, console)
    killed = sum(outcome.verdict == "killed" for outcome in outcomes)
    if "--json" in sys.argv:
        found = [outcome.plain for outcome in outcomes]
        print(json.dumps({"killed": killed, "of": len(outcomes), "faults": found}, indent=2))
    else:
        for outcome in outcomes:
            if outcome.verdict != "killed":
                print(outcome)
        print(f"{killed} of {len(outcomes)} faults were killed ({killed / len(outcomes):.1%})")
    if "--keep" in sys.argv and not words:
        (ROOT / "docs" / "mutants.md").write_text(page(outcomes), encoding="utf-8")
    broken = any(outcome.verdict == "broken" for outcome in outcomes)
    return int(broken or killed < NEEDED * len(outcomes))


if __name__ == "__main__":
    sys.exit(main())
