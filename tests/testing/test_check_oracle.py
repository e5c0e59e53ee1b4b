from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from smoothbandits.features import Cosine, Items, Polynomial, RandomFourier
from smoothbandits.measures import Custom, LogUniform
from smoothbandits.oracles import (
    Adam,
    AdditiveOracle,
    BoostedOracle,
    Coin,
    CurveOracle,
    DispersionOracle,
    FiniteClassOracle,
    GLMOracle,
    GradientOracle,
    HarmonicOracle,
    LinearOracle,
    Model,
    NewtonOracle,
    TableOracle,
    WeightedOracle,
)
from smoothbandits.spaces import Box, Catalog, Interval, Product
from smoothbandits.testing import ConformanceError, check_oracle

RANDOM = np.random.default_rng(0)
PRICES = Interval(5.0, 50.0)
RATES = Interval(1e-2, 1e2, LogUniform())
OWN = Interval(0.0, 1.0, Custom(lambda rng: rng.triangular(0, 1, 1), lambda a: 2.0 * a))
KNOBS = Box([0.0, 1.0], [1.0, 9.0])
OFFERS = Product(RATES, Catalog(4, [0, 3, 1, 4]))
ITEMS = Catalog(7, [1, 2, 3, 4, 3, 2, 1])
FEATURES = Items(0.3 * RANDOM.standard_normal((7, 3)))
CLASS = RANDOM.random((6, 7))
CONTEXTUAL = RANDOM.random((5, 3, 8))


def constant(context: Any, action: Any) -> float:
    return 0.5


def slope(context: Any, action: Any) -> float:
    return 0.7 * float(action)


def one_of_the_class(context: Any, action: Any) -> float:
    return float(CLASS[2, action])


SOUND = {
    "table": (TableOracle(), ITEMS, 0, constant),
    "table, optimistic": (TableOracle(unseen=0.3), ITEMS, 0, constant),
    "additive": (AdditiveOracle(), PRICES, 3, None),
    "additive, own mu": (AdditiveOracle(knots=2), OWN, 0, None),
    "curve": (CurveOracle(cells=12), PRICES, 0, None),
    "dispersion": (DispersionOracle(), PRICES, 3, None),
    "dispersion, coin": (DispersionOracle(optimiser=Coin()), RATES, 0, None),
    "dispersion, Fourier, own mu": (DispersionOracle(RandomFourier(16)), OWN, 2, None),
    "harmonic": (HarmonicOracle(order=4), PRICES, 2, None),
    "harmonic, adam": (HarmonicOracle(order=4, optimiser=Adam()), PRICES, 2, None),
    "harmonic, coin": (HarmonicOracle(order=4, optimiser=Coin()), RATES, 0, None),
    "harmonic on a box": (HarmonicOracle(order=2), Box([0, 0], [1, 5]), 0, None),
    "harmonic on a product": (HarmonicOracle(order=3), OFFERS, 1, None),
    "linear on a product": (LinearOracle(Cosine(1)), OFFERS, 0, constant),
    "boosted on a product": (BoostedOracle(first=100, trees=5, background=False), OFFERS, 2, None),
    "linear": (LinearOracle(Cosine(2)), PRICES, 1, constant),
    "linear on items": (LinearOracle(FEATURES), ITEMS, 1, lambda x, a: 0.0),
    "linear, own features": (
        LinearOracle(lambda x, a: [0.7, 0.7 * a]),
        OWN,
        0,
        lambda x, a: 0.7 * a,
    ),
    "newton": (NewtonOracle(Polynomial(1)), PRICES, 0, constant),
    "newton on items": (NewtonOracle(FEATURES), ITEMS, 0, lambda x, a: 0.0),
    "glm": (GLMOracle(Cosine(3)), PRICES, 1, constant),
    "glm, known horizon": (GLMOracle(FEATURES, norm=2.0, rounds=60), ITEMS, 0, constant),
    "gradient": (GradientOracle(Cosine(3)), RATES, 1, None),
    "gradient on items": (GradientOracle(FEATURES), ITEMS, 1, None),
    "finite class": (FiniteClassOracle(CLASS), ITEMS, 0, one_of_the_class),
    "net": (
        FiniteClassOracle.epsilon_net(cells=3, lipschitz=1.0, epsilon=0.25),
        OWN,
        0,
        slope,
    ),
    "weighted A": (WeightedOracle(TableOracle(), "A", bound=100.0), ITEMS, 0, constant),
    "weighted B": (WeightedOracle(GLMOracle(Cosine(2)), "B"), PRICES, 0, constant),
    "weighted C": (WeightedOracle(FiniteClassOracle(CLASS), "C"), ITEMS, 0, one_of_the_class),
    "weighted B, linear": (WeightedOracle(LinearOracle(FEATURES), "B"), ITEMS, 0, None),
    "weighted B, dispersion": (WeightedOracle(DispersionOracle(), "B"), PRICES, 2, None),
    "weighted B, kernel": (WeightedOracle(HarmonicOracle(order=2), "B"), PRICES, 0, None),
    "weighted B, gradient": (WeightedOracle(GradientOracle(FEATURES), "B"), ITEMS, 0, None),
    "weighted B, newton": (WeightedOracle(NewtonOracle(FEATURES), "B"), ITEMS, 0, None),
}


