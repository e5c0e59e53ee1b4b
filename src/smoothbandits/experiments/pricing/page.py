"""The page of the pricing experiment."""

from functools import partial

from matplotlib.figure import Figure

from smoothbandits.experiments.pricing import figures
from smoothbandits.experiments.pricing.results import PricingResult
from smoothbandits.experiments.pricing.run import METHODS
from smoothbandits.experiments.pricing.summary import (
    PROBLEM,
    TITLE,
    WHY_EXPLORE,
    WHY_ORACLE,
    method_note,
    share,
    table,
    verdict,
)
from smoothbandits.reports import Section, cards, code, page, paragraph, picture, versions
from smoothbandits.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["pricing_page"]

MAIN = "AdaptiveIGW"
EXAMPLE = """\
import smoothbandits as sb

bandit = sb.Bandit(
    sb.Interval(10, 50),          # prices
    oracle=sb.KernelOracle(),     # revenue of any shape
    context_size=6,               # what is known about a customer
    scale=sb.Scale(0, 50),        # revenue per customer: 0 to 50
)
decision = bandit.act(features)   # decision.action is the price to name
bandit.learn(decision, reward=decision.action if sold else 0.0)
"""


def pricing_page(result: PricingResult) -> str:
    """Return the whole page as HTML."""
    sections = [result_section, learning_section, model_section, prices_section]
    return page(
        TITLE,
        PROBLEM,
        [
            *(make(result) for make in sections),
            Section("The same in your code", code(EXAMPLE)),
        ],
        top=headline(result),
        footer=footer(result),
    )


def headline(result: PricingResult) -> str:
    """The numbers to remember."""
    outcome, chance = result.outcomes[MAIN], result.outcomes["RandomPlay"]
    gain = float((outcome.revenue / chance.revenue).mean()) - 1.0
    rounds = result.rounds * len(result.seeds) * len(METHODS)
    part = share(float((outcome.revenue / result.best).mean()))
    return cards(
        [
            (part, f"of the best possible revenue with {MAIN}, learning included"),
            (f"{100.0 * gain:+.0f} %", "revenue against random prices"),
            (share(float(outcome.late_exploration.mean())), "of its rounds explore at the end"),
            (f"{result.seconds:.0f} s", f"for {rounds:,} rounds, compiling included"),
        ]
    )


def result_section(result: PricingResult) -> Section:
    """Verdict and table."""
    body = paragraph(verdict(result)) + table(result).to_html() + paragraph(method_note(result))
    return Section("Result", body)


def learning_section(result: PricingResult) -> Section:
    """Curves over time."""

    def draw(figure: Figure, theme: Theme) -> None:
        left, right = figure.subplots(1, 2, width_ratios=[1.7, 1.0])
        figures.draw_shares(left, result, theme)
        figures.draw_exploration(right, result, theme)
        figure.legend(*left.get_legend_handles_labels(), loc="outside upper center", ncols=3)

    shown = both(
        draw,
        height=4.0,
        alt="Revenue and exploration of each method over time",
        caption="Left: revenue in consecutive windows as a share of the best possible. Right: "
        "share of rounds whose price was a draw from the whole range. Bands are two standard "
        "errors over seeds.",
    )
    return Section("How fast each method learns", paragraph(WHY_EXPLORE) + shown)


def model_section(result: PricingResult) -> Section:
    """Learned and true revenue curves of three customers."""

    def draw(figure: Figure, theme: Theme) -> None:
        for which, axes in enumerate(figure.subplots(1, 3, sharey=True)):
            figures.draw_customer(axes, result, theme, which, MAIN)
            axes.set_title(figures.CUSTOMERS[which])
            axes.label_outer()
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=3)

    shown = both(
        draw,
        height=3.3,
        alt="True and learned revenue by price for three customers",
        caption=f"Three new customers after one run of {MAIN} (the first seed): expected revenue "
        "of every price, as it is and as it was learned, and the price that would be named. "
        "Where the method rarely goes, it knows little.",
    )
    return Section("What was learned", paragraph(WHY_ORACLE) + shown)


def prices_section(result: PricingResult) -> Section:
    """Learned against best prices of many customers."""
    methods = [method for method in METHODS if method != "RandomPlay"]

    def draw(figure: Figure, theme: Theme) -> None:
        for method, axes in zip(methods, figure.subplots(1, 3, sharey=True), strict=True):
            figures.draw_prices(axes, result, theme, method)
            axes.set_title(method)
            axes.label_outer()

    shown = both(
        draw,
        height=3.4,
        alt="Learned against best price for new customers",
        caption="New customers after the first seed of each method. On the line the learned price "
        "is the best one; the groups far from it are customers who are asked the price of "
        "the wrong peak.",
    )
    return Section("Learned price against best price", shown)


def both(draw: figures.Drawing, *, height: float, alt: str, caption: str) -> str:
    """A figure in the light and the dark theme."""
    draw_in = partial(render, draw, width=9.4, height=height)
    return picture(draw_in(theme=LIGHT), draw_in(theme=DARK), alt=alt, caption=caption)


def footer(result: PricingResult) -> str:
    """Settings and versions."""
    made = ", ".join(f"{name} {number}" for name, number in versions().items())
    command = (
        f"smoothbandits demo --rounds {result.rounds} --seeds {len(result.seeds)} "
        f"--seed {result.seeds[0]}"
    )
    return f"Made by: {command}. {made}. All numbers are in demo.json."
