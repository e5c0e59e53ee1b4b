"""The files of the demo: numbers, Markdown, a picture and a page."""

from typing import Any

from matplotlib.figure import Figure, SubFigure

from smoothbandits.apps.demo.run import OURS, Demo
from smoothbandits.apps.own_table import words
from smoothbandits.apps.own_table.compare_report import (
    compare_numbers,
    compare_table,
    compare_verdict,
    result_section,
    time_pictures,
)
from smoothbandits.apps.own_table.currency import amount
from smoothbandits.apps.own_table.figures import (
    corral_picture,
    draw_corral,
    draw_exploration,
    draw_losses,
    surface_pictures,
)
from smoothbandits.apps.own_table.run_report import run_numbers
from smoothbandits.apps.reports import (
    Report,
    Section,
    cards,
    code,
    gallery,
    page,
    paragraph,
    result_files,
)
from smoothbandits.apps.reports.figures import Theme, render
from smoothbandits.apps.reports.surface import draw_choice, draw_surface

__all__ = ["demo_numbers", "demo_page", "demo_report", "draw_demo"]

TITLE = "Naming the price of a car"
WHY = (
    "epsilon-greedy has the same model as fast and always draws 5 % of its actions at random, so "
    "the two differ in exploration alone. fast draws a price less often the worse it looks, and "
    "CORRAL learns how sharply. CATS needs a width and a number of cells that suit the data. Here "
    "it has its own defaults; the published results choose both in hindsight (smoothbandits "
    "reproduce table1). best predicts with boosted trees, which are fitted again as cars add up: "
    "it is slower, and gets better with more cars. rival is what one would write in twenty lines: "
    "LightGBM on car and price, the best of 32 prices, 5 % random."
)
EXAMPLE = """\
import smoothbandits as sb

bandit = sb.Bandit(
    sb.Interval({low:.0f}, {high:.0f}),  # prices
    context_size={size},  # what is known about a car
    policy="fast",  # the default is best
    scale=sb.Scale(0, {unit:.0f}),  # the worst that can happen
)
decision = bandit.act(car)  # decision.action is the price to name
bandit.learn(decision, loss=abs(price - decision.action))
"""


def demo_page(demo: Demo, command: str = "") -> str:
    """Return the whole page as HTML."""
    sections = [
        result_section(demo.comparison),
        Section("Over time", paragraph(WHY) + time_pictures(demo.comparison)),
        Section(f"What {OURS} learned", learned(demo)),
        Section("The same in your code", code(example(demo))),
        words.columns_section(demo.comparison.problem),
    ]
    return page(
        TITLE,
        demo_lead(demo),
        sections,
        top=demo_cards(demo),
        footer=words.footer("demo", command),
    )


def demo_lead(demo: Demo) -> str:
    """What the problem is."""
    return (
        f"{words.lead(demo.comparison.problem)} The cars are drawn from a Bayesian network of a "
        "public table; the paper's Table 1 has a million of them."
    )


def learned(demo: Demo) -> str:
    """Pictures of the first run."""
    remark = f"The first run of {OURS}, seed {demo.run.played.seed}, after its last round."
    surface = demo.run.surface
    shown = [] if surface is None else [*surface_pictures(surface)]
    return paragraph(remark) + gallery([*shown, corral_picture(demo.run)])


def example(demo: Demo) -> str:
    """The lines that make the policy of the demo."""
    problem = demo.comparison.problem
    low, high = problem.space.support
    return EXAMPLE.format(
        low=low, high=high, size=problem.encoder.width, unit=problem.currency.scale.high
    )


def demo_cards(demo: Demo) -> str:
    """The numbers to remember: those of the policy that won."""
    found, problem = demo.comparison.contestants, demo.comparison.problem
    winner = next(name for name in found if name != "constant")  # that one knows the future
    best = found[winner]
    others = {"constant": "the best constant", "rival": "twenty lines of LightGBM", "cats": "CATS"}
    shown = [
        (
            amount(best.loss.mean * problem.currency.scale.high),
            f"off per car with {winner}, learning included",
        )
    ]
    for name, meaning in others.items():
        if name != winner:
            less = 100.0 * (1.0 - best.loss.mean / found[name].loss.mean)
            shown.append(
                (f"{abs(less):.0f} %", f"{'less' if less >= 0.0 else 'more'} than {meaning}")
            )
    rounds = problem.rounds * len(best.losses)
    shown.append((words.speed(rounds, best.seconds), f"rounds per second and core with {winner}"))
    return cards(shown)


def draw_demo(figure: Figure, demo: Demo, theme: Theme) -> None:
    """Losses and exploration above; below, CORRAL and what was learned.

    Nothing in it changes from one run to the next.
    """
    above, below = parts(figure, 2, 1, height_ratios=[1.0, 0.95])
    losses, exploration = parts(above, 1, 2, width_ratios=[1.5, 1.0])
    draw_losses(losses.subplots(), demo.comparison, theme)
    entitle(losses, "What each policy loses (bands: 95 %)")
    draw_exploration(exploration.subplots(), demo.comparison, theme)
    entitle(exploration, "How much each explores")
    rates, surface, choice = parts(below, 1, 3, width_ratios=[1.0, 1.1, 0.9])
    draw_corral(rates, demo.run, theme)
    entitle(rates, f"CORRAL chooses a rate ({OURS})")
    if demo.run.surface is not None:
        draw_surface(surface, theme, surface=demo.run.surface)
        entitle(surface, f"What was learned ({OURS})")
        draw_choice(choice, theme, surface=demo.run.surface, which=1)
        entitle(choice, "One car: loss, and law of the action")


def parts(whole: Figure | SubFigure, rows: int, columns: int, **ratios: Any) -> list[SubFigure]:
    """A grid of figures within a figure."""
    grid: Any = whole.subfigures(rows, columns, **ratios)
    return list(grid)


def entitle(part: SubFigure, words: str) -> None:
    """A heading over a part of the picture."""
    part.suptitle(words, x=0.03, ha="left", fontsize=10.5, fontweight="bold")


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
        words.interval_note(found),
        WHY,
    ]
    return "\n\n".join(parts) + "\n"


def demo_report(demo: Demo, command: str = "") -> Report:
    """demo.json, demo.md, demo.png and report.html."""
    found, numbers = demo.comparison, demo_numbers(demo)
    files = result_files(
        "demo",
        numbers=numbers,
        markdown=demo_markdown(demo),
        picture=render(lambda f, t: draw_demo(f, demo, t), width=12.0, height=7.4, dpi=110),
        page=demo_page(demo, command),
    )
    tables = [(compare_table(found), words.title(found.problem))]
    return Report(numbers, files, tables=tables, lines=[compare_verdict(found)])
