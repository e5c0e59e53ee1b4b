"""The oracle that plays before the trees, and what it tells them afterwards."""

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import entries_of
from smoothbandits.kernels.states import AdditiveState, ScaledState
from smoothbandits.oracles.additive import AdditiveOracle
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.harmonic import HarmonicOracle
from smoothbandits.oracles.scaled import ScaledOracle
from smoothbandits.spaces import Space

__all__ = ["First", "first_oracle", "frozen", "hint_count", "width_of", "with_hints"]

# rows that are told hints at a time: in eight bytes, which all would not have room for
BLOCK = 4096

First = AdditiveState | ScaledState


def first_oracle(space: Space) -> Oracle:
    """One valley on an interval; on a product, any shape for each category."""
    return ScaledOracle(HarmonicOracle()) if space.parts.categories else AdditiveOracle()


def frozen(first: First) -> First:
    """What an oracle predicts with now; it learns on, and what only learning needs is left out."""
    if isinstance(first, AdditiveState):
        return first._replace(
            values=first.values.copy(),
            covariance=np.empty((0, 0)),
            shape=first.shape.copy(),
            noise=first.noise.copy(),
            knots=first.knots.copy(),
            sample=first.sample[:0],
            seen=first.seen.copy(),
        )
    series = first.inner._replace(
        parameters=first.inner.parameters.copy(),
        gradient=np.empty(0),
        optimiser=emptied(first.inner.optimiser),
    )
    return first._replace(
        inner=series, knots=first.knots.copy(), sample=first.sample[:0], seen=first.seen.copy()
    )


def emptied(optimiser: tuple[Floats, ...]) -> tuple[Floats, ...]:
    """Of the same types, without its memory."""
    return type(optimiser)(*(part[:0].copy() for part in optimiser))


def width_of(first: First) -> int:
    """Entries of a context."""
    return int(first.knots.shape[0])


def hint_count(first: First) -> int:
    """Numbers that the trees are told beside a context."""
    return 0 if isinstance(first, AdditiveState) else 2


def with_hints(first: First, contexts: Floats, actions: Floats) -> Floats:
    """Rows (context, hints, category if there are any, number) for the trees."""
    hints = np.empty((len(contexts), hint_count(first)), dtype=np.float32)
    for start in range(0, max(1, len(contexts)), BLOCK):
        part = slice(start, start + BLOCK)
        given = (contexts[part].astype(np.float64), actions[part].astype(np.float64))
        told = np.empty(hints[part].shape)
        entries_of("compiled").hint_rows(first, *given, told)
        hints[part] = told
    return np.column_stack([contexts, hints, actions[:, 1:], actions[:, 0]])
