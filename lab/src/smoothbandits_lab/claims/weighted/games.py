"""Sequences of weights and labels that an adversary makes up while an oracle predicts."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.oracles import FiniteClassOracle, Oracle, WeightedOracle
from smoothbandits.oracles.base import Model, bind
from smoothbandits.spaces import Catalog

__all__ = ["CONSTANTS", "LABELS", "REDUCTIONS", "WEIGHTS", "Game", "weighted_model"]

#: the class: five constants; one action, so that only weights and labels matter
CONSTANTS = np.linspace(0.0, 1.0, 5)
LEAST = 0.01  # of the weights; the largest is 1

REDUCTIONS: dict[str, Callable[[Oracle], Oracle]] = {
    "A": lambda inner: WeightedOracle(inner, "A", bound=1.0),
    "B": lambda inner: WeightedOracle(inner, "B"),
    "C": lambda inner: WeightedOracle(inner, "C"),
    "native": lambda inner: inner,
}

#: weight of round t of T, given the last prediction: it is known before the next one
WEIGHTS: dict[str, Callable[[int, int, float, np.random.Generator], float]] = {
    "rising": lambda t, T, last, rng: LEAST ** (1.0 - t / (T - 1)),
    "step": lambda t, T, last, rng: LEAST if t < T // 2 else 1.0,
    "spikes": lambda t, T, last, rng: 1.0 if t % 10 == 9 else 2.0 * LEAST,
    "any size": lambda t, T, last, rng: float(LEAST ** rng.random()),
    "where it was sure": lambda t, T, last, rng: 1.0 if abs(last - 0.5) > 0.3 else LEAST,
}

#: label of round t of T, given what was predicted
LABELS: dict[str, Callable[[int, int, float], float]] = {
    "against the prediction": lambda t, T, predicted: float(predicted < 0.5),
    "ones, then zeros": lambda t, T, predicted: float(t < T // 2),
    "alternating": lambda t, T, predicted: float(t % 2),
}


def weighted_model(reduction: str, seed: int) -> Model:
    """Vovk's oracle with weights of its own, or inside a reduction; ``seed`` is of its coins.

    Interpreted: a game is short, and what the reductions do is in plain sight.

    Examples
    --------
    >>> weighted_model("A", seed=0).regret_bound(200)
    0.8047189562
    """
    inner = FiniteClassOracle(CONSTANTS[:, None])
    return bind(REDUCTIONS[reduction](inner), Catalog(1), seed=seed, engine="python")


@dataclass(frozen=True)
class Game:
    """What the adversary does.

    Parameters
    ----------
    weights
        One of `WEIGHTS`.
    labels
        One of `LABELS`; None for coins whose mean is in the class (realizable).
    rounds
        Length.
    truth
        That mean.
    """

    weights: str
    labels: str | None
    rounds: int
    truth: float = 0.5

    def excess(self, model: Model, seed: int) -> tuple[Floats, float]:
        """Weighted regret against each constant, and the largest weight.

        Examples
        --------
        >>> model = weighted_model("native", seed=0)
        >>> regret, largest = Game("step", "alternating", rounds=50).excess(model, seed=0)
        >>> bool(regret.max() <= largest * model.regret_bound(50))
        True
        """
        generator = np.random.default_rng([11, seed])
        excess, largest, predicted = np.zeros(CONSTANTS.size), 0.0, 0.5
        for t in range(self.rounds):
            weight = WEIGHTS[self.weights](t, self.rounds, predicted, generator)
            predicted = float(model.predict(None, [0], weight)[0])
            if self.labels is None:
                label = float(generator.random() < self.truth)
            else:
                label = LABELS[self.labels](t, self.rounds, predicted)
            model.learn(None, 0, label, weight)
            excess += weight * ((predicted - label) ** 2 - (CONSTANTS - label) ** 2)
            largest = max(largest, weight)
        return excess, largest
