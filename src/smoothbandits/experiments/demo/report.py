"""The files of the demo."""

from pathlib import Path
from typing import Any

from smoothbandits.experiments.demo.overview import draw_demo
from smoothbandits.experiments.demo.page import TITLE, WHY, demo_lead, demo_page
from smoothbandits.experiments.demo.run import Demo
from smoothbandits.experiments.own_table.compare_summary import (
    compare_numbers,
    compare_table,
    compare_verdict,
)
from smoothbandits.experiments.own_table.run_summary import run_numbers
from smoothbandits.experiments.own_table.words import interval_note
from smoothbandits.reports import write_results
from smoothbandits.reports.figures import render

__all__ = ["demo_numbers", "write_demo"]


def demo_numbers(demo: Demo) -> dict[str, Any]:
    """Everything as plain numbers: the comparison, and how the first run explored."""
    return {
        **compare_numbers(demo.comparison),
        "command": "demo",
        "first_run": run_numbers(demo.run)["curves"],
    }


def demo_markdown(demo: Demo) -> str:
    """The table with its explanation."""
    found = demo.comparison
    parts = [f"# {TITLE}", demo_lead(demo), f"**{compare_verdict(found)}**"]
    parts += [
        compare_table(found).to_markdown(),
        interval_note(found.problem, len(found.seeds)),
        WHY,
    ]
    return "\n\n".join(parts) + "\n"


def write_demo(demo: Demo, folder: str | Path, command: str = "") -> list[Path]:
    """Write demo.json, demo.md, demo.png and report.html."""
    return write_results(
        folder,
        "demo",
        numbers=demo_numbers(demo),
        markdown=demo_markdown(demo),
        picture=render(lambda f, t: draw_demo(f, demo, t), width=12.0, height=7.4, dpi=110),
        page=demo_page(demo, command),
    )
