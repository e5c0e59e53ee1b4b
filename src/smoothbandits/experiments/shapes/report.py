"""The files of the shapes."""

from pathlib import Path

from matplotlib.figure import Figure

from smoothbandits.experiments.shapes.figures import draw_losses, draw_regrets, draw_shapes
from smoothbandits.experiments.shapes.play import CONTEXTS, SHAPES
from smoothbandits.experiments.shapes.run import ROUNDS, Shapes
from smoothbandits.experiments.shapes.summary import (
    ORACLE_WORDS,
    TITLE,
    markdown,
    numbers,
    problem,
    table,
    verdict,
)
from smoothbandits.reports import Section, page, paragraph, picture, versions, write_results
from smoothbandits.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["shapes_page", "write_report"]

CAPTION = (
    "Left: mean regret, bands of two standard errors. Right: true losses (thick) and those "
    "learned in the first run, in two contexts; dots are the actions that would be played."
)


def write_report(result: Shapes, folder: str | Path) -> list[Path]:
    """Write shapes.json, shapes.md, shapes.png and report.html."""
    overview = render(lambda f, t: draw_shapes(f, result, t), width=14.0, height=8.4, dpi=100)
    return write_results(
        folder,
        "shapes",
        numbers=numbers(result),
        markdown=markdown(result),
        picture=overview,
        page=shapes_page(result),
    )


def shapes_page(result: Shapes) -> str:
    """Return the whole page as HTML."""
    top = paragraph(verdict(result)) + table(result).to_html() + paragraph(ORACLE_WORDS)
    sections = [Section("Result", top)]
    for name, shape in SHAPES.items():
        title = shape.label[0].upper() + shape.label[1:]
        sections.append(Section(title, panels(result, name)))
    return page(TITLE, problem(result), sections, footer=footer(result))


def panels(result: Shapes, name: str) -> str:
    """Regret and learned losses of one shape."""

    def draw(figure: Figure, theme: Theme) -> None:
        regret, *losses = figure.subplots(1, 1 + len(CONTEXTS))
        draw_regrets(regret, result, name, theme)
        regret.set_title("regret")
        for place, axes in enumerate(losses):
            draw_losses(axes, result, name, place, theme)
            axes.set_title(f"losses, context {place + 1}")
        regret.legend()

    light, dark = (render(draw, width=9.6, height=3.2, theme=theme) for theme in (LIGHT, DARK))
    return picture(light, dark, alt=f"{SHAPES[name].label}. {CAPTION}", caption=CAPTION)


def footer(result: Shapes) -> str:
    """Settings and versions."""
    made = ", ".join(f"{name} {number}" for name, number in versions().items())
    quick = "" if result.rounds == ROUNDS else " --quick"
    command = f"smoothbandits reproduce shapes --seeds {result.seeds}{quick}"
    return f"Made by: {command}. {made}. All numbers are in shapes.json."
