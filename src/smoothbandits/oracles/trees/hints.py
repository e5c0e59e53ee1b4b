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

__all__ = ["Online", "online_oracle", "frozen", "hint_count", "width_of", "with_hints"]

# rows that get hints at a time: eight bytes per entry, which is too much memory for all rows
BLOCK = 4096

Online = AdditiveState | ScaledState


def online_oracle(space: Space) -> Oracle:
    """One valley on an interval; on a product, any shape for each category."""
    return ScaledOracle(HarmonicOracle()) if space.parts.categories else AdditiveOracle()


def frozen(online: Online) -> Online:
    """What an oracle predicts with now; it learns on, and what only learning needs is left out."""
    if isinstance(online, AdditiveState):
        return online._replace(
            values=online.values.copy(),
            covariance=np.empty((0, 0)),
            shape=online.shape.copy(),
            noise=online.noise.copy(),
            knots=online.knots.copy(),
            sample=online.sample[:0],
            seen=online.seen.copy(),
        )
    series = online.inner._replace(
        parameters=online.inner.parameters.copy(),
        gradient=np.empty(0),
        optimiser=emptied(online.inner.optimiser),
    )
    return online._replace(
        inner=series, knots=online.knots.copy(), sample=online.sample[:0], seen=online.seen.copy()
    )


def emptied(optimiser: tuple[Floats, ...]) -> tuple[Floats, ...]:
    """The optimiser with empty arrays of the same types, since it will take no steps."""
    return type(optimiser)(*(part[:0].copy() for part in optimiser))


def width_of(online: Online) -> int:
    """Entries of a context."""
    return int(online.knots.shape[0])


def hint_count(online: Online) -> int:
    """Numbers that the trees are told beside a context."""
    return 0 if isinstance(online, AdditiveState) else 2


def with_hints(online: Online, contexts: Floats, actions: Floats) -> Floats:
    """Rows (context, hints, category if there are any, number) for the trees."""
    hints = np.empty((len(contexts), hint_count(online)), dtype=np.float32)
    for start in range(0, max(1, len(contexts)), BLOCK):
        part = slice(start, start + BLOCK)
        given = (contexts[part].astype(np.float64), actions[part].astype(np.float64))
        told = np.empty(hints[part].shape)
        entries_of("compiled").hint_rows(online, *given, told)
        hints[part] = told
    return np.column_stack([contexts, hints, actions[:, 1:], actions[:, 0]])
