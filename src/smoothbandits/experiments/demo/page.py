"""The page of the demo."""

from smoothbandits.experiments.demo.run import OURS, Demo
from smoothbandits.experiments.own_table.about import columns_section, footer
from smoothbandits.experiments.own_table.compare_figures import compare_pictures
from smoothbandits.experiments.own_table.compare_page import result_section
from smoothbandits.experiments.own_table.measure import amount
from smoothbandits.experiments.own_table.run_figures import (
    master_picture,
    surface_pictures,
)
from smoothbandits.experiments.own_table.words import lead, speed
from smoothbandits.reports import Section, cards, code, gallery, page, paragraph

__all__ = ["TITLE", "demo_lead", "demo_page"]

TITLE = "Naming the price of a car"
WHY = (
    "epsilon-greedy has the same model and draws 5 % of its actions at random, for ever: what "
    "lies between it and fast is exploration alone. fast names a drawn action the less often the "
    "worse it looks, and CORRAL finds out how sharply. CATS needs a width and a number of cells "
    "that suit the data; it is played with its own defaults here, while the published results "
    "choose both in hindsight (smoothbandits reproduce table1). best predicts with boosted trees, "
    "which are fitted anew as cars add up: slower, and the better the more there are. rival is "
    "what one writes in twenty lines instead: LightGBM on car and price, the best of 32 prices, "
    "5 % random."
)
EXAMPLE = """\
import smoothbandits as sb

bandit = sb.Bandit(
    sb.Interval({low:.0f}, {high:.0f}),  # prices
    context_size={size},  # what is known about a car
    policy="fast",  # best where it is left out
    scale=sb.Scale(0, {unit:.0f}),  # the worst that can happen
)
decision = bandit.act(car)  # decision.action is the price to name
bandit.learn(decision, loss=abs(price - decision.action))
"""


def demo_page(demo: Demo, command: str = "") -> str:
    """Return the whole page as HTML."""
    sections = [
        result_section(demo.comparison),
        Section("Over time", paragraph(WHY) + gallery(compare_pictures(demo.comparison))),
        Section(f"What {OURS} learned", learned(demo)),
        Section("The same in your code", code(example(demo))),
        columns_section(demo.comparison.problem),
    ]
    return page(
        TITLE, demo_lead(demo), sections, top=demo_cards(demo), footer=footer("demo", command)
    )


def demo_lead(demo: Demo) -> str:
    """What the problem is."""
    return (
        f"{lead(demo.comparison.problem)} The cars are drawn from a Bayesian network of a public "
        "table; the paper's Table 1 has a million of them."
    )


def learned(demo: Demo) -> str:
    """Pictures of the first run."""
    words = f"The first run of {OURS}, seed {demo.run.played.seed}, after its last round."
    surface = demo.run.surface
    shown = [] if surface is None else [*surface_pictures(surface)]
    return paragraph(words) + gallery([*shown, master_picture(demo.run)])


def example(demo: Demo) -> str:
    """The lines that make the policy of the demo."""
    problem = demo.comparison.problem
    low, high = problem.space.support
    return EXAMPLE.format(low=low, high=high, size=problem.encoder.width, unit=problem.unit)


def demo_cards(demo: Demo) -> str:
    """The numbers to remember: those of the policy that won."""
    found, problem = demo.comparison.contestants, demo.comparison.problem
    winner = next(name for name in found if name != "constant")  # that one knows the future
    best = found[winner]
    others = {"constant": "the best constant", "rival": "twenty lines of LightGBM", "cats": "CATS"}
    shown = [(amount(best.loss.mean * problem.unit), f"off per car with {winner}, learning too")]
    for name, words in others.items():
        if name != winner:
            less = 100.0 * (1.0 - best.loss.mean / found[name].loss.mean)
            shown.append(
                (f"{abs(less):.0f} %", f"{'less' if less >= 0.0 else 'more'} than {words}")
            )
    rounds = problem.rounds * len(best.losses)
    shown.append((speed(rounds, best.seconds), f"rounds per second and core with {winner}"))
    return cards(shown)
