"""A logistic model on joint features, for losses of any shape."""

import math
from dataclasses import dataclass, field

import numpy as np

from smoothbandits.checks import Floats, check_count
from smoothbandits.features import ContextFeatures, Cosine, Linear, check_features
from smoothbandits.kernels.states import HarmonicState, JointState
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.optimisers import Adam, Newton, Optimiser, check_optimiser
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import unsuited

__all__ = ["HarmonicOracle"]

DEFAULT_ORDERS = {1: 12, 2: 6, 3: 4}
LARGEST_NEWTON = 256  # parameters: an example then costs tens of microseconds


@dataclass(frozen=True)
class HarmonicOracle(Oracle):
    """logit(x, a) = sum_j c_j(x) psi_j(a): features of the context times cosines of the action.

    Losses may be asymmetric, have several valleys, and depend on several knobs.  Contexts should
    lie in about [-1, 1]; `ScaledOracle` brings them there.  The argmin is searched on a grid in
    one batch and refined; `Model.argmin_error` bounds its error.

    Parameters
    ----------
    features
        `Linear` or `RandomFourier` features of the context.
    order
        Highest total frequency in the action; by default 12, 6, 4 in one, two, three
        dimensions and 2 beyond, and 6 on a product.
    optimiser
        `Newton`, `Adam` or `Coin`; by default `Newton` up to 256 parameters and `Adam` beyond.
        There are cosines * (features of the context + 1) parameters, on a `Product` for each
        category.

    Examples
    --------
    >>> from smoothbandits.spaces import Box
    >>> model = HarmonicOracle().bind(Box([0, 0], [1, 5]))
    >>> model.predict(None, [[0.5, 2.0]])
    array([0.5])
    """

    features: ContextFeatures = field(default_factory=Linear)
    order: int | None = None
    optimiser: Optimiser | None = None

    takes_weights = True

    def __post_init__(self) -> None:
        check_features(self.features)
        check_optimiser(self.optimiser, optional=True)
        if self.order is not None:
            check_count("order", self.order)

    @property
    def context_features(self) -> ContextFeatures:  # type: ignore[override]
        """The features asked for."""
        return self.features

    def build(self, space: Space, width: int, seed: int) -> HarmonicState:
        """All losses predicted 1/2."""
        if space.size is not None:
            remedy = "use TableOracle, or LinearOracle(Items(matrix)) for items with features"
            raise unsuited(space, "HarmonicOracle", "an Interval, a Box or a Product", remedy)
        basis = Cosine(self.order or DEFAULT_ORDERS.get(space.dimension, 2)).build(space)
        # constants count as one feature: gradient steps then move the whole curve at full speed
        basis = basis._replace(scales=basis.scales / basis.scales[0])
        parameters = np.zeros(basis.scales.size * (width + 1))
        optimiser, blocks = self.optimiser, max(1, basis.categories)
        if optimiser is None:
            optimiser = Newton() if parameters.size <= LARGEST_NEWTON * blocks else Adam()
        candidates, spacing = space.candidates()
        return HarmonicState(
            parameters,
            np.zeros(parameters.size + 1),
            optimiser.build(parameters, blocks),
            basis,
            candidates,
            spacing,
            tabulated(basis, candidates),
        )


def tabulated(basis: JointState, candidates: Floats) -> Floats:
    """The cosines at the candidates, bit for bit; on a product those of its first category."""
    orders, scales = basis.orders, basis.scales
    if basis.categories:
        own = orders[:, -1] == 0
        orders, scales = orders[own, :-1], scales[own]
        candidates = candidates[candidates[:, -1] == candidates[0, -1], :-1]
    out = np.tile(scales, (len(candidates), 1))
    for places, order in zip(candidates.T, orders.T, strict=True):
        unit = np.array([math.cos(math.pi * place) for place in places.tolist()])
        values = [np.ones(len(unit)), unit]
        for _ in range(2, basis.highest + 1):
            values.append(2.0 * unit * values[-1] - values[-2])
        out *= np.stack(values, axis=1)[:, order]
    return out
