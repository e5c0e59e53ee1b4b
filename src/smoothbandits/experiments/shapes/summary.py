"""What the shapes say: a table, a verdict, Markdown and plain numbers."""

from typing import Any

import numpy as np

from smoothbandits.experiments.shapes.play import CONTEXTS, ORACLES, SHAPES, actions, checkpoints
from smoothbandits.experiments.shapes.run import Outcome, Shapes
from smoothbandits.reports import Table, cores, versions

__all__ = ["ORACLE_WORDS", "TITLE", "markdown", "numbers", "problem", "table", "verdict"]

TITLE = "Cliffs, two valleys, steps"
ORACLE_WORDS = (
    "dispersion: a valley around a linear guess. additive: a valley around a sum of functions; "
    "both are symmetric. kernel: smooth, any shape. boosted: trees, any shape, with the additive "
    "oracle before the first fit. All explore alike: SmoothIGW with h gamma = 4 sqrt(t)."
)


def problem(result: Shapes) -> str:
    """The protocol in two sentences."""
    runs = f"{result.seeds} run{'s' * (result.seeds > 1)} of {result.rounds:,} rounds"
    words = "; ".join(f"{shape.label}: {shape.meaning}" for shape in SHAPES.values())
    return (
        f"Losses that no symmetric valley around a target describes, {runs} of each oracle. "
        f"{words[0].upper()}{words[1:]}. Expected losses are known, so regret is exact."
    )


def table(result: Shapes) -> Table:
    """Regret per round over the last tenth of the rounds, times 1000, with standard errors."""
    rows = []
    for shape, outcomes in result.outcomes.items():
        rows.append([SHAPES[shape].label, *(late(outcomes[name]) for name in ORACLES)])
    return Table(["regret per round × 1000, last tenth", *ORACLES], rows)


def late(outcome: Outcome) -> str:
    """Mean and standard error over runs."""
    values = 1000.0 * outcome.late
    if len(values) < 2:
        return f"{values.mean():.1f}"
    return f"{values.mean():.1f} ± {values.std(ddof=1) / len(values) ** 0.5:.1f}"


def verdict(result: Shapes) -> str:
    """How the trees fare against the better of the two symmetric models, shape by shape."""
    parts = []
    for shape, outcomes in result.outcomes.items():
        means = {name: float(outcome.late.mean()) for name, outcome in outcomes.items()}
        symmetric = min(means["dispersion"], means["additive"])
        parts.append(f"{SHAPES[shape].label} {means['boosted'] / symmetric:.2f}")
    return (
        "Regret per round of boosted trees in the last tenth, as a multiple of the better "
        f"symmetric model's: {', '.join(parts)}."
    )


def numbers(result: Shapes) -> dict[str, Any]:
    """Everything as plain numbers."""
    return {
        "command": "shapes",
        "rounds": result.rounds,
        "seeds": result.seeds,
        "checkpoints": checkpoints(result.rounds),
        "contexts": [list(context) for context in CONTEXTS],
        "actions": actions().tolist(),
        "shapes": {shape: shape_numbers(shape, found) for shape, found in result.outcomes.items()},
        "seconds": result.seconds,
        "cores": cores(),
        "versions": versions(),
    }


def shape_numbers(shape: str, outcomes: dict[str, Outcome]) -> dict[str, Any]:
    """True losses, and each oracle's regret and learned losses (those of the first run)."""
    environment = SHAPES[shape].environment(1)
    return {
        "true": [environment.loss_curve(context, actions()).tolist() for context in CONTEXTS],
        "oracles": {
            name: {
                "regret": float(outcome.regrets[:, -1].mean()),
                "late": outcome.late.tolist(),
                "late_mean": float(outcome.late.mean()),
                "regrets": np.asarray(outcome.regrets).tolist(),
                "learned": outcome.learned[0].tolist(),
                "greedy": outcome.greedy[0].tolist(),
            }
            for name, outcome in outcomes.items()
        },
    }


def markdown(result: Shapes) -> str:
    """The table with its explanation."""
    parts = [f"# {TITLE}", problem(result), f"**{verdict(result)}**", table(result).to_markdown()]
    return "\n\n".join([*parts, ORACLE_WORDS]) + "\n"
