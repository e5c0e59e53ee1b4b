"""Every built-in oracle on a space that it takes, small, and whether a state is sound."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import smoothbandits as sb
from smoothbandits import features, oracles
from smoothbandits.kernels.states import OutcomeState, ScaledState, TreesState

INTERVAL, BOX, CATALOG = sb.Interval(0.0, 1.0), sb.Box([0.0, 0.0], [1.0, 5.0]), sb.Catalog(3)
PRODUCT = sb.Product(INTERVAL, CATALOG)
ITEMS = features.Items([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
CONTEXT_SIZE = 2


def context_size_of(oracle: oracles.Oracle) -> int:
    """Two entries, unless it takes no contexts."""
    return 0 if isinstance(oracle, oracles.CurveOracle) else CONTEXT_SIZE


def phi(context: Any, action: Any) -> list[float]:
    """A user's own joint features."""
    return [1.0, float(np.ravel(action)[0]), *(() if context is None else context)]


def _all() -> Iterator[tuple[str, Any, sb.oracles.Oracle]]:
    for space in (INTERVAL, BOX, PRODUCT):
        for optimiser in (oracles.Newton(), oracles.Adam(), oracles.Coin()):
            yield "harmonic", space, oracles.HarmonicOracle(order=3, optimiser=optimiser)
    yield "harmonic", INTERVAL, oracles.HarmonicOracle(features.RandomFourier(8))
    linear = (
        oracles.LinearOracle,
        oracles.NewtonOracle,
        oracles.GLMOracle,
        oracles.GradientOracle,
    )
    for kind in linear:
        yield kind.__name__, INTERVAL, kind(features.Cosine(3))
        yield kind.__name__, INTERVAL, kind(features.Polynomial(2))
        yield kind.__name__, CATALOG, kind(ITEMS)
        yield kind.__name__, INTERVAL, kind(phi)
    yield "linear", PRODUCT, oracles.LinearOracle(features.Cosine(2))
    yield "additive", INTERVAL, oracles.AdditiveOracle()
    yield "curve", INTERVAL, oracles.CurveOracle()
    yield "dispersion", INTERVAL, oracles.DispersionOracle()
    yield "dispersion", INTERVAL, oracles.DispersionOracle(optimiser=oracles.Coin())
    yield "table", CATALOG, oracles.TableOracle()
    yield "outcome", INTERVAL, oracles.OutcomeOracle(-1)
    yield "boosted outcome", INTERVAL, oracles.BoostedOutcomeOracle(-1, background=False)
    forgets = oracles.BoostedOutcomeOracle(-1, background=False, forget=20)
    yield "boosted outcome that forgets", INTERVAL, forgets
    for space in (INTERVAL, PRODUCT):
        yield "boosted", space, oracles.BoostedOracle(background=False)
    yield "scaled", INTERVAL, oracles.ScaledOracle(oracles.HarmonicOracle(order=3))
    yield "scaled", INTERVAL, oracles.ScaledOracle(oracles.LinearOracle(features.Cosine(3)))
    for reduction in ("B", "C"):
        thinned = oracles.WeightedOracle(oracles.NewtonOracle(features.Cosine(2)), reduction)
        yield f"thinned {reduction}", INTERVAL, thinned
    online = (
        (INTERVAL, oracles.AdditiveOracle()),
        (INTERVAL, oracles.OutcomeOracle(-1)),
        (INTERVAL, oracles.HarmonicOracle(order=3)),
        (INTERVAL, oracles.HarmonicOracle(order=3, optimiser=oracles.Coin())),
        (INTERVAL, oracles.LinearOracle(features.Cosine(3))),
        (INTERVAL, oracles.NewtonOracle(features.Cosine(3))),
        (CATALOG, oracles.TableOracle()),
    )
    for space, oracle in online:
        yield "forgetting", space, oracles.ForgettingOracle(oracle, 20)
    yield "watched", CATALOG, oracles.WatchedOracle(oracles.TableOracle())
    yield "watched", INTERVAL, oracles.WatchedOracle(oracles.AdditiveOracle())
    yield "watched", INTERVAL, oracles.WatchedOracle(oracles.OutcomeOracle(-1))
    yield "thinned A", CATALOG, oracles.WeightedOracle(oracles.TableOracle(), "A", bound=10.0)


ORACLES = {
    f"{number} {name} on {type(space).__name__}": (space, oracle)
    for number, (name, space, oracle) in enumerate(_all())
}


def is_sound(state: Any) -> bool:
    """Whether every number of a state is finite.

    But for a tree's threshold, which is nan where a set decides, and contexts that are kept as
    they came, with nan for what is missing.
    """
    if isinstance(state, np.ndarray):
        return state.dtype.kind != "f" or bool(np.isfinite(state).all())
    if isinstance(state, TreesState):
        state = tuple(state._replace(threshold=None))
    if isinstance(state, ScaledState | OutcomeState):
        state = tuple(state._replace(sample=None))
    return not isinstance(state, tuple) or all(is_sound(part) for part in state)
