"""The oracle that plays before the trees, and what it tells them afterwards."""

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import load
from smoothbandits.kernels.states import (
    AdditiveGuideState,
    AdditiveState,
    HarmonicGuideState,
    ScaledState,
)
from smoothbandits.oracles.additive import AdditiveOracle
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.kernel import KernelOracle
from smoothbandits.oracles.scaled import ScaledOracle
from smoothbandits.spaces import Product, Space

__all__ = [
    "Guide",
    "first_oracle",
    "guide_of",
    "hint_count",
    "width_of",
    "with_hints",
    "without_memory",
]

BLOCK = (
    4096  # rows that are told hints at a time: in eight bytes, which all would not have room for
)

Guide = AdditiveGuideState | HarmonicGuideState


def first_oracle(space: Space) -> Oracle:
    """One valley on an interval; on a product, any shape for each category."""
    return ScaledOracle(KernelOracle()) if isinstance(space, Product) else AdditiveOracle()


def guide_of(first: AdditiveState | ScaledState) -> Guide:
    """What an oracle knows now; it learns on."""
    if isinstance(first, AdditiveState):
        return AdditiveGuideState(first.values.copy(), first.knots.copy())
    series = first.inner
    parameters = series.parameters.copy().reshape(len(series.basis.scales), -1)
    places = series.candidates[: len(series.psi), 0].copy()
    return HarmonicGuideState(parameters, first.knots.copy(), places, series.psi)


def without_memory(first: AdditiveState | ScaledState) -> AdditiveState | ScaledState:
    """The state without what only learning needs, which is most of it."""
    if isinstance(first, AdditiveState):
        return first._replace(covariance=np.empty((0, 0)))
    series = first.inner
    optimiser = type(series.optimiser)(*(part[:0] for part in series.optimiser))
    gradient = series.gradient[:0]
    return first._replace(inner=series._replace(optimiser=optimiser, gradient=gradient))


def width_of(guide: Guide) -> int:
    """Entries of a context."""
    if isinstance(guide, AdditiveGuideState):
        return int(guide.knots.shape[0])
    return int(guide.parameters.shape[1]) - 1


def hint_count(guide: Guide) -> int:
    """Numbers that the trees are told beside a context."""
    return 1 if isinstance(guide, AdditiveGuideState) else 2


def with_hints(guide: Guide, contexts: Floats, actions: Floats) -> Floats:
    """Rows (context, hints, category if there are any, number) for the trees."""
    hints = np.empty((len(contexts), hint_count(guide)), dtype=np.float32)
    for start in range(0, max(1, len(contexts)), BLOCK):
        part = slice(start, start + BLOCK)
        given = (contexts[part].astype(np.float64), actions[part].astype(np.float64))
        told = np.empty(hints[part].shape)
        load("compiled").hint_rows(guide, *given, told)
        hints[part] = told
    return np.column_stack([contexts, hints, actions[:, 1:], actions[:, 0]])
