"""What Figure 1 says: a table, comparisons, a verdict."""

import math
from typing import NamedTuple

from smoothbandits.apps.reports import Table
from smoothbandits.baselines import MOSS, MOSSPlusPlus
from smoothbandits.spaces import Catalog
from smoothbandits_lab.figure1.outcomes import Figure1
from smoothbandits_lab.figure1.runs import PAPER_SEEDS, POLICIES
from smoothbandits_lab.statistics import Difference, Sample, compare_runs, welch

__all__ = [
    "BANDS",
    "EQUIVALENCE",
    "HOW_COMPARED",
    "INDEPENDENCE",
    "REGRET",
    "TITLE",
    "comparison_table",
    "comparisons",
    "lost_note",
    "problem",
    "table",
    "verdict",
]

RIVAL = "empmoss++"
TITLE = "Figure 1: the caption contest"
REGRET = (
    "Regret is pseudo-regret: the sum of the gaps between the best mean reward and that of the "
    "arm played, without the luck of the rewards. The paper's own curve is realised regret, "
    "which has the same mean."
)
BANDS = (
    "Bands are half a standard deviation of one run to either side of the mean, for every policy. "
    "The paper's figure mixes two: half a standard deviation for its own curve, a quarter for "
    "those of Zhu and Nowak, whose published figures are standard deviations divided by four."
)
EQUIVALENCE = (
    "The paper calls its algorithm statistically equivalent to empMOSS++. A test that finds no "
    "difference does not show that there is none; the interval says which differences fit the "
    "runs."
)
HOW_COMPARED = (
    "A negative difference favours the first. Welch: two means with unequal variances. Bootstrap: "
    "the same by resampling runs 10,000 times. Wins: share of pairs of runs in which the first "
    "has less regret, with the p-value of Mann and Whitney's test. The published row has only "
    "means and standard deviations to go by."
)
INDEPENDENCE = (
    "Welch's interval, the bootstrap, and Mann and Whitney's test take the runs of two policies "
    "to be independent. Here that is approximate: policies share seeds, and with them the random "
    "numbers behind the rewards."
)


def problem(result: Figure1) -> str:
    """The data and the protocol in a few sentences."""
    twin = (
        ""
        if result.dataset == "caption-652"
        else " These are not the contest's data, which are not on this machine, but synthetic "
        "arms of the same shape: published figures do not apply."
    )
    runs = len(result.seeds)
    return (
        f"Each of {result.rounds:,} rounds shows one of {result.arms:,} captions, which is liked "
        f"or not; {result.best_arms} are best. {runs} run{'s' * (runs > 1)} of each policy, "
        f"{seeds_text(result.seeds)}. Dataset: {result.dataset}.{twin}"
    )


def seeds_text(seeds: list[int]) -> str:
    """Which seeds, and whether they are the paper's.

    Examples
    --------
    >>> seeds_text([45, 46])
    'seeds 45 to 46 (the paper: 45 to 76)'
    """
    said = f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    if seeds == list(PAPER_SEEDS):
        return f"{said} as in the paper, whose random numbers are others"
    return f"{said} (the paper: {PAPER_SEEDS[0]} to {PAPER_SEEDS[-1]})"


def lost_note(result: Figure1) -> str:
    """What the column "lost" counts, and how often that must happen."""
    space = Catalog(result.arms)
    oracle = MOSS(space, horizon=result.rounds, best_arms=result.best_arms).arms_in_play
    first = MOSSPlusPlus(space, horizon=result.rounds).first_arms
    chances = [chance_of_none(result.arms, result.best_arms, drawn) for drawn in (oracle, first)]
    return (
        "Lost: runs that play no best arm in the last tenth of the rounds. MOSS Oracle draws "
        f"{oracle:,} arms, which hold no best one with probability {chances[0]:.2g}; empMOSS++ "
        f"begins with {first:,} ({chances[1]:.2g}). The regret of such a run is many times the "
        "usual one: means and standard deviations depend on it, medians do not."
    )


