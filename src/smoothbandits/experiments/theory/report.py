"""The files of the theory lab: three for each claim, and one page."""

import json
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from smoothbandits.experiments.theory.page import theory_page
from smoothbandits.experiments.theory.run import Judged, Theory
from smoothbandits.experiments.theory.summary import (
    claim_markdown,
    claim_numbers,
    theory_numbers,
)
from smoothbandits.reports import prepare
from smoothbandits.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["write_report"]


def write_report(theory: Theory, folder: str | Path, command: str = "") -> list[Path]:
    """Write NAME.json, NAME.md and NAME.png of each claim, theory.json and theory.html."""
    path = prepare(folder)
    pictures = [(figure(one, LIGHT), figure(one, DARK)) for one in theory.judged]
    files: dict[str, bytes] = {}
    for one, (light, _) in zip(theory.judged, pictures, strict=True):
        name = one.claim.name
        files[f"{name}.json"] = as_json(claim_numbers(one, theory.size))
        files[f"{name}.md"] = claim_markdown(one).encode()
        files[f"{name}.png"] = light
    files["theory.json"] = as_json(theory_numbers(theory))
    files["theory.html"] = theory_page(theory, pictures, command).encode()
    for file, content in files.items():
        (path / file).write_bytes(content)
    return [path / file for file in files]


def figure(judged: Judged, theme: Theme) -> bytes:
    """The figure of a claim, as PNG; `draw` may set another size."""

    def draw(drawn: Figure, used: Theme) -> None:
        judged.claim.draw(drawn, judged.finding, used)

    return render(draw, theme=theme)


def as_json(numbers: dict[str, Any]) -> bytes:
    """Text of a JSON file."""
    return (json.dumps(numbers, indent=2, allow_nan=False) + "\n").encode()
