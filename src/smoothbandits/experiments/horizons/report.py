"""The files of the study."""

from pathlib import Path

from smoothbandits.experiments.horizons.figures import draw_horizons
from smoothbandits.experiments.horizons.policies import CONSTANT
from smoothbandits.experiments.horizons.run import Horizons
from smoothbandits.experiments.horizons.summary import (
    INTERVALS,
    TITLE,
    facts,
    horizon_words,
    markdown,
    numbers,
    overview_table,
    place_table,
    problem,
    problem_words,
    remarks,
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

__all__ = ["horizons_page", "write_report"]

CAPTION = (
    "Mean loss over that of the rival on the same rows and seeds, where below 1 is better; with "
    "prices mean revenue over that of the rival, where above 1 is better. Small dots are tables, "
    "large ones geometric means over tables with 95 % intervals."
)


def write_report(result: Horizons, folder: str | Path) -> list[Path]:
    """Write horizons.json, horizons.md, horizons.png and report.html."""
    return write_results(
        folder,
        "horizons",
        numbers=numbers(result),
        markdown=markdown(result),
        picture=drawn(result, LIGHT),
        page=horizons_page(result),
    )


def drawn(result: Horizons, theme: Theme) -> bytes:
    """The figure."""
    return render(lambda f, t: draw_horizons(f, result, t), width=11.0, height=5.0, theme=theme)


def horizons_page(result: Horizons) -> str:
    """Return the whole page as HTML."""
    shown = picture(drawn(result, LIGHT), drawn(result, DARK), alt=CAPTION, caption=CAPTION)
    losses = list(dict.fromkeys(score.loss for score in result.scores))
    against = "".join(
        overview_table(result, loss).to_html() + overview_table(result, loss, CONSTANT).to_html()
        for loss in losses
    )
    pairs = dict.fromkeys((score.loss, score.horizon) for score in result.scores)
    each = [
        Section(
            f"{problem_words(loss)}, {horizon_words(horizon)}",
            place_table(result, loss, horizon).to_html(),
        )
        for loss, horizon in pairs
    ]
    sections = [
        Section("Result", shown + bullets(facts(result))),
        Section("Geometric means over tables", against + paragraph(INTERVALS)),
        *each,
        Section("Data and remarks", bullets(remarks(result))),
    ]
    return page(TITLE, problem(result), sections, footer=footer(result))


def footer(result: Horizons) -> str:
    """Settings and versions."""
    asked = result.settings
    words = [f"--seeds {len(asked.runs)}", f"--long-seeds {asked.long_seeds}"]
    words += [f"--seed {asked.seed}"] if asked.seed else []
    words += [f"--dataset {name}" for name in asked.datasets or ()]
    words += [f"--policy {name}" for name in asked.policies or ()]
    words += [f"--loss {name}" for name in asked.losses or ()]
    words += ["--quick"] if asked.quick else []
    made = ", ".join(f"{name} {number}" for name, number in versions().items())
    return (
        f"Made by: smoothbandits reproduce horizons {' '.join(words)}. {made}. All numbers are "
        "in horizons.json."
    )