@pytest.mark.parametrize(
    ("oracle", "space", "context_size", "comparator"), SOUND.values(), ids=SOUND
)
def test_built_in_oracles_pass(
    oracle: Any, space: Any, context_size: int, comparator: Callable[..., float] | None
) -> None:
    check_oracle(
        oracle, space, context_size=context_size, comparator=comparator, rounds=40, engine="python"
    )


def test_a_class_with_numbered_contexts_passes() -> None:
    oracle = FiniteClassOracle(CONTEXTUAL)
    check_oracle(oracle, PRICES, contexts=[[0.0], [1.0], [2.0]], rounds=40, engine="python")


def test_on_the_compiled_engine() -> None:
    check_oracle(TableOracle(), ITEMS, comparator=constant)


class Means:
    """A user's own table: sound, and what the broken ones below start from."""

    argmin_error = 0.0

    def __init__(self) -> None:
        self.totals, self.counts = np.full(4, 0.5), np.ones(4)

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        actions = np.asarray(actions, dtype=int)
        return self.totals[actions] / self.counts[actions]

    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        means = Means.predict(self, context, range(4), weight)
        return int(np.argmin(means)), float(np.min(means))

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        self.totals[action] += weight * loss
        self.counts[action] += weight

    def regret_bound(self, rounds: int) -> float:
        return 4.0 * (1.0 + np.log(rounds))


class NearlyBest(Means):
    """Its argmin is off by what it states."""

    argmin_error = 1.0

    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        return 0, float(self.predict(context, [0])[0])


class Valley:
    """Without ``best``: the space's grid supplies it."""

    def __init__(self) -> None:
        self.height = 0.5

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return np.clip(self.height + 0.01 * np.abs(np.asarray(actions) - 20.0), 0.0, 1.0)

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        share = 0.1 * weight / (1.0 + 0.1 * weight)
        gap = 0.01 * abs(action - 20.0)
        self.height += share * (min(1.0, max(0.0, loss - gap)) - self.height)


class ValleyPerCategory:
    """On pairs, which come as an array with two fields."""

    def __init__(self) -> None:
        self.heights = np.full(4, 0.5)

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        numbers, categories = np.log10(actions["number"]), actions["category"]
        return np.clip(self.heights[categories] + 0.1 * np.abs(numbers - 0.5), 0.0, 1.0)

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        number, category = action
        share = 0.1 * weight / (1.0 + 0.1 * weight)
        floor = min(1.0, max(0.0, loss - 0.1 * abs(np.log10(number) - 0.5)))
        self.heights[category] += share * (floor - self.heights[category])


@pytest.mark.parametrize(
    ("oracle", "space"),
    [
        (Means(), Catalog(4)),
        (NearlyBest(), Catalog(4)),
        (Valley(), PRICES),
        (ValleyPerCategory(), OFFERS),
    ],
)
def test_own_oracles_pass(oracle: Any, space: Any) -> None:
    check_oracle(oracle, space, comparator=constant)


def test_the_object_is_left_as_it_is() -> None:
    oracle = Means()
    check_oracle(oracle, Catalog(4))
    np.testing.assert_array_equal(oracle.counts, np.ones(4))


def test_contexts_of_ones_own_are_used() -> None:
    seen: list[Any] = []

    class Looks(Means):
        def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
            seen.append(tuple(context))
            return super().predict(context, actions, weight)

    check_oracle(Looks(), Catalog(4), contexts=[[1.0, 2.0], [3.0, 4.0]])
    assert set(seen) == {(1.0, 2.0), (3.0, 4.0)}


class AboveOne(Means):
    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return 0.7 + super().predict(context, actions)


class PredictsNaN(Means):
    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return np.nan * super().predict(context, actions)


class OneForAll(Means):
    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return super().predict(context, actions)[:1]


class Relative(Means):
    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        values = super().predict(context, actions)
        return values - 0.01 * len(values)


class Worst(Means):
    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        means = super().predict(context, range(4))
        return int(np.argmax(means)), float(np.max(means))


