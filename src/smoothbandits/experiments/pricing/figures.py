"""The figures of the pricing experiment."""

from collections.abc import Callable

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator

from smoothbandits.experiments.pricing.results import SHOWN_PRICES, PricingResult
from smoothbandits.experiments.pricing.run import METHODS
from smoothbandits.reports.figures import Theme, draw_band, percent, thousands

__all__ = [
    "draw_customer",
    "draw_exploration",
    "draw_overview",
    "draw_prices",
    "draw_shares",
]

Drawing = Callable[[Figure, Theme], None]

CUSTOMERS = ("Probably private", "Could be either", "Probably a business")


def colour_of(method: str, theme: Theme) -> str:
    """The same colour in every figure."""
    return theme.cycle[list(METHODS).index(method)]


def draw_curves(axes: Axes, result: PricingResult, theme: Theme, curve: str) -> None:
    """One line per method; random play is far off and only named."""
    for method, outcome in result.outcomes.items():
        if method != "RandomPlay":
            runs = getattr(outcome, curve)
            draw_band(axes, result.ends, runs, label=method, color=colour_of(method, theme))
    axes.set(xlim=(0, result.rounds), xlabel="customers so far")
    axes.xaxis.set_major_formatter(thousands())
    axes.yaxis.set_major_locator(MultipleLocator(0.05))
    axes.yaxis.set_major_formatter(percent())


def name_random_play(axes: Axes, level: float, theme: Theme, *, top: bool) -> None:
    """Say where the curve would be that is left out."""
    axes.text(
        0.98,
        0.97 if top else 0.03,
        f"RandomPlay: {100.0 * level:.0f} % (not shown)",
        transform=axes.transAxes,
        ha="right",
        va="top" if top else "bottom",
        color=colour_of("RandomPlay", theme),
    )


def draw_shares(axes: Axes, result: PricingResult, theme: Theme) -> None:
    """Learning curves: revenue as a share of the best possible, window by window."""
    draw_curves(axes, result, theme, "shares")
    name_random_play(axes, result.outcomes["RandomPlay"].shares.mean(), theme, top=False)
    single = float((result.single / result.best).mean())
    axes.axhline(single, color=theme.quiet, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.text(0.5 * result.rounds, single + 0.005, "best single price", color=theme.quiet)
    axes.set(
        ylim=(min(0.7, axes.get_ylim()[0]), 1.0), ylabel="revenue, share of the best possible"
    )


def draw_exploration(axes: Axes, result: PricingResult, theme: Theme) -> None:
    """How often the price was a draw from the whole range."""
    draw_curves(axes, result, theme, "exploration")
    name_random_play(axes, 1.0, theme, top=True)
    axes.set(ylabel="share of rounds that explore")


def draw_prices(axes: Axes, result: PricingResult, theme: Theme, method: str) -> None:
    """Learned against best price for new customers, after the first seed."""
    low, high = result.newcomers.space.support
    axes.plot([low, high], [low, high], color=theme.quiet, linewidth=1.0)
    axes.scatter(
        result.newcomers.best_prices[:500],
        result.outcomes[method].prices[:500],
        s=9,
        color=colour_of(method, theme),
        alpha=0.55,
        linewidths=0,
    )
    axes.set(xlim=(low, high), ylim=(low, high), xlabel="best price", ylabel="learned price")


def draw_customer(
    axes: Axes, result: PricingResult, theme: Theme, which: int, method: str
) -> None:
    """True and learned revenue of every price for one new customer."""
    number = result.shown[which]
    truth = result.newcomers.revenue_curve(number, SHOWN_PRICES)
    learned = result.outcomes[method].curves[which]
    colour = colour_of(method, theme)
    axes.plot(SHOWN_PRICES, truth, color=theme.quiet, linewidth=1.4, label="true")
    axes.plot(SHOWN_PRICES, learned, color=colour, label="learned")
    price = float(result.outcomes[method].prices[number])
    earns = float(result.newcomers.revenue_curve(number, [price])[0])
    axes.plot(
        [price], [earns], "o", color=colour, markeredgecolor=theme.ground, markersize=8,
        label="price named",
    )  # fmt: skip
    axes.set(
        xlim=(SHOWN_PRICES[0], SHOWN_PRICES[-1]),
        ylim=(0.0, 1.08 * max(truth.max(), learned.max())),
        xlabel="price",
        ylabel="expected revenue",
    )


def draw_overview(figure: Figure, result: PricingResult, theme: Theme) -> None:
    """Everything on one picture."""
    grid = figure.add_gridspec(2, 6, height_ratios=[1.15, 1.0])
    shares, exploration = figure.add_subplot(grid[0, :4]), figure.add_subplot(grid[0, 4:])
    draw_shares(shares, result, theme)
    shares.set_title(f"What each method earns ({len(result.seeds)} seeds, band: 2 std. errors)")
    shares.legend(loc="center right")
    draw_exploration(exploration, result, theme)
    exploration.set_title("How much it explores")
    for i, which in enumerate((1, 2)):
        axes = figure.add_subplot(grid[1, 2 * i : 2 * i + 2])
        draw_customer(axes, result, theme, which, "AdaptiveIGW")
        axes.set_title(f"{CUSTOMERS[which]}: revenue by price")
        if i == 0:
            axes.legend(loc="lower left")
    prices = figure.add_subplot(grid[1, 4:])
    draw_prices(prices, result, theme, "AdaptiveIGW")
    prices.set_title("New customers: AdaptiveIGW")
