"""The files of the study."""

from pathlib import Path

from smoothbandits.experiments.change.figures import draw_change, drawn_families
from smoothbandits.experiments.change.problem import WORLDS
from smoothbandits.experiments.change.run import Changes
from smoothbandits.experiments.change.summary import (
    INTERVALS,
    TITLE,
    facts,
    late_table,
    markdown,
    numbers,
    place_table,
    played_worlds,
    problem,
    remarks,
    whole_table,
)
from smoothbandits.reports import (
    Section,
    bullets,
    page,
    paragraph,
    picture,
    versions,
    write_results,
)
from smoothbandits.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["change_page", "write_report"]

CAPTION = (
    "Mean loss × 1000 in consecutive windows, geometric means over tables; lower is better. "
    "Dashed: the change. The short line is the same policy begun anew there, over the rounds "
    "that count in the end."
)


def write_report(result: Changes, folder: str | Path) -> list[Path]:
    """Write change.json, change.md, change.png and report.html."""
    return write_results(
        folder,
        "change",
        numbers=numbers(result),
        markdown=markdown(result),
        picture=drawn(result, LIGHT),
        page=change_page(result),
    )


def drawn(result: Changes, theme: Theme) -> bytes:
    """The figure."""
    width = 2.0 + 2.4 * len(played_worlds(result))
    height = 1.2 + 2.4 * max(1, len(drawn_families(result)))
    return render(
        lambda f, t: draw_change(f, result, t), width=width, height=height, theme=theme, dpi=100
    )


def change_page(result: Changes) -> str:
    """Return the whole page as HTML."""
    shown = picture(drawn(result, LIGHT), drawn(result, DARK), alt=CAPTION, caption=CAPTION)
    means = late_table(result).to_html() + whole_table(result).to_html()
    each = [
        Section(
            f"{world}: {WORLDS[world].meaning}",
            paragraph("Losses are times 1000.") + place_table(result, world).to_html(),
        )
        for world in played_worlds(result)
    ]
    sections = [
        Section("Result", shown + bullets(facts(result))),
        Section("Geometric means over tables", means + paragraph(INTERVALS)),
        *each,
        Section("Data and remarks", bullets(remarks(result))),
    ]
    return page(TITLE, problem(result), sections, footer=footer(result))


def footer(result: Changes) -> str:
    """Settings and versions."""
    asked = result.settings
    words = [f"--seeds {len(asked.used_seeds)}"]
    words += [f"--seed {asked.seed}"] if asked.seed else []
    words += [f"--dataset {name}" for name in asked.datasets or ()]
    words += [f"--policy {name}" for name in asked.policies or ()]
    words += [f"--world {name}" for name in asked.worlds or ()]
    words += ["--quick"] if asked.quick else []
    made = ", ".join(f"{name} {number}" for name, number in versions().items())
    return (
        f"Made by: smoothbandits reproduce change {' '.join(words)}. {made}. All numbers are "
        "in change.json."
    )
