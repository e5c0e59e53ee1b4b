"""Cells that leave a mark when they run; other processes find them by the name of this module."""

import time
from pathlib import Path

from smoothbandits_lab.cells import Cell


def compute(cell: Cell) -> dict[str, float]:
    """Leaves a mark for each time it runs; may be told to wait or fail."""
    folder = Path(cell.settings["marks"])
    (folder / f"{cell.seed}-{time.monotonic_ns()}").touch()
    if cell.settings.get("failing") == cell.seed:
        raise ValueError(f"seed {cell.seed} fails")
    time.sleep(cell.settings.get("wait", 0.0))
    return {"value": cell.seed**2}


def work(folder: Path, number: int, **settings: object) -> list[Cell]:
    marks = folder / "marks"
    marks.mkdir(exist_ok=True)
    return [
        Cell(
            compute, "squares", "numbers", "slow & steady", seed, {"marks": str(marks), **settings}
        )
        for seed in range(number)
    ]