class Boasts(Means):
    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        action, loss = super().best(context)
        return action, loss / 2.0


class Elsewhere(Means):
    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        return 4, 0.0


class NegativeError(Means):
    argmin_error = -0.1


class PredictLearns(Means):
    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        values = super().predict(context, actions)
        self.counts += 1e-3
        self.totals += 1e-3
        return values


class PredictTires(Means):
    """Being asked does not show before the next example."""

    asked = 0

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        self.asked += 1
        return super().predict(context, actions)

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        super().learn(context, action, loss, weight / (1.0 + self.asked))


class BestTires(PredictTires):
    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return Means.predict(self, context, actions)

    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        self.asked += 1
        return super().best(context)


class NeverLearns(Means):
    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        pass


class LearnsBackwards(Means):
    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        super().learn(context, action, 1.0 - loss, weight)


class LearnsAtRandom(Means):
    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        super().learn(context, action, loss, weight * np.random.default_rng().random())


class NoWeights(Means):
    def learn(self, context: Any, action: Any, loss: float) -> None:  # type: ignore[override]
        super().learn(context, action, loss)


class Overshoots(Means):
    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        mean = self.totals[action]
        self.totals[action] += 0.1 * weight * (loss - mean)


class NegativeBound(Means):
    def regret_bound(self, rounds: int) -> float:
        return -1.0


class InfiniteBound(Means):
    def regret_bound(self, rounds: int) -> float:
        return np.inf


class FallingBound(Means):
    def regret_bound(self, rounds: int) -> float:
        return 100.0 / rounds


class TooGoodBound(Means):
    def regret_bound(self, rounds: int) -> float:
        return 0.01


BROKEN = {
    "no oracle": ("a list", "bind raised InvalidParameter"),
    "above 1": (
        AboveOne(),
        r"predicted .*1\.\d+.*; predict and best must give losses in \[0, 1\]",
    ),
    "NaN": (PredictsNaN(), r"predicted .*nan"),
    "wrong length": (OneForAll(), "predict returned 1 values for 20 actions"),
    "depends on the batch": (Relative(), "alone and .* in a batch"),
    "best is worst": (Worst(), "best returned .* with predicted loss"),
    "best reports another loss": (Boasts(), "best reports the loss 0.25 .* predict gives 0.5"),
    "best outside": (Elsewhere(), "best.* raised InvalidAction"),
    "negative argmin error": (NegativeError(), "stated argmin error is -0.1"),
    "predict learns": (PredictLearns(), "alone and .* in a batch"),
    "predict tires": (PredictTires(), "predict or best changes the oracle"),
    "best tires": (BestTires(), "predict or best changes the oracle"),
    "never learns": (NeverLearns(), "moved no prediction"),
    "learns backwards": (LearnsBackwards(), "moved away"),
    "learns at random": (LearnsAtRandom(), "two oracles taught the same"),
    "takes no weight": (NoWeights(), r"learn\(.*\) raised TypeError"),
    "overshoots with large weights": (Overshoots(), "predict.* raised InvalidPrediction"),
    "negative bound": (NegativeBound(), "regret_bound.* raised InvalidParameter"),
    "infinite bound": (InfiniteBound(), "regret_bound.* raised InvalidParameter"),
    "falling bound": (FallingBound(), "regret_bound decreases"),
    "bound too good": (TooGoodBound(), "above the stated bound 0.01"),
}


@pytest.mark.parametrize(("oracle", "complaint"), BROKEN.values(), ids=BROKEN)
def test_broken_oracles_are_rejected(oracle: Any, complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        check_oracle(oracle, Catalog(4), comparator=lambda context, action: action / 3.0)


@pytest.mark.parametrize("space", [Catalog(4), PRICES, KNOBS, OFFERS])
def test_a_wrong_mass_is_rejected(monkeypatch: pytest.MonkeyPatch, space: Any) -> None:
    honest = Model.mass
    monkeypatch.setattr(
        Model, "mass", lambda self, context, rate: (0.8 * honest(self, context, rate)[0], 0.0)
    )
    oracle = TableOracle() if space.size else GLMOracle(Polynomial(1))
    with pytest.raises(ConformanceError, match="the mass at h.gamma = 20.0 is"):
        check_oracle(oracle, space, rounds=5, engine="python")


def test_predictions_outside_of_a_built_in_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Model, "predict", lambda self, context, actions, weight=1.0: [1.2])
    with pytest.raises(ConformanceError, match=r"predict gives 1.2 to .*, outside \[0, 1\]"):
        check_oracle(TableOracle(), Catalog(1), engine="python")