def chance_of_none(arms: int, best: int, drawn: int) -> float:
    """Probability that ``drawn`` of the arms, without repetition, hold none of the best.

    Examples
    --------
    >>> chance_of_none(4, 1, 2)
    0.5
    """
    return math.comb(arms - best, drawn) / math.comb(arms, drawn)


def table(result: Figure1, *, wide: bool = True) -> Table:
    """Policies by mean regret beside the published mean and, if there is room, its deviation."""
    columns = 9 if wide else 8
    rows = []
    for name in result.ranking():
        outcome, published = result.outcomes[name].numbers(), result.published(name)
        said = ["–", "–"]
        if published is not None:
            said = [f"{published.mean:,.0f}", f"{published.sd:,.0f}"]
        figures = [f"{outcome[key]:,.0f}" for key in ("mean", "median", "sd", "se")]
        row = [name, *figures, str(outcome["runs"]), str(outcome["lost"]), *said]
        rows.append(row[:columns])
    headers = ["policy", "mean", "median", "sd", "se", "runs", "lost", "published", "its sd"]
    ranking = result.ranking()
    strong = ranking.index("fast") if "fast" in ranking else None
    return Table(headers[:columns], rows, strong=strong)


class Comparison(NamedTuple):
    """Mean regret of ``first`` less that of ``second``."""

    name: str
    first: str
    second: str
    found: Difference


def comparisons(result: Figure1) -> list[Comparison]:
    """Ours against empMOSS++, as run here and as published."""
    found = []
    one, other = result.published("reference"), result.published(RIVAL)
    if one is not None and other is not None:
        difference = welch(Sample(*one), Sample(*other))
        found.append(Comparison("as published", "reference", RIVAL, difference))
    if RIVAL in result.outcomes and len(result.seeds) > 1:
        rival = result.outcomes[RIVAL].final
        for name in ("reference", "fast"):
            if name in result.outcomes:
                difference = compare_runs(result.outcomes[name].final, rival)
                found.append(Comparison("as run here", name, RIVAL, difference))
    return found


def comparison_table(result: Figure1) -> Table:
    """Differences with their intervals."""
    welch, others = ["mean", "95 % (Welch)", "p"], ["95 % (bootstrap)", "wins", "p (ranks)"]
    headers = ["against empMOSS++", *welch, *others]
    return Table(headers, [comparison_row(found) for found in comparisons(result)])


def comparison_row(comparison: Comparison) -> list[str]:
    """One difference."""
    found = comparison.found
    row = [
        f"{comparison.first}, {comparison.name}",
        f"{found.difference:+,.0f}",
        f"{found.low:+,.0f} to {found.high:+,.0f}",
        p_text(found.p_value),
    ]
    if found.bootstrap is None or found.better is None or found.rank_p_value is None:
        return [*row, "–", "–", "–"]
    low, high = found.bootstrap
    share = f"{100.0 * found.better:.0f} %"
    return [*row, f"{low:+,.0f} to {high:+,.0f}", share, p_text(found.rank_p_value)]


def p_text(p_value: float) -> str:
    """A p-value as text.

    Examples
    --------
    >>> p_text(0.0665), p_text(1e-9)
    ('0.067', '< 0.001')
    """
    return f"{p_value:.3f}" if p_value >= 0.001 else "< 0.001"


def sentence(comparison: Comparison) -> str:
    """What a comparison means."""
    name, first, second, found = comparison
    how = f"({found.low:+,.0f} to {found.high:+,.0f} with 95 % confidence)"
    size = f"by {found.difference:+,.0f} {how}"
    if found.low <= 0.0 <= found.high:
        meaning = "which may be chance"
    else:
        meaning = "which is more than chance"
    words = f"{name[0].upper()}{name[1:]}, {first} differs from {second}"
    return f"{words} {size}, {meaning}."


def verdict(result: Figure1) -> str:
    """Who is best, and the paper's claim as a tested difference."""
    best = result.ranking()[0]
    mean = float(result.outcomes[best].final.mean())
    first = f"{POLICIES[best].label} has the least mean regret, {mean:,.0f}."
    return " ".join([first, *map(sentence, comparisons(result))])
